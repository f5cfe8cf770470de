/**
 * What dogear last saw or wrote in a layout's files: <project>/views/<layout>/<name>. Only with it can a file that is
 * gone be told from one that was never there. Losing it costs nothing but that.
 */
import { join } from 'node:path'
import { isName } from '../core/name.js'
import type { LayoutId } from '../layouts/layout.js'
import {
  ensureDir,
  listDir,
  listFolders,
  readTextFile,
  removeFile,
  replaceDerived,
  stampOf,
} from '../platform/files.js'
import { viewsDir, type Project } from './paths.js'

export interface Published {
  name: string
  /** The id of the entry the file said. */
  entry: string
  /** The file, whole. */
  path: string
}

const MOST_BYTES = 10_000

/** The layouts whose files were once kept for this project, the last one first: they are meant although no file is left. */
export function layoutsBefore(project: Project): string[] {
  const stamped = listFolders(viewsDir(project)).map((id) => ({
    id,
    ms: stampOf(join(viewsDir(project), id))?.mtimeMs ?? 0,
  }))
  return stamped.toSorted((a, b) => b.ms - a.ms).map(({ id }) => id)
}

export function readPublished(project: Project, layout: LayoutId): Published[] {
  const dir = folderOf(project, layout)
  return listDir(dir)
    .filter(isName)
    .flatMap((name) => {
      const [entry, path] = readRecord(join(dir, name))
      return entry && path ? [{ name, entry, path }] : []
    })
}

/** Best effort: without it, a file that goes is not noticed. */
export function writePublished(project: Project, layout: LayoutId, record: Published, tag: string): void {
  const dir = folderOf(project, layout)
  const text = `${record.entry}\n${record.path}\n`
  try {
    if (readRecord(join(dir, record.name)).join('\n') === text.trimEnd()) return
    ensureDir(dir, project.home)
    replaceDerived(join(dir, record.name), text, tag)
  } catch {
    // See above.
  }
}

export function forgetPublished(project: Project, layout: LayoutId, name: string): void {
  try {
    removeFile(join(folderOf(project, layout), name))
  } catch {
    // It says that the file was there, which is true; the workstream is off the list anyway.
  }
}

function folderOf(project: Project, layout: LayoutId): string {
  return join(viewsDir(project), layout)
}

function readRecord(path: string): string[] {
  try {
    return (readTextFile(path, MOST_BYTES) ?? '').trimEnd().split('\n')
  } catch {
    return []
  }
}

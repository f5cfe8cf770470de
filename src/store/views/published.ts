/**
 * What dogear last saw or wrote in a layout's files: <project>/views/<layout>/<name>. Only with it can a file that is
 * gone be told from one that was never there. Losing it costs nothing but that.
 */
import { dirname, join } from 'node:path'
import { isName } from '../../core/choose/name.js'
import { safeName } from '../../core/redact/safe-name.js'
import type { LayoutId } from '../../layouts/layout.js'
import {
  ensureDir,
  listDir,
  listFolders,
  readTextFile,
  removeFile,
  replaceDerived,
  stampOf,
} from '../../platform/files/files.js'
import { viewsDir, type Project } from '../paths.js'

export interface Published {
  name: string
  /** The id of the entry the file said. */
  entry: string
  /** The file, whole; read from the record, its safe form. */
  path: string
}

const MAX_BYTES = 10_000

/** The layouts whose files were once kept for this project, the last one first: they are meant although no file is left. */
export function layoutsBefore(project: Project): string[] {
  const stamped = listFolders(viewsDir(project)).map((id) => ({
    id,
    ms: stampOf(join(viewsDir(project), id))?.mtimeMs ?? 0,
  }))
  return stamped.toSorted((a, b) => b.ms - a.ms).map(({ id }) => id)
}

/** Whether files of this layout were kept in this folder, and not just in another one that a flag named once. */
export function wasKeptIn(project: Project, layout: LayoutId, folder: string): boolean {
  const forgotten = readRecord(join(folderOf(project, layout), FOLDERS))
  const folders = [...readPublished(project, layout).map(({ path }) => dirname(path)), ...forgotten]
  // dogear 0.1.0 did not write down where the last file was.
  return folders.length === 0 || folders.includes(safeName(folder))
}

/** Where the files were that are gone. No name of a workstream begins with a dot. */
const FOLDERS = '.folders'

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
  const text = `${record.entry}\n${safeName(record.path)}\n`
  try {
    if (readRecord(join(dir, record.name)).join('\n') === text.trimEnd()) return
    ensureDir(dir, project.home)
    replaceDerived(join(dir, record.name), text, tag)
  } catch {
    // See above.
  }
}

const VIEW = '.view'

/** Nobody's files lay in this folder before: only the view of MEMORY.md began to keep some there. */
export function markView(project: Project, layout: LayoutId, folder: string, tag: string): void {
  try {
    replaceDerived(join(folderOf(project, layout), VIEW), `${safeName(folder)}\n`, tag)
  } catch {
    // Then its files count as anybody's.
  }
}

/** `paths`: the checkpoints that lie there. True: the view alone wrote them. */
export function isLeftOfView(project: Project, layout: LayoutId, folder: string, paths: readonly string[]): boolean {
  if (readRecord(join(folderOf(project, layout), VIEW))[0] !== safeName(folder)) return false
  const ours = new Set(readPublished(project, layout).map(({ path }) => path))
  return paths.every((path) => ours.has(safeName(path)))
}

export function forgetPublished(project: Project, layout: LayoutId, name: string, tag: string): void {
  const file = join(folderOf(project, layout), name)
  try {
    const [, path] = readRecord(file)
    const known = readRecord(join(folderOf(project, layout), FOLDERS))
    if (path && !known.includes(dirname(path)))
      replaceDerived(join(folderOf(project, layout), FOLDERS), [...known, dirname(path), ''].join('\n'), tag)
    removeFile(file)
  } catch {
    // It says that the file was there, which is true; the workstream is off the list anyway.
  }
}

function folderOf(project: Project, layout: LayoutId): string {
  return join(viewsDir(project), layout)
}

function readRecord(path: string): string[] {
  try {
    return readTextFile(path, MAX_BYTES)?.trimEnd().split('\n') ?? []
  } catch {
    return []
  }
}

/** Which layouts have files in a place that somebody pointed at: the folder with the files, one above or below, or a file. */
import { dirname, join, sep } from 'node:path'
import { LAYOUTS, layoutNamed } from '../layouts/all.js'
import type { Layout, LayoutId, Scan, TextFile } from '../layouts/layout.js'
import { memoryLayoutOf } from '../layouts/memory-layout-of.js'
import { statOf } from '../platform/files.js'
import { readSurvey } from '../store/views.js'
import { memoryOf, workFolders } from './layout-signs.js'
import { locate } from './locate.js'
import type { World } from './world.js'

export interface FoundLayout {
  layout: Layout
  /** The base of the layout's paths. */
  folder: string
  files: readonly TextFile[]
  scan: Scan
}

/** `path` is a real one. Without `id`, every layout is looked for. */
export function findLayoutsAt(path: string, id?: LayoutId): FoundLayout[] {
  return onePerFile(wanted(id).flatMap((layout) => basesOf(path, layout).flatMap((base) => lookAt(base, layout, path))))
}

/** Where this project's own files would be: the agent's memory, the worktree, and the folder one stands in. */
export function findLayoutsHere(world: World, id?: LayoutId): FoundLayout[] {
  const located = locate(world)
  const memory = memoryOf(world, located, world.config.memoryDir)
  const folders = { memory: memory === null ? [] : [memory], worktree: workFolders(world, located) }
  return onePerFile(
    wanted(id).flatMap((layout) => folders[layout.base].flatMap((folder) => lookAt(folder, layout, folder))),
  )
}

function wanted(id: LayoutId | undefined): readonly Layout[] {
  return id === undefined ? LAYOUTS : [layoutNamed(id)]
}

export function sourceOf({ folder }: Pick<FoundLayout, 'folder'>, path: string): string {
  return join(folder, path)
}

/** Only what lies at or below `path`: somebody who names one folder does not mean its neighbours. */
function lookAt(folder: string, layout: Layout, path: string): FoundLayout[] {
  const { files, unreadable } = readSurvey(folder, layout)
  if (files.length + unreadable.length === 0) return []
  const isMeant = ({ path: one }: { path: string }): boolean => `${join(folder, one)}${sep}`.startsWith(`${path}${sep}`)
  const all = layout.scan(files)
  const scan: Scan = {
    documents: all.documents.filter(isMeant),
    broken: [...all.broken, ...unreadable].filter(isMeant),
    orphans: isMeant({ path: '.' }) ? all.orphans : [],
  }
  const isEmpty = scan.documents.length + scan.broken.length + scan.orphans.length === 0
  return isEmpty ? [] : [{ layout, folder, files, scan }]
}

/** The folder itself, and those from which the layout's own folders lead to it. */
function basesOf(path: string, layout: Layout): string[] {
  const start = statOf(path)?.isDirectory ? path : dirname(path)
  const bases = layout.folders.flatMap((pattern) => prefixesOf(pattern).map((prefix) => withoutEnd(start, prefix)))
  return [...new Set([start, ...bases.filter((base) => base !== null)])]
}

function prefixesOf(pattern: string): string[][] {
  const parts = pattern.split('/').filter((part) => part !== '')
  return parts.map((_, i) => parts.slice(0, i + 1))
}

function withoutEnd(path: string, end: readonly string[]): string | null {
  const parts = path.split(sep)
  const tail = parts.slice(-end.length)
  const fits = tail.length === end.length && end.every((part, i) => part === '*' || part === tail[i])
  return fits && parts.length > end.length ? parts.slice(0, -end.length).join(sep) || sep : null
}

function onePerFile(found: readonly FoundLayout[]): FoundLayout[] {
  return found.filter((one) => !found.some((other) => other !== one && isSameFile(other, one) && isBetter(other, one)))
}

function isSameFile(a: FoundLayout, b: FoundLayout): boolean {
  const paths = new Set(pathsOf(a))
  return pathsOf(b).some((path) => paths.has(path))
}

function pathsOf(found: FoundLayout): string[] {
  const { documents, broken, orphans } = found.scan
  return [...documents.map(({ path }) => path), ...broken.map(({ path }) => path), ...orphans].map((path) =>
    sourceOf(found, path),
  )
}

/**
 * A folder of one system may look like that of another from further down: the longer path speaks for the former. Two
 * write files of the same names into the agent's memory: which of them it was, the files themselves tell.
 */
function isBetter(other: FoundLayout, one: FoundLayout): boolean {
  if (other.folder !== one.folder) return other.folder.length < one.folder.length
  return other.layout === memoryLayoutOf(one.files)
}

/**
 * Taking over what other systems wrote: every document of a layout becomes an entry with the time it was saved at. The
 * originals are only read. What an entry says already is not taken twice.
 */
import { dirname, join, sep } from 'node:path'
import type { Entry } from '../../core/entry/entry.js'
import { parseEntry } from '../../core/entry/parse.js'
import { printEntry } from '../../core/entry/print.js'
import { DogearError } from '../../core/errors.js'
import { layoutNamed, LAYOUTS } from '../../layouts/all.js'
import { entryFromDocument, momentOf, type Origin } from '../../layouts/common/to-entry.js'
import type { Document, Layout, LayoutId, Scan, TextFile } from '../../layouts/layout.js'
import { memoryLayoutOf } from '../../layouts/memory-layout-of.js'
import { statOf } from '../../platform/files/files.js'
import { sha256Hex } from '../../platform/files/hash.js'
import { offsetAt } from '../../platform/place.js'
import { createEntry } from '../../store/entries/entries.js'
import { ensureProject, type Located } from '../../store/projects/projects.js'
import { readSurvey } from '../../store/views/views.js'
import { memoryOf, workFolders } from '../layouts/signs.js'
import { locate } from '../locate.js'
import { inProject } from '../layouts/scan.js'
import type { World } from '../world.js'
import { openPast, type Past } from './past.js'
import type { ImportResult } from './transfer.js'

export function importDocuments(
  world: World,
  request: { found: readonly FoundLayout[]; dryRun: boolean },
): ImportResult {
  const located = locate(world)
  const result: ImportResult = {
    imported: [],
    already: 0,
    refused: request.found.flatMap(brokenIn),
    differs: [],
    foreign: 0,
  }
  const candidates = request.found.flatMap((found) => candidatesOf(world, located, found)).toSorted(byTime)
  if (candidates.length > 0 && !request.dryRun) ensureProject(located, world.tag)
  const pasts = new Map<string, Past>()
  const pastOf = (name: string): Past => {
    const past = pasts.get(name) ?? openPast(located.project, name, world.userHome)
    pasts.set(name, past)
    return past
  }
  for (const one of candidates)
    takeOver(one, pastOf, result, (entry) => request.dryRun || createEntry(located.project, entry, world.tag))
  return result
}

interface Candidate {
  document: Document
  layout: Layout
  origin: Omit<Origin, 'parents'>
  source: string
  ms: number
}

function candidatesOf(world: World, located: Located, found: FoundLayout): Candidate[] {
  const origin = originOf(world, located, found)
  return found.scan.documents.map((document) => ({
    document: inProject(located, document),
    layout: found.layout,
    origin,
    source: join(found.folder, document.path),
    ms: momentOf(document, origin).ms,
  }))
}

export function originOf(
  world: World,
  located: Located,
  { folder, files }: Pick<FoundLayout, 'folder' | 'files'>,
): Omit<Origin, 'parents'> {
  return {
    project: located.project.key,
    ...(folder === located.worktree ? { worktree: folder } : {}),
    files,
    offsetAt,
    userHome: world.userHome,
    sha256: sha256Hex,
  }
}

/** Within one time by the path: `…Z.json` was there before `…Z-2.json`. */
function byTime(a: Candidate, b: Candidate): number {
  return a.ms - b.ms || a.source.length - b.source.length || (a.source < b.source ? -1 : 1)
}

function takeOver(
  { document, layout, origin, source, ms }: Candidate,
  pastOf: (name: string) => Past,
  result: ImportResult,
  create: (entry: Entry) => unknown,
): void {
  try {
    const past = pastOf(document.name)
    const made = entryFromDocument(document, layout, { ...origin, parents: past.headsAt(ms) })
    // Refuses what could not be read back.
    const entry = parseEntry(printEntry(made))
    if (past.says(layout, entry)) {
      result.already++
      return
    }
    create(entry)
    past.add(entry)
    result.imported.push({ name: entry.name, id: entry.id, layout: layout.id, source })
  } catch (error) {
    if (!(error instanceof DogearError) || !REFUSALS.has(error.code)) throw error
    result.refused.push({ source, message: error.message })
  }
}

/** What is wrong with the document itself; anything else is wrong with the disk, and stops the import. */
const REFUSALS = new Set<string>(['bad-name', 'bad-entry', 'bad-input', 'too-big'])

function brokenIn(found: FoundLayout): ImportResult['refused'] {
  const { broken, orphans } = found.scan
  return [
    ...broken.map(({ path, message, expected }) => ({
      source: join(found.folder, path),
      message: `${message}; expected: ${expected}`,
    })),
    ...orphans.map((name) => ({ source: found.folder, message: `the index names "${name}", but its file is gone` })),
  ]
}

/** A layout that has files in a place that somebody pointed at: the folder with the files, one above or below, or a file. */
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
  const bases = layout.folders.flatMap((pattern) => {
    const parts = pattern.split('/').filter((part) => part !== '')
    return parts.map((_, i) => withoutEnd(start, parts.slice(0, i + 1)))
  })
  return [...new Set([start, ...bases.filter((base) => base !== null)])]
}

function withoutEnd(path: string, end: readonly string[]): string | null {
  const parts = path.split(sep)
  const tail = parts.slice(-end.length)
  const fits = tail.length === end.length && end.every((part, i) => part === '*' || part === tail[i])
  return fits && parts.length > end.length ? parts.slice(0, -end.length).join(sep) || sep : null
}

function onePerFile(found: readonly FoundLayout[]): FoundLayout[] {
  const isSameFile = (a: FoundLayout, b: FoundLayout): boolean => {
    const paths = new Set(pathsOf(a))
    return pathsOf(b).some((path) => paths.has(path))
  }
  return found.filter((one) => !found.some((other) => other !== one && isSameFile(other, one) && isBetter(other, one)))
}

function pathsOf({ folder, scan: { documents, broken, orphans } }: FoundLayout): string[] {
  return [...[...documents, ...broken].map(({ path }) => path), ...orphans].map((path) => join(folder, path))
}

/**
 * A folder of one system may look like that of another from further down: the longer path speaks for the former. Two
 * write files of the same names into the agent's memory: which of them it was, the files themselves tell.
 */
function isBetter(other: FoundLayout, one: FoundLayout): boolean {
  if (other.folder !== one.folder) return other.folder.length < one.folder.length
  return other.layout === memoryLayoutOf(one.files)
}

/**
 * What `list` and a choice need of every workstream, without reading entries: a derived file per project with an index
 * of all workstreams and a row for each. A row holds while its folder and the files its heads depend on look as they
 * did; else the workstream is read again. Deleting the file, or any byte of it, costs time and changes no answer.
 */
import type { Entry } from '../../core/entry/entry.js'
import { join } from 'node:path'
import { checkDir, ensureDir, openParts, replaceDerived, statOf } from '../../platform/files/files.js'
import { changedIn, looksLike } from '../../platform/files/folder-stamps.js'
import { processTag } from '../../platform/process/process-tag.js'
import { entriesDir, indexDir, looseDir, quarantineDir, workstreamDir, type Project } from '../paths.js'
import { newestFirst, type CatalogIndex, type CatalogLine, type CatalogRow } from './catalog-lines.js'
import { parseIndex, parseRow, printCatalog, readRows, type ReadPart } from './catalog-text.js'
import { listWorkstreams, readEntry, type Damage } from './entries.js'
import type { Heads } from './heads.js'
import { filesOf, readLine, stampOf, type FreshRow } from './read-workstream.js'

export { newestFirst } from './catalog-lines.js'
export type { CatalogLine, CatalogRow, HeadMark, HeadRow } from './catalog-lines.js'

const MAX_BYTES = 64_000_000

/** Every workstream of the project, the one with the newest head first. Never fails because of the catalog itself. */
export function readCatalog(project: Project): CatalogRow[] {
  return lookUp(project, (lines) => ({ lines })).rows
}

interface LookedUp<T> {
  picked: T
  /** What was picked, whole. */
  rows: CatalogRow[]
  /** What could not be read on the way, picked or not. */
  damaged: Damage[]
}

/**
 * The workstreams that `pick` takes of all, which come the newest first. Every folder is looked at, but only of what was
 * picked the entries, too: one that somebody overwrote in its place leaves no trace in its folder. Where that
 * was so, it is read again and picked anew.
 */
export function lookUp<T extends { lines: readonly CatalogLine[] }>(
  project: Project,
  pick: (all: readonly CatalogLine[]) => T,
): LookedUp<T> {
  const known = openKnown(project)
  try {
    return lookUpIn(project, openCatalog(project, known), pick)
  } finally {
    known.close()
  }
}

function lookUpIn<T extends { lines: readonly CatalogLine[] }>(
  project: Project,
  catalog: Catalog,
  pick: (all: readonly CatalogLine[]) => T,
): LookedUp<T> {
  for (;;) {
    const picked = pick(catalog.lines)
    const rows = rowsOf(project, catalog, picked.lines)
    const stale = picked.lines.filter((_, i) => rows[i] === null)
    if (stale.length > 0) {
      readAgain(project, catalog, new Set(stale))
      continue
    }
    if (catalog.changed) writeCatalog(project, catalog)
    const damaged = [...catalog.fresh.values()].flatMap((one) => one.damaged)
    return { picked, rows: rows.filter((row) => row !== null), damaged }
  }
}

/** Null: an entry that the row was made from does not look as it did. */
function rowsOf(project: Project, { fresh, read }: Catalog, lines: readonly CatalogLine[]): (CatalogRow | null)[] {
  const texts = readRows(
    lines.filter((line) => !fresh.has(line)),
    read,
  )
  let at = 0
  return lines.map((line) => {
    const known = fresh.get(line)
    if (known) return { project: project.key, ...known.row, damaged: known.damaged }
    const text = texts[at++] as string
    if (text === '') return null
    const { stamp, depends, row } = parseRow(line, text)
    return filesHold(project, line.name, depends, stamp) ? { project: project.key, ...row, damaged: [] } : null
  })
}

interface Catalog extends CatalogIndex {
  read: ReadPart
  /** What was read from its entries just now, and needs no further look. */
  fresh: Map<CatalogLine, FreshRow>
  /** The file is to be written. */
  changed: boolean
}

/** All workstreams, as far as their folders tell; those that are not as they were are read. */
function openCatalog(project: Project, { index, quarantine, read }: Known): Catalog {
  const dir = entriesDir(project)
  checkDir(dir, project.home)
  // A folder tells by its time which names are in it. Stamped before it is listed, as below.
  const isListed =
    index !== null && index.entries.length > 0 && looksLike(dir, index.entries, 0) && statOf(looseDir(project)) === null
  const entries = isListed ? index.entries : stampOf([dir], Date.now())
  const lines = isListed ? index.lines : linesFor(listWorkstreams(project), index)
  const catalog = { entries, quarantine, lines, read, fresh: new Map(), changed: !isListed && entries.length > 0 }
  const stale = changedLines(project, lines, quarantine)
  if (stale.size > 0 || !isListed) readAgain(project, catalog, stale)
  return catalog
}

function linesFor(names: readonly string[], index: CatalogIndex | null): CatalogLine[] {
  const byName = new Map(index?.lines.map((line) => [line.name, line]))
  return names.map((name) => byName.get(name) ?? { name, stamps: [], at: 0, heads: [], start: 0, size: 0 })
}

function readAgain(project: Project, catalog: Catalog, stale: ReadonlySet<CatalogLine>): void {
  const lines = catalog.lines.map((before) => {
    if (!stale.has(before)) return before
    const { line, fresh } = readLine(project, before.name, catalog.quarantine)
    catalog.fresh.set(line, fresh)
    catalog.changed ||= before.size > 0 || line.size > 0
    return line
  })
  catalog.lines = newestFirst(lines)
}

/** In bytes, as the file system counts: about a thousand entries. */
const LARGE_FOLDER = 60_000

/**
 * The heads of one workstream as `readHeads` gives them, without listing its folder. Null: the catalog cannot tell, or the
 * folder is smaller than `least` and listed sooner than the catalog is read.
 */
export function readKnownHeads(project: Project, name: string, least: number = LARGE_FOLDER): Heads | null {
  if ((statOf(workstreamDir(project, name))?.size ?? 0) < least) return null
  const known = openKnown(project)
  try {
    const line = known.index?.lines.find((one) => one.name === name)
    if (!line || changedLines(project, [line], known.quarantine).size > 0) return null
    const [text = ''] = readRows([line], known.read)
    if (text === '') return null
    const { stamp, depends, row } = parseRow(line, text)
    if (!filesHold(project, name, depends, stamp)) return null
    const heads = row.heads.map(({ id }) => readEntry(project, name, id)?.entry)
    return heads.every((head): head is Entry => head !== undefined) ? { heads, damaged: [], count: row.count } : null
  } finally {
    known.close()
  }
}

/** Those of which nothing is known, or whose folders do not look as they did. */
function changedLines(project: Project, lines: readonly CatalogLine[], quarantine: boolean): Set<CatalogLine> {
  const changed = new Set(changedIn(entriesDir(project), lines))
  if (quarantine) for (const line of changedIn(quarantineDir(project), lines, 3)) changed.add(line)
  for (const line of lines) if (line.size === 0) changed.add(line)
  return changed
}

function filesHold(project: Project, name: string, ids: readonly string[], stamp: readonly number[]): boolean {
  return filesOf(workstreamDir(project, name), ids).every((path, i) => looksLike(path, stamp, 3 * i))
}

function hasQuarantine(project: Project): boolean {
  return statOf(quarantineDir(project)) !== null
}

interface Known {
  quarantine: boolean
  /** Null: none, or one that does not fit what is there now. */
  index: CatalogIndex | null
  read: ReadPart
  close(): void
}

function openKnown(project: Project): Known {
  const quarantine = hasQuarantine(project)
  const none: Known = { quarantine, index: null, read: () => '', close: () => {} }
  try {
    const parts = openParts(pathOf(project), MAX_BYTES)
    if (!parts) return none
    const index = parseIndex(parts.read)
    return { ...parts, quarantine, index: index?.quarantine === quarantine ? index : null }
  } catch {
    // A link, a folder or a giant in its place: as good as none.
    return none
  }
}

/** Best effort: on a read-only or full disk the next `list` is slower, that is all. */
function writeCatalog(project: Project, catalog: Catalog): void {
  try {
    const { lines, fresh, read } = catalog
    const known = readRows(
      lines.map((line) => (fresh.has(line) ? { ...line, size: 0 } : line)),
      read,
    )
    const text = printCatalog(
      catalog,
      lines.map((line, i) => fresh.get(line)?.text ?? (known[i] as string)),
    )
    ensureDir(indexDir(project.home), project.home)
    if (text.length < MAX_BYTES / 4) replaceDerived(pathOf(project), text, processTag())
  } catch {
    // Nothing is lost: the entries are the truth.
  }
}

function pathOf(project: Project): string {
  return join(indexDir(project.home), `${project.key}.catalog.jsonl`)
}

/**
 * What `list` and a choice need of every line, without reading entries: a derived file per shelf with an index of all its
 * lines and a row for each. A row holds while its folder and the files of its heads look as they did; else the line is
 * read again. Deleting a file, or any byte of it, costs time and changes no answer.
 */
import { join } from 'node:path'
import { looseMonth } from '../../core/choose/loose.js'
import { checkDir, ensureDir, openParts, replaceDerived } from '../../platform/files/files.js'
import { changedIn, looksLike, settledStamps } from '../../platform/files/folder-stamps.js'
import { processTag } from '../../platform/process/process-tag.js'
import { ensureKey, ownState } from '../own.js'
import { indexDir, workstreamDir, type Project } from '../paths.js'
import { newestFirst, type CatalogIndex, type CatalogLine, type CatalogRow } from './catalog-lines.js'
import { parseIndex, parseRow, printCatalog, readRows, type ReadPart } from './catalog-text.js'
import { type Damage } from './entries.js'
import { idsInHome } from './listing.js'
import { filesOf, readLine, type FreshRow } from './read-workstream.js'
import { isOverAt, looseShelves, namedShelf, namesOn, type Shelf } from './shelves.js'

export { newestFirst } from './catalog-lines.js'
export type { CatalogLine, CatalogRow, HeadMark, HeadRow } from './catalog-lines.js'

/** Every line of the project, the one with the newest head first. Never fails because of a catalog itself. */
export function readCatalog(project: Project): CatalogRow[] {
  return lookUp(project, (lines) => ({ lines, more: true })).rows
}

interface Pick {
  lines: readonly CatalogLine[]
  /** An older shelf may hold what is nearer, or newer: look there, too, and pick anew. */
  more?: boolean
}

interface LookedUp<T> {
  picked: T
  /** What was picked, whole. */
  rows: CatalogRow[]
  /** What could not be read on the way, picked or not. */
  damaged: Damage[]
  /** The months that nobody had to look into. */
  unseen: readonly Shelf[]
}

/**
 * The lines that `pick` takes of the workstreams and of as many months of sessions as it wants; they come the newest first,
 * and nothing in the other months was saved after `unseenMs`. Only of what was picked the entries are looked at, too:
 * one that somebody overwrote in its place leaves no trace in its folder. Where that was so, it is read again and
 * picked anew.
 */
export function lookUp<T extends Pick>(
  project: Project,
  pick: (lines: readonly CatalogLine[], unseenMs: number) => T,
): LookedUp<T> {
  startOwning(project)
  const own = ownState(project.home)
  const catalogs = [openCatalog(project, namedShelf(project), own)]
  const unseen = looseShelves(project)
  try {
    for (;;) {
      const [first] = catalogs as [Catalog]
      const lines = catalogs.length === 1 ? first.lines : newestFirst(catalogs.flatMap((one) => one.lines))
      const picked = pick(lines, unseen[0]?.untilMs ?? -Infinity)
      if (picked.more && unseen.length > 0) {
        // One, then two, then four: who looks far back looks at everything soon.
        const next = unseen.splice(0, catalogs.length)
        for (const shelf of next) catalogs.push(openCatalog(project, shelf, own))
        continue
      }
      const rows = rowsOf(project, catalogs, picked.lines)
      if (rows === null) continue
      for (const catalog of catalogs) if (catalog.changed) writeCatalog(project, catalog)
      const damaged = catalogs.flatMap(({ fresh }) => [...fresh.values()].flatMap((one) => one.damaged))
      return { picked, rows, damaged, unseen }
    }
  } finally {
    for (const { close } of catalogs) close()
  }
}

/** What is here when the first list is made is the user's own. Best effort: a disk that is read only keeps what it has. */
function startOwning({ home }: Project): void {
  try {
    ensureKey(home, () => idsInHome(home), processTag())
  } catch {
    // Without a key everything counts as own, as it did before there were keys.
  }
}

/** Null: one does not look as it did, and was read again. */
function rowsOf(project: Project, catalogs: Catalog[], lines: readonly CatalogLine[]): CatalogRow[] | null {
  const rows = new Map<CatalogLine, CatalogRow>()
  let isWhole = true
  for (const catalog of catalogs) {
    const month = catalog.shelf.month ?? null
    const own = catalogs.length === 1 ? lines : lines.filter(({ name }) => looseMonth(name) === month)
    const stale = new Set<CatalogLine>()
    rowsIn(project, catalog, own).forEach((row, i) => {
      const line = own[i] as CatalogLine
      if (row) rows.set(line, row)
      else stale.add(line)
    })
    if (stale.size === 0) continue
    readAgain(project, catalog, stale)
    isWhole = false
  }
  return isWhole ? lines.map((line) => rows.get(line) as CatalogRow) : null
}

/** Null: an entry that the row was made from does not look as it did. */
function rowsIn(project: Project, catalog: Catalog, lines: readonly CatalogLine[]): (CatalogRow | null)[] {
  const { fresh, read, isOver, shelf } = catalog
  const known = lines.filter((line) => !fresh.has(line))
  const changed = isOver ? changedLines(shelf, known) : undefined
  const texts = readRows(known, read)
  let at = 0
  return lines.map((line) => {
    const row = fresh.get(line)
    if (row) return { project: project.key, ...row.row, damaged: row.damaged }
    const text = texts[at++] as string
    if (text === '' || changed?.has(line)) return null
    const { stamp, row: one } = parseRow(line, text)
    return filesHold(project, line, stamp) ? { project: project.key, ...one, damaged: [] } : null
  })
}

interface Catalog extends CatalogIndex {
  shelf: Shelf
  /** Its month is over and nothing was saved to it since: its lines are looked at when they are picked. */
  isOver: boolean
  read: ReadPart
  close(): void
  /** What was read from its entries just now, and needs no further look. */
  fresh: Map<CatalogLine, FreshRow>
  /** The file is to be written. */
  changed: boolean
}

/** All lines of a shelf, as far as their folders tell; those that are not as they were are read. */
function openCatalog(project: Project, shelf: Shelf, own: string): Catalog {
  const { dir } = shelf
  checkDir(dir, project.home)
  const { index, read, close, writtenMs } = openKnown(project, shelf, own)
  const overAt = isOverAt(shelf)
  // A folder tells by its time which names are in it. Stamped before it is listed, as below.
  const isListed = index !== null && index.entries.length > 0 && looksLike(dir, index.entries, 0)
  const isOver = isListed && writtenMs >= overAt
  const entries = isListed ? index.entries : settledStamps([dir], Date.now())
  const lines = isListed ? index.lines : linesFor(namesOn(project, shelf), index)
  const isToBeWritten = !isListed || (Date.now() >= overAt && !isOver)
  const changed = isToBeWritten && entries.length > 0
  const catalog = { shelf, isOver, entries, own, lines, read, close, fresh: new Map(), changed }
  const stale = isOver ? new Set(lines.filter(({ size }) => size === 0)) : changedLines(shelf, lines)
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
    const { line, fresh } = readLine(project, before.name)
    catalog.fresh.set(line, fresh)
    catalog.changed ||= before.size > 0 || line.size > 0
    return line
  })
  catalog.lines = newestFirst(lines)
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
    if (text.length < MAX_BYTES / 4) replaceDerived(pathOf(project, catalog.shelf), text, processTag())
  } catch {
    // Nothing is lost: the entries are the truth.
  }
}

const MAX_BYTES = 64_000_000

/** Those of which nothing is known, or whose folders do not look as they did. */
function changedLines({ dir }: Shelf, lines: readonly CatalogLine[]): Set<CatalogLine> {
  const changed = new Set(changedIn(dir, lines))
  for (const line of lines) if (line.size === 0) changed.add(line)
  return changed
}

/** Whether the files of its heads look as they did. */
function filesHold(project: Project, { name, heads }: CatalogLine, stamp: readonly number[]): boolean {
  return filesOf(workstreamDir(project, name), heads).every((path, i) => looksLike(path, stamp, 3 * i))
}

interface Known {
  /** Null: none, or one that does not fit what is there now. */
  index: CatalogIndex | null
  read: ReadPart
  close(): void
  writtenMs: number
}

function openKnown(project: Project, shelf: Shelf, own: string): Known {
  const none: Known = { index: null, read: () => '', close: () => {}, writtenMs: 0 }
  try {
    const parts = openParts(pathOf(project, shelf), MAX_BYTES)
    if (!parts) return none
    const index = parseIndex(parts.read)
    return { ...parts, index: index?.own === own ? index : null }
  } catch {
    // A link, a folder or a giant in its place: as good as none.
    return none
  }
}

function pathOf(project: Project, { month }: Shelf): string {
  return join(indexDir(project.home), `${project.key}${month === undefined ? '' : `.${month}`}.catalog.jsonl`)
}

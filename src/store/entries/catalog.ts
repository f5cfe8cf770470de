/**
 * What `list` needs of every workstream, without reading entries: a derived file per project with one line per
 * workstream. A line holds while its folder and the files of its heads look as they did; else the workstream is read
 * again. Deleting the file, or any byte of it, costs time and changes no answer.
 */
import { join, sep } from 'node:path'
import type { Entry } from '../../core/entry/entry.js'
import { ensureDir, readTextFile, replaceDerived, statOf, type FileStat } from '../../platform/files/files.js'
import { addStamp, looksLike, type FolderStamps } from '../../platform/files/folder-stamps.js'
import { processTag } from '../../platform/process/process-tag.js'
import { ensureKey, ownState } from '../own.js'
import { indexDir, workstreamDir, type Project } from '../paths.js'
import { headRow, newestFirst, parseLines, printLines, type CatalogLine, type CatalogRow } from './catalog-lines.js'
import { idsInHome, listWorkstreams, readEntry, type Damage } from './entries.js'
import { readHeads, type Heads } from './heads.js'

export type { CatalogRow, HeadRow } from './catalog-lines.js'

const MAX_BYTES = 64_000_000

/** Every workstream of the project, the one with the newest head first. Never fails because of the catalog itself. */
export function readCatalog(project: Project): CatalogRow[] {
  startOwning(project)
  const own = ownState(project.home)
  const known = parseLines(readKnown(project), own)
  const keep: CatalogLine[] = []
  const rows: CatalogRow[] = []
  let changed = false
  for (const name of listWorkstreams(project)) {
    const before = known.get(name)
    known.delete(name)
    if (before && holds(project, before)) {
      keep.push(before)
      rows.push({ project: project.key, ...before.row, damaged: [] })
      continue
    }
    const { line, damaged } = readLine(project, name)
    if (line.stamp.length > 0) keep.push(line)
    changed ||= before !== undefined || line.stamp.length > 0
    rows.push({ project: project.key, ...line.row, damaged })
  }
  if (changed || known.size > 0) writeLines(project, keep, own)
  return newestFirst(rows)
}

/** What is here when the first list is made is the user's own. Best effort: a disk that is read only keeps what it has. */
function startOwning({ home }: Project): void {
  try {
    ensureKey(home, () => idsInHome(home), processTag())
  } catch {
    // Without a key everything counts as own, as it did before there were keys.
  }
}

/** In bytes, as the file system counts: about a thousand entries. */
const LARGE_FOLDER = 60_000

/**
 * The heads of one workstream as `readHeads` gives them, without listing its folder. Null: the catalog cannot tell, or the
 * folder is smaller than `least` and listed sooner than the catalog is read.
 */
export function readKnownHeads(project: Project, name: string, least: number = LARGE_FOLDER): Heads | null {
  if ((statOf(workstreamDir(project, name))?.size ?? 0) < least) return null
  const line = parseLines(readKnown(project), ownState(project.home)).get(name)
  if (!line || !holds(project, line)) return null
  const { count, gaps = [] } = line.row
  const heads = line.row.heads.map(({ id }) => readEntry(project, name, id)?.entry)
  return heads.every((head): head is Entry => head !== undefined) ? { heads, damaged: [], count, gaps } : null
}

function readLine(project: Project, name: string): { line: CatalogLine; damaged: Damage[] } {
  const nowMs = Date.now()
  // Stamped before it is read: what changes in between makes the stamp wrong, and so the workstream is read again.
  const folder: FolderStamps = { names: [], numbers: [] }
  const isFolderSettled = addStamp(folder, workstreamDir(project, name), '', nowMs - SETTLED_MS)
  const { heads, damaged, count, gaps } = readHeads(project, name)
  const row = { name, count, heads: heads.map(headRow), ...(gaps.length > 0 && { gaps }) }
  // An entry never changes; that it was overwritten in its place all the same is looked for where it would be shown.
  const areSettled = filesOf(project, row).every((path) => addStamp(folder, path, '', nowMs - SETTLED_MS))
  // A damaged entry may be mended in ways no stamp shows, and is rare: it is looked at every time.
  const isSettledRow = isFolderSettled && areSettled && damaged.length === 0
  return { line: { stamp: isSettledRow ? folder.numbers : [], row }, damaged }
}

/** Whether it still looks so. The heads, too: one that somebody overwrote in its place leaves no trace in its folder. */
function holds(project: Project, { stamp, row }: CatalogLine): boolean {
  if (stamp.length !== 3 * (1 + row.heads.length) || !looksLike(workstreamDir(project, row.name), stamp, 0))
    return false
  return filesOf(project, row).every((path, i) => looksLike(path, stamp, 3 * (1 + i)))
}

/** Not entryPath, which checks each id anew: these come from a listing, and a thousand checks are felt. */
function filesOf(project: Project, { name, heads }: CatalogLine['row']): string[] {
  const dir = workstreamDir(project, name)
  return heads.map(({ id }) => `${dir}${sep}${id}.md`)
}

function readKnown(project: Project): string {
  try {
    return readTextFile(pathOf(project), MAX_BYTES) ?? ''
  } catch {
    // A link, a folder or a giant in its place: as good as none.
    return ''
  }
}

/** Best effort: on a read-only or full disk the next `list` is slower, that is all. */
function writeLines(project: Project, lines: readonly CatalogLine[], own: string): void {
  try {
    ensureDir(indexDir(project.home), project.home)
    const newest = newestFirst(lines.map((line) => ({ line, name: line.row.name, heads: line.row.heads })))
    const text = printLines(
      newest.map(({ line }) => line),
      own,
    )
    if (text.length < MAX_BYTES / 4) replaceDerived(pathOf(project), text, processTag())
  } catch {
    // Nothing is lost: the entries are the truth.
  }
}

function pathOf(project: Project): string {
  return join(indexDir(project.home), `${project.key}.catalog.jsonl`)
}

// Two changes within one tick of the disk's clock leave the same time; the coarsest disks tick every two seconds.
export const SETTLED_MS = 2000

/** How derived files notice that what they were made from has changed, without reading it. */
export function exactStampOf(stat: FileStat): string {
  return `${stat.ino}:${stat.size}:${stat.mtimeNs}`
}

/** False: it changed so lately (or in the future) that another change could leave the same stamp. */
export function isSettled(stat: FileStat, nowMs: number): boolean {
  return nowMs - Number(stat.mtimeNs / 1_000_000n) >= SETTLED_MS
}

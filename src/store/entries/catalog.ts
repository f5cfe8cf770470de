/**
 * What `list` needs of every workstream, without reading entries: a derived file per project with one line per
 * workstream. A line holds while its folder and the files its heads depend on look as they did; else the workstream
 * is read again. Deleting the file, or any byte of it, costs time and changes no answer.
 */
import { join, sep } from 'node:path'
import { isContiguous } from '../../core/choose/heads.js'
import type { Entry } from '../../core/entry/entry.js'
import { parseId } from '../../core/entry/id.js'
import { ensureDir, readTextFile, replaceDerived, statOf, type FileStat } from '../../platform/files/files.js'
import { addStamp, looksLike, type FolderStamps } from '../../platform/files/folder-stamps.js'
import { processTag } from '../../platform/process/process-tag.js'
import { indexDir, quarantineDir, workstreamDir, type Project } from '../paths.js'
import { headRow, newestFirst, parseLines, printLines, type CatalogLine, type CatalogRow } from './catalog-lines.js'
import { listLine, listWorkstreams, readEntry, type Damage } from './entries.js'
import { readHeads, type Heads } from './heads.js'

export type { CatalogRow, HeadRow } from './catalog-lines.js'

const MAX_BYTES = 64_000_000

/** Every workstream of the project, the one with the newest head first. Never fails because of the catalog itself. */
export function readCatalog(project: Project): CatalogRow[] {
  const known = parseLines(readKnown(project))
  const quarantine = hasQuarantine(project)
  const keep: CatalogLine[] = []
  const rows: CatalogRow[] = []
  let changed = false
  for (const name of listWorkstreams(project)) {
    const before = known.get(name)
    known.delete(name)
    if (before && holds(project, before, quarantine)) {
      keep.push(before)
      rows.push({ project: project.key, name, count: before.row.count, heads: before.row.heads, damaged: [] })
      continue
    }
    const { line, damaged } = readLine(project, name, quarantine)
    if (line.stamp.length > 0) keep.push(line)
    changed ||= before !== undefined || line.stamp.length > 0
    rows.push({ project: project.key, ...line.row, damaged })
  }
  if (changed || known.size > 0) writeLines(project, keep)
  return newestFirst(rows)
}

/** In bytes, as the file system counts: about a thousand entries. */
const LARGE_FOLDER = 60_000

/**
 * The heads of one workstream as `readHeads` gives them, without listing its folder. Null: the catalog cannot tell, or the
 * folder is smaller than `least` and listed sooner than the catalog is read.
 */
export function readKnownHeads(project: Project, name: string, least: number = LARGE_FOLDER): Heads | null {
  if ((statOf(workstreamDir(project, name))?.size ?? 0) < least) return null
  const line = parseLines(readKnown(project)).get(name)
  if (!line || !holds(project, line, hasQuarantine(project))) return null
  const heads = line.row.heads.map(({ id }) => readEntry(project, name, id)?.entry)
  return heads.every((head): head is Entry => head !== undefined) ? { heads, damaged: [], count: line.row.count } : null
}

function readLine(project: Project, name: string, quarantine: boolean): { line: CatalogLine; damaged: Damage[] } {
  // Stamped before it is read: what changes in between makes the stamp wrong, and so the workstream is read again.
  const depends = dependsOn(project, name, quarantine)
  const stamp = readStamp(project, name, depends, quarantine, Date.now())
  const { heads, damaged, count } = readHeads(project, name)
  // A damaged entry may be mended in ways no stamp shows, and is rare: it is looked at every time.
  const line = { stamp: damaged.length > 0 ? [] : stamp, depends, row: { name, count, heads: heads.map(headRow) } }
  return { line, damaged }
}

/**
 * The entries whose content decides the heads. Of a plain row of saves that is the newest alone; after a fork, all from
 * the lowest generation that occurs twice, because their parents are read; with gaps or a quarantine, all.
 */
function dependsOn(project: Project, name: string, quarantine: boolean): string[] {
  const { loose: ids, packs } = listLine(project, name)
  // Packs are known by their names, and all that is loose beside them is little.
  if (packs.length > 0 || !isContiguous(ids) || (quarantine && statOf(join(quarantineDir(project), name)))) return ids
  const generations = ids.map((id) => parseId(id)?.generation ?? 0)
  const lowest = lowestTwice(generations) ?? generations.reduce((a, b) => Math.max(a, b), 0)
  return ids.filter((_, i) => (generations[i] as number) >= lowest)
}

function lowestTwice(generations: readonly number[]): number | undefined {
  const seen = new Set<number>()
  let lowest: number | undefined
  for (const generation of generations) {
    if (seen.has(generation) && (lowest === undefined || generation < lowest)) lowest = generation
    seen.add(generation)
  }
  return lowest
}

/**
 * How everything that readHeads looks at looks now: the folder, its quarantine, the entries. None where
 * one of them changed too lately to rely on it. A missing file is part of the look.
 */
function readStamp(project: Project, name: string, depends: string[], quarantine: boolean, nowMs: number): number[] {
  const dir = workstreamDir(project, name)
  const paths = [dir, ...(quarantine ? [join(quarantineDir(project), name)] : []), ...filesOf(dir, depends)]
  const stamps: FolderStamps = { names: [], numbers: [] }
  return paths.every((path) => addStamp(stamps, path, '', nowMs - SETTLED_MS)) ? stamps.numbers : []
}

/** Whether it still looks so. The entries, too: one that somebody overwrote in its place leaves no trace in its folder. */
function holds(project: Project, line: CatalogLine, quarantine: boolean): boolean {
  const { stamp, depends, row } = line
  const folders = quarantine ? 2 : 1
  const dir = workstreamDir(project, row.name)
  if (stamp.length !== 3 * (folders + depends.length) || !looksLike(dir, stamp, 0)) return false
  if (quarantine && !looksLike(join(quarantineDir(project), row.name), stamp, 3)) return false
  return filesOf(dir, depends).every((path, i) => looksLike(path, stamp, 3 * (folders + i)))
}

/** Not entryPath, which checks each id anew: these come from a listing, and a thousand checks are felt. */
function filesOf(dir: string, ids: readonly string[]): string[] {
  return ids.map((id) => `${dir}${sep}${id}.md`)
}

function hasQuarantine(project: Project): boolean {
  return statOf(quarantineDir(project)) !== null
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
function writeLines(project: Project, lines: readonly CatalogLine[]): void {
  try {
    ensureDir(indexDir(project.home), project.home)
    const newest = newestFirst(lines.map((line) => ({ line, name: line.row.name, heads: line.row.heads })))
    const text = printLines(newest.map(({ line }) => line))
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

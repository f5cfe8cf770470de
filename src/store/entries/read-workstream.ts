/** A workstream as a line of the catalog, read from its entries. */
import { join, sep } from 'node:path'
import { isContiguous } from '../../core/choose/heads.js'
import { parseId } from '../../core/entry/id.js'
import { statOf, type FileStat } from '../../platform/files/files.js'
import { addStamp, type FolderStamps } from '../../platform/files/folder-stamps.js'
import { quarantineDir, workstreamDir, type Project } from '../paths.js'
import { headRow, markOf, type CatalogLine, type LineRow } from './catalog-lines.js'
import { printRow } from './catalog-text.js'
import { listLine, type Damage } from './entries.js'
import { readHeads } from './heads.js'

export interface FreshRow extends Pick<LineRow, 'row'> {
  damaged: Damage[]
  /** For the file. Empty: not to be relied on. */
  text: string
}

export function readLine(project: Project, name: string, quarantine: boolean): { line: CatalogLine; fresh: FreshRow } {
  // Stamped before it is read: what changes in between makes the stamp wrong, and so the workstream is read again.
  const nowMs = Date.now()
  const dir = workstreamDir(project, name)
  const depends = dependsOn(project, name, quarantine)
  const folders = [dir, ...(quarantine ? [join(quarantineDir(project), name)] : [])]
  const stamps = stampOf(folders, nowMs)
  const stamp = stampOf(filesOf(dir, depends), nowMs)
  const { heads, damaged, count } = readHeads(project, name)
  const row = { name, count, heads: heads.map(headRow) }
  // A damaged entry may be mended in ways no stamp shows, and is rare: it is looked at every time.
  const isSure = damaged.length === 0 && stamps.length > 0 && stamp.length === 3 * depends.length
  const text = isSure ? printRow({ stamp, depends, row }) : ''
  const line = { name, stamps, at: 0, heads: row.heads.map(markOf), start: 0, size: text.length }
  return { line, fresh: { row, damaged, text } }
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

/** How these look now, a missing one too, three numbers each. None where one changed too lately to rely on it. */
export function stampOf(paths: readonly string[], nowMs: number): number[] {
  const stamps: FolderStamps = { names: [], numbers: [] }
  return paths.every((path) => addStamp(stamps, path, '', nowMs - SETTLED_MS)) ? stamps.numbers : []
}

/** Not entryPath, which checks each id anew: these come from a listing, and a thousand checks are felt. */
export function filesOf(dir: string, ids: readonly string[]): string[] {
  return ids.map((id) => `${dir}${sep}${id}.md`)
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

/** A workstream as a line of the catalog, read from its entries. */
import { sep } from 'node:path'
import type { FileStat } from '../../platform/files/files.js'
import { SETTLED_MS, settledStamps } from '../../platform/files/folder-stamps.js'
import { workstreamDir, type Project } from '../paths.js'
import { headRow, marksOf, type CatalogLine, type LineRow } from './catalog-lines.js'
import { printRow } from './catalog-text.js'
import type { Damage } from './entries.js'
import { readHeads } from './heads.js'

export interface FreshRow extends Pick<LineRow, 'row'> {
  damaged: Damage[]
  /** For the file. Empty: not to be relied on. */
  text: string
}

export function readLine(project: Project, name: string): { line: CatalogLine; fresh: FreshRow } {
  // Stamped before it is read: what changes in between makes the stamp wrong, and so the workstream is read again.
  const nowMs = Date.now()
  const dir = workstreamDir(project, name)
  const stamps = settledStamps([dir], nowMs)
  const { heads, damaged, count, gaps } = readHeads(project, name)
  // An entry never changes; that it was overwritten in its place all the same is looked for where it would be shown.
  const stamp = settledStamps(filesOf(dir, heads), nowMs)
  const row = { name, count, heads: heads.map(headRow), ...(gaps.length > 0 && { gaps }) }
  // A damaged entry may be mended in ways no stamp shows, and is rare: it is looked at every time.
  const isSure = damaged.length === 0 && stamps.length > 0 && stamp.length === 3 * heads.length
  const text = isSure ? printRow({ stamp, row }) : ''
  const line = { name, stamps, at: 0, heads: marksOf(row), start: 0, size: text.length }
  return { line, fresh: { row, damaged, text } }
}

/** Not entryPath, which checks each id anew: these come from a listing, and a thousand checks are felt. */
export function filesOf(dir: string, heads: readonly { id: string }[]): string[] {
  return heads.map(({ id }) => `${dir}${sep}${id}.md`)
}

/** How derived files notice that what they were made from has changed, without reading it. */
export function exactStampOf(stat: FileStat): string {
  return `${stat.ino}:${stat.size}:${stat.mtimeNs}`
}

/** False: it changed so lately (or in the future) that another change could leave the same stamp. */
export function isSettled(stat: FileStat, nowMs: number): boolean {
  return nowMs - Number(stat.mtimeNs / 1_000_000n) >= SETTLED_MS
}

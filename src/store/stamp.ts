/** How derived files notice that what they were made from has changed, without reading it. */
import type { FileStat } from '../platform/files.js'

// Two changes within one tick of the disk's clock leave the same time; the coarsest disks tick every two seconds.
export const SETTLED_MS = 2000

export function stampOf(stat: FileStat): string {
  return `${stat.ino}:${stat.size}:${stat.mtimeNs}`
}

/** False: it changed so lately (or in the future) that another change could leave the same stamp. */
export function isSettled(stat: FileStat, nowMs: number): boolean {
  return nowMs - Number(stat.mtimeNs / 1_000_000n) >= SETTLED_MS
}

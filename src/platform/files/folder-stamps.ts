/** The looks of many folders at once: for thousands of them every object and every text made along the way counts. */
import { constants, lstatSync, utimesSync, type Stats } from 'node:fs'
import { sep } from 'node:path'
import { listDir } from './files.js'
import { errnoOf, storageError } from './raw-io.js'

export interface FolderStamps {
  names: string[]
  /** Three for each name: inode, size and time; zeros where nothing is there. */
  numbers: number[]
}

const OR_NOTHING = { throwIfNoEntry: false }

/** False: it changed after `settledBefore`, so that another change could leave the same time. */
export function addStamp(stamps: FolderStamps, path: string, name: string, settledBefore: number): boolean {
  const stat = lookAt(path)
  stamps.names.push(name)
  // Without bigint: half the cost, and the time is still good for a quarter of a microsecond.
  stamps.numbers.push(stat?.ino ?? 0, stat?.size ?? 0, stat?.mtimeMs ?? 0)
  return !stat || stat.mtimeMs <= settledBefore
}

// Two changes within one tick of the disk's clock leave the same time; the coarsest disks tick every two seconds.
export const SETTLED_MS = 2000

/** How these look now, a missing one too, three numbers each. None where one changed too lately to rely on it. */
export function settledStamps(paths: readonly string[], nowMs: number): number[] {
  const stamps: FolderStamps = { names: [], numbers: [] }
  return paths.every((path) => addStamp(stamps, path, '', nowMs - SETTLED_MS)) ? stamps.numbers : []
}

/** As addStamp, for the folders in a folder that have such a name, as long as it is true. */
export function addStampsIn(
  stamps: FolderStamps,
  parent: string,
  isName: (name: string) => boolean,
  settledBefore: number,
): boolean {
  const names = isFolder(parent) ? listDir(parent).filter(isName) : []
  return names.every((name) => {
    const path = parent + sep + name
    return !isFolder(path) || addStamp(stamps, path, name, settledBefore)
  })
}

/** Whether it looks as the three numbers from `at` on say. */
export function looksLike(path: string, numbers: ArrayLike<number>, at: number): boolean {
  const stat = lookAt(path)
  if (!stat) return numbers[at] === 0
  return stat.mtimeMs === numbers[at + 2] && stat.ino === numbers[at] && stat.size === numbers[at + 1]
}

interface Stamped {
  name: string
  stamps: readonly number[]
  at: number
}

/** Those whose folder in `parent` does not look as the three numbers say that stand `further` on. */
export function changedIn<T extends Stamped>(parent: string, all: readonly T[], further = 0): T[] {
  const prefix = parent + sep
  const changed: T[] = []
  for (const one of all) {
    const stat = lookAt(prefix + one.name)
    const at = one.at + further
    const isSame = stat
      ? stat.mtimeMs === one.stamps[at + 2] && stat.ino === one.stamps[at] && stat.size === one.stamps[at + 1]
      : one.stamps[at] === 0
    if (!isSame) changed.push(one)
  }
  return changed
}

/** Gives a folder the time of now. Best effort: only who looks at its time is slower, or later. */
export function touchFolder(path: string): void {
  const now = Date.now() / 1000
  try {
    utimesSync(path, now, now)
  } catch {
    // Of another user, or gone.
  }
}

function isFolder(path: string): boolean {
  return ((lookAt(path)?.mode ?? 0) & constants.S_IFMT) === constants.S_IFDIR
}

/** Undefined: nothing is there, be it that a file lies where the folder around it should. */
function lookAt(path: string): Stats | undefined {
  try {
    return lstatSync(path, OR_NOTHING)
  } catch (error) {
    if (errnoOf(error) === 'ENOTDIR') return undefined
    throw storageError(error, `cannot look at ${path}`)
  }
}

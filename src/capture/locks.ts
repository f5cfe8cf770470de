/** What the lock files of a worktree hold, for the failures that are recorded there. */
import { dirname, join, relative, sep } from 'node:path'
import type { Origin } from '../core/entry/entry.js'
import { LOCK_FILES, type Locks } from '../core/page/lock-files.js'
import { msOf } from '../core/text/text.js'
import { listDir, statOf } from '../platform/files/files.js'
import { realPathOf } from '../platform/place.js'
import { GRACE_MS, isInside, readFileFacts } from './files.js'

/**
 * Those of the folder where the work is done and of all above it in the worktree. `before`: where they were recorded in this
 * worktree; one that has not been written since is not read again, as a large one takes longer than all else of a save.
 */
export function readLocks(worktree: string, cwd: string, before: readonly Origin[]): Locks {
  const paths = foldersUp(worktree, cwd).flatMap((folder) =>
    lockFilesIn(join(worktree, folder)).map((name) => (folder === '' ? name : `${folder}/${name}`)),
  )
  return Object.fromEntries(
    paths.flatMap((path) => {
      const writtenMs = writtenAt(join(worktree, path))
      if (writtenMs === null) return []
      const hash = hashBefore(path, writtenMs, before) ?? readFileFacts(worktree, path)?.hash
      return hash === undefined ? [] : [[path, hash] as const]
    }),
  )
}

/** Of these alone. One that is not there any more has the empty text. */
export function hashLocks(worktree: string, paths: readonly string[]): Locks {
  const root = realPathOf(worktree)
  const isHere = (path: string): boolean => isInside(root, realPathOf(dirname(join(worktree, path))))
  return Object.fromEntries(
    [...new Set(paths)].filter(isHere).map((path) => [path, readFileFacts(worktree, path)?.hash ?? '']),
  )
}

/** Relative to the worktree, the nearest first; outside of it there is none but its root. */
function foldersUp(worktree: string, cwd: string): string[] {
  const [root, folder] = [realPathOf(worktree), realPathOf(cwd)]
  const parts = isInside(root, folder) ? relative(root, folder).split(sep).filter(Boolean) : []
  return [...parts.map((_, i) => parts.slice(0, parts.length - i).join('/')), '']
}

/** What cannot be looked at is no reason not to save. */
function lockFilesIn(folder: string): string[] {
  try {
    return listDir(folder).filter((name) => LOCK_FILES.has(name))
  } catch {
    return []
  }
}

/** Null: no file that could be read. */
function writtenAt(path: string): number | null {
  try {
    const stat = statOf(path)
    return stat?.isFile ? Number(stat.changedNs / 1_000_000n) : null
  } catch {
    return null
  }
}

function hashBefore(path: string, writtenMs: number, before: readonly Origin[]): string | undefined {
  const since = (origin: Origin): number => msOf(origin.at) ?? 0
  const recorded = before.filter(({ locks }) => locks?.[path] !== undefined)
  const last = recorded.toSorted((a, b) => since(b) - since(a))[0]
  return last && writtenMs + GRACE_MS < since(last) ? last.locks?.[path] : undefined
}

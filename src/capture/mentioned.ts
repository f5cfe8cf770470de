/** The paths that an entry only mentions: no hash of them was kept, so their place and their time are all there is. */
import { basename, isAbsolute, join } from 'node:path'
import type { FileNow } from '../core/briefing/drift.js'
import type { Entry } from '../core/entry/entry.js'
import { msOf } from '../core/text/text.js'
import { statOf, type FileStat } from '../platform/files/files.js'
import { listFiles } from './git-status.js'

/** Those that are missing, moved, or written to since the save. */
export function readMentioned(entry: Entry, worktree: string, userHome: string, paths: readonly string[]): FileNow[] {
  const named = new Set(entry.files.map((file) => file.path))
  const savedMs = msOf(entry.saved) ?? Infinity
  const states = paths
    .filter((path) => !named.has(path))
    .map((path): FileNow => ({ path, state: stateOf(statIn(worktree, userHome, path), savedMs) }))
    .filter((file) => file.state !== 'same')
  return states.some((file) => file.state === 'missing') ? findMoved(worktree, states) : states
}

function stateOf(stat: FileStat | null, savedMs: number): FileNow['state'] {
  if (!stat) return 'missing'
  // A minute's grace: most of these times are only known to the minute.
  return stat.isFile && Number(stat.mtimeNs / 1_000_000n) > savedMs + 60_000 ? 'changed' : 'same'
}

function statIn(worktree: string, userHome: string, path: string): FileStat | null {
  const full = path.startsWith('~/') ? join(userHome, path.slice(2)) : path
  try {
    return statOf(isAbsolute(full) ? full : join(worktree, full))
  } catch {
    return null
  }
}

/** One file of that name elsewhere in the work tree is where it went. Several: nobody can tell. */
function findMoved(worktree: string, states: readonly FileNow[]): FileNow[] {
  const byName = new Map<string, string[]>()
  for (const path of listFiles(worktree)) byName.set(basename(path), [...(byName.get(basename(path)) ?? []), path])
  return states.flatMap((file): FileNow[] => {
    const places = file.state === 'missing' ? (byName.get(basename(file.path)) ?? []) : []
    // A name without a folder is said of a file wherever it lies.
    if (places.length > 0 && !file.path.includes('/')) return []
    const [to, another] = places
    return to !== undefined && another === undefined ? [{ path: file.path, state: 'renamed', to }] : [file]
  })
}

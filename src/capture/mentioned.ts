/** The paths that an entry only mentions: no hash of them was kept, so their place and their time are all there is. */
import { basename, isAbsolute, join } from 'node:path'
import type { FileNow } from '../core/briefing/drift.js'
import type { Entry } from '../core/entry/entry.js'
import { msOf } from '../core/text/text.js'
import { statOf, type FileStat } from '../platform/files/files.js'
import { filesOf, listFiles } from './git-status.js'

/** Those that are missing, moved, or written to since the save. */
export function readMentioned(entry: Entry, worktree: string, userHome: string, paths: readonly string[]): FileNow[] {
  const named = new Set(entry.files.map((file) => file.path))
  const savedMs = msOf(entry.saved) ?? Infinity
  const states = paths
    .filter((path) => !named.has(path))
    .map((path): FileNow => ({ path, state: stateOf(statIn(worktree, userHome, path), savedMs) }))
    .filter((file) => file.state !== 'same')
  if (!states.some((file) => file.state === 'missing')) return states
  return withoutPlanned(entry, worktree, findMoved(worktree, states))
}

/** A path that was not there at the save either is one that is still to be made. */
function withoutPlanned(entry: Entry, worktree: string, states: readonly FileNow[]): FileNow[] {
  const missing = states.filter((file) => file.state === 'missing').map(({ path }) => path)
  const planned = new Set(missing.filter((path) => !isToldAsDone(entry, path)))
  const before = planned.size === 0 ? [] : filesAt(worktree, entry, [...planned])
  return states.filter((file) => file.state !== 'missing' || !planned.has(file.path) || before.includes(file.path))
}

/** What was done, failed or is kept in a section of its own tells of files that were there. */
function isToldAsDone({ done, failed, extraSections }: Entry, path: string): boolean {
  return [...done, ...failed, ...extraSections].some(({ text }) => text.includes(path))
}

/**
 * Those that were there when it was saved: in its commit, or dirty. Where no commit was recorded, and in a folder of which
 * git knew nothing, only the words tell.
 */
function filesAt(worktree: string, { where: { head, dirty = [] }, next }: Entry, paths: readonly string[]): string[] {
  const isToldAsThere = (path: string): boolean => !isToBeMade(next?.text ?? '', path)
  if (head === undefined) return paths.filter(isToldAsThere)
  const there = dirty.filter(({ state }) => state !== 'deleted').map((file) => file.path)
  const wasDirty = (path: string): boolean =>
    there.includes(path) || (there.some((one) => one.endsWith('/') && path.startsWith(one)) && isToldAsThere(path))
  return [...filesOf(worktree, head, paths), ...paths.filter(wasDirty)]
}

const MAKING =
  /(?:create|add|write|make|new|generate|introduce|erstell|anleg|schreib|crée|écri|crea|escrib|cria|escrev|scriv|创建|新建|写|作成|追加|созда|напиши|добав)/i

function isToBeMade(text: string, path: string): boolean {
  const at = text.indexOf(path)
  const clause = text
    .slice(Math.max(0, at - 80), at)
    .split(/[,;\n]|\.\s/)
    .at(-1) as string
  return at >= 0 && MAKING.test(clause)
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
    const named = file.state === 'missing' ? (byName.get(basename(file.path)) ?? []) : []
    // git lists what was removed without its knowledge, too.
    const places = named.filter((place) => place !== file.path)
    // A name without a folder is said of a file wherever it lies.
    if (places.length > 0 && !file.path.includes('/')) return []
    const [to, another] = places
    return to !== undefined && another === undefined ? [{ path: file.path, state: 'renamed', to }] : [file]
  })
}

/** A file in a work tree is content from strangers: it is read as data, with a limit, and never through a link. */
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path'
import type { FileNow } from '../core/briefing/drift.js'
import type { Entry, FileRef } from '../core/entry/entry.js'
import { msOf } from '../core/text/text.js'
import { readBytesFile, readTextFile, statOf, type FileStat } from '../platform/files/files.js'
import { sha256Hex } from '../platform/files/hash.js'
import { realPathOf } from '../platform/place.js'
import { listFiles } from './git-status.js'

export interface WorkFile {
  text: string
  /** When it was last written, in milliseconds since 1970. */
  at: number
}

/** Null: not there, or nothing that one should read: a link, a pipe, a folder, too big, outside of `root`. Never throws. */
export function readWorkFile(root: string, path: string, maxBytes: number): WorkFile | null {
  const full = isAbsolute(path) ? path : join(root, path)
  // A folder on the way may be a link too.
  if (!isInside(realPathOf(root), realPathOf(dirname(full)))) return null
  return readPlainFile(full, maxBytes)
}

/** The same for a file wherever it lies. */
export function readPlainFile(path: string, maxBytes: number): WorkFile | null {
  try {
    const text = readTextFile(path, maxBytes)
    const stat = text === null ? null : statOf(path)
    return text === null || !stat ? null : { text, at: Number(stat.mtimeNs / 1_000_000n) }
  } catch {
    return null
  }
}

export function isInside(root: string, path: string): boolean {
  const inside = relative(root, path)
  return inside === '' || (!isAbsolute(inside) && inside.split(/[\\/]/)[0] !== '..')
}

// The content hash of the files an entry names: what lets a resume say "unchanged", "changed" or "moved".

/** Larger files are named without a hash: reading them at every save would be felt. */
const MAX_BYTES = 20_000_000

interface FileFacts {
  hash: string
  bytes: number
}

export function hashFiles(worktree: string, files: readonly FileRef[]): FileRef[] {
  return files.map((file) => {
    const path = inWorktree(worktree, file.path)
    if (file.hash !== undefined) return { ...file, path }
    const facts = readFileFacts(worktree, path)
    return facts ? { ...file, path, ...facts } : { ...file, path }
  })
}

/** Null where there is no such readable regular file. */
export function readFileFacts(worktree: string, path: string): FileFacts | null {
  try {
    const bytes = readBytesFile(fullFilePath(worktree, path), MAX_BYTES)
    return bytes && { hash: sha256Hex(bytes).slice(0, 16), bytes: bytes.length }
  } catch {
    return null
  }
}

/** `path` as an entry holds it. */
function fullFilePath(worktree: string, path: string): string {
  return isAbsolute(path) ? path : join(worktree, path)
}

function inWorktree(worktree: string, path: string): string {
  const inside = isAbsolute(path) ? relative(worktree, path) : path
  return (inside === '' || inside.startsWith('..') || isAbsolute(inside) ? path : inside).split(sep).join('/')
}

// The paths that an entry only mentions: no hash of them was kept, so their place and their time are all there is.

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

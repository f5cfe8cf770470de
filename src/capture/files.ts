/** Files of a work tree. They are content from strangers: read as data, with a limit, and never through a link. */
import { dirname, isAbsolute, join, relative, sep } from 'node:path'
import type { FileRef } from '../core/entry/entry.js'
import { ONLY_NAMED } from '../core/entry/observed.js'
import { readBytesFile, readTextFile, statOf } from '../platform/files/files.js'
import { sha256Hex } from '../platform/files/hash.js'
import { present } from '../core/present.js'
import { realPathOf } from '../platform/place.js'

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

/** Larger files are named without a hash: reading them at every save would be felt. */
const MAX_BYTES = 20_000_000

interface FileFacts {
  hash: string
  bytes: number
}

/** The content hash of the files an entry names: what lets a resume say "unchanged", "changed" or "moved". */
export function hashFiles(worktree: string, files: readonly FileRef[]): FileRef[] {
  return files.flatMap((file, i) => {
    const path = inWorktree(worktree, file.path)
    // Somebody spoke of it, or of something that only looks like the name of a file.
    if (file.observed === ONLY_NAMED && statOf(fullFilePath(worktree, path))?.isFile !== true) return []
    if (file.hash !== undefined || i >= MAX_HASHED) return [{ ...file, path }]
    const facts = readFileFacts(worktree, path)
    return [facts ? { ...file, path, ...facts } : { ...file, path }]
  })
}

/** Of all that a session has read nobody asks whether it is still the same, and every turn would read it again. */
const MAX_HASHED = 24

/** Times of files and clocks may differ a little. */
export const GRACE_MS = 2000

/** With the hashes they had at that time: those of `before` where they are gone or were written to since, else of now. */
export function filesAsOf(
  worktree: string,
  files: readonly FileRef[],
  before: readonly FileRef[],
  ms: number,
): FileRef[] {
  const known = new Map(before.map((file) => [file.path, file]))
  return files.flatMap((file) => {
    const path = inWorktree(worktree, file.path)
    const stat = statOf(fullFilePath(worktree, path))
    if (stat !== null && Number(stat.mtimeNs / 1_000_000n) <= ms + GRACE_MS) return hashFiles(worktree, [file])
    const { hash, bytes } = known.get(path) ?? {}
    return [{ ...file, path, ...present({ hash, bytes }) }]
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

/**
 * The files in which an agent or person keeps notes while working: session-state.ts reads them where there are some.
 */
export const STATE = 'SESSION-STATE.md'
export const BUFFER = 'memory/working-buffer.md'

export function hasStateFiles(worktree: string): boolean {
  return [STATE, BUFFER].some((path) => isFile(join(worktree, path)))
}

/** What cannot be looked at is no reason not to save. */
function isFile(path: string): boolean {
  try {
    return statOf(path)?.isFile === true
  } catch {
    return false
  }
}

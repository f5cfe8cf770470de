/**
 * Reads files of a git folder, which may be hostile: never throws, never waits (a FIFO is not opened for its content),
 * never reads more than it was told. Links are followed, because git follows them.
 */
import { closeSync, constants, fstatSync, lstatSync, openSync, statSync } from 'node:fs'
import { readUpTo } from '../files/raw-io.js'

/** Of SHA-1 or SHA-256. */
export const OBJECT_ID: RegExp = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/

/** The whole file; null: not there, not a regular file, bigger than `maxBytes`, or not readable. */
export function readGitFile(path: string, maxBytes: number): Buffer | null {
  return withFile(path, (fd, size) => (size > maxBytes ? null : readUpTo(fd, size, 0)))
}

/** The whole file as text without the white space at its end. */
export function readGitText(path: string, maxBytes: number): string | null {
  return readGitFile(path, maxBytes)?.toString('utf8').trimEnd() ?? null
}

/** The first line, as far as it lies within `maxBytes`. */
export function readFirstLine(path: string, maxBytes: number): string | null {
  const start = withFile(path, (fd, size) => readUpTo(fd, Math.min(size, maxBytes), 0))
  return start?.toString('utf8').split('\n', 1)[0] ?? null
}

export function withFile<T>(path: string, read: (fd: number, size: number) => T | null): T | null {
  let fd = -1
  try {
    // Asked before opening: opening a device can have an effect of its own.
    if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return null
    fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    const stat = fstatSync(fd)
    return stat.isFile() ? read(fd, stat.size) : null
  } catch {
    return null
  } finally {
    if (fd >= 0) closeSync(fd)
  }
}

/** Of whatever kind, a link to nowhere too. What may not be looked at counts as there. */
export function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return true
  }
}

import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, statSync } from 'node:fs'

/**
 * Reads files of a git folder, which may be hostile: never throws, never waits (a FIFO is not opened for its content),
 * never reads more than it was told. Links are followed, because git follows them.
 */

/** The whole file; null: not there, not a regular file, bigger than `maxBytes`, or not readable. */
export function readGitFile(path: string, maxBytes: number): Buffer | null {
  return withFile(path, (fd, size) => (size > maxBytes ? null : readAt(fd, 0, size)))
}

/** The whole file as text without the white space at its end. */
export function readGitText(path: string, maxBytes: number): string | null {
  return readGitFile(path, maxBytes)?.toString('utf8').trimEnd() ?? null
}

/** The first line, as far as it lies within `maxBytes`. */
export function readFirstLine(path: string, maxBytes: number): string | null {
  const start = withFile(path, (fd, size) => readAt(fd, 0, Math.min(size, maxBytes)))
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

export function readAt(fd: number, position: number, length: number): Buffer {
  const buffer = Buffer.allocUnsafe(length)
  let filled = 0
  while (filled < length) {
    const count = readSync(fd, buffer, filled, length - filled, position + filled)
    if (count === 0) break
    filled += count
  }
  return buffer.subarray(0, filled)
}

/** Of whatever kind, a link to nowhere too. What may not be looked at counts as there. */
export function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return true
  }
}

/**
 * System calls with what they leave to the caller: interrupted calls, short reads and writes, what might not be a file,
 * folders that cannot be synced, and errors that a person can act on.
 */
import { closeSync, constants, fstatSync, fsyncSync, openSync, readSync, writeSync, type Stats } from 'node:fs'
import { DogearError, type ErrorCode } from '../../core/errors.js'
import { sleep } from '../process/self.js'

const MAX_INTERRUPTS = 100
const READ_DIR = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0)
/** Some network and virtual disks cannot sync a folder at all; on them the name is as safe as that disk makes it. */
const CANNOT_SYNC_FOLDERS = new Set(['EINVAL', 'EBADF', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])

/** Never around fsync (its failure means lost data, a second call would hide that) nor close (it has closed). */
export function retryInterrupted<T>(call: () => T): T {
  for (let attempt = 1; ; attempt++) {
    try {
      return call()
    } catch (error) {
      if (errnoOf(error) !== 'EINTR' || attempt === MAX_INTERRUPTS) throw error
    }
  }
}

/** On a full disk a write returns a short count without an error; the next write then says why. */
export function writeAll(fd: number, bytes: Uint8Array): void {
  let done = 0
  while (done < bytes.length) {
    const count = retryInterrupted(() => writeSync(fd, bytes, done, bytes.length - done))
    if (count <= 0) throw Object.assign(new Error('nothing more could be written'), { code: 'ENOSPC' })
    done += count
  }
}

/** Up to `size` bytes from `position`; shorter only at the end of the file. In `room`, where they fit into it. */
export function readUpTo(fd: number, size: number, position: number, room?: Buffer): Buffer {
  const bytes = room && size <= room.length ? room.subarray(0, size) : Buffer.allocUnsafe(size)
  return bytes.subarray(0, readInto(fd, bytes, position))
}

/** Fills the buffer from `position`; less only at the end of the file. */
export function readInto(fd: number, buffer: Buffer, position: number): number {
  let done = 0
  while (done < buffer.length) {
    const count = retryInterrupted(() => readSync(fd, buffer, done, buffer.length - done, position + done))
    if (count === 0) break
    done += count
  }
  return done
}

const CAREFULLY = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/**
 * Null: not there. A link, a pipe or a device is neither followed nor waited for: throws `unsafe` for what is no regular
 * file, `too-big` above `maxBytes`.
 */
export function readRegular(path: string, maxBytes: number, room?: Buffer): Uint8Array | null {
  const opened = openRegular(path, maxBytes)
  if (!opened) return null
  const { fd, size } = opened
  try {
    // One byte more than it may have, so that a file that grows meanwhile is noticed.
    const bytes = readUpTo(fd, Math.min(size, maxBytes) + 1, 0, room)
    if (bytes.length > maxBytes) throw tooBig(path, bytes.length, maxBytes)
    return bytes.length <= size ? bytes : readUpTo(fd, bytes.length, 0, room)
  } finally {
    closeSync(fd)
  }
}

/** The same for who reads it himself, and closes it. */
export function openRegular(path: string, maxBytes: number): { fd: number; size: number; mtimeMs: number } | null {
  const fd = openCarefully(path)
  if (fd === null) return null
  try {
    const stat = fstatSync(fd)
    if (!stat.isFile()) throw notRegular(path, kindOf(stat))
    if (stat.size > maxBytes) throw tooBig(path, stat.size, maxBytes)
    return { fd, size: stat.size, mtimeMs: stat.mtimeMs }
  } catch (error) {
    closeSync(fd)
    throw error
  }
}

function openCarefully(path: string): number | null {
  try {
    return retryInterrupted(() => openSync(path, CAREFULLY))
  } catch (error) {
    const code = errnoOf(error)
    if (code === 'ENOENT') return null
    // EMLINK is what some BSDs say for a link; ENXIO is a socket, or a pipe or device nobody serves.
    if (code === 'ELOOP' || code === 'EMLINK') throw notRegular(path, 'a symbolic link')
    if (code === 'ENXIO') throw notRegular(path, 'a socket or device')
    throw error
  }
}

function kindOf(stat: Stats): string {
  if (stat.isDirectory()) return 'a folder'
  if (stat.isFIFO()) return 'a pipe'
  return 'a device'
}

function notRegular(path: string, kind: string): DogearError {
  return new DogearError('unsafe', `${path} is ${kind}, not a file`, {
    expected: 'a regular file',
    next: 'remove it, or look who placed it there',
  })
}

function tooBig(path: string, size: number, maxBytes: number): DogearError {
  return new DogearError('too-big', `${path} is too big: ${size} bytes`, { expected: `at most ${maxBytes} bytes` })
}

/** Makes the names in a folder durable. Windows has no such call. */
export function syncDir(path: string | Buffer): void {
  if (process.platform === 'win32') return
  const fd = retryInterrupted(() => openSync(path, READ_DIR))
  try {
    fsyncSync(fd)
  } catch (error) {
    if (!CANNOT_SYNC_FOLDERS.has(errnoOf(error))) throw error
  } finally {
    closeSync(fd)
  }
}

/** Windows refuses to rename or remove what another program has open for a moment; everywhere else this is one call. */
export function retryWhileBusy<T>(call: () => T): T {
  const tries = process.platform === 'win32' ? 12 : 1
  for (let attempt = 1; ; attempt++) {
    try {
      return retryInterrupted(call)
    } catch (error) {
      if (attempt === tries || !['EPERM', 'EACCES', 'EBUSY'].includes(errnoOf(error))) throw error
      sleep(attempt * 10 + Math.random() * 20)
    }
  }
}

const CODES: Record<string, ErrorCode> = {
  ENOSPC: 'disk-full',
  EDQUOT: 'disk-full',
  EFBIG: 'disk-full',
  EACCES: 'no-permission',
  EPERM: 'no-permission',
  EROFS: 'read-only',
  ELOOP: 'unsafe',
}

const CAUSES: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file would be larger than this system allows',
  EACCES: 'permission denied',
  EPERM: 'the operation is not permitted',
  EROFS: 'the disk is read-only',
  ELOOP: 'there is a symbolic link where a file or folder should be',
  EIO: 'the disk reported an input/output error',
  EMFILE: 'too many files are open in this process',
  ENFILE: 'too many files are open on this machine',
  ENOENT: 'a folder on the way does not exist (any more)',
  ENOTDIR: 'there is a file where a folder should be',
  EISDIR: 'there is a folder where a file should be',
  EBUSY: 'another program holds it open',
}

const NEXT: Partial<Record<ErrorCode, string>> = {
  'disk-full': 'free some space or raise the quota, then run the command again',
  'no-permission': 'check who owns it and its mode (ls -ld), then run the command again',
  'read-only': 'mount the disk writable, or set DOGEAR_HOME to a folder that is',
  'disk-failed': 'check the disk, then run the command again; dogear verify tells whether anything stored is damaged',
  unsafe: 'remove the link, or look who placed it there',
}

/** `doing` says what was tried and on which path: "cannot write /x/y". A DogearError passes through unchanged. */
export function storageError(error: unknown, doing: string): DogearError {
  if (error instanceof DogearError) return error
  const errno = errnoOf(error)
  const code = CODES[errno] ?? 'disk-failed'
  const cause = CAUSES[errno] ?? (error instanceof Error ? error.message : String(error))
  const next = NEXT[code]
  return new DogearError(code, `${doing}: ${cause}${errno ? ` (${errno})` : ''}`, {
    cause: error,
    ...(next && { next }),
  })
}

/** What the disk says becomes an error a person can act on. */
export function guarded<T>(doing: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    throw storageError(error, doing)
  }
}

/** `otherwise`: where what `act` is about is not there. */
export function orIfGone<T>(otherwise: T, act: () => T): T {
  try {
    return act()
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return otherwise
    throw error
  }
}

/** "ENOENT" and the like; empty for what did not come from the system. Looks through a DogearError at its cause. */
export function errnoOf(error: unknown): string {
  if (error instanceof DogearError) return errnoOf(error.cause)
  const { code, errno } = (error ?? {}) as { code?: unknown; errno?: unknown }
  if (errno === NO_QUOTA) return 'EDQUOT'
  return typeof code === 'string' && /^E[A-Z0-9]+$/.test(code) ? code : ''
}

/** Node has no name for a used-up quota and says "Unknown system error": only the number tells. */
const NO_QUOTA = process.platform === 'linux' ? -122 : process.platform === 'win32' ? null : -69

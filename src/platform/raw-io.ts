/** System calls with what they leave to the caller: interrupted calls, short writes, folders that cannot be synced. */
import { closeSync, constants, fsyncSync, openSync, readSync, writeSync } from 'node:fs'
import { errnoOf } from './io-error.js'

const MOST_INTERRUPTS = 100
const READ_DIR = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0)
/** Some network and virtual disks cannot sync a folder at all; on them the name is as safe as that disk makes it. */
const CANNOT_SYNC_FOLDERS = new Set(['EINVAL', 'EBADF', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])

/** Never around fsync (its failure means lost data, a second call would hide that) nor close (it has closed). */
export function retryInterrupted<T>(call: () => T): T {
  for (let attempt = 1; ; attempt++) {
    try {
      return call()
    } catch (error) {
      if (errnoOf(error) !== 'EINTR' || attempt === MOST_INTERRUPTS) throw error
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

/** Up to `size` bytes from `position`; shorter only at the end of the file. */
export function readUpTo(fd: number, size: number, position: number): Uint8Array {
  const bytes = Buffer.allocUnsafe(size)
  let done = 0
  while (done < size) {
    const count = retryInterrupted(() => readSync(fd, bytes, done, size - done, position + done))
    if (count === 0) break
    done += count
  }
  return bytes.subarray(0, done)
}

/** Makes the names in a folder durable. Windows has no such call. */
export function syncDir(path: string): void {
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

function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

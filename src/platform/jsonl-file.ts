/** A file that others append to: opened for reading, and recognised again later. */
import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs'
import { DogearError } from '../core/errors.js'
import { sha256Hex } from './hash.js'
import { storageError } from './io-error.js'
import { retryInterrupted } from './raw-io.js'

/** Where reading stopped, and enough to notice that the file was shortened, replaced or rotated since. */
export interface Mark {
  /** After the last complete line. */
  offset: number
  ino: string
  /** "<bytes> <hash of the first bytes> <hash of the last bytes before the offset>" */
  headHash: string
}

export interface OpenFile {
  fd: number
  size: number
  ino: string
}

const HEAD = 4096
const BEFORE = 256
// A pipe would make the reader wait. Links are followed: people keep their agent's folder elsewhere.
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

export function withFileOf<T>(path: string, use: (file: OpenFile) => T): T {
  const fd = openRegular(path)
  try {
    const stat = fstatSync(fd, { bigint: true })
    return use({ fd, size: Number(stat.size), ino: `${stat.ino}` })
  } finally {
    closeSync(fd)
  }
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

export function readBytesAt(fd: number, position: number, length: number): Buffer {
  const buffer = Buffer.allocUnsafe(length)
  return buffer.subarray(0, readInto(fd, buffer, position))
}

export function markAt(file: OpenFile, offset: number): Mark {
  return { offset, ino: file.ino, headHash: hashAround(file.fd, offset, Math.min(HEAD, offset)) }
}

export function isStillThere(mark: Mark, file: OpenFile): boolean {
  if (mark.ino !== file.ino || file.size < mark.offset) return false
  const head = Number.parseInt(mark.headHash, 10)
  return head >= 0 && head <= HEAD && hashAround(file.fd, mark.offset, head) === mark.headHash
}

function hashAround(fd: number, offset: number, head: number): string {
  const before = Math.min(BEFORE, offset)
  return `${head} ${sha256Hex(readBytesAt(fd, 0, head))} ${sha256Hex(readBytesAt(fd, offset - before, before))}`
}

function openRegular(path: string): number {
  try {
    // Asked before opening: opening a device can have an effect of its own.
    const stat = statSync(path, { throwIfNoEntry: false })
    if (!stat) throw new DogearError('not-found', `there is no file ${path}`, { next: 'check the path' })
    if (!stat.isFile()) throw new DogearError('unsafe', `${path} is not a file`, { expected: 'a regular file' })
    return retryInterrupted(() => openSync(path, FLAGS))
  } catch (error) {
    throw error instanceof DogearError ? error : storageError(error, `cannot read ${path}`)
  }
}

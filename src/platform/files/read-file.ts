/** Reading what might not be a file: a link, a pipe or a device must neither be followed nor make the reader wait. */
import { closeSync, constants, fstatSync, openSync } from 'node:fs'
import type { Stats } from 'node:fs'
import { DogearError } from '../../core/errors.js'
import { errnoOf } from './raw-io.js'
import { readUpTo, retryInterrupted } from './raw-io.js'

const CAREFULLY = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/** Null: not there. Throws `unsafe` for what is no regular file, `too-big` above `maxBytes`. */
export function readRegular(path: string, maxBytes: number): Uint8Array | null {
  const fd = openCarefully(path)
  if (fd === null) return null
  try {
    const stat = fstatSync(fd)
    if (!stat.isFile()) throw notRegular(path, kindOf(stat))
    if (stat.size > maxBytes) throw tooBig(path, stat.size, maxBytes)
    // One byte more than it may have, so that a file that grows meanwhile is noticed.
    const bytes = readUpTo(fd, Math.min(stat.size, maxBytes) + 1, 0)
    if (bytes.length > maxBytes) throw tooBig(path, bytes.length, maxBytes)
    return bytes.length <= stat.size ? bytes : readUpTo(fd, bytes.length, 0)
  } finally {
    closeSync(fd)
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

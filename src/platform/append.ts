/** One record at the end of a log. Errors are thrown as the system gave them. */
import { closeSync, constants, fchmodSync, fstatSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { DogearError } from '../core/errors.js'
import { readUpTo, retryInterrupted, syncDir } from './raw-io.js'

const APPEND =
  constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
const NEWLINE = 10

/**
 * One write, so that records of several processes do not mix; a short count fails and leaves a torn tail, which the next
 * append closes with a new line. The reader must be able to tell a torn record from a whole one.
 */
export function appendLine(path: string, line: string): void {
  const fd = retryInterrupted(() => openSync(path, APPEND, 0o600))
  try {
    const size = prepare(fd, path)
    const torn = size > 0 && readUpTo(fd, 1, size - 1)[0] !== NEWLINE
    const bytes = Buffer.from(`${torn ? '\n' : ''}${line}\n`, 'utf8')
    const count = retryInterrupted(() => writeSync(fd, bytes, 0, bytes.length))
    if (count !== bytes.length) throw Object.assign(new Error('only a part could be written'), { code: 'ENOSPC' })
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

function prepare(fd: number, path: string): number {
  const stat = fstatSync(fd)
  if (!stat.isFile()) throw new DogearError('unsafe', `${path} is not a file`, { expected: 'a regular file' })
  if (process.platform !== 'win32' && (stat.mode & 0o777) !== 0o600) fchmodSync(fd, 0o600)
  // Synced while still empty: whoever finds a record in it knows that its name is durable.
  if (stat.size === 0) syncDir(dirname(path))
  return stat.size
}

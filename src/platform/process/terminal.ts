/**
 * The three standard streams, without `process.stdout`: building those streams costs several milliseconds at every
 * start, and what is still buffered in them is lost when a process exits.
 */
import { fstatSync, readSync, statSync, writeSync } from 'node:fs'
import { storageError } from '../files/raw-io.js'
import { sleep } from './self.js'

/** Writes all of it: a pipe may take only a part, or be full for a moment. */
export function writeAll(fd: 1 | 2, text: string | Uint8Array): void {
  const bytes = Buffer.from(text as string, 'utf8')
  let done = 0
  while (done < bytes.length) done += writeSome(fd, bytes, done)
}

/** True for a terminal. A cheap look first: loading node:tty alone costs more than most commands. */
export function isTerminal(fd: 0 | 1 | 2): boolean {
  try {
    const stat = fstatSync(fd)
    if (!stat.isCharacterDevice() || isNullDevice(stat.rdev)) return false
  } catch {
    return false
  }
  return streamOf(fd).isTTY === true
}

/** Columns of the terminal; null where it is none or does not say. */
export function terminalWidth(fd: 1 | 2): number | null {
  if (!isTerminal(fd)) return null
  const { columns } = streamOf(fd) as typeof process.stdout
  return columns > 0 ? columns : null
}

/** Rows of the terminal that standard output is; null where it is none or does not say. */
export function terminalHeight(): number | null {
  if (!isTerminal(1)) return null
  const { rows } = process.stdout
  return rows > 0 ? rows : null
}

/** Everything on standard input; null when there is more than `maxBytes` of it. */
export function readStandardInput(maxBytes: number): Uint8Array | null {
  const parts: Buffer[] = []
  let total = 0
  for (;;) {
    const part = Buffer.allocUnsafe(65_536)
    const count = readSome(part)
    if (count === 0) return Buffer.concat(parts)
    total += count
    if (total > maxBytes) return null
    parts.push(part.subarray(0, count))
  }
}

function streamOf(fd: 0 | 1 | 2): { isTTY?: boolean } {
  return fd === 0 ? process.stdin : fd === 1 ? process.stdout : process.stderr
}

function isNullDevice(rdev: number): boolean {
  return process.platform !== 'win32' && statSync('/dev/null', { throwIfNoEntry: false })?.rdev === rdev
}

function writeSome(fd: number, bytes: Uint8Array, from: number): number {
  try {
    return writeSync(fd, bytes, from)
  } catch (error) {
    // A reader that has gone is no failure; who calls us tells it by the system's own error.
    if (codeOf(error) === 'EPIPE') throw error
    if (codeOf(error) !== 'EAGAIN') throw storageError(error, 'the answer could not be written')
    // A stream shared with another program may be non-blocking; there is nothing to do but wait for it.
    sleep(2)
    return 0
  }
}

function readSome(into: Uint8Array): number {
  for (;;) {
    try {
      return readSync(0, into)
    } catch (error) {
      // Windows says EOF where others return nothing.
      if (codeOf(error) === 'EOF') return 0
      if (codeOf(error) !== 'EAGAIN') throw error
      sleep(5)
    }
  }
}

function codeOf(error: unknown): unknown {
  return (error as { code?: unknown } | null)?.code
}

/**
 * Reads files of one JSON record per line, however big: fixed buffers, continuing where the last read stopped, or from
 * the end. The bytes of a line are valid only during the call that hands them over.
 */
import { closeSync, constants, fstatSync, openSync, statSync } from 'node:fs'
import { DogearError } from '../../core/errors.js'
import { sha256Hex } from './hash.js'
import { guarded, readInto, readUpTo, retryInterrupted } from './raw-io.js'

export interface LinesRead {
  mark: Mark
  /** The file is not the one the mark was made in, or is shorter: it was read from its start. */
  restarted: boolean
  /** The file ends inside a record; the mark lies before it. */
  tornTail: boolean
  /** Lines above MAX_LINE, left out. */
  tooLong: number
}

type OnLine = (line: Buffer, offset: number) => void

const MAX_LINE = 64 * 1024 * 1024
/** As far as the end of a line is looked for: what goes on beyond that (a hole of gigabytes) is no record. */
const MAX_SEARCH = 2 * MAX_LINE
const CHUNK = 1024 * 1024
const BACK_CHUNK = 64 * 1024
/** Nine of ten are shorter. */
const USUAL_LINE = 8 * 1024
const NEWLINE = 10
const CLOSING_BRACE = 125

/** Every line after the mark, without its line break. A last record that is whole counts even without a line break. */
export function readLines(path: string, from: Mark | null, onLine: OnLine): LinesRead {
  return withFileOf(path, (file) => {
    const continued = from !== null && isStillThere(from, file)
    const { offset, ...rest } = scan(file, continued ? from.offset : 0, onLine)
    return {
      ...rest,
      mark: { offset, ino: file.ino, headHash: hashAround(file.fd, offset, Math.min(HEAD, offset)) },
      restarted: from !== null && !continued,
    }
  })
}

/** Newest first, until `onLine` returns false. The cost does not depend on the size of the file. */
export function readLinesFromEnd(path: string, onLine: (line: Buffer, offset: number) => boolean): void {
  withFileOf(path, ({ fd, size }) => {
    let [end, window] = [size, BACK_CHUNK]
    while (end > 0) {
      const start = Math.max(0, end - window)
      const block = readUpTo(fd, end - start, start)
      const left = handBack(block, start, end === size, onLine)
      if (left === null) return
      end = start + left
      window = left < block.length ? BACK_CHUNK : window * 2
      if (window <= MAX_LINE) continue
      end = findNewlineBefore(fd, start)
      window = BACK_CHUNK
    }
  })
}

/** The lines that start at these offsets; what is not there or too long is left out. */
export function readLinesAt(path: string, offsets: readonly number[], onLine: OnLine): void {
  withFileOf(path, ({ fd, size }) => {
    const chunk = Buffer.allocUnsafe(USUAL_LINE)
    for (const offset of offsets.filter((one) => one >= 0 && one < size)) {
      const newline = chunk.subarray(0, readInto(fd, chunk, offset)).indexOf(NEWLINE)
      if (newline >= 0) {
        onLine(chunk.subarray(0, newline), offset)
        continue
      }
      const end = findNewline(fd, Buffer.allocUnsafe(BACK_CHUNK), offset) ?? size
      if (end - offset <= MAX_LINE) onLine(readUpTo(fd, end - offset, offset), offset)
    }
  })
}

/** The start of the file, at most `bytes`: enough to see whose it is. */
export function readHead(path: string, bytes: number): string {
  return withFileOf(path, ({ fd, size }) => readUpTo(fd, Math.min(bytes, size), 0).toString('utf8'))
}

function scan(
  { fd, size }: OpenFile,
  start: number,
  onLine: OnLine,
): { offset: number; tornTail: boolean; tooLong: number } {
  // Mostly a file is read on, and little has come since. One byte more than that shows that it ended.
  const chunk = Buffer.allocUnsafeSlow(Math.min(CHUNK, Math.max(size - start + 1, BACK_CHUNK)))
  let [offset, tooLong] = [start, 0]
  for (;;) {
    const filled = readInto(fd, chunk, offset)
    const used = handOver(chunk.subarray(0, filled), offset, onLine)
    offset += used
    if (filled < chunk.length) return { ...finish(chunk.subarray(used, filled), offset, onLine), tooLong }
    if (used > 0) continue
    // Longer than the buffer: its end is found first, so that it is held once and not in doublings.
    const end = findNewline(fd, chunk, offset + chunk.length)
    if (end === null) return { offset, tornTail: true, tooLong }
    if (end - offset > MAX_LINE) tooLong++
    else onLine(readUpTo(fd, end - offset, offset), offset)
    offset = end + 1
  }
}

/** How many bytes were whole lines. */
function handOver(chunk: Buffer, offset: number, onLine: OnLine): number {
  let start = 0
  for (;;) {
    const end = chunk.indexOf(NEWLINE, start)
    if (end < 0) return start
    if (end > start) onLine(chunk.subarray(start, end), offset + start)
    start = end + 1
  }
}

/** The rest without a line break: whole if the file was copied without its last line break, else torn. */
function finish(rest: Buffer, offset: number, onLine: OnLine): { offset: number; tornTail: boolean } {
  if (rest.length === 0) return { offset, tornTail: false }
  if (!isWhole(rest)) return { offset, tornTail: true }
  onLine(rest, offset)
  return { offset: offset + rest.length, tornTail: false }
}

/** How many bytes at the start of the block are still to be handed over; null: enough. */
function handBack(
  block: Buffer,
  start: number,
  isEnd: boolean,
  onLine: (line: Buffer, offset: number) => boolean,
): number | null {
  let end = block.length
  while (end > 0) {
    const newline = block.lastIndexOf(NEWLINE, end - 1)
    if (newline < 0 && start > 0) return end
    const line = block.subarray(newline + 1, end)
    const isTorn = isEnd && end === block.length && !isWhole(line)
    if (line.length > 0 && !isTorn && !onLine(line, start + newline + 1)) return null
    end = Math.max(newline, 0)
  }
  return 0
}

function isWhole(line: Buffer): boolean {
  if (line[line.length - 1] !== CLOSING_BRACE) return false
  try {
    JSON.parse(line.toString('utf8'))
    return true
  } catch {
    return false
  }
}

function findNewline(fd: number, chunk: Buffer, from: number): number | null {
  for (let position = from; ;) {
    const filled = readInto(fd, chunk, position)
    if (filled === 0 || position > from + MAX_SEARCH) return null
    const found = chunk.subarray(0, filled).indexOf(NEWLINE)
    if (found >= 0) return position + found
    position += filled
  }
}

/** Where the line before ends: 0 if there is none. */
function findNewlineBefore(fd: number, before: number): number {
  for (let end = before; end > 0 && end > before - MAX_SEARCH; end -= CHUNK) {
    const start = Math.max(0, end - CHUNK)
    const found = readUpTo(fd, end - start, start).lastIndexOf(NEWLINE)
    if (found >= 0) return start + found
  }
  return 0
}

/** Where reading stopped, and enough to notice that the file was shortened, replaced or rotated since. */
export interface Mark {
  /** After the last complete line. */
  offset: number
  ino: string
  /** "<bytes> <hash of the first bytes> <hash of the last bytes before the offset>" */
  headHash: string
}

interface OpenFile {
  fd: number
  size: number
  ino: string
}

const HEAD = 4096
const BEFORE = 256
// A pipe would make the reader wait. Links are followed: people keep their agent's folder elsewhere.
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

function withFileOf<T>(path: string, use: (file: OpenFile) => T): T {
  const fd = openRegular(path)
  try {
    const stat = fstatSync(fd, { bigint: true })
    return use({ fd, size: Number(stat.size), ino: `${stat.ino}` })
  } finally {
    closeSync(fd)
  }
}

function isStillThere(mark: Mark, file: OpenFile): boolean {
  if (mark.ino !== file.ino || file.size < mark.offset) return false
  const head = Number.parseInt(mark.headHash, 10)
  return head >= 0 && head <= HEAD && hashAround(file.fd, mark.offset, head) === mark.headHash
}

function hashAround(fd: number, offset: number, head: number): string {
  const before = Math.min(BEFORE, offset)
  return `${head} ${sha256Hex(readUpTo(fd, head, 0))} ${sha256Hex(readUpTo(fd, before, offset - before))}`
}

function openRegular(path: string): number {
  return guarded(`cannot read ${path}`, () => {
    // Asked before opening: opening a device can have an effect of its own.
    const stat = statSync(path, { throwIfNoEntry: false })
    if (!stat) throw new DogearError('not-found', `there is no file ${path}`, { next: 'check the path' })
    if (!stat.isFile()) throw new DogearError('unsafe', `${path} is not a file`, { expected: 'a regular file' })
    return retryInterrupted(() => openSync(path, FLAGS))
  })
}

/** Which part in the middle of a long JSON text can go without `clip` seeing a difference. */
import { END, MOST } from './clip.js'
import { BACKSLASH } from './skim.js'

/** UTF-16 units either end must keep: what `clip` looks at, and together more than what it leaves alone. */
const UNITS: number = Math.max(END, MOST / 2) + 1
/** No unit takes more bytes: `\u0041`. */
const MOST_BYTES = 6
const LIKELY_BYTES = UNITS + 150
const SPACE_WITHIN = 128
const SPACE = 32
const LOWER_U = 117

/**
 * `from` and `end` enclose the text with its quotes; null: it stays whole. The cut is made at spaces, because a space is
 * never part of an escape or of a longer character.
 */
export function shortened(bytes: Buffer, from: number, end: number): { from: number; end: number } | null {
  if (end - from < 2 * (LIKELY_BYTES + SPACE_WITHIN)) return null
  const head = headEnd(bytes, from + 1, end)
  const tail = tailStart(bytes, end, LIKELY_BYTES) ?? tailStart(bytes, end, UNITS * MOST_BYTES)
  return head !== null && tail !== null && head < tail ? { from: head, end: tail } : null
}

function headEnd(bytes: Buffer, from: number, end: number): number | null {
  const limit = Math.min(end, from + UNITS * MOST_BYTES + SPACE_WITHIN)
  for (let [at, units] = [from, 0]; at < limit;) {
    if (units >= UNITS && bytes[at] === SPACE) return at
    units += unitsAt(bytes, at)
    at += lengthAt(bytes, at)
  }
  return null
}

/** A space so far from the end that enough units follow. */
function tailStart(bytes: Buffer, end: number, length: number): number | null {
  const from = end - length - SPACE_WITHIN
  const space = from < 0 ? -1 : bytes.subarray(from, end - length).lastIndexOf(SPACE)
  if (space < 0) return null
  let units = 0
  for (let at = from + space; at < end - 1; at += lengthAt(bytes, at)) units += unitsAt(bytes, at)
  return units >= UNITS ? from + space : null
}

function lengthAt(bytes: Buffer, at: number): number {
  if (bytes[at] !== BACKSLASH) return 1
  return bytes[at + 1] === LOWER_U ? MOST_BYTES : 2
}

/** The bytes that continue a character count nothing, those that begin one of four bytes count two. */
function unitsAt(bytes: Buffer, at: number): number {
  const byte = bytes[at] ?? 0
  if (byte < 0x80) return 1
  if (byte < 0xc0) return 0
  return byte < 0xf0 ? 1 : 2
}

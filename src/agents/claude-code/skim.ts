/**
 * Walks over JSON in bytes without building it. The structure is checked, the inside of a skipped text is not: its end is
 * found by the system's own search, many times faster than looking at every byte. -1 says "damaged, or not sure": then
 * the caller asks JSON.parse.
 */

export const QUOTE = 34
export const PLUS = 43
export const COMMA = 44
export const MINUS = 45
export const BACKSLASH = 92
export const OPEN_LIST = 91
export const CLOSE_LIST = 93
export const OPEN_OBJECT = 123
export const CLOSE_OBJECT = 125
const COLON = 58
const LOWER_U = 117
const LOWER_N = 110
const DEEPEST = 200
const LITERALS: Record<number, Buffer> = {
  116: Buffer.from('true'),
  102: Buffer.from('false'),
  110: Buffer.from('null'),
}

export function skipSpace(bytes: Buffer, from: number): number {
  let at = from
  // No line holds a line break, so space, tab and carriage return are all.
  while (bytes[at] === 32 || bytes[at] === 9 || bytes[at] === 13) at++
  return at
}

/** `from` is the first byte of the value; the answer is the first byte behind it. */
export function skipValue(bytes: Buffer, from: number, depth = 0): number {
  const byte = bytes[from] ?? 0
  if (byte === QUOTE) return skipText(bytes, from)
  if (byte === OPEN_OBJECT) return depth < DEEPEST ? skipMembers(bytes, from, depth, CLOSE_OBJECT) : -1
  if (byte === OPEN_LIST) return depth < DEEPEST ? skipMembers(bytes, from, depth, CLOSE_LIST) : -1
  if (byte === MINUS || isDigit(byte)) return skipNumber(bytes, from)
  const literal = LITERALS[byte]
  return literal && isAt(bytes, from, literal) ? from + literal.length : -1
}

export function skipText(bytes: Buffer, from: number): number {
  for (let end = bytes.indexOf(QUOTE, from + 1); end > 0; end = bytes.indexOf(QUOTE, end + 1)) {
    if (bytes[end - 1] !== BACKSLASH || isEscapedBackslash(bytes, end - 1, from)) return end + 1
  }
  return -1
}

/** The first byte of the value that belongs to a key. */
export function skipColon(bytes: Buffer, from: number): number {
  const at = skipSpace(bytes, from)
  return bytes[at] === COLON ? skipSpace(bytes, at + 1) : -1
}

export function isAt(bytes: Buffer, from: number, wanted: Buffer): boolean {
  for (let i = 0; i < wanted.length; i++) if (bytes[from + i] !== wanted[i]) return false
  return true
}

/** How many lines a text has; `from` and `end` enclose its quotes. */
export function countLines(bytes: Buffer, from: number, end: number): number {
  const text = bytes.subarray(from + 1, end - 1)
  let [lines, lastEnd] = [0, 0]
  for (let at = text.indexOf(BACKSLASH); at >= 0; at = text.indexOf(BACKSLASH, at)) {
    const isLong = text[at + 1] === LOWER_U
    const isBreak = isLong ? text.toString('latin1', at + 2, at + 6).toLowerCase() === '000a' : text[at + 1] === LOWER_N
    at += isLong ? 6 : 2
    if (isBreak) [lines, lastEnd] = [lines + 1, at]
  }
  return lastEnd === text.length ? lines : lines + 1
}

function skipMembers(bytes: Buffer, from: number, depth: number, close: number): number {
  let at = skipSpace(bytes, from + 1)
  if (bytes[at] === close) return at + 1
  for (;;) {
    if (close === CLOSE_OBJECT) {
      at = bytes[at] === QUOTE ? skipText(bytes, at) : -1
      if (at < 0) return -1
      at = skipColon(bytes, at)
      if (at < 0) return -1
    }
    at = skipValue(bytes, at, depth + 1)
    if (at < 0) return -1
    at = skipSpace(bytes, at)
    if (bytes[at] === close) return at + 1
    if (bytes[at] !== COMMA) return -1
    at = skipSpace(bytes, at + 1)
  }
}

/** Digits, signs, point and exponent in any order: a number that is used is parsed, and then found wrong if it is. */
function skipNumber(bytes: Buffer, from: number): number {
  let at = from + 1
  for (;;) {
    const byte = bytes[at] ?? 0
    if (!isDigit(byte) && byte !== 46 && byte !== PLUS && byte !== MINUS && byte !== 69 && byte !== 101) return at
    at++
  }
}

/** Is the backslash at `at` itself escaped, that is, the last of an even run? The text begins at `start`. */
function isEscapedBackslash(bytes: Buffer, at: number, start: number): boolean {
  let run = 0
  while (at - run > start && bytes[at - run] === BACKSLASH) run++
  return run % 2 === 0
}

function isDigit(byte: number): boolean {
  return byte >= 48 && byte <= 57
}

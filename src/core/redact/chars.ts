/** Alphabets and borders: which characters a secret is made of, and where one may begin. */

export interface Alphabet {
  ranges: readonly string[]
  /** One byte per ASCII character: 1 if it belongs to the alphabet. Made when the first character is asked for. */
  table: Uint8Array | null
}

export const ALNUM: Alphabet = alphabet('A-Z', 'a-z', '0-9')
export const WORD: Alphabet = alphabet('A-Z', 'a-z', '0-9', '_', '-')
export const DOTTED: Alphabet = alphabet('A-Z', 'a-z', '0-9', '_', '-', '.')
export const BASE64: Alphabet = alphabet('A-Z', 'a-z', '0-9', '+', '/', '=', '_', '-')
export const HEX: Alphabet = alphabet('a-f', 'A-F', '0-9')
export const UUID: Alphabet = alphabet('a-f', 'A-F', '0-9', '-')
export const UPPER: Alphabet = alphabet('A-Z', '0-9')
/** Also percent-escapes: what may stand in an encoded URL. */
export const RUN: Alphabet = alphabet('A-Z', 'a-z', '0-9', '+', '/', '=', '_', '-', '%')

export function alphabet(...ranges: string[]): Alphabet {
  return { ranges, table: null }
}

export function isIn(letters: Alphabet, code: number): boolean {
  return code < 128 && tableOf(letters)[code] === 1
}

export function tableOf(letters: Alphabet): Uint8Array {
  return letters.table ?? makeTable(letters)
}

function makeTable(letters: Alphabet): Uint8Array {
  const table = new Uint8Array(128)
  for (const range of letters.ranges) {
    const last = range.charCodeAt(range.length - 1)
    for (let code = range.charCodeAt(0); code <= last; code++) table[code] = 1
  }
  letters.table = table
  return table
}

/** Where the run of these characters that begins at `from` ends, at most `max` further. */
export function runEnd(text: string, from: number, letters: Alphabet, max: number): number {
  const stop = Math.min(text.length, from + max)
  let end = from
  while (end < stop && isIn(letters, text.charCodeAt(end))) end++
  return end
}

/** The same, where a percent-escape of one of these characters belongs to the run too. */
export function encodedRunEnd(text: string, from: number, letters: Alphabet, max: number): number {
  let end = runEnd(text, from, letters, max)
  while (end - from < max && text.charCodeAt(end) === 37 && isIn(letters, decoded(text, end))) {
    end = runEnd(text, end + 3, letters, max)
  }
  return end
}

function decoded(text: string, at: number): number {
  const digits = text.slice(at + 1, at + 3)
  return /^[2-7][0-9A-Fa-f]$/.test(digits) ? Number.parseInt(digits, 16) : 128
}

const ESCAPE_BEFORE = /(?:\\[nrtbf]|\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|%[0-9a-fA-F]{2}|\[[0-9;]{0,12}m)$/

/**
 * May a token begin here? After a letter or digit only if that belongs to an escape: `\nghp_…` in JSON, `%3Dghp_…` in
 * a URL, a colour code in a terminal log.
 */
export function isBorder(text: string, at: number): boolean {
  if (at === 0) return true
  const before = text.charCodeAt(at - 1)
  if (before !== 95 && !isIn(ALNUM, before)) return true
  return ESCAPE_BEFORE.test(text.slice(Math.max(0, at - 15), at))
}

/** A line break in the middle of a token: real or JSON-escaped, with a backslash, indentation, a margin or a re-opened quote. */
const WRAP =
  /(?:["'`][ \t]{0,4}[+.\\]?[ \t]{0,4}|\\)?(?:\r?\n|\\{1,4}n)[ \t]{0,40}(?:[+>|#*] {0,3}|- {1,3}|\/\/ {0,3}|\d{1,6}[→|:\t] {0,3})?(?:[+.] {0,2})?["'`]?/y

const WRAP_FIRST = alphabet('"', "'", '`', '\\', '\r', '\n')

/** Where the token goes on after a line break at `at`, or -1. */
export function afterWrap(text: string, at: number): number {
  if (!isIn(WRAP_FIRST, text.charCodeAt(at))) return -1
  WRAP.lastIndex = at
  return WRAP.test(text) ? WRAP.lastIndex : -1
}

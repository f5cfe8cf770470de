/** Text as entries hold it: LF line ends, no control characters but tab and newline, well-formed Unicode. */

const CONTROL = /[\0-\x08\x0b-\x1f]/
const SURROGATE = /[\ud800-\udfff]/
const LONE_SURROGATE = /[\ud800-\udfff]/u
const TAB = 9
const NEWLINE = 10
const RETURN = 13
const SPACE = 32

export function tidyText(text: string): string {
  return tidyChars(text).trim()
}

/** The same with the white space around it. */
export function tidyChars(text: string): string {
  // The middle test is there for speed: matching by code points takes four times as long.
  const isUntidy = CONTROL.test(text) || (SURROGATE.test(text) && LONE_SURROGATE.test(text))
  return isUntidy ? rewrite(text) : text
}

/** One line: what was a line break becomes a space. */
export function tidyLine(text: string): string {
  return tidyText(text)
    .replace(/[\n\t]/g, ' ')
    .trim()
}

/** Without blank lines around it; unlike `trim`, the first line keeps its indentation. */
export function trimBlankLines(text: string): string {
  const end = text.trimEnd()
  const first = end.length - end.trimStart().length
  return end.slice(end.lastIndexOf('\n', first - 1) + 1)
}

/** The text's size in UTF-8, but only as exactly as it takes to compare it with `limit`. */
export function isLongerThan(text: string, limit: number): boolean {
  if (text.length > limit) return true
  return text.length * 3 > limit && new TextEncoder().encode(text).length > limit
}

export function hasMoreLinesThan(text: string, limit: number): boolean {
  if (text.length <= limit) return false
  let lines = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) if (++lines > limit) return true
  return false
}

/** A piece of somebody's text for an error message: short, on one line, in quotes. */
export function excerpt(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}...` : text)
}

/** By units and not by regular expression: a megabyte of control characters must not take a second. */
function rewrite(text: string): string {
  const units = new Uint16Array(text.length)
  let length = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit >= SPACE || unit === NEWLINE || unit === TAB) units[length++] = unit
    else if (unit === RETURN && text.charCodeAt(i + 1) !== NEWLINE) units[length++] = NEWLINE
  }
  // The decoder replaces lone surrogates by U+FFFD.
  return new TextDecoder('utf-16le', { ignoreBOM: true }).decode(units.subarray(0, length))
}

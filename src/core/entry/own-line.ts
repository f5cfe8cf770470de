/**
 * The line `own: "<32 hex digits>"` of the front matter, right before the check line: the mark of the home that wrote the
 * entry. It is made from a secret of that home and the text without these two lines; to everybody else it says nothing.
 */
import type { Sha256 } from './seal.js'

const OWN_LINE = /\nown: "([0-9a-f]{32})"\n(?:check: "[^"\n]*"\n)?$/
const FENCE = '\n---\n'

/** The text, as it is printed, with the mark. It has no check line yet. */
export function markOwn(text: string, secret: string, sha256: Sha256): string {
  const close = text.indexOf(FENCE) + 1
  return close === 0 ? text : `${text.slice(0, close)}own: "${markOf(text, secret, sha256)}"\n${text.slice(close)}`
}

/** Whether the mark is there, and was made with this secret for this text. */
export function isMarkedOwn(text: string, secret: string, sha256: Sha256): boolean {
  const close = text.indexOf(FENCE) + 1
  // The two lines take less than this.
  const from = Math.max(0, close - 200)
  const match = close === 0 ? null : OWN_LINE.exec(text.slice(from, close))
  if (!match) return false
  const bare = text.slice(0, from + match.index + 1) + text.slice(close)
  return markOf(bare, secret, sha256) === match[1]
}

function markOf(text: string, secret: string, sha256: Sha256): string {
  return sha256(secret + sha256(text)).slice(0, 32)
}

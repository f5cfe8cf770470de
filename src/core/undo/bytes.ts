/**
 * Paths of a work tree are rows of bytes, in whatever encoding. In code a path is a text with one letter for each byte, so
 * that nothing is lost on the way; it becomes words only where somebody reads it.
 */

/** One letter, 0 to 255, for each byte; parts are divided by "/". */
export type BytePath = string

/** Also what acts on a terminal or a model, and what nobody sees: as `cleanText` takes it out. */
const SPECIAL =
  // oxlint-disable-next-line no-misleading-character-class
  /[\0-\x1f\x7f-\x9f\\\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\u{e0000}-\u{e0fff}\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{13430}-\u{13455}]/gu

/** On one line, and back again by `parsePath`: UTF-8 stays readable, all else is `\xHH`. */
export function printPath(path: BytePath): string {
  const text = utf8Of(path)
  return text === null ? path.replace(/[\0-\x1f\x7f-\xff\\]/g, escapedBytes) : text.replace(SPECIAL, escaped)
}

/** Null: nothing that `printPath` would print. */
export function parsePath(text: string): BytePath | null {
  const bytes = bytesOf(text).replace(/\\x([0-9a-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return printPath(bytes) === text ? bytes : null
}

/** As a user types it. */
export function bytesOf(text: string): BytePath {
  let out = ''
  for (const byte of new TextEncoder().encode(text)) out += String.fromCharCode(byte)
  return out
}

/** Null: it is no UTF-8. */
export function utf8Of(path: BytePath): string | null {
  if (!/[\x80-\xff]/.test(path)) return path
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      Uint8Array.from(path, (letter) => letter.charCodeAt(0)),
    )
  } catch {
    return null
  }
}

function escaped(letter: string): string {
  return escapedBytes(bytesOf(letter))
}

function escapedBytes(bytes: BytePath): string {
  return bytes.replace(/[^]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`)
}

/** The folders above it, from the top down, without the worktree itself. */
export function foldersAbove(path: BytePath): BytePath[] {
  const parts = path.split('/')
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join('/'))
}

/** A path that leads nowhere but below the worktree, and into no `.git`. */
export function isInside(path: BytePath): boolean {
  const parts = path.split('/')
  const isPlain = (part: string): boolean =>
    part !== '' && part !== '.' && part !== '..' && part.toLowerCase() !== '.git' && !part.includes('\0')
  return parts.every(isPlain)
}

/** `path` is `named`, or lies in the folder of that name. */
export function isAtOrIn(path: BytePath, named: BytePath): boolean {
  return named === '' || path === named || path.startsWith(`${named}/`)
}

/**
 * The check line: the last line of the front matter, `check: "<bytes> <sha256>"`, over the file without that line.
 * It tells a torn, zeroed or truncated file from a good one, and a person's edit from both.
 */
import { DogearError } from '../errors.js'

/** No entry is larger, the check line included. */
export const MAX_ENTRY_BYTES = 1_000_000

/** Hex digits. Injected, because core has no node:crypto. */
export type Sha256 = (text: string | Uint8Array) => string

export type SealState = 'intact' | 'empty' | 'zeroed' | 'truncated' | 'altered' | 'unsealed'

interface CheckLine {
  start: number
  end: number
  bytes: number
  sha256: string
}

const CHECK_LINE = /^check: "(0|[1-9]\d{0,9}) ([0-9a-f]{64})"$/
/** A check line with a damaged key or quote. No other line of the front matter ends like this. */
const CHECK_REMAINS = /^check|[0-9a-f]{64}"$/
const ZEROED_RUN = 8
const NEWLINE = 10
const DASH = 45

/** An old check line is replaced. */
export function sealText(text: string, sha256: Sha256): string {
  const close = text.indexOf('\n---\n') + 1
  if (close === 0) throw new DogearError('bad-entry', 'There is no front matter to put the check line into.')
  const last = text.lastIndexOf('\n', close - 2) + 1
  const start = text.startsWith('check: ', last) && CHECK_LINE.test(text.slice(last, close - 1)) ? last : close
  const head = text.slice(0, start)
  const tail = text.slice(close)
  const bytes = new TextEncoder().encode(head + tail)
  return `${head}check: "${bytes.length} ${sha256(bytes)}"\n${tail}`
}

export function checkSeal(bytes: Uint8Array, sha256: Sha256): SealState {
  if (bytes.length === 0) return 'empty'
  if (hasZeroedBlock(bytes)) return 'zeroed'
  const close = closingFence(bytes)
  if (close < 0) return stateWithoutFence(bytes)
  const last = bytes.lastIndexOf(NEWLINE, close - 2) + 1
  const line = ascii(bytes, last, close - 1)
  const check = parseCheckLine(line, last)
  if (!check) return CHECK_REMAINS.test(line) ? 'altered' : 'unsealed'
  const length = bytes.length - (check.end - check.start)
  if (length === check.bytes && sha256(without(bytes, check)) === check.sha256) return 'intact'
  return length < check.bytes && endsLikePrefix(bytes) ? 'truncated' : 'altered'
}

/** No entry has a NUL byte. A single one may be a flipped byte; a run of them, or one at the end, was never written. */
function hasZeroedBlock(bytes: Uint8Array): boolean {
  if (bytes.at(-1) === 0) return true
  const first = bytes.indexOf(0)
  if (first < 0) return false
  for (let i = first, run = 0; i < bytes.length; i++) {
    run = bytes[i] === 0 ? run + 1 : 0
    if (run === ZEROED_RUN) return true
  }
  return false
}

/** Where the second line `---` begins, or -1. The first line may be damaged, so nothing is asked of it. */
function closingFence(bytes: Uint8Array): number {
  for (let at = bytes.indexOf(NEWLINE) + 1; at > 0; at = bytes.indexOf(NEWLINE, at) + 1) {
    const isFence = bytes[at] === DASH && bytes[at + 1] === DASH && bytes[at + 2] === DASH
    if (isFence && bytes[at + 3] === NEWLINE) return at
  }
  return -1
}

/** Cut within the front matter, or longer than that and with a damaged fence. */
function stateWithoutFence(bytes: Uint8Array): SealState {
  const text = ascii(bytes, 0, bytes.length)
  if (!'---\n'.startsWith(text.slice(0, 4)) && !text.includes('\ncheck: "')) return 'unsealed'
  const check = /\n(check: "(\d{1,10}) [0-9a-f]{64}")/.exec(text)
  if (!check) return 'truncated'
  return bytes.length - `${check[1]}\n`.length < Number(check[2]) ? 'truncated' : 'altered'
}

/** Entries and editors end a file with one line break after some text; a cut hardly ever falls there. */
function endsLikePrefix(bytes: Uint8Array): boolean {
  if (bytes.at(-1) !== NEWLINE) return true
  const lastLine = ascii(bytes, bytes.lastIndexOf(NEWLINE, bytes.length - 2) + 1, bytes.length - 1)
  return lastLine === '' || lastLine === '---' || lastLine.startsWith('#')
}

function parseCheckLine(line: string, start: number): CheckLine | null {
  const match = CHECK_LINE.exec(line)
  if (!match) return null
  return { start, end: start + line.length + 1, bytes: Number(match[1]), sha256: match[2] as string }
}

/** Of the usual size the next call writes over it: many thousands are checked in a row. */
function without(bytes: Uint8Array, { start, end }: CheckLine): Uint8Array {
  const length = bytes.length - (end - start)
  const rest = length > ROOM_BYTES ? new Uint8Array(length) : (room ??= new Uint8Array(ROOM_BYTES)).subarray(0, length)
  rest.set(bytes.subarray(0, start))
  rest.set(bytes.subarray(end), start)
  return rest
}

const ROOM_BYTES = 65_536
let room: Uint8Array | undefined

const AT_ONCE = 4096

/** One character per byte, so that positions agree. */
function ascii(bytes: Uint8Array, start: number, end: number): string {
  let out = ''
  for (let at = start; at < end; at += AT_ONCE)
    out += String.fromCharCode(...bytes.subarray(at, Math.min(end, at + AT_ONCE)))
  return out
}

const SEALED = /^\{"check":"([0-9a-f]{14})",([^]*\})$/

/**
 * A JSON object on one line that can tell whether it is whole: `{"check":"<14 hex>",…}`. For logs and queues, where a
 * torn or flipped record must be noticed cheaply; the hash guards against accidents, not against forgery.
 */
export function sealRecord(record: object): string {
  const json = JSON.stringify(record)
  return `{"check":"${hash53(json)}",${json.slice(1)}`
}

/** Null: torn, altered, or not a sealed record. */
export function openRecord(line: string): Record<string, unknown> | null {
  const match = SEALED.exec(line)
  const json = match && `{${match[2]}`
  if (!json || hash53(json) !== match[1]) return null
  try {
    return JSON.parse(json) as Record<string, unknown>
  } catch {
    return null
  }
}

/** cyrb53: two 32-bit multiplicative hashes, mixed. */
export function hash53(text: string): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57]
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    high = Math.imul(high ^ unit, 2654435761)
    low = Math.imul(low ^ unit, 1597334677)
  }
  const mixedHigh = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  const mixedLow = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(mixedHigh ^ (mixedHigh >>> 13), 3266489909)
  return (4294967296 * (2097151 & mixedLow) + (mixedHigh >>> 0)).toString(16).padStart(14, '0')
}

/**
 * Session, folder, branch and version stand at the start of nearly every record and hardly ever change. As long as their
 * bytes are those of the record before, they are not parsed again: a third of the work on an ordinary record.
 */
import { COMMA, isAt, OPEN_LIST, OPEN_OBJECT, QUOTE, skipColon, skipSpace, skipText, skipValue } from './skim.js'
import type { Json } from './values.js'

export interface Envelope {
  /** Null: this line has no such start. `end` is the first byte of the first member behind it. */
  open(line: Buffer): { values: Json; end: number } | null
}

/** Nobody asks for it, and it is the only one that changes with every record. */
const PARENT = Buffer.from('{"parentUuid":')
const NULL = Buffer.from('null,')
/** `"` + 36 characters + `",` */
const QUOTED_ID = 39
/** Nobody asks for these. */
const UNUSED = ['userType', 'version', 'entrypoint']
/** The first member behind the envelope. */
const BEHIND = ['"type"', '"message"', '"uuid"', '"timestamp"', '"attachment"', '"content"'].map((key) =>
  Buffer.from(key),
)

export function rememberEnvelope(): Envelope {
  let latest: { bytes: Buffer; values: Json } | null = null
  return {
    open(line) {
      const from = behindParent(line)
      if (from < 0) return null
      if (!latest || !isSame(line, from, latest.bytes)) latest = readEnvelope(line, from)
      return latest && { values: latest.values, end: from + latest.bytes.length }
    },
  }
}

function behindParent(line: Buffer): number {
  if (!isAt(line, 0, PARENT)) return -1
  if (isAt(line, PARENT.length, NULL)) return PARENT.length + NULL.length
  const end = PARENT.length + QUOTED_ID
  const isPlain = line[PARENT.length] === QUOTE && skipText(line, PARENT.length) === end - 1
  return isPlain && line[end - 1] === COMMA ? end : -1
}

function isSame(line: Buffer, from: number, bytes: Buffer): boolean {
  const end = from + bytes.length
  return end < line.length && line[end] === QUOTE && line.compare(bytes, 0, bytes.length, from, end) === 0
}

function readEnvelope(line: Buffer, from: number): { bytes: Buffer; values: Json } | null {
  const end = findEnd(line, from)
  if (end <= from) return null
  try {
    // Without the comma at its end.
    const values = JSON.parse(`{${line.toString('utf8', from, end - 1)}}`) as Json
    for (const key of UNUSED) delete values[key]
    return { bytes: Buffer.from(line.subarray(from, end)), values }
  } catch {
    return null
  }
}

/** Where the members end that have a plain value and are not in BEHIND; a comma is the last byte before. */
function findEnd(line: Buffer, from: number): number {
  for (let at = from; ;) {
    if (line[at] !== QUOTE || BEHIND.some((key) => isAt(line, at, key))) return at
    const key = skipText(line, at)
    const value = key < 0 ? -1 : skipColon(line, key)
    if (value < 0 || line[value] === OPEN_OBJECT || line[value] === OPEN_LIST) return at
    const end = skipValue(line, value)
    if (end < 0 || line[end] !== COMMA) return at
    at = end + 1
    if (skipSpace(line, at) !== at) return -1
  }
}

/**
 * What travels: a record is one line of JSON, the header, and then its body. A device publishes its records as a chain, each
 * signed and naming the one before, so that a gap, a fork and a replay into another store show. Only bytes travel; they are
 * never printed anew.
 */
import { DogearError } from '../errors.js'

const RECORD_KINDS = ['hello', 'found', 'admit', 'revoke', 'keys', 'project', 'entry', 'forget'] as const
export type RecordKind = (typeof RECORD_KINDS)[number]

export interface Header {
  v: 1
  /** The store it was made for: 32 hex digits. */
  store: string
  /** The device that signed it: the first 32 hex digits of the SHA-256 of its public key. */
  device: string
  /** 1, 2, 3, … without a gap. */
  seq: number
  /** The hash of the record before; empty for the first. */
  prev: string
  kind: RecordKind
  /** The sync id of the project; empty where it belongs to none. */
  project: string
  /** Of an entry; empty for all else. */
  id: string
  /** 0: the body is plain. Else the epoch whose key it was sealed with. */
  epoch: number
  /** How many bytes the body has. */
  bytes: number
  /** The SHA-256 of the body as it travels. */
  hash: string
  /** Ed25519 over all of the above, base64. */
  sig: string
}

export type Unsigned = Omit<Header, 'sig'>

/** One record as it lies on the remote. `bytes` is all of it, the header line included. */
export interface Sealed {
  device: string
  seq: number
  /** The SHA-256 of its header line: what the next one names as `prev`. */
  tip: string
  project: string
  id: string
  epoch: number
  bytes: Uint8Array
}

/** A body is an entry and what sealing adds. Nothing longer is read, however long it says it is. */
const MAX_BODY_BYTES = 1_100_000
const MAX_HEADER_BYTES = 2_000
const HEX32 = /^[0-9a-f]{32}$/
const HEX64 = /^[0-9a-f]{64}$/
const HEX64_OR_NONE = /^(?:[0-9a-f]{64})?$/
const HEX32_OR_NONE = /^(?:[0-9a-f]{32})?$/
const ENTRY_ID = /^(?:\d{8}T\d{9}Z-[1-9]\d{0,8}-[0-9a-z]{12})?$/
const SIGNATURE = /^[A-Za-z0-9+/]{86}==$/

/** The keys in the order they are printed and signed in. */
const KEYS = ['v', 'store', 'device', 'seq', 'prev', 'kind', 'project', 'id', 'epoch', 'bytes', 'hash'] as const

/** What is signed: never the bytes of anything else, by its first words. */
export function signedText(header: Unsigned): string {
  return `dogear-record-1\n${KEYS.map((key) => header[key]).join('\n')}`
}

export function printHeader(header: Header): string {
  return JSON.stringify(Object.fromEntries([...KEYS, 'sig' as const].map((key) => [key, header[key]])))
}

/** Null: not the header of a record, or one that says what cannot be. */
function parseHeader(line: string): Header | null {
  if (line.length > MAX_HEADER_BYTES) return null
  const header = parseJson(line)
  if (!header || !isHeader(header)) return null
  // One text per header: else two hashes would stand for the same record.
  return printHeader(header) === line ? header : null
}

function isHeader(value: Record<string, unknown>): value is Record<string, unknown> & Header {
  const text = (key: string, form: RegExp): boolean => typeof value[key] === 'string' && form.test(value[key])
  const count = (key: string, least: number, most: number): boolean =>
    Number.isSafeInteger(value[key]) && (value[key] as number) >= least && (value[key] as number) <= most
  return (
    value['v'] === 1 &&
    text('store', HEX32) &&
    text('device', HEX32) &&
    count('seq', 1, Number.MAX_SAFE_INTEGER) &&
    text('prev', HEX64_OR_NONE) &&
    RECORD_KINDS.some((kind) => kind === value['kind']) &&
    text('project', HEX32_OR_NONE) &&
    text('id', ENTRY_ID) &&
    count('epoch', 0, 1_000_000) &&
    count('bytes', 0, MAX_BODY_BYTES) &&
    text('hash', HEX64) &&
    text('sig', SIGNATURE)
  )
}

function parseJson(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

/** The header line, its body, and what is left of the bytes behind them. Null: no whole record is there. */
export function splitRecord(bytes: Uint8Array): { line: string; header: Header; body: Uint8Array; end: number } | null {
  const end = bytes.subarray(0, MAX_HEADER_BYTES).indexOf(NEWLINE)
  if (end < 0) return null
  const line = asciiOf(bytes.subarray(0, end))
  const header = parseHeader(line)
  if (!header) return null
  const bodyEnd = end + 1 + header.bytes
  if (bytes.length <= bodyEnd || bytes[bodyEnd] !== NEWLINE) return null
  return { line, header, body: bytes.subarray(end + 1, bodyEnd), end: bodyEnd + 1 }
}

/** A batch is records one after the other. What cannot be read ends it: `rest` is where. */
export function splitBatch(bytes: Uint8Array): { records: Uint8Array[]; rest: number } {
  const records: Uint8Array[] = []
  let at = 0
  while (at < bytes.length) {
    const record = splitRecord(bytes.subarray(at))
    if (!record) break
    records.push(bytes.subarray(at, at + record.end))
    at += record.end
  }
  return { records, rest: at }
}

/** The bytes of a record: the header line, the body, a line end. */
export function joinRecord(header: Header, body: Uint8Array): Uint8Array {
  const line = new TextEncoder().encode(`${printHeader(header)}\n`)
  const bytes = new Uint8Array(line.length + body.length + 1)
  bytes.set(line)
  bytes.set(body, line.length)
  bytes[bytes.length - 1] = NEWLINE
  return bytes
}

const NEWLINE = 10

/** Headers are plain letters; anything else is none. */
function asciiOf(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return text
}

/** A name in a remote's paths and tables is checked before it is used. */
export function checkedHex(text: string, what: string): string {
  if (HEX32.test(text)) return text
  throw new DogearError('bad-input', `what lies on the remote is not the ${what} of a store of dogear`)
}

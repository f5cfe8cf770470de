/** One line into one record, by the cheapest way that is sure. */
import { rememberEnvelope } from './envelope.js'
import { leanText } from './lean.js'
import { BOOKKEEPING } from './records.js'
import { RECORD } from './shape.js'
import { CLOSE_OBJECT, isAt, QUOTE, skipColon, skipSpace, skipText } from './skim.js'
import { objectOf } from './values.js'
import type { Json } from './values.js'

export type Parsed = Json | 'malformed' | 'bookkeeping'

/** Below, building everything costs less than choosing. */
const SHORT = 1024
const TYPE = Buffer.from('"type"')

/** A parser for the lines of one file, in their order. */
export function lineParser(): (line: Buffer) => Parsed {
  const envelope = rememberEnvelope()
  return (line) => {
    const known = envelope.open(line)
    const from = known?.end ?? 0
    if (BOOKKEEPING.has(peekType(line, from))) return 'bookkeeping'
    const record = (known && parse(textFrom(line, from))) ?? parseRecord(line)
    if (!record) return 'malformed'
    if (known) complete(record, known.values)
    return BOOKKEEPING.has(`${record['type']}`) ? 'bookkeeping' : record
  }
}

/** Null: malformed. */
export function parseRecord(line: Buffer): Json | null {
  return parse(textFrom(line, 0)) ?? parseWhole(line)
}

export function parseWhole(line: Buffer): Json | null {
  return parse(line.toString('utf8'))
}

/** The record as JSON, without its members before `from`; the empty text if damaged. */
function textFrom(line: Buffer, from: number): string {
  if (line.length > SHORT) return leanText(line, RECORD, from) ?? ''
  return from === 0 ? line.toString('utf8') : `{${line.toString('utf8', from)}`
}

function parse(json: string): Json | null {
  try {
    return objectOf(JSON.parse(json)) ?? null
  } catch {
    return null
  }
}

/** A key that comes again behind the envelope counts, as in JSON.parse. */
function complete(record: Json, values: Json): void {
  for (const key in values) if (record[key] === undefined) record[key] = values[key]
}

/**
 * The type, if it stands next: bookkeeping is then not looked into at all, except that the line must end as a record
 * does. Else the empty text.
 */
function peekType(line: Buffer, from: number): string {
  const at = from === 0 ? skipSpace(line, 1) : from
  if (line[line.length - 1] !== CLOSE_OBJECT || !isAt(line, at, TYPE)) return ''
  const value = skipColon(line, at + TYPE.length)
  const end = value > 0 && line[value] === QUOTE ? skipText(line, value) : -1
  return end < 0 ? '' : line.toString('latin1', value + 1, end - 1)
}

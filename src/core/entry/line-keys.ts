/**
 * Keys of the front matter that say something about the line of work and not about the work. They stand among the keys
 * that an older dogear keeps without knowing them; a value that is not what it should be counts as absent.
 */
import { isName } from '../choose/name.js'
import { REDACTION } from '../redact/version.js'
import { tidyLine } from '../text/text.js'
import type { Entry } from './entry.js'
import { parseId } from './id.js'

export interface LineKeys {
  /** The name as somebody typed it, where the folder could not be called so. */
  label?: string
  /** The id of a save that this one takes back. */
  withdraws?: string
  /** The name that the line had before. */
  renames?: string
  /** Where the line goes on under another name. */
  continued?: { name: string; id: string }
  /** A session in which nothing was worked on. */
  quick?: boolean
  /** How many turns of work there were since the next action was stated. */
  turns?: number
  /** The version of the rules by which the texts were redacted. */
  redaction?: number
}

type Keyed = Pick<Entry, 'extraKeys'>

const MAX_LABEL = 200

/** With work done since it may be done itself, so it says how old it is; '' where it is new. */
export function ageOfNext(entry: Keyed & Pick<Entry, 'next'>): string {
  const { turns } = lineKeysOf(entry)
  if (turns === undefined) return ''
  return ` (${entry.next?.observed === undefined ? 'stated' : 'read'} before ${turns} turn${turns === 1 ? '' : 's'} of work)`
}

export function lineKeysOf({ extraKeys }: Keyed): LineKeys {
  const { label, withdraws, renames, continued, quick, turns, redaction } = extraKeys
  const keys: LineKeys = {}
  const tidy = typeof label === 'string' ? tidyLabel(label) : ''
  if (tidy !== '') keys.label = tidy
  if (typeof withdraws === 'string' && parseId(withdraws)) keys.withdraws = withdraws
  if (typeof renames === 'string' && isName(renames)) keys.renames = renames
  const follows = typeof continued === 'string' ? continuedFrom(continued) : null
  if (follows) keys.continued = follows
  if (quick === true) keys.quick = true
  if (isCount(turns)) keys.turns = turns
  if (isCount(redaction)) keys.redaction = redaction
  return keys
}

/** The entry with these keys besides those it has. A label that only repeats the name, and `quick: false`, are not kept. */
export function withLineKeys(entry: Entry, keys: LineKeys): Entry {
  const { label, continued, quick, ...rest } = keys
  const extraKeys: Record<string, unknown> = { ...entry.extraKeys, ...rest }
  if (label !== undefined) extraKeys['label'] = tidyLabel(label)
  if (extraKeys['label'] === entry.name || extraKeys['label'] === '') delete extraKeys['label']
  if (continued) extraKeys['continued'] = `${continued.name} ${continued.id}`
  if (quick !== undefined) extraKeys['quick'] = quick
  if (quick === false) delete extraKeys['quick']
  return { ...entry, extraKeys }
}

/** By the rules of today. What somebody else says of their entry does not count. */
export function isRedacted(entry: Keyed & Pick<Entry, 'foreign'>): boolean {
  return !entry.foreign && lineKeysOf(entry).redaction === REDACTION
}

export function labelOf(entry: Pick<Entry, 'name' | 'extraKeys'>): string {
  return lineKeysOf(entry).label ?? entry.name
}

/** The line of an entry, as files are called after it. */
export function calledOf(entry: Pick<Entry, 'name' | 'extraKeys'>): { name: string; label?: string } {
  const { label } = lineKeysOf(entry)
  return { name: entry.name, ...(label === undefined ? {} : { label }) }
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0
}

function tidyLabel(label: string): string {
  return [...tidyLine(label.normalize('NFC'))].slice(0, MAX_LABEL).join('').trim()
}

function continuedFrom(text: string): LineKeys['continued'] | null {
  const [name = '', id = '', ...more] = text.split(' ')
  return isName(name) && parseId(id) && more.length === 0 ? { name, id } : null
}

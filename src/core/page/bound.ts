/**
 * A page does not grow for ever. What was observed falls first, and the oldest of it; what was stated only beyond two
 * hundred of a kind, and then `earlier` names the entry whose page still has it.
 */
import {
  type Earlier,
  type Fields,
  type FieldKey,
  type FileRef,
  type Item,
  makeFields,
  SECTION_FIELDS,
} from '../entry/entry.js'
import { ITEM_FIELDS, type KnownPage } from './known.js'

const MAX_PAGE_BYTES = 64_000
/** An entry may have a million bytes; a page of nothing but stated text stays far below. */
const MAX_STATED_BYTES = 500_000
const MAX_STATED = 200
const MAX_OBSERVED = 50
/** Requests, things to do and last words are items of the context. */
const MOST_OBSERVED: Partial<Record<FieldKey, number>> = { context: 120, files: 100 }
const NEWEST_FIRST: ReadonlySet<FieldKey> = new Set<FieldKey>(['done', 'commands', 'files'])
const MAX_CLOSED = 500

/** What was observed goes in this order where there is too much in all; then the rest, the last on the page first. */
const FIRST_TO_FALL: readonly FieldKey[] = ['commands', 'files', 'done']
const TO_FALL = [...new Set([...FIRST_TO_FALL, ...ITEM_FIELDS.map(({ key }) => key).toReversed()])]

/** `before`: the entry that has what is left out here. What was stated only now is in no other, and stays. */
export function bound(page: KnownPage, before: string): KnownPage {
  const isNew = ({ origin }: Item): boolean => origin?.entry === page.entry
  const earlier: Earlier[] = [...page.earlier]
  const count = (kind: FieldKey, left: number): void => {
    if (left > 0 && before !== '') earlier.push({ kind, count: left, entry: before })
  }
  const few = <T extends Item>(key: FieldKey, items: readonly T[]): T[] => {
    const stated = items.filter(({ observed }) => observed === undefined)
    // New items stand at the end, but for what is listed newest first.
    const isNewestFirst = NEWEST_FIRST.has(key)
    const newest = new Set(isNewestFirst ? stated.slice(0, MAX_STATED) : stated.slice(-MAX_STATED))
    const kept = new Set(stated.filter((item) => newest.has(item) || isNew(item)))
    count(key, stated.length - kept.size)
    const seen = items.filter(({ observed }) => observed !== undefined)
    const most = MOST_OBSERVED[key] ?? MAX_OBSERVED
    const shown = new Set(isNewestFirst ? seen.slice(0, most) : seen.slice(-most))
    return items.filter((item) => kept.has(item) || shown.has(item))
  }
  const fields = makeFields({
    prose: ({ key }) => page.fields[key],
    line: ({ key }) => page.fields[key],
    plan: ({ key }) => page.fields[key],
    items: ({ key }) => few(key, page.fields[key]),
    reasoned: ({ key }) => few(key, page.fields[key]),
    choices: ({ key }) => few(key, page.fields[key]),
    files: ({ key }) => few(key, page.fields[key] as (FileRef & Item)[]),
  })
  // Nearly every page has room: its size is asked once, and again only after something fell.
  let size = sizeOf(fields)
  for (const key of TO_FALL) {
    if (size <= MAX_PAGE_BYTES) break
    const room = MAX_PAGE_BYTES - (size - sizeOf(fields, [key]))
    Object.assign(fields, { [key]: fitting(key, fields[key] as Item[], room, isObserved).kept })
    size = sizeOf(fields)
  }
  for (const key of TO_FALL) {
    if (size <= MAX_STATED_BYTES) break
    const room = MAX_STATED_BYTES - (size - sizeOf(fields, [key]))
    const { kept, left } = fitting(key, fields[key] as Item[], room, (item) => !isNew(item))
    count(key, left)
    Object.assign(fields, { [key]: kept })
    size = sizeOf(fields)
  }
  return { ...page, fields, closed: page.closed.slice(-MAX_CLOSED), earlier }
}

function isObserved({ observed }: Item): boolean {
  return observed !== undefined
}

/** As many of the newest as there is room for; what may not fall stays. */
function fitting<T extends Item>(
  key: FieldKey,
  items: readonly T[],
  room: number,
  mayFall: (item: T) => boolean,
): { kept: T[]; left: number } {
  let used = items.reduce((sum, item) => sum + lengthOf(item), 0)
  const inOrder = (list: readonly T[]): readonly T[] => (NEWEST_FIRST.has(key) ? list.toReversed() : list)
  const left = inOrder(items).filter((item) => {
    if (used <= room || !mayFall(item)) return true
    used -= lengthOf(item)
    return false
  })
  const kept = [...inOrder(left)]
  return { kept, left: items.length - kept.length }
}

function sizeOf(fields: Fields, keys: readonly FieldKey[] = SECTION_FIELDS.map(({ key }) => key)): number {
  return keys.reduce((sum, key) => {
    const value = fields[key] as Item | Item[] | undefined
    return (
      sum + (Array.isArray(value) ? value.reduce((all, item) => all + lengthOf(item), 0) : value ? lengthOf(value) : 0)
    )
  }, 0)
}

/** In bytes, or a little more: a character outside of ASCII has two to four. */
function lengthOf(item: object): number {
  let length = 0
  for (const key in item) {
    if (key === 'origin') continue
    const value = (item as Record<string, unknown>)[key]
    const text = typeof value === 'string' ? value : Array.isArray(value) ? value.join(' ') : ''
    length += 8 + (ASCII.test(text) ? text.length : 3 * text.length)
  }
  return length
}

// oxlint-disable-next-line no-control-regex -- all of ASCII
const ASCII = /^[\x00-\x7f]*$/

/**
 * The page in the front matter: `page`, `items`, `origins`, `closed`, `earlier`. They say what the sections cannot show:
 * the id of each item and the entry it comes from. The sections stay what a person reads and edits, so after an edit the
 * keys may not fit them any more. What does not fit is left out, item by item; it never makes an entry unreadable.
 */
import { idOfLength, isItemId } from '../page/item-id.js'
import { present } from '../present.js'
import { isIsoTime, isoWithZone } from '../text/text.js'
import { type Closed, type Earlier, type Entry, type Field, type Item, type Origin, SECTION_FIELDS } from './entry.js'
import { SHAPES } from './fields.js'
import { parseId } from './id.js'
import { tidyLocks } from '../page/lock-files.js'

const WHOLE_PAGE = 1
const KEYS = new Set(['page', 'items', 'origins', 'closed', 'earlier'])
const MAX_TEXT = 256
const HEX = /^[0-9a-f]{1,64}$/
const KIND = /^[a-z][a-zA-Z]{0,31}$/
const ITEM_FIELDS: readonly Field[] = SECTION_FIELDS.filter(({ shape }) =>
  (SHAPES[shape].parts as readonly string[]).includes('id'),
)

type Json = Record<string, unknown>
type Pairs = [string, unknown][]

/** The keys that are not those of the envelope. Without `page` the others mean nothing, and are as unknown as any. */
export function printPage(entry: Entry): Pairs {
  const others = Object.entries(entry.extraKeys)
  if (!entry.page) return others
  const { closed, earlier } = entry.page
  const marked = ITEM_FIELDS.map(({ key }) => [key, itemsIn(entry, key)] as const).filter(([, items]) =>
    items.some(({ id, origin }) => id !== undefined || origin !== undefined),
  )
  const origins = marked.flatMap(([, items]) => items.flatMap(({ origin }) => (origin ? [origin] : [])))
  return [
    ['page', WHOLE_PAGE],
    ['items', unlessEmpty(Object.fromEntries(marked.map(([key, items]) => [key, items.map(printMark)])))],
    ['origins', unlessEmpty(printOrigins(origins))],
    [
      'closed',
      closed.length === 0
        ? undefined
        : closed.map(({ id, by, at, origin, seen }) => ({ id, by, at, origin, seen: seen || undefined })),
    ],
    [
      'earlier',
      earlier.length === 0 ? undefined : earlier.map(({ kind, count, entry: id }) => ({ kind, count, entry: id })),
    ],
    ...others.filter(([key]) => !KEYS.has(key)),
  ]
}

/** Takes the five keys out of the unknown ones and puts what they say on the items, which it changes. */
export function readPage(entry: Entry): Entry {
  if (entry.extraKeys['page'] !== WHOLE_PAGE) return entry
  const { items, origins, closed, earlier } = entry.extraKeys
  entry.extraKeys = Object.fromEntries(Object.entries(entry.extraKeys).filter(([key]) => !KEYS.has(key)))
  entry.page = {
    closed: listOf(closed).flatMap(closedFrom),
    earlier: listOf(earlier).flatMap(earlierFrom),
  }
  const known = new Map<string, Origin>()
  const seen = new Set<string>()
  const readMark = (mark: unknown): Mark => markFrom(mark, objectOf(origins), known, seen)
  for (const { key } of ITEM_FIELDS) {
    const marks = listOf(objectOf(items)[key])
    if (marks.length > 0) markItems(key, itemsIn(entry, key), marks.map(readMark))
  }
  return entry
}

/** For programs that read it: an item names where it comes from only where that is another entry. */
export function withoutOwnOrigins(entry: Entry): Entry {
  return changeItems(entry, ({ origin, ...item }) => (origin && origin.entry !== entry.id ? { ...item, origin } : item))
}

/** The entry with every item that may have an id as `change` makes it; null: without it. */
export function changeItems(entry: Entry, change: (item: Item) => Item | null): Entry {
  const changed: Record<string, unknown> = { ...entry }
  for (const { key } of ITEM_FIELDS) {
    const held = entry[key] as Item | Item[] | undefined
    if (Array.isArray(held)) changed[key] = held.map(change).filter((item) => item !== null)
    else if (held !== undefined) changed[key] = change(held) ?? undefined
    if (changed[key] === undefined) delete changed[key]
  }
  return changed as unknown as Entry
}

/** As a list, whatever its shape. */
function itemsIn(entry: Entry, key: string): Item[] {
  const held = (entry as unknown as Record<string, Item | Item[] | undefined>)[key]
  return held === undefined ? [] : Array.isArray(held) ? held : [held]
}

type Mark = Pick<Item, 'id' | 'origin'>

/**
 * The marks stand in the order of the items. Where somebody has moved, added or taken away a line, an item is known by
 * its text, from which its id was made; a line that was only changed keeps its place while their number is the same.
 */
function markItems(kind: string, items: readonly Item[], marks: readonly Mark[]): void {
  const free = new Map(marks.flatMap((mark) => (mark.id === undefined ? [] : [[mark.id, mark]])))
  const isFree = ({ id }: Mark): boolean => id === undefined || free.has(id)
  const give = (item: Item, mark: Mark): void => {
    Object.assign(item, mark)
    free.delete(mark.id ?? '')
  }
  const places = items.length === marks.length ? marks : []
  const moved = new Map<number, Item>()
  items.forEach((item, i) => {
    const mark = places[i]
    const isInPlace = mark?.id !== undefined && mark.id === idOfLength(mark.id.length, kind, item.text)
    if (isInPlace) give(item, mark)
    else moved.set(i, item)
  })
  const lengths = [...new Set([...free.keys()].map(({ length }) => length))].toSorted((a, b) => a - b)
  for (const [i, item] of moved) {
    if (free.size === 0) break
    const longest = idOfLength(lengths.at(-1) as number, kind, item.text)
    const mark = lengths.map((length) => free.get(longest.slice(0, length))).find((one) => one !== undefined)
    if (!mark) continue
    give(item, mark)
    moved.delete(i)
  }
  for (const [i, item] of moved) {
    const mark = places[i]
    if (mark && isFree(mark)) give(item, mark)
  }
}

/** `[id, id of the origin]`, each of them empty where there is none. An id that is there twice counts once. */
function printMark({ id, origin }: Item): [string, string] {
  return [id ?? '', origin?.entry ?? '']
}

function markFrom(value: unknown, origins: Json, known: Map<string, Origin>, seen: Set<string>): Mark {
  const [id, from] = listOf(value)
  const isFirst = isItemId(id) && !seen.has(id)
  if (isFirst) seen.add(id)
  const origin = originFrom(from, origins, known)
  if (!isFirst) return origin ? { origin } : {}
  return origin ? { id, origin } : { id }
}

/** One row for each entry that items come from; of two that differ the first counts. */
function printOrigins(origins: readonly Origin[]): Json {
  const rows: Json = {}
  for (const origin of origins) {
    if (Object.hasOwn(rows, origin.entry)) continue
    const tidy = tidyOrigin(origin)
    if (!tidy) continue
    const { entry, at, user, host, agent, session, head, locks, foreign } = tidy
    rows[entry] = { at, user, host, agent, session, head, locks, foreign }
  }
  return rows
}

/** An id whose row is missing still says from which entry, and with that when. */
function originFrom(entry: unknown, origins: Json, known: Map<string, Origin>): Origin | undefined {
  if (typeof entry !== 'string' || entry === '') return undefined
  const before = known.get(entry)
  if (before) return before
  const row = Object.hasOwn(origins, entry) ? objectOf(origins[entry]) : {}
  const origin = tidyOrigin({ ...row, entry })
  if (origin) known.set(entry, origin)
  return origin
}

/** As an entry can hold it; undefined where it does not name an entry. */
export function tidyOrigin(origin: { [K in keyof Origin]?: unknown }): Origin | undefined {
  const { entry, at, head } = origin
  if (!isEntryId(entry)) return undefined
  return present<Origin>({
    entry,
    at: timeOf(at, entry),
    user: shortText(origin.user),
    host: shortText(origin.host),
    agent: shortText(origin.agent),
    session: shortText(origin.session),
    head: typeof head === 'string' && HEX.test(head) ? head : undefined,
    locks: tidyLocks(origin.locks),
    foreign: origin.foreign === true ? true : undefined,
  })
}

function closedFrom(value: unknown): Closed[] {
  const { id, by, at, origin, seen } = objectOf(value)
  if (!isItemId(id) || !isEntryId(by)) return []
  const more = present<Partial<Closed>>({
    origin: isEntryId(origin) ? origin : undefined,
    seen: seen === true ? true : undefined,
  })
  return [{ id, by, at: timeOf(at, by), ...more }]
}

function earlierFrom(value: unknown): Earlier[] {
  const { kind, count, entry } = objectOf(value)
  const isCount = Number.isSafeInteger(count) && (count as number) > 0
  return typeof kind === 'string' && KIND.test(kind) && isCount && isEntryId(entry)
    ? [{ kind, count: count as number, entry }]
    : []
}

/** Else the time in the id of the entry that was saved then. */
function timeOf(at: unknown, entry: string): string {
  if (typeof at === 'string' && isIsoTime(at)) return at
  return isoWithZone({ ms: parseId(entry)?.ms ?? 0, offsetMinutes: 0 })
}

/** Cut and not dropped: an item without its author would be taken for one's own. */
function shortText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value.slice(0, MAX_TEXT) : undefined
}

function isEntryId(value: unknown): value is string {
  return typeof value === 'string' && parseId(value) !== null
}

function objectOf(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function unlessEmpty(object: Json): Json | undefined {
  return Object.keys(object).length === 0 ? undefined : object
}

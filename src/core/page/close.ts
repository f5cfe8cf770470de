/**
 * What ends an item: its id, its kind, a fresh page, or what was seen. Similar words never do: only who says so knows
 * whether two of them mean the same.
 */
import type { Closed, FieldKey, Fields, Item, Origin } from '../entry/entry.js'
import { ANY_ACT, commandOfFailing, isForNow, lostPath, whereRead } from '../entry/observed.js'
import { msOf } from '../text/text.js'
import { idOfLength, MAX_ID_LENGTH } from './item-id.js'
import { ITEM_FIELDS, type KnownPage, openItems } from './known.js'

export interface News {
  /** Of what is new here. */
  origin: Origin
  /** What is stated, and what was observed: an item says which. */
  fields: Fields
  /** Ids of items that are over. */
  closes?: readonly string[]
  /** Fields whose carried items are all over: the new ones take their place. */
  replaces?: readonly FieldKey[]
  /** The commands that passed in this session, as `commandOfFailing` names them. */
  passed?: ReadonlySet<string>
  /** Paths of files in which uncommitted work was lost, and that have work again. */
  reworked?: ReadonlySet<string>
  /** When the user's constraints, and what lifts them, were said, in milliseconds, by where they were read. */
  said?: Readonly<Record<string, number>>
  /** What was done or allowed in this session that may have been held back, and when. */
  acts?: Readonly<Record<string, number>>
  /** How often the user spoke since the parents were saved, and how many of these turns did something. */
  spoken: number
  turns: number
  /** The test that passed last in this session. */
  passedTest?: string
  /** When the next action was read, in milliseconds. */
  nextAt?: number
  /** Nothing is carried: all that the parents knew is closed here. */
  fresh?: boolean
}

/** What is over from here on: by id, by kind, by a fresh page, and by what was seen. */
export function closedHere(
  { fields }: KnownPage,
  { origin, closes = [], replaces = [], fresh, passed, reworked, acts = {} }: News,
): Closed[] {
  const ids = new Set(closes)
  return ITEM_FIELDS.flatMap(({ key }) =>
    (fields[key] as readonly Item[]).flatMap((item): Closed[] => {
      if (item.id === undefined) return []
      if (fresh || ids.has(item.id) || replaces.includes(key)) return [closedBy(origin, item)]
      const command = key === 'failed' && item.observed !== undefined ? commandOfFailing(item) : null
      const path = key === 'context' ? lostPath(item) : null
      const isOver = (command !== null && passed?.has(command)) || (path !== null && reworked?.has(path))
      const isDone = key === 'constraints' && isActDone(item, origin, acts)
      return isOver || isDone ? [{ ...closedBy(origin, item), seen: true }] : []
    }),
  )
}

/** What another session was to wait with for a while was done since. Of its own words this session knows itself. */
function isActDone(item: Item, { session }: Origin, acts: NonNullable<News['acts']>): boolean {
  const { origin, text } = item
  if (!isForNow(item) || !origin || origin.session === session) return false
  const saidMs = msOf(origin.at) ?? Infinity
  const said = text.toLowerCase()
  return Object.entries(acts).some(([act, ms]) => ms > saidMs && (act === ANY_ACT || said.includes(act)))
}

function closedBy({ entry, at }: Origin, { id = '', origin }: Item): Closed {
  return { id, by: entry, at, ...(origin ? { origin: origin.entry } : {}) }
}

/** Everything on a page that is linked and not carried. */
export function closeAll({ fields }: KnownPage, by: Origin): Closed[] {
  return openItems(fields).flatMap(({ item }) => (item.id === undefined ? [] : [closedBy(by, item)]))
}

/** Said again, it is open again; seen again, only where its end was seen too and not said, or the user said it since. */
export function stillClosed(closed: readonly Closed[], { fields, said: times = {} }: News): Closed[] {
  if (closed.length === 0) return []
  const said: string[] = []
  const seen: string[] = []
  for (const { key, item } of openItems(fields))
    (item.observed === undefined ? said : seen).push(longestId(key, item.text))
  const forbidden = fields.constraints.filter((item) => times[whereRead(item)] !== undefined)
  const isSaidSince = ({ id, at }: Closed): boolean =>
    forbidden.some(
      (item) =>
        longestId('constraints', item.text).startsWith(id) && (times[whereRead(item)] ?? 0) > (msOf(at) ?? Infinity),
    )
  return closed.filter((one) => !isOneOf(said, one.id) && !(one.seen && isOneOf(seen, one.id)) && !isSaidSince(one))
}

function isOneOf(longest: readonly string[], id: string): boolean {
  return longest.some((one) => one.startsWith(id))
}

/** Every id that was ever made for this text is its beginning. */
export function longestId(key: FieldKey, text: string): string {
  return idOfLength(MAX_ID_LENGTH, key, text)
}

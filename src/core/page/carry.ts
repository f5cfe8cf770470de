/**
 * Carry: page = what the parents knew + what is new − what is closed. What was stated lives until somebody closes it.
 * What was observed is derived anew from a session that is still read, so the session's own former observations give way;
 * those of other sessions are carried. Equal text, and nothing else, is the same item.
 */
import { withoutPaths } from '../choose/join.js'
import { type Fields, type FieldKey, type Failed, type Item, makeFields, type Origin } from '../entry/entry.js'
import {
  commandOfFailing,
  isToDo,
  lastWordsIn,
  lookedForIn,
  offsetIn,
  requestIn,
  withPassedSince,
} from '../entry/observed.js'
import { isTest } from '../session/facts/command-text.js'
import { msOf } from '../text/text.js'
import { bound } from './bound.js'
import { closedHere, longestId, stillClosed, type News } from './close.js'
import { itemId, normalText } from './item-id.js'
import { joinPages } from './join.js'
import type { KnownPage } from './known.js'
import { liftConstraints } from './lift.js'
import { asSaid, fitRequests, withEarlierRequests } from './requests.js'

export function carry(parents: readonly KnownPage[], given: News): KnownPage {
  const before = joinPages(parents)
  const { closes, constraints } = liftConstraints(before.fields.constraints, given)
  const news = { ...given, closes, fields: { ...given.fields, constraints } }
  const closing = closedHere(before, news)
  const open = without(before.fields, new Set(closing.map(({ id }) => id)), news.fresh === true)
  const closed = stillClosed([...before.closed, ...closing], news)
  const over = closed.map(({ id }) => id)
  const fields = makeFields({
    prose: ({ key }) => withOrigin(key, proseOf(key, open, news), news),
    line: ({ key }) => news.fields[key] ?? open[key],
    plan: ({ key }) => news.fields[key] ?? open[key],
    items: ({ key }) =>
      key === 'context' ? contextOf(parents, open, news, over) : itemsOf(key, open[key], news.fields[key], news, over),
    reasoned: ({ key }) => itemsOf(key, open[key], news.fields[key], news, over),
    choices: ({ key }) => itemsOf(key, open[key], news.fields[key], news, over),
    // The newer content hash is the one to compare with.
    files: ({ key }) => [...news.fields[key], ...withoutPaths(open[key], news.fields[key])],
  })
  return bound({ entry: news.origin.entry, fields, closed, earlier: before.earlier }, before.entry)
}

function without(fields: Fields, ids: ReadonlySet<string>, fresh: boolean): Fields {
  const keep = <T extends Item>(items: readonly T[]): T[] => items.filter(({ id }) => id === undefined || !ids.has(id))
  return makeFields({
    prose: ({ key }) => (fresh ? null : fields[key]),
    line: ({ key }) => (fresh ? null : fields[key]),
    plan: ({ key }) => (fresh ? null : fields[key]),
    items: ({ key }) => (fresh ? [] : keep(fields[key])),
    reasoned: ({ key }) => (fresh ? [] : keep(fields[key])),
    choices: ({ key }) => (fresh ? [] : keep(fields[key])),
    files: ({ key }) => (fresh ? [] : fields[key]),
  })
}

/** What is one text: the newer one, unless somebody stated the older and nothing was done since. */
function proseOf(key: FieldKey, open: Fields, { fields, origin, turns, nextAt }: News): Item | undefined {
  const [known, given] = [open, fields].map((one) => one[key] as Item | undefined)
  if (!known || !given || given.observed === undefined) return given ?? known
  // The work is what somebody called it; a later session's first words are no new name for it.
  if (key === 'task') return known.observed !== undefined && known.origin?.session === origin.session ? given : known
  if (key === 'intent') return given
  if (key === 'next' && known.observed !== undefined) return isReadBefore(given, known, origin) ? known : given
  const isOlder = key === 'next' && nextAt !== undefined && nextAt < (msOf(known.origin?.at ?? '') ?? 0)
  return known.observed === undefined && (turns === 0 || isOlder) ? known : given
}

/** An old list is no news where the same session has said since what comes next. */
function isReadBefore(given: Item, known: Item, { session }: Origin): boolean {
  if (session === undefined || known.origin?.session !== session) return false
  const [now, then] = [given, known].map(({ observed }) => offsetIn(observed))
  return now !== undefined && then !== undefined && now < then
}

function withOrigin(key: FieldKey, item: Item | undefined, { origin }: News): Item | null {
  return item ? { ...item, id: item.id ?? itemId(key, item.text, new Set()), origin: item.origin ?? origin } : null
}

/** These say how far the work is: the newest first, and the oldest go when there are too many. */
const NEWEST_FIRST: ReadonlySet<FieldKey> = new Set<FieldKey>(['done', 'commands'])

function itemsOf<T extends Item>(
  key: FieldKey,
  known: readonly T[],
  given: readonly T[],
  news: News,
  over: readonly string[],
): T[] {
  const carried = known.filter((item) => !givesWay(key, item, news)).map((item) => sinceThen(key, item, news))
  const places = new Map(carried.map((item, at) => [normalText(item.text), at] as const))
  const taken = new Set([...over, ...carried.flatMap(({ id }) => id ?? [])])
  const fresh: T[] = []
  for (const item of given) {
    const text = normalText(item.text)
    const at = places.get(text)
    const same = at === undefined ? undefined : carried[at]
    if (at !== undefined && same) {
      carried[at] = said(same, item)
      continue
    }
    // Closed on purpose: reading the same words in the session again does not bring it back.
    if (places.has(text) || (item.observed !== undefined && isOver(over, key, item.text))) continue
    places.set(text, -1)
    const former = known.find((one) => normalText(one.text) === text)
    const id = former?.id ?? itemId(key, item.text, taken)
    taken.add(id)
    fresh.push({ ...item, id, origin: failedAgain(former, item) ? news.origin : (former?.origin ?? news.origin) })
  }
  return NEWEST_FIRST.has(key) ? [...fresh, ...carried] : [...carried, ...fresh]
}

function contextOf(parents: readonly KnownPage[], open: Fields, news: News, over: readonly string[]): Item[] {
  const intents = news.fresh ? [] : parents.flatMap(({ fields }) => fields.intent ?? [])
  const known = withEarlierRequests(open, intents, news).map(asSaid)
  return fitRequests(itemsOf('context', known, news.fields.context, news, over), over)
}

/** A command that failed once more did so in the state of now. */
function failedAgain(former: Item | undefined, item: Item): boolean {
  return former !== undefined && former.observed !== item.observed && commandOfFailing(item) !== null
}

function isOver(over: readonly string[], key: FieldKey, text: string): boolean {
  if (over.length === 0) return false
  const longest = longestId(key, text)
  return over.some((id) => longest.startsWith(id))
}

/** The same thing said again keeps its id and origin; what was only observed is stated from now on, a reason is added. */
function said<T extends Item>(known: T, given: T): T {
  const { observed, ...stated } = { ...known, ...given }
  const isStated = known.observed === undefined || given.observed === undefined
  const { id, origin } = known
  return { ...(isStated ? stated : { ...stated, observed }), ...(id && { id }), ...(origin && { origin }) } as T
}

/** A test that failed in another session, after tests passed in this one. */
function sinceThen<T extends Item>(key: FieldKey, item: T, { passedTest }: News): T {
  const command = key === 'failed' && passedTest !== undefined ? commandOfFailing(item) : null
  if (command === null || !isTest(command)) return item
  return { ...item, why: withPassedSince((item as Failed).why, passedTest) }
}

/** A list is replaced by the next one, last words by newer ones; what the user asked for stays, for others to go on with. */
function contextGivesWay(item: Item, isOwn: boolean, { next, context }: Fields): boolean {
  if (item.observed?.startsWith('git')) return true
  if (isToDo(item)) return isOwn || next !== undefined
  for (const isSuch of [lastWordsIn, lookedForIn])
    if (isSuch(item) !== null) return isOwn || context.some((one) => isSuch(one) !== null)
  return isOwn && requestIn(item) !== null
}

/** Observed, and to be observed anew: by the same session, or whenever anything is saved. */
function givesWay(key: FieldKey, { text, observed, origin }: Item, { origin: now, spoken, fields }: News): boolean {
  if (observed === undefined) return false
  const isOwn = origin?.session !== undefined && origin.session === now.session
  if (key === 'context') return contextGivesWay({ text, observed }, isOwn, fields)
  if (key === 'questions') return isOwn || spoken > 0
  if (key === 'failed') return isOwn && commandOfFailing({ text, observed }) !== null
  return isOwn && NEWEST_FIRST.has(key)
}

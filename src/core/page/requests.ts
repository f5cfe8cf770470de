/**
 * The user's own words, from session to session: the newest request whole, older ones as far as there is room. Whatever was
 * asked in words that nobody here understood as a rule or a choice is known by them. A rule that the user has lifted since is
 * still told as what was said then, and not as what holds.
 */
import type { Fields, Item } from '../entry/entry.js'
import { offsetIn, requestIn, requestText } from '../entry/observed.js'
import { sentencesIn } from '../session/facts/sentences.js'
import { msOf } from '../text/text.js'
import type { News } from './close.js'
import { idOfLength, itemId, MAX_ID_LENGTH, normalText } from './item-id.js'

/** In characters, of all that was asked before the last request. */
const ROOM = 8000

/** The context that is carried: with the last requests of earlier sessions, where this one has a request of its own. */
export function withEarlierRequests(
  { context, task }: Fields,
  intents: readonly Item[],
  { fields: { intent }, origin }: News,
): Item[] {
  if (!intent) return [...context]
  const known = new Set([intent.text, task?.text ?? '', ...context.map(({ text }) => text)].map(normalText))
  const taken = new Set(context.map(({ id = '' }) => id))
  const before = intents.flatMap((one): Item[] => {
    const text = requestText(one.text)
    const isOwn = one.origin?.session !== undefined && one.origin.session === origin.session
    if (isOwn || one.observed === undefined || known.has(normalText(one.text)) || known.has(normalText(text))) return []
    known.add(normalText(text))
    const id = itemId('context', text, taken)
    taken.add(id)
    return [{ ...one, text, id }]
  })
  return [...context, ...before]
}

/** The newest of them, each with a mark at what was lifted since. `over`: ids of all that is closed. */
export function fitRequests(context: readonly Item[], over: readonly string[]): Item[] {
  const lifted = over.filter((id) => id.startsWith('c-'))
  const requests = context.filter((item) => requestIn(item) !== null).toSorted(newestFirst)
  let room = ROOM
  const kept = new Set(requests.filter(({ text }) => (room -= text.length) >= 0))
  return context.flatMap((item) => {
    if (!requests.includes(item)) return [item]
    return kept.has(item) ? [withLifted(item, lifted)] : []
  })
}

function newestFirst(a: Item, b: Item): number {
  const [then, now] = [a, b].map(({ origin }) => msOf(origin?.at ?? '') ?? 0) as [number, number]
  if (a.origin?.session !== b.origin?.session) return now - then
  return (offsetIn(b.observed) ?? 0) - (offsetIn(a.observed) ?? 0)
}

const SINCE = / \[lifted since\]/g

/** As it was said, whatever was lifted since. */
export function asSaid(item: Item): Item {
  return requestIn(item) === null ? item : { ...item, text: item.text.replace(SINCE, '') }
}

function withLifted(item: Item, lifted: readonly string[]): Item {
  if (lifted.length === 0) return item
  const isLifted = (sentence: string): boolean => {
    const longest = idOfLength(MAX_ID_LENGTH, 'constraints', sentence)
    return lifted.some((id) => longest.startsWith(id))
  }
  const rules = sentencesIn(requestIn(item) ?? '', 0).filter(isLifted)
  return { ...item, text: rules.reduce((text, rule) => text.replace(rule, () => `${rule} [lifted since]`), item.text) }
}

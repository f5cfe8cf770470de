/**
 * The user's own words meet the constraints of the page. What they clearly lift is over. Where it is in doubt, nothing ends:
 * their words stand beside the constraint, and both say when they were said. Nobody else's words do either.
 */
import type { Item } from '../entry/entry.js'
import { isLift, markPerhaps, perhapsLifted, whereRead } from '../entry/observed.js'
import { liftIn, liftedBy } from '../session/facts/lifts.js'
import { msOf } from '../text/text.js'
import type { News } from './close.js'
import { normalText } from './item-id.js'

export interface Lifting {
  /** Ids of constraints that are over. */
  closes: string[]
  /** What is new among the constraints, without the words that lift one or none. */
  constraints: Item[]
}

/** `open`: the constraints of the page. */
export function liftConstraints(open: readonly Item[], news: News): Lifting {
  const given = news.fields.constraints.filter((item) => !isLift(item))
  const lifts = news.fields.constraints.filter(isLift)
  const over = new Set(news.closes)
  const doubts = new Map<Item, string[]>()
  for (const lift of lifts) {
    const means = liftIn(lift.text)
    if (!means) continue
    const known = open.filter((item) => perhapsLifted(item).length === 0 && isBefore(item, lift, given, news))
    const { clear, doubtful } = liftedBy(
      means,
      known.map(({ text }) => text),
    )
    const idsOf = (texts: readonly string[]): string[] =>
      known.flatMap(({ id, text }) => (id !== undefined && texts.includes(text) ? [id] : []))
    for (const id of idsOf(clear)) over.add(id)
    if (doubtful.length > 0) doubts.set(lift, idsOf(doubtful))
  }
  const isOpen = (id: string): boolean =>
    !over.has(id) && open.some((item) => item.id === id && !isSaidAgain(item, given, news))
  const perhaps = [...doubts].flatMap(([lift, ids]): Item[] => {
    const still = ids.filter(isOpen)
    return still.length === 0 ? [] : [{ text: lift.text, observed: markPerhaps(lift, still) }]
  })
  // A doubt ends with what it was about.
  for (const item of open)
    if (item.id !== undefined && perhapsLifted(item).length > 0 && !perhapsLifted(item).some(isOpen)) over.add(item.id)
  return { closes: [...over], constraints: [...given, ...perhaps] }
}

/** Said before the words that lift it, and not since. Of one session the order is known without times. */
function isBefore(item: Item, lift: Item, given: readonly Item[], { origin, said = {} }: News): boolean {
  const liftedAt = said[whereRead(lift)] ?? 0
  const again = sameIn(given, item)
  if (again && (said[whereRead(again)] ?? Infinity) >= liftedAt) return false
  const isOwn = item.origin?.session !== undefined && item.origin.session === origin.session
  return isOwn || (msOf(item.origin?.at ?? '') ?? Infinity) <= liftedAt
}

/** Since it was last saved. */
function isSaidAgain(item: Item, given: readonly Item[], { said = {} }: News): boolean {
  const again = sameIn(given, item)
  const at = again && said[whereRead(again)]
  return at !== undefined && at > (msOf(item.origin?.at ?? '') ?? Infinity)
}

function sameIn(given: readonly Item[], { text }: Item): Item | undefined {
  const normal = normalText(text)
  return given.find((item) => normalText(item.text) === normal)
}

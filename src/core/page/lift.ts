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
    const rules = open.filter((item) => perhapsLifted(item).length === 0)
    const known = rules.filter((item) => orderOf(item, lift, given, news) !== 'after')
    const { clear, doubtful } = liftedBy(
      means,
      known.map(({ text }) => text),
    )
    const isMeant = (texts: readonly string[], item: Item): boolean => texts.includes(item.text)
    const isSure = (item: Item): boolean => orderOf(item, lift, given, news) === 'before'
    const idsOf = (items: readonly Item[]): string[] => items.flatMap(({ id }) => id ?? [])
    for (const id of idsOf(known.filter((item) => isMeant(clear, item) && isSure(item)))) over.add(id)
    const doubted = known.filter((item) => isMeant(doubtful, item) || (isMeant(clear, item) && !isSure(item)))
    if (doubted.length > 0) doubts.set(lift, idsOf(doubted))
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

/** When the constraint was said, as seen from the words that lift it. Of one session the order is known without times. */
function orderOf(
  item: Item,
  lift: Item,
  given: readonly Item[],
  { origin, said = {} }: News,
): 'before' | 'after' | null {
  const liftedAt = said[whereRead(lift)]
  const again = sameIn(given, item)
  const againAt = again && said[whereRead(again)]
  if (again && (againAt === undefined || liftedAt === undefined)) return null
  if (againAt !== undefined && liftedAt !== undefined && againAt >= liftedAt) return 'after'
  if (item.origin?.session !== undefined && item.origin.session === origin.session) return 'before'
  const saidAt = msOf(item.origin?.at ?? '')
  if (liftedAt === undefined || saidAt === null) return null
  return saidAt <= liftedAt ? 'before' : 'after'
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

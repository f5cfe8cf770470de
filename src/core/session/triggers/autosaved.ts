/** What is kept of autosaves: which one may not take the place of which, and how one is offered. */
import { ALL_FIELDS, type Entry, type Fields } from '../../entry/entry.js'
import { age, msOf } from '../../text/text.js'

/** Less in one respect and more in none. Of two that say different amounts of different things, neither is poorer. */
export function isPoorer(a: Fields, b: Fields): boolean {
  const [left, right] = [richnessOf(a), richnessOf(b)]
  const isMore = left.filled > right.filled || left.items > right.items
  return !isMore && (left.filled < right.filled || left.items < right.items)
}

export function saysNothing(entry: Entry): boolean {
  return richnessOf(entry).items === 0 && (entry.where.dirty?.length ?? 0) === 0
}

interface Richness {
  filled: number
  items: number
}

/** How much it says: fields that are filled, and items in them. */
function richnessOf(fields: Fields): Richness {
  const counts = ALL_FIELDS.map(({ key }) => fields[key]).map((value) =>
    Array.isArray(value) ? value.length : value === undefined ? 0 : 1,
  )
  return { filled: counts.filter((count) => count > 0).length, items: counts.reduce((sum, count) => sum + count, 0) }
}

/** True if a resume after `auto` would show what it shows after `head` alone. */
export function addsNothing(head: Entry, auto: Entry): boolean {
  const [before, now] = [factsOf(head), factsOf(auto)]
  // One after the other: the first that differs, which a turn nearly always has, spares the rest.
  return before.every((fact, at) => printed(fact) === printed(now[at]))
}

function factsOf(entry: Entry): unknown[] {
  const { branch, head, dirty, dirtyTotal } = entry.where
  return [branch, head, dirty, dirtyTotal, ...ALL_FIELDS.map(({ key }) => entry[key])]
}

function printed(fact: unknown): string {
  return JSON.stringify(fact ?? null, inOrder)
}

/**
 * What was read from a file has its keys in another order than what was just observed, and knows its ids and where it
 * comes from; saying it again is nothing new.
 */
function inOrder(key: string, value: unknown): unknown {
  if (key === 'id' || key === 'origin') return undefined
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Why an autosave was made: the front matter key `reason`. */
export function reasonOf(entry: Pick<Entry, 'extraKeys'>): string | undefined {
  const reason = entry.extraKeys['reason']
  return typeof reason === 'string' ? reason : undefined
}

const NONE = 'none'

/** The judgement an autosave continues: the front matter key `judgement`. Null: it continues none. Undefined: it does not say. */
export function judgementIdOf(entry: Pick<Entry, 'extraKeys'>): string | null | undefined {
  const id = entry.extraKeys['judgement']
  return typeof id !== 'string' ? undefined : id === NONE ? null : id
}

export function withJudgement(entry: Entry, id: string | null): Entry {
  return { ...entry, extraKeys: { ...entry.extraKeys, judgement: id ?? NONE } }
}

export interface Offer {
  /** Younger than a day: offered without reserve. */
  recent: boolean
  text: string
}

const DAY_MS = 86_400_000

/** What a session that begins after a compaction is told about the last autosave [C11]. */
export function offer(autosave: Pick<Entry, 'name' | 'saved' | 'extraKeys'>, nowMs: number): Offer {
  const { name, saved } = autosave
  const ms = msOf(saved)
  const when = ms === null ? saved : age(ms, nowMs)
  const reason = reasonOf(autosave)
  const made = `autosave of "${name}" (${when}${reason === undefined ? '' : `, ${reason}`})`
  if (ms !== null && nowMs - ms < DAY_MS)
    return { recent: true, text: `There is an ${made}. To continue: dogear resume ${name}` }
  return {
    recent: false,
    text: `There is an older ${made}; it may be out of date. To continue anyway: dogear resume ${name}`,
  }
}

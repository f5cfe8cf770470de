/** Items as a briefing shows them: what somebody said, where it was read, and what has happened since. */
import type { Decision, Entry, Failed, Item } from '../entry/entry.js'
import { decisionText } from '../entry/diff.js'
import { shortId } from '../entry/id.js'
import { changedLocks } from '../page/lock-files.js'
import { commandOfFailing, isForNow, perhapsLifted } from '../entry/observed.js'
import { normalText } from '../page/item-id.js'
import { quoteItem, quoteLine, quoteProse, quoteShort } from '../printer/quote.js'
import { age, msOf } from '../text/text.js'
import { plural, type Drift } from './drift.js'

/** Where something was read is told by `dogear show`: a briefing has the room for what was read. */
export function prose(item: Item | undefined): string[] {
  return item ? [quoteProse(item.text) + whoseNote(item)] : []
}

export function bullet(item: Item): string {
  return `- ${quoteItem(item.text)}${whoseNote(item)}`
}

/** Behind words that are not this user's. */
export function whoseNote(item: Item): string {
  const whose = foreignIn({}, item)
  return whose === undefined ? '' : ` [by ${whose}, not by the user]`
}

/** Whose words they are, where they are not this user's: the whole entry is somebody else's, or the item was carried from one. */
export function foreignIn(
  entry: Partial<Pick<Entry, 'foreign' | 'by'>>,
  item?: Pick<Item, 'origin'>,
): string | undefined {
  const by = item?.origin?.foreign ? item.origin : entry.foreign ? entry.by : undefined
  return by && (quoteLine(whoseOf(by)) || 'somebody else')
}

/** Who it says it is by. */
export function whoseOf({ agent, user, host }: Entry['by']): string {
  return [agent, user && `${user}${host ? `@${host}` : ''}`].filter(Boolean).join(', ')
}

function reasoned(what: string, why: string | undefined): string {
  // "Parquet, because CSV lost the zone" was a sentence with a comma.
  return why ? `${quoteLine(what).replace(/[,;，；]$/, '')} — ${quoteLine(why)}` : quoteLine(what)
}

/** Approaches that nobody should take again. What they were built on may have moved: those come last and say so. */
export function failedLines(entry: Entry, joined: readonly Entry[], drift: Drift): string[] {
  const rows = allFailed(entry, joined)
    .filter((item) => commandOfFailing(item) === null)
    .map((item) => ({ item, since: movedSince(item, entry, drift) }))
  const line = ({ item, since }: (typeof rows)[number]): string =>
    `⚠ Previously failed: ${reasoned(item.text, item.why)}${since === null ? '' : ` (${since})`}${whoseNote(item)}`
  return [...rows.filter(({ since }) => since === null), ...rows.filter(({ since }) => since !== null)].map(line)
}

/** A sentence that was read may hold its own reason and what it rejects: neither is told twice. */
export function decisionLine(item: Decision): string {
  let said: string | undefined
  const isNew = (part: string): boolean =>
    item.observed === undefined || !(said ??= plainWords(item.text)).includes(plainWords(part))
  const { why, rejected = [], ...rest } = item
  const more = { ...(why !== undefined && isNew(why) && { why }), rejected: rejected.filter(isNew) }
  return bullet({ ...item, text: decisionText({ ...rest, ...more }) })
}

/** The newer rejects what the older chose. */
export function isReversed(older: Decision, newer: Decision): boolean {
  return newer.rejected?.some((what) => hasChosen(older, what)) === true
}

/** It names this as what was chosen, and not as what was not. */
function hasChosen({ text, rejected = [] }: Decision, what: string): boolean {
  const wanted = plainWords(what)
  const chosen = rejected.reduce((left, one) => left.replace(plainWords(one), ' '), plainWords(text))
  return wanted.trim().length > 1 && chosen.includes(wanted)
}

/** With a space around each. */
function plainWords(text: string): string {
  const words = normalText(text)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
  return ` ${words.filter((word) => word !== '').join(' ')} `
}

/** Where there is little room, of a chain of commands and of what it printed. */
const SHORT_COMMAND = 90
const SHORT_WHY = 100

/** The same tests passed since in another form, or the command was mistyped: no state of the work. */
const OLD_FAILURE =
  /(?:^|; )later `[^`]*` passed$|command not found|unexpected argument|unrecognized (?:option|argument)|unknown (?:option|flag|command)|invalid option|No such file or directory/i

/** Run again to see; it is no approach to stay away from. */
export function failingRows(
  entry: Entry,
  joined: readonly Entry[],
  drift: Drift,
  isRoomy: boolean,
): { command: string; line: string; isOld: boolean }[] {
  const within = (text: string, most: number): string => (isRoomy ? quoteLine(text) : quoteShort(text, most))
  const seen = new Set<string>()
  return allFailed(entry, joined).flatMap((item) => {
    const command = commandOfFailing(item)
    if (command === null) return []
    // Shortened, two of them may say the same.
    const told = `${within(command, SHORT_COMMAND)} ${item.why}`
    if (seen.size === seen.add(told).size) return []
    const locks = locksSince(item, drift)
    const why = item.why ? ` ${within(item.why, SHORT_WHY)}` : ''
    const line = `- \`${within(command, SHORT_COMMAND)}\` ✗${why}${locks === null ? '' : ` (${locks})`}${whoseNote(item)}`
    return [{ command, line, isOld: OLD_FAILURE.test(item.why ?? '') }]
  })
}

function allFailed(entry: Entry, joined: readonly Entry[]): Failed[] {
  const all = new Map<string, Failed>()
  for (const item of [entry, ...joined].flatMap(({ failed }) => failed)) {
    const text = normalText(item.text)
    if (!all.has(text)) all.set(text, item)
  }
  return [...all.values()]
}

/** Null: what it was built on is what it was. */
function movedSince(item: Failed, entry: Entry, drift: Drift): string | null {
  const parts = [commitsSince(item, entry, drift), locksSince(item, drift)].filter((part) => part !== null)
  return parts.length === 0 ? null : parts.join(', ')
}

function locksSince({ origin }: Item, { locks }: Drift): string | null {
  const changed = changedLocks(origin?.locks, locks)
  return changed.length === 0 ? null : `${changed.map(quoteLine).join(' and ')} changed since`
}

function commitsSince({ origin }: Item, { where }: Entry, { commits, commitsSince: known }: Drift): string | null {
  const head = origin?.head ?? where.head
  const total = head === where.head ? (commits?.total ?? 0) : known?.[head ?? '']
  if (total === undefined) return `at commit ${quoteLine(head ?? '').slice(0, 10)}`
  return total === 0 ? null : `before ${plural(total, 'commit')}`
}

/** What was to hold for a while held for its session; another one only hears that it was said. */
export function constraintLines(entry: Entry, session: string | undefined, nowMs: number): string[] {
  const isOver = (item: Item): boolean => {
    const saidIn = item.origin ? item.origin.session : entry.by.session
    return isForNow(item) && (saidIn === undefined || saidIn !== session)
  }
  const standing = entry.constraints.filter((item) => !isOver(item))
  const ids = new Set(standing.map(({ id }) => id))
  // Words that may have lifted what held for a while are over with it.
  const isDone = (item: Item): boolean =>
    isOver(item) || (perhapsLifted(item).length > 0 && !perhapsLifted(item).some((id) => ids.has(id)))
  const earlier = entry.constraints.filter(isDone).map((item) => {
    const ms = msOf(item.origin?.at ?? entry.saved)
    return `- said earlier${ms === null ? '' : `, ${age(ms, nowMs)}`}, for then: ${quoteLine(item.text)}`
  })
  const doubts = standing.filter((item) => perhapsLifted(item).length > 0 && !isDone(item))
  const rules = standing.filter((item) => perhapsLifted(item).length === 0)
  const doubted = new Set(doubts.flatMap(perhapsLifted))
  const rule = (item: Item): string =>
    doubted.has(item.id ?? '') ? `${bullet(item)} (${item.id}) (${whenSaid(item, entry, nowMs)})` : bullet(item)
  const doubt = (item: Item): string =>
    `- perhaps lifted (${perhapsLifted(item).join(', ')}) by these words, ${whenSaid(item, entry, nowMs)}; if in doubt, ask: ${quoteLine(item.text)}`
  return [...withReplaced(rules, rule), ...doubts.map(doubt), ...earlier]
}

function whenSaid({ origin }: Item, { saved }: Entry, nowMs: number): string {
  const at = origin?.at ?? saved
  const ms = msOf(at)
  return `said ${quoteLine(at).slice(0, 10)}${ms === null ? '' : `, ${age(ms, nowMs)}`}`
}

/** What the session that saved it did, apart from what was carried there. */
export function doneLines(entry: Entry, when: 'then' | 'before'): string[] {
  const isThen = ({ origin }: Item): boolean =>
    origin === undefined ||
    origin.entry === entry.id ||
    (origin.session !== undefined && origin.session === entry.by.session)
  return entry.done.filter((item) => isThen(item) === (when === 'then')).map(bullet)
}

/** What found no room on the page. */
export function earlierLines({ name, page }: Entry): string[] {
  return (page?.earlier ?? []).map(
    ({ kind, count, entry }) => `- ${count} more of ${quoteLine(kind)}: dogear show ${name} --entry ${shortId(entry)}`,
  )
}

/**
 * Items of one kind that say nearly the same in other words, or the contrary of it: nobody has closed the older one, so it is
 * shown, behind the others and with the id of what may have taken its place, which stands behind that one, too.
 */
export function withReplaced<T extends Item>(
  items: readonly T[],
  print: (item: T) => string,
  isOther: (older: T, newer: T) => boolean = () => false,
): string[] {
  const rows = items.map((item) => ({ item, words: wordsOf(item.text), ms: msOf(item.origin?.at ?? '') ?? Infinity }))
  const newer = (row: (typeof rows)[number]): T | undefined =>
    rows.findLast(
      (other) =>
        other !== row &&
        other.ms > row.ms &&
        other.item.id !== undefined &&
        (areAlike(row.words, other.words) || isOther(row.item, other.item)),
    )?.item
  const shown = rows.map((row) => ({ item: row.item, by: newer(row)?.id }))
  const named = new Set(shown.map(({ by }) => by))
  const line = ({ item, by }: (typeof shown)[number]): string =>
    `${print(item)}${item.id !== undefined && named.has(item.id) ? ` (${item.id})` : ''}${by ? ` (perhaps replaced by ${by})` : ''}`
  return [...shown.filter(({ by }) => !by), ...shown.filter(({ by }) => by)].map(line)
}

const MIN_ALIKE = 0.6

function wordsOf(text: string): Set<string> {
  return new Set(
    normalText(text)
      .toLowerCase()
      .split(/[\s,;:!?()"]+/u)
      .filter(Boolean),
  )
}

/** Most of all their words are in both. */
function areAlike(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const [few, many] = a.size < b.size ? [a, b] : [b, a]
  if (few.size < MIN_ALIKE * many.size) return false
  const both = [...few].filter((word) => many.has(word)).length
  return both >= MIN_ALIKE * (few.size + many.size - both)
}

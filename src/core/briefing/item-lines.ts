/** Items as a briefing shows them: what somebody said, where it was read, and what has happened since. */
import { decisionText } from '../entry/diff.js'
import type { Decision, Entry, Failed, Item } from '../entry/entry.js'
import { shortId } from '../entry/id.js'
import { lineKeysOf } from '../entry/line-keys.js'
import { commandOfFailing, isForNow } from '../entry/observed.js'
import { normalText } from '../page/item-id.js'
import { age, cleanLine, cleanText, msOf } from '../text/text.js'
import { plural, type Drift } from './drift.js'

export function prose(item: Item | undefined): string[] {
  return item ? [cleanText(item.text) + provenance(item)] : []
}

export function bullet(item: Item): string {
  return `- ${cleanText(item.text).replace(/\n/g, '\n  ')}${provenance(item)}`
}

function provenance(item: Item): string {
  return `${item.observed === undefined ? '' : ` [observed: ${cleanLine(item.observed)}]`}${whoseNote(item)}`
}

function whoseNote({ origin }: Item): string {
  return origin?.foreign ? ` [by ${cleanLine(whoseOf(origin)) || 'somebody else'}, not by the user]` : ''
}

/** Who it says it is by. */
export function whoseOf({ agent, user, host }: Entry['by']): string {
  return [agent, user && `${user}${host ? `@${host}` : ''}`].filter(Boolean).join(', ')
}

function reasoned(what: string, why: string | undefined): string {
  return `${cleanLine(what)}${why ? ` — ${cleanLine(why)}` : ''}`
}

/** With work done since it may be done itself, so it says how old it is. */
export function nextTitle(entry: Entry): string {
  const { turns } = lineKeysOf(entry)
  if (turns === undefined) return 'Next action'
  const how = entry.next?.observed === undefined ? 'stated' : 'read'
  return `Next action (${how} before ${plural(turns, 'turn')} of work)`
}

/** Approaches that nobody should take again. What they were built on may have moved: those come last and say so. */
export function failedLines(entry: Entry, joined: readonly Entry[], drift: Drift): string[] {
  const rows = allFailed(entry, joined)
    .filter((item) => commandOfFailing(item) === null)
    .map((item) => ({ item, since: commitsSince(item, entry, drift) }))
  const line = ({ item, since }: (typeof rows)[number]): string =>
    `⚠ Previously failed: ${reasoned(item.text, item.why)}${since === null ? '' : ` (${since})`}${whoseNote(item)}`
  return [...rows.filter(({ since }) => since === null), ...rows.filter(({ since }) => since !== null)].map(line)
}

/** What was decided otherwise later stays, and says so: nobody but the user knows whether it is over. */
export function decisionLines(decisions: readonly Decision[]): string[] {
  return decisions.map((item, i) => {
    const later = decisions.slice(i + 1).find((one) => one.rejected?.some((what) => hasChosen(item, what)))
    const text = cleanLine(later?.text ?? '')
    const short = text.length <= MAX_QUOTED ? text : `${text.slice(0, MAX_QUOTED - 1).trimEnd()}…`
    const mark = later ? ` (perhaps replaced by ${later.id === undefined ? '' : `${later.id}: `}${short})` : ''
    return `${bullet({ ...item, text: decisionText(item) })}${mark}`
  })
}

const MAX_QUOTED = 80

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

/** Run again to see; it is no approach to stay away from. */
export function failingLines(entry: Entry, joined: readonly Entry[]): string[] {
  return allFailed(entry, joined).flatMap((item) => {
    const command = commandOfFailing(item)
    return command === null ? [] : [`- ${reasoned(`\`${command}\``, item.why)}${provenance(item)}`]
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

function commitsSince({ origin }: Item, { where }: Entry, { commits }: Drift): string | null {
  const head = origin?.head ?? where.head
  if (head !== where.head) return `at commit ${cleanLine(head ?? '').slice(0, 10)}`
  return commits ? `before ${plural(commits.total, 'commit')}` : null
}

/** What was to hold for a while held for its session; another one only hears that it was said. */
export function constraintLines(entry: Entry, session: string | undefined, nowMs: number): string[] {
  const isOver = (item: Item): boolean => {
    const saidIn = item.origin ? item.origin.session : entry.by.session
    return isForNow(item) && (saidIn === undefined || saidIn !== session)
  }
  const standing = entry.constraints.filter((item) => !isOver(item))
  const earlier = entry.constraints.filter(isOver).map((item) => {
    const ms = msOf(item.origin?.at ?? entry.saved)
    return `- said earlier${ms === null ? '' : `, ${age(ms, nowMs)}`}, for then: ${cleanLine(item.text)}`
  })
  return [...standing.map(bullet), ...earlier]
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
    ({ kind, count, entry }) => `- ${count} more of ${cleanLine(kind)}: dogear show ${name} --entry ${shortId(entry)}`,
  )
}

/** Observed items that say by their form how long they live: failing commands, what holds for now, what lifts a constraint, a list, lost work. */
import type { Failed, Item } from './entry.js'

const FAILING = 'failing: '
/** Before this had its word, the command stood alone. */
const IS_FAILING = /^(?:failing: )?`(.+)`$/s

/** A command that was seen to fail is a state, and no approach that nobody should take again. */
export function failingText(command: string): string {
  return `${FAILING}\`${command}\``
}

/** The command that was seen to fail, as the facts' `passed` names it once it passes; null: an approach that failed. */
export function commandOfFailing({ text, observed }: Failed): string | null {
  return (observed !== undefined && IS_FAILING.exec(text)?.[1]) || null
}

/** The same tests may have been run in another form: that is said, and decides nothing. */
export function withPassedSince(why: string | undefined, test: string | undefined): string | undefined {
  const plain = why?.replace(/(?:^|; )later `[^`]*` passed$/, '') || undefined
  return test === undefined
    ? plain
    : `${plain === undefined ? '' : `${plain}; `}later \`${test.replaceAll('`', "'")}\` passed`
}

const FOR_NOW = 'for now, '

/** `where`: where it was read. */
export function markForNow(where: string): string {
  return `${FOR_NOW}${where}`
}

/** A constraint that ends with the session in which it was said. */
export function isForNow({ observed }: Item): boolean {
  return observed?.startsWith(FOR_NOW) === true
}

/** Whatever was held back may be done: "go ahead". */
export const ANY_ACT = '*'

const TO_DO = 'to-do list, '

export function markToDo(where: string): string {
  return `${TO_DO}${where}`
}

/** What else an agent has on its list: a newer next action takes it away. */
export function isToDo({ observed }: Item): boolean {
  return observed?.startsWith(TO_DO) === true
}

/** Where in the session file it was read. */
export function offsetIn(observed: string | undefined): number | undefined {
  const offset = /(?:^|, )transcript (\d+)/.exec(observed ?? '')?.[1]
  return offset === undefined ? undefined : Number(offset)
}

const LIFTS = 'lifts, '

/** The user's words that lift a constraint, or sound like it. Which one is seen when they meet the page. */
export function markLift(where: string): string {
  return `${LIFTS}${where}`
}

export function isLift({ observed }: Item): boolean {
  return observed?.startsWith(LIFTS) === true
}

const PERHAPS = /^perhaps lifts ([^,]+), /

/** Words that may mean these constraints, by their ids: both are shown, and neither ends. */
export function markPerhaps(lift: Item, ids: readonly string[]): string {
  return `perhaps lifts ${ids.join(' and ')}, ${whereRead(lift)}`
}

/** The constraints that these words perhaps lift; none: they are no such words. */
export function perhapsLifted({ observed }: Item): string[] {
  return PERHAPS.exec(observed ?? '')?.[1]?.split(' and ') ?? []
}

/** Where it was read, without what else the mark says. */
export function whereRead({ observed = '' }: Item): string {
  return observed.replace(PERHAPS, '').replace(/^(?:for now|lifts), /, '')
}

const LOST = 'work tree, '
const IN_LOST = /^uncommitted work in (.+?): (gone .*)$/s

/** Work that was there at one save, and at the next one nowhere any more. It stays known until the file has work again. */
export function lostItem(path: string, from: string, to: string): Item {
  const minute = (at: string): string => at.slice(0, 16).replace('T', ' ')
  return {
    text: `uncommitted work in ${path}: gone between ${minute(from)} and ${minute(to)}; it was in no commit, stash or work tree then`,
    observed: `${LOST}${path}`,
  }
}

/** Null: it says something else, or somebody else says it. */
export function lostPath({ text, observed, origin }: Item): string | null {
  return !origin?.foreign && observed?.startsWith(LOST) && IN_LOST.test(text) ? observed.slice(LOST.length) : null
}

export function lostDetail({ text }: Item): string {
  return IN_LOST.exec(text)?.[2]?.replace(/^gone/, 'GONE') ?? text
}

/** What is known of a session besides what it found out stands in the context, and says by its first words what it is. */
const REQUEST = 'asked before that: '
const LAST_WORDS = 'said last: '
const TO_DO_TEXT = 'to do: '
const LOOKED_FOR = 'looked for: '

export function requestText(words: string): string {
  return `${REQUEST}${words}`
}

export function lastWordsText(words: string): string {
  return `${LAST_WORDS}${words}`
}

export function toDoText(what: string): string {
  return `${TO_DO_TEXT}${what}`
}

export function lookedForText(names: readonly string[]): string {
  return `${LOOKED_FOR}${names.join(', ')}`
}

/** The user's words before the last request; null: it is none. */
export function requestIn(item: Item): string | null {
  return seenAs(REQUEST, item)
}

/** What the agent said last. */
export function lastWordsIn(item: Item): string | null {
  return seenAs(LAST_WORDS, item)
}

const END_OF_TURN = 'end of a turn, '

/** With them the agent gave the turn back: what was asked for last is answered. */
export function markEndOfTurn(where: string): string {
  return `${END_OF_TURN}${where}`
}

export function isEndOfTurn({ observed }: Item): boolean {
  return observed?.startsWith(END_OF_TURN) === true
}

export function lookedForIn(item: Item): string | null {
  return seenAs(LOOKED_FOR, item)
}

/** An older dogear wrote the whole list as one item. */
export function toDosIn(item: Item): string[] {
  if (!isToDo(item)) return []
  const old = /^also on the to-do list: (.*)$/s.exec(item.text)?.[1]
  return old === undefined ? [seenAs(TO_DO_TEXT, item) ?? item.text] : old.split('; ')
}

function seenAs(mark: string, { text, observed }: Item): string | null {
  return observed !== undefined && text.startsWith(mark) ? text.slice(mark.length) : null
}

/** A file that somebody spoke of and nobody opened. */
export const ONLY_NAMED = 'named in the session'

const WORKED_ON = ', worked on '
const PASSED = 'passed, '

/** Where a file was seen, and the names in it that were edited or looked for. */
export function markWorkedOn(where: string, names: readonly string[]): string {
  return names.length === 0 ? where : `${where}${WORKED_ON}${names.join(' ')}`
}

export function workedOn({ observed = '' }: { observed?: string }): string[] {
  const at = observed.indexOf(WORKED_ON)
  return at < 0 ? [] : observed.slice(at + WORKED_ON.length).split(' ')
}

/** A command that passed when it ran last. */
export function markPassed(where: string): string {
  return `${PASSED}${where}`
}

export function hasPassed({ observed }: Item): boolean {
  return observed?.startsWith(PASSED) === true
}

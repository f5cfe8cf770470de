/** Observed items that say by their form how long they live: failing commands, what holds for now, what else is on a to-do list. */
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

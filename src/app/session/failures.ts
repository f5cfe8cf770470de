/**
 * What an entry says did not work, in the form in which it is recognised when it is about to be done again [F14]. Entries
 * are redacted already, so this is all that a session needs to load when it begins; the rest is in collect-failures.ts.
 */
import type { Entry, Failed } from '../../core/entry/entry.js'
import { kindOf, plainCommand } from '../../core/session/facts/command-text.js'
import { commandMark } from '../../core/session/marks.js'
import { cleanLine } from '../../core/text/text.js'
import type { FailedBefore } from '../../store/session/hook-state.js'

const MAX_WHY_LENGTH = 300

/** `why` must be redacted. */
export function failedCommand(command: string, why: string): FailedBefore {
  const isCheck = kindOf(plainCommand(command)) === 'check'
  return { kind: 'command', key: commandMark(command), why: shortWhy(why), ...(isCheck ? { check: true } : {}) }
}

export function shortWhy(why: string): string {
  return cleanLine(why).slice(0, MAX_WHY_LENGTH)
}

/** The commands that an entry says have failed: those in code marks. */
export function failuresOf(entry: Pick<Entry, 'failed'>): FailedBefore[] {
  return entry.failed.flatMap((item) =>
    commandsIn(item).map((command) => failedCommand(command, item.why ?? item.text)),
  )
}

function commandsIn({ text }: Failed): string[] {
  return [...text.slice(0, 2000).matchAll(/`([^`\n]{3,})`/g)]
    .map((found) => (found[1] as string).trim())
    .filter((one) => one.includes(' ') && !one.endsWith('…'))
}

/** The newest says why; at most one for each. */
export function joinFailures(older: readonly FailedBefore[], newer: readonly FailedBefore[]): FailedBefore[] {
  return [...new Map([...older, ...newer].map((one) => [one.key, one])).values()]
}

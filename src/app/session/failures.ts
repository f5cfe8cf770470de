/**
 * What an entry says did not work, in the form in which it is recognised when it is about to be done again [F14]. Entries
 * are redacted already, so this is all that a session needs to load when it begins; the rest is in collect-failures.ts.
 */
import type { Entry, Failed } from '../../core/entry/entry.js'
import { present } from '../../core/present.js'
import { commandMark } from '../../core/session/marks.js'
import { cleanLine, msOf } from '../../core/text/text.js'
import { type FailedBefore, type HookState, isStillSo, readHookState } from '../../store/session/hook-state.js'

const MAX_WHY_LENGTH = 300

/** `why` must be redacted. */
export function failedCommand(command: string, why: string): FailedBefore {
  return { kind: 'command', key: commandMark(command), why: shortWhy(why) }
}

export function shortWhy(why: string): string {
  return cleanLine(why).slice(0, MAX_WHY_LENGTH)
}

/**
 * The commands that an entry says have failed: those in code marks. `home`: when each did, and whether anything was done
 * since, is known to the session that ran it; of others it is when it was saved.
 */
export function failuresOf(entry: Told, home?: string): FailedBefore[] {
  const states = new Map<string, HookState | null>()
  return entry.failed.flatMap((item) =>
    commandsIn(item).flatMap((command) => {
      const failed = failedCommand(command, item.why ?? item.text)
      const session = item.origin?.session ?? entry.by?.session ?? ''
      if (home !== undefined && !states.has(session)) states.set(session, readHookState(home, session))
      const state = states.get(session)
      const seen = state?.failed.find(({ key }) => key === failed.key)
      if (state && seen?.atMs !== undefined) return isStillSo(seen, state) ? [{ ...failed, atMs: seen.atMs }] : []
      const atMs = msOf(item.origin?.at ?? entry.saved ?? '') ?? undefined
      return [{ ...failed, ...present({ atMs }) }]
    }),
  )
}

type Told = Pick<Entry, 'failed'> & Partial<Pick<Entry, 'by' | 'saved'>>

function commandsIn({ text }: Failed): string[] {
  return [...text.slice(0, 2000).matchAll(/`([^`\n]{3,})`/g)]
    .map((found) => (found[1] as string).trim())
    .filter((one) => one.includes(' ') && !one.endsWith('…'))
}

/** The newest says why; at most one for each. */
export function joinFailures(older: readonly FailedBefore[], newer: readonly FailedBefore[]): FailedBefore[] {
  return [...new Map([...older, ...newer].map((one) => [one.key, one])).values()]
}

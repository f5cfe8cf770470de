/**
 * The checks of a session and how each ended last: what somebody runs again to see where the work stands. A line of shell
 * is taken apart, since it is seldom typed twice: `cd web && CI=1 npm test 2>&1 | tail` is `npm test`, in web.
 */
import { cutLine } from '../../text/cut.js'
import type { Item } from '../../entry/entry.js'
import { markPassed } from '../../entry/observed.js'
import type { Ref, ResultEvent } from '../transcript.js'
import { absolute, boundedMap, type Clock, readAt, shownPath } from './collect.js'
import { commandsIn, hidesExit, kindOf, saysFailed } from './command-text.js'

const MAX_CHECKS = 100
const MAX_TOLD = 12
/** Of what is none of the known checks: a script, a server, a tool. */
const MAX_OTHERS = 4
const MAX_SHOWN = 160

interface Check {
  text: string
  /** Where it ran. */
  cwd: string | null
  isCheck: boolean
  runs: number
  /** The call that ran it last. */
  at: number
  ref: Ref
  /** How it ended, where that is known. */
  outcome: 'passed' | 'failed' | null
}

export interface ChecksState {
  checks: Check[]
}

export interface CheckFacts {
  run(command: string, ref: Ref, cwd: string | undefined): void
  ended(command: string, result: ResultEvent, cwd: string | undefined): void
  /** Checks first, then what else was run; what was run most often first. */
  again(root: string | undefined): Item[]
  state(): ChecksState
}

export function checkFacts(clock: Clock, before?: ChecksState): CheckFacts {
  const checks = boundedMap<Check>(MAX_CHECKS)
  const keyOf = (text: string, cwd: string | null): string => `${cwd ?? ''} ${text}`
  for (const one of before?.checks ?? []) checks.set(keyOf(one.text, one.cwd), one)

  const placesOf = (command: string, cwd: string | undefined): [text: string, cwd: string | null][] =>
    commandsIn(command).flatMap(({ text, folder }): [string, string | null][] =>
      text.length <= MAX_SHOWN ? [[text, folder === undefined ? (cwd ?? null) : absolute(folder, cwd)]] : [],
    )

  return {
    run: (command, ref, cwd) => {
      for (const [text, place] of placesOf(command, cwd)) {
        const kind = kindOf(text)
        if (kind !== 'check' && kind !== 'act') continue
        const runs = (checks.get(keyOf(text, place))?.runs ?? 0) + 1
        const one = { text, cwd: place, isCheck: kind === 'check', runs, at: clock.calls, ref, outcome: null }
        checks.set(keyOf(text, place), one)
      }
    },
    ended: (command, result, cwd) => {
      if (result.interrupted) return
      const found = placesOf(command, cwd).flatMap(([text, place]) => checks.get(keyOf(text, place)) ?? [])
      const hasFailed = result.ok === false || (result.exit ?? 0) > 0
      const isHidden = hidesExit(command)
      const says = result.text ?? ''
      if (hasFailed || (isHidden && saysFailed(says))) {
        // Which of several it was is told where the whole line is.
        if (found.length === 1 && found[0]) found[0].outcome = 'failed'
      } else if (result.ok === true || result.exit === 0)
        for (const one of found) if (!isHidden || SAYS_PASSED.test(says)) one.outcome = 'passed'
    },
    again: (root) =>
      [...newest(checks.values(), true).slice(0, MAX_TOLD), ...newest(checks.values(), false).slice(0, MAX_OTHERS)]
        .slice(0, MAX_TOLD)
        .map(({ text, cwd, outcome, ref }) => {
          const place = cwd === null || root === undefined ? '' : shownPath(cwd, root)
          const where = place === '' || place === root ? '' : ` (in ${place})`
          const read = readAt(ref)
          return {
            text: `${cutLine(text, MAX_SHOWN)}${where}`,
            observed: outcome === 'passed' ? markPassed(read) : read,
          }
        }),
    state: () => ({ checks: checks.values() }),
  }
}

/** What was run most often, and then last, comes first. */
function newest(all: readonly Check[], isCheck: boolean): Check[] {
  return all.filter((one) => one.isCheck === isCheck).toSorted((a, b) => b.runs - a.runs || b.at - a.at)
}

const SAYS_PASSED = /\b(?:pass(?:ed)?|ok|success(?:ful)?|succeeded|0 (?:errors?|failed|failures|warnings?))\b|✓|✔/i

/** Once for each band: how full the context is, and what the model should do about it [E13]. */
import { joinLines, type ModelText, sayStored } from '../../core/printer/words.js'
import { limitOf, percentOf, roomOf } from '../../core/session/context.js'
import { decideContext } from '../../core/session/triggers/engine.js'
import { changeHookState, type HookState } from '../../store/session/hook-state.js'
import type { SessionCall } from './event.js'

/** Of the room. */
const CLOSE = 0.06

/** Null: no band was reached. What is there is saved at the end of every turn, so here nothing is. */
export function adviceDue(home: string, call: SessionCall, state: HookState | null): ModelText | null {
  const { advise: band } = state ? decideContext(state) : { advise: null }
  if (!state || band === null) return null
  // First, so that a second event at the same moment does not say it too.
  changeHookState(home, call.event.session, { band })
  call.log(`advised at ${percentOf(state)} %`)
  const tokens = state.context?.tokens ?? 0
  const full = sayStored`dogear: the context of this session is ${percentOf(state)} % full (${tokens.toLocaleString('en-US')} of ${roomOf(state).toLocaleString('en-US')} tokens).`
  // A call that the user has to allow would stop the turn, perhaps for a night.
  if (state.maySave !== true && call.event.asksNothing !== true)
    return joinLines([
      full,
      sayStored`What is observed is saved by itself. What only you know is read from what you say: write in your answer, in a line each, what comes next ("Next: …"), what did not work and why, and what was decided and why.`,
    ])
  const how =
    limitOf(state) - tokens < CLOSE * roomOf(state)
      ? 'A compaction is about to happen: save before anything else.'
      : band === (state.bands ?? [])[0]
        ? 'Save once now, then go on with the request.'
        : 'Finish the step at hand, save, and keep the rest of this context for what is left.'
  return joinLines([
    full,
    sayStored`What is observed is saved by itself. What only you know is not: one call of ${call.hooks.toolName('save')} with next, left_off, failed and decisions keeps it through a compaction or a clear.`,
    sayStored`${how}`,
  ])
}

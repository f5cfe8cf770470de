/** Once for each band: how full the context is, and what the model should do about it [E13]. */
import { bandDue, percentOf, roomOf } from '../core/session/context.js'
import type { HookState } from '../store/session/hook-state.js'
import { changeHookState } from '../store/session/hook-state.js'
import type { Call } from './call.js'
import { answerContext, sessionIn } from './call.js'

export const SAVE_TOOL = 'mcp__dogear__save (in a plugin: mcp__plugin_dogear_dogear__save)'

export function advise(call: Call, state: HookState, before?: string): void {
  const band = bandDue(state) ?? 0
  // First, so that a second event at the same moment does not say it too.
  changeHookState(call.home, sessionIn(call.event), { band })
  const text = adviceFor(state, band)
  answerContext(call, before === undefined ? text : `${before}\n${text}`)
  call.did(`advised at ${percentOf(state)} %`)
}

function adviceFor(state: HookState, band: number): string {
  const tokens = state.context?.tokens ?? 0
  const bands = state.bands ?? []
  const isLast = band === bands.at(-1)
  const how = isLast
    ? 'A compaction is about to happen: save before anything else.'
    : band === bands[0]
      ? 'Save once now, then go on with the request.'
      : 'Finish the step at hand, save, and keep the rest of this context for what is left.'
  return [
    `dogear: the context of this session is ${percentOf(state)} % full (${tokens.toLocaleString('en-US')} of ${roomOf(state).toLocaleString('en-US')} tokens).`,
    `What is observed is saved by itself. What only you know is not: one call of ${SAVE_TOOL} with next, left_off, failed and decisions keeps it through a compaction or a clear.`,
    how,
  ].join('\n')
}

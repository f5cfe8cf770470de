/**
 * When to save without being asked [C9]. One pure function for hooks, watch and any other face: what happened goes in,
 * what to do comes out. Nothing here knows a clock, a file or an agent.
 */
import { cleanLine } from '../../text/text.js'
import type { TookBefore } from './expected.js'
import { durationKey, expectSeconds } from './expected.js'
import { farewellIn } from './farewell.js'
import type { TriggerSettings } from './settings.js'

export type TriggerEvent =
  | { type: 'context'; tokens: number; window: number }
  /** What the user typed. */
  | { type: 'prompt'; text: string }
  /** Nothing has happened since `sinceMs`. `work`: there is something that would be lost. */
  | { type: 'idle'; sinceMs: number; nowMs: number; work: boolean }
  /** About to run, or just begun. `before`: how long it took the last times. */
  | { type: 'command'; command: string; before: TookBefore }
  | { type: 'end' }
  | { type: 'compaction' }

/** What must be remembered of a session between two events. Plain JSON. */
export interface TriggerState {
  /** How many bands of the context were passed. */
  band: number
  /** The moment since which the last idle time was saved. */
  idleSince?: number
}

export type TriggerAction =
  | { do: 'autosave'; reason: string }
  /** Tell the user how full the context is; once for each band. */
  | { do: 'advise'; band: number; share: number }

export interface Decided {
  state: TriggerState
  actions: TriggerAction[]
}

export const NEW_STATE: TriggerState = { band: 0 }

export function decide(state: TriggerState, event: TriggerEvent, settings: TriggerSettings): Decided {
  switch (event.type) {
    case 'context':
      return onContext(state, event, settings)
    case 'prompt':
      return onPrompt(state, event.text, settings)
    case 'idle':
      return onIdle(state, event, settings)
    case 'command':
      return onCommand(state, event, settings)
    case 'end':
      return { state, actions: [autosave('session end')] }
    case 'compaction':
      // The context is small again afterwards, so every band counts anew.
      return { state: { ...state, band: 0 }, actions: [autosave('before compaction')] }
  }
}

/** Falling this far below the first band begins anew; less is only the noise of one request. */
const FALLEN = 0.1

function onContext(
  state: TriggerState,
  { tokens, window }: { tokens: number; window: number },
  settings: TriggerSettings,
): Decided {
  const share = window > 0 ? tokens / window : 0
  const passed = settings.bands.filter((band) => share > band).length
  if (passed <= state.band) {
    const isNew = passed === 0 && share < (settings.bands[0] ?? 0) - FALLEN
    return { state: isNew ? { ...state, band: 0 } : state, actions: [] }
  }
  const percent = Math.floor(share * 100)
  const band = settings.bands[passed - 1] as number
  return {
    state: { ...state, band: passed },
    actions: [autosave(`context ${percent} %`), { do: 'advise', band, share }],
  }
}

function onPrompt(state: TriggerState, text: string, settings: TriggerSettings): Decided {
  const farewell = farewellIn(text, settings.farewells)
  return { state, actions: farewell === null ? [] : [autosave(farewell)] }
}

function onIdle(
  state: TriggerState,
  { sinceMs, nowMs, work }: { sinceMs: number; nowMs: number; work: boolean },
  settings: TriggerSettings,
): Decided {
  const idleMs = nowMs - sinceMs
  if (idleMs <= settings.idleMs || !work || state.idleSince === sinceMs) return { state, actions: [] }
  return {
    state: { ...state, idleSince: sinceMs },
    actions: [autosave(`idle ${Math.floor(idleMs / 60_000)} min`)],
  }
}

const LONGEST_SHOWN = 80

function onCommand(
  state: TriggerState,
  { command, before }: { command: string; before: TookBefore },
  settings: TriggerSettings,
): Decided {
  const expected = expectSeconds(command, before)
  if (!expected || expected.seconds <= settings.commandSeconds) return { state, actions: [] }
  const shown = cleanLine(durationKey(command)).slice(0, LONGEST_SHOWN)
  return { state, actions: [autosave(`before ${shown} (about ${Math.round(expected.seconds)} s)`)] }
}

function autosave(reason: string): TriggerAction {
  return { do: 'autosave', reason }
}

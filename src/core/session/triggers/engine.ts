/**
 * When to save without being asked [C9]. One pure function for hooks, watch and any other face: what happened goes in,
 * what to do comes out. Nothing here knows a clock, a file or an agent. Hooks ask gate.ts first, which is small.
 */
import { cutAt } from '../../text/cut.js'
import { cleanLine } from '../../text/text.js'
import { type ContextUse, DEFAULT_BANDS, percentOf, reachableBands, roomOf } from '../context.js'
import { durationKey, expectSeconds, type TookBefore } from './command-times.js'
import { farewellIn } from './farewell.js'
import { DEFAULT_TRIGGERS, type TriggerSettings } from './settings.js'

export type TriggerEvent =
  | { type: 'context'; tokens: number; window: number }
  /** What the user typed. */
  | { type: 'prompt'; text: string }
  /** Nothing has happened since `sinceMs`. `work`: there is something that would be lost. */
  | { type: 'idle'; sinceMs: number; nowMs: number; work: boolean }
  /** About to run, or just begun. `before`: how long it took the last times. */
  | { type: 'command'; command: string; before: TookBefore }
  /** Of an agent that tells it. `why`: in its own word. */
  | { type: 'turn-end' }
  | { type: 'turn-failed'; why: string }
  | { type: 'away' }
  | { type: 'end'; why?: string }
  | { type: 'compaction'; why?: string }

/** What must be remembered of a session between two events. Plain JSON. */
export interface TriggerState {
  /** How many bands of the context were reached. */
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
    case 'turn-end':
      return { state, actions: [autosave('end of a turn')] }
    case 'turn-failed':
      return { state, actions: [autosave('the agent could not go on', event.why)] }
    case 'away':
      return { state, actions: [autosave('idle')] }
    case 'end':
      return { state, actions: [autosave('session end', event.why)] }
    case 'compaction':
      // The context is small again afterwards, so every band counts anew.
      return { state: { ...state, band: 0 }, actions: [autosave('before compaction', event.why)] }
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
  const reached = settings.bands.filter((band) => share >= band).length
  if (reached <= state.band) {
    const isNew = reached === 0 && share < (settings.bands[0] ?? 0) - FALLEN
    return { state: isNew ? { ...state, band: 0 } : state, actions: [] }
  }
  const percent = Math.floor(share * 100)
  const band = settings.bands[reached - 1] as number
  return {
    state: { ...state, band: reached },
    actions: [autosave(`context ${percent} %`), { do: 'advise', band, share }],
  }
}

/** A turn that ends with the context nearly full is saved for that. */
export function fullReason(use: ContextUse): string | null {
  const percent = percentOf(use)
  return percent >= (use.bands?.[0] ?? DEFAULT_BANDS[0] ?? 100) ? `context ${percent} %` : null
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

const MAX_SHOWN_LENGTH = 80

function onCommand(
  state: TriggerState,
  { command, before }: { command: string; before: TookBefore },
  settings: TriggerSettings,
): Decided {
  const expected = expectSeconds(command, before)
  if (!expected || expected.seconds <= settings.commandSeconds) return { state, actions: [] }
  const shown = cutAt(cleanLine(durationKey(command)), MAX_SHOWN_LENGTH)
  return { state, actions: [autosave(`before ${shown} (about ${Math.round(expected.seconds)} s)`)] }
}

function autosave(reason: string, why = ''): TriggerAction {
  return { do: 'autosave', reason: why === '' ? reason : `${reason} (${why})` }
}

/** These come with every session, the shortest too. A goodbye, a full context or a long command says that there is work. */
const ROUTINE =
  /^(end of a turn|session end|idle|cut off|before compaction|after compaction|the agent could not go on)\b/

export function isRoutine(reason: string | undefined): boolean {
  return reason === undefined || ROUTINE.test(reason)
}

/** Something said that work may be lost: the context, a goodbye, idle time, a long command. Not that a turn or a session ended. */
export function isSignal(reason: string | undefined): boolean {
  return reason === undefined || !ROUTINE.test(reason) || /^(?:idle|before compaction)\b/.test(reason)
}

export function isCompaction(reason: string | undefined): boolean {
  return reason === undefined || /^(?:before|after) compaction\b/.test(reason)
}

/** Why this is to be saved; null: it is not. */
export function reasonToSave({ actions }: Decided): string | null {
  return actions.find((action) => action.do === 'autosave')?.reason ?? null
}

/**
 * The same for the state of hooks, which has the bands in percent. `advise`: the band to speak about now, null for none;
 * `band`: the one that counts as spoken about as long as nobody did.
 */
export function decideContext(use: ContextUse): { advise: number | null; band: number } {
  const bands = reachableBands(use)
  const known = use.band ?? 0
  const { state, actions } = decide(
    { band: bands.filter((band) => band <= known).length },
    { type: 'context', tokens: use.context?.tokens ?? 0, window: roomOf(use) },
    { ...DEFAULT_TRIGGERS, bands: bands.map((band) => band / 100) },
  )
  const advice = actions.find((action) => action.do === 'advise')
  if (advice) return { advise: Math.round(advice.band * 100), band: known }
  return { advise: null, band: state.band === 0 ? 0 : known }
}

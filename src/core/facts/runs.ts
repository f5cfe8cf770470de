/** The commands a session ran and how they ended, for correcting what somebody stated before. Bounded: the newest count. */
import type { Run } from '../correct.js'
import type { TranscriptEvent } from '../transcript.js'
import { boundedMap, pushBounded } from './bounded.js'
import { readAt } from './context.js'

export interface RunCollector {
  add(event: TranscriptEvent): void
  runs(): Run[]
  state(): RunsState
}

/** Plain JSON. */
export interface RunsState {
  open: { call: string; command: string }[]
  runs: Run[]
}

const MOST_OPEN = 100
const MOST_RUNS = 500
/** Nobody states a longer one, and a program inside a command can have any length. */
const LONGEST_COMMAND = 500

export function collectRuns(before?: RunsState): RunCollector {
  const open = boundedMap<RunsState['open'][number]>(MOST_OPEN)
  const runs = [...(before?.runs ?? [])]
  for (const one of before?.open ?? []) open.set(one.call, one)
  return {
    add: (event) => {
      if (event.sub !== undefined) return
      if (event.kind === 'call' && event.action.type === 'run' && event.action.command.length <= LONGEST_COMMAND)
        open.set(event.call, { call: event.call, command: event.action.command })
      if (event.kind !== 'result' || event.ok === undefined || event.at === undefined || event.interrupted) return
      const command = open.get(event.call)?.command
      if (command === undefined) return
      open.delete(event.call)
      pushBounded(runs, { command, ok: event.ok, at: event.at, observed: readAt(event.ref) }, MOST_RUNS)
    },
    runs: () => [...runs],
    state: () => ({ open: open.values(), runs }),
  }
}

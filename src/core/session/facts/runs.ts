/**
 * How the commands of a session ended, for correcting what somebody stated before: the last run of each, oldest first.
 * Bounded: the newest count.
 */
import type { TranscriptEvent } from '../transcript.js'
import type { Run } from '../../text/correct.js'
import { boundedMap, readAt } from './collect.js'

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
const MOST_COMMANDS = 150
/** Nobody states a longer one, and a program inside a command can have any length. */
const LONGEST_COMMAND = 500

export function collectRuns(before?: RunsState): RunCollector {
  const open = boundedMap<RunsState['open'][number]>(MOST_OPEN)
  const runs = boundedMap<Run>(MOST_COMMANDS)
  for (const run of before?.runs ?? []) runs.set(run.command, run)
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
      runs.set(command, { command, ok: event.ok, at: event.at, observed: readAt(event.ref) })
    },
    runs: () => runs.values(),
    state: () => ({ open: open.values(), runs: runs.values() }),
  }
}

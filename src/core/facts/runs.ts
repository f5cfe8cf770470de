/** The commands a session ran and how they ended, for correcting what somebody stated before. Bounded: the newest count. */
import type { Run } from '../correct.js'
import type { TranscriptEvent } from '../transcript.js'
import { boundedMap, pushBounded } from './bounded.js'
import { readAt } from './context.js'

export interface RunCollector {
  add(event: TranscriptEvent): void
  runs(): Run[]
}

const MOST_OPEN = 100
const MOST_RUNS = 500

export function collectRuns(): RunCollector {
  const open = boundedMap<string>(MOST_OPEN)
  const runs: Run[] = []
  return {
    add: (event) => {
      if (event.sub !== undefined) return
      if (event.kind === 'call' && event.action.type === 'run') open.set(event.call, event.action.command)
      if (event.kind !== 'result' || event.ok === undefined || event.at === undefined || event.interrupted) return
      const command = open.get(event.call)
      if (command === undefined) return
      open.delete(event.call)
      pushBounded(runs, { command, ok: event.ok, at: event.at, observed: readAt(event.ref) }, MOST_RUNS)
    },
    runs: () => [...runs],
  }
}

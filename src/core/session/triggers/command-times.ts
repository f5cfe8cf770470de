/** How long the commands of a session took, and which one is still running. Bounded, and only from what the transcript says. */
import { boundedMap } from '../facts/collect.js'
import type { TranscriptEvent } from '../transcript.js'
import { durationKey } from './expected.js'

export interface CommandTime {
  /** As `durationKey` makes it. */
  key: string
  seconds: number
  /** When it ended, in milliseconds. */
  at: number
}

export interface CommandTimes {
  add(event: TranscriptEvent): void
  /** What ended since the last time this was asked. */
  take(): CommandTime[]
  /** Begun and not ended, the newest; absent where nothing runs. */
  running(): { command: string; call: string; at: number } | undefined
  /** Nothing is running as far as it knows: the file was read from its start again. */
  forget(): void
}

const MAX_OPEN = 100
const MAX_TIMES = 500
/** Longer than any command: the machine slept, or somebody was asked. */
const MAX_SECONDS = 6 * 3600

export function timeCommands(): CommandTimes {
  let open = boundedMap<{ command: string; call: string; at: number }>(MAX_OPEN)
  let times: CommandTime[] = []
  const end = (call: string, at: number, counts: boolean): void => {
    const begun = open.get(call)
    open.delete(call)
    const seconds = begun ? (at - begun.at) / 1000 : -1
    if (!begun || !counts || seconds < 0 || seconds > MAX_SECONDS) return
    times = [...times, { key: durationKey(begun.command), seconds, at }].slice(-MAX_TIMES)
  }
  return {
    add: (event) => {
      if (event.sub !== undefined || event.at === undefined) return
      if (event.kind === 'call' && event.action.type === 'run' && !event.action.background)
        open.set(event.call, { command: event.action.command, call: event.call, at: event.at })
      // A command that was refused or broke off says nothing about how long it takes.
      if (event.kind === 'result') end(event.call, event.at, event.ok !== false && !event.interrupted)
      // Who types again has nothing running: its answer was lost.
      if (event.kind === 'prompt') open = boundedMap(MAX_OPEN)
    },
    take: () => {
      const taken = times
      times = []
      return taken
    },
    running: () => open.values().at(-1),
    forget: () => {
      open = boundedMap(MAX_OPEN)
    },
  }
}

/** What every event of a record shares. */
import type { Ref, TranscriptEvent } from '../../core/transcript.js'
import { present, textOf } from './values.js'

export type Emit = (event: TranscriptEvent) => void

export interface Common {
  ref: Ref
  at?: number
  sub?: string
}

/** `time`: an ISO text or milliseconds since 1970. */
export function commonOf(offset: number, id: unknown, time: unknown, sub?: string): Common {
  const known = textOf(id)
  return present<Common>({ ref: known ? { offset, id: known } : { offset }, at: timeOf(time), sub })
}

function timeOf(time: unknown): number | undefined {
  const ms = typeof time === 'number' ? time : Date.parse(textOf(time) ?? '')
  return Number.isFinite(ms) ? ms : undefined
}

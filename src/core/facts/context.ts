/** What the parts of the collector share: the clock of the session, and where things were read. */
import type { Ref } from '../transcript.js'

/** Time in a session is counted in tool calls: a night between two of them changes nothing. */
export interface Clock {
  calls: number
  /** The call before the last prompt. */
  turn: number
}

export function readAt(ref: Ref): string {
  return ref.id === undefined ? `transcript ${ref.offset}` : `transcript ${ref.offset} ${ref.id}`
}

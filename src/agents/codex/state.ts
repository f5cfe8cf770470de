/** What a later read needs of an earlier one. */
import { type CallsState, callsStateOf } from '../common/calls.js'
import { type Where, whereOf } from '../common/events.js'
import { listOf, numberOf, objectOf, present, textOf } from '../common/values.js'

/** Plain JSON without text of the conversation. */
export interface State {
  calls: CallsState
  where: Where
  sub?: string
  /** The last token count, which the client repeats. */
  used?: string
  /** A compaction has been said and nothing happened since. */
  compacted: boolean
  planning: boolean
  /** Of the latest messages said in the form that is not preferred: the other form of them may follow. */
  echoes: number[]
}

const MOST_ECHOES = 8

export function stateOf(value: unknown): State {
  const state = objectOf(value)
  return present<State>({
    calls: callsStateOf(state?.['calls']),
    where: whereOf(state?.['where']),
    sub: textOf(state?.['sub']),
    used: textOf(state?.['used']),
    compacted: state?.['compacted'] === true,
    planning: state?.['planning'] === true,
    echoes: listOf(state?.['echoes']).flatMap((hash) => numberOf(hash) ?? []),
  })
}

/**
 * A rollout carries a message in two forms. Which is there is found out by looking at the whole file; one that is still
 * growing may get the better form only after the other was said.
 */
export function keepEchoes(before: readonly number[] = []): {
  isEcho(text: string, form: 'better' | 'other'): boolean
  state(): number[]
} {
  let hashes = [...before]
  return {
    isEcho(text, form) {
      const hash = hashOf(text)
      if (form === 'other') hashes = [...hashes, hash].slice(-MOST_ECHOES)
      const found = form === 'better' && hashes.includes(hash)
      if (found) hashes.splice(hashes.indexOf(hash), 1)
      return found
    },
    state: () => hashes,
  }
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

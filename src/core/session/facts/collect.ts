/** Collections that stay small however long the transcript is. What was not touched for longest goes first. */
import type { Ref } from '../transcript.js'

interface BoundedMap<V> {
  get(key: string): V | undefined
  /** Adds or moves to the newest end. */
  set(key: string, value: V): void
  delete(key: string): void
  values(): V[]
}

export function boundedMap<V>(most: number, onEvict: (value: V) => void = () => {}): BoundedMap<V> {
  const map = new Map<string, V>()
  return {
    get: (key) => map.get(key),
    set: (key, value) => {
      map.delete(key)
      map.set(key, value)
      if (map.size <= most) return
      const oldest = map.keys().next().value as string
      const gone = map.get(oldest) as V
      map.delete(oldest)
      onEvict(gone)
    },
    delete: (key) => void map.delete(key),
    values: () => [...map.values()],
  }
}

/** Adds to the end and drops from the start. */
export function pushBounded<T>(list: T[], item: T, most: number): void {
  list.push(item)
  if (list.length > most) list.shift()
}

// What the parts of the collector share: the clock of the session, and where things were read.

/** Time in a session is counted in tool calls: a night between two of them changes nothing. */
export interface Clock {
  calls: number
  /** The call before the last prompt. */
  turn: number
}

export function readAt(ref: Ref): string {
  return ref.id === undefined ? `transcript ${ref.offset}` : `transcript ${ref.offset} ${ref.id}`
}

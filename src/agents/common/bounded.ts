/** A map that forgets its oldest keys: memory stays the same however long the session is. */

export interface Bounded<V> {
  get(key: string): V | undefined
  has(key: string): boolean
  set(key: string, value: V): void
  delete(key: string): void
  entries(): [string, V][]
}

export function keepLatest<V>(most: number, before: readonly (readonly [string, V])[] = []): Bounded<V> {
  const kept = new Map<string, V>(before)
  return {
    get: (key) => kept.get(key),
    has: (key) => kept.has(key),
    set(key, value) {
      kept.delete(key)
      kept.set(key, value)
      if (kept.size > most) kept.delete(kept.keys().next().value as string)
    },
    delete: (key) => void kept.delete(key),
    entries: () => [...kept],
  }
}

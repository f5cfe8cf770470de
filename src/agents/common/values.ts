/** Small tools for what agents write: JSON nobody promised the shape of, long texts, maps that do not grow. */

export type Json = Record<string, unknown>

export function objectOf(value: unknown): Json | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

export function objectsOf(value: unknown): Json[] {
  return listOf(value).filter((one): one is Json => objectOf(one) !== undefined)
}

/** Undefined for what is no text, and for the empty one. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

export function onText<T>(value: unknown, make: (text: string) => T | undefined): T | undefined {
  const text = textOf(value)
  return text === undefined ? undefined : make(text)
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

/** Null: malformed. */
export function parseRecord(line: Buffer | string): Json | null {
  try {
    return objectOf(JSON.parse(line.toString())) ?? null
  } catch {
    return null
  }
}

/** The first lines of a file that are whole records. The last line of `head` may be cut. */
export function recordsIn(head: string, most = 5): Json[] {
  return head
    .split('\n', most)
    .map(parseRecord)
    .filter((record) => record !== null)
}

const MAX_LENGTH = 1200
/** How much of either end is looked at. */
const END = 590

/** Long texts keep their first and last lines: errors stand at one of the two ends. */
export function clip(text: string): string {
  if (text.length <= MAX_LENGTH) return text
  const short = `${firstLines(text.slice(0, END))}\n…\n${lastLines(text.slice(-END))}`
  // A copy: a slice would keep the whole text in memory for as long as it is used itself.
  return Buffer.from(short, 'utf16le').toString('utf16le')
}

/** Cut at a line break if that costs little; never inside a character. */
function firstLines(text: string): string {
  const newline = text.lastIndexOf('\n')
  if (newline > END / 2) return text.slice(0, newline)
  return isHigh(text.charCodeAt(text.length - 1)) ? text.slice(0, -1) : text
}

function lastLines(text: string): string {
  const newline = text.indexOf('\n')
  if (newline >= 0 && newline < END / 2) return text.slice(newline + 1)
  return isLow(text.charCodeAt(0)) ? text.slice(1) : text
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}

interface Bounded<V> {
  get(key: string): V | undefined
  has(key: string): boolean
  set(key: string, value: V): void
  delete(key: string): void
  entries(): [string, V][]
}

/** A map that forgets its oldest keys: memory stays the same however long the session is. */
export function latestMap<V>(most: number, before: readonly (readonly [string, V])[] = []): Bounded<V> {
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

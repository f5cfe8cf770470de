/**
 * Entry ids: 20261115T084200123Z-7-k3f9xq2m7p4w
 *                 time (UTC)    generation  random
 *
 * The time never runs backwards within a workstream, whatever the clock does: an entry is always later than what it
 * continues. The generation is one more than the highest of its parents. Both are claims where an id comes from outside,
 * so nothing but the order of a list is concluded from them (see heads.ts).
 */
import { hash53 } from './seal.js'

export interface IdParts {
  ms: number
  generation: number
  random: string
}

const PATTERN = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z-([1-9]\d{0,8})-([0-9a-z]{12})$/
const TIME_LENGTH = '20261115T084200123Z'.length
/** Digits and letters that nobody takes for one another. */
const BASE32 = '0123456789abcdefghjkmnpqrstvwxyz'
const LAST_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999)
/** As many digits as a generation has. */
const MAX_GENERATION = 999_999_999

/** `random` must be 12 or more random bytes. Never fails: a save on top of anything must be possible. */
export function makeId(nowMs: number, parents: readonly string[], random: Uint8Array): string {
  const known = parents.map(parseId).filter((part) => part !== null)
  const ms = Math.max(0, nowMs, ...known.map((part) => part.ms + 1))
  const generation = Math.min(MAX_GENERATION, 1 + Math.max(0, ...known.map((part) => part.generation)))
  return `${timeText(Math.min(ms, LAST_MS))}-${generation}-${letters(random)}`
}

export function parseId(id: string): IdParts | null {
  const match = PATTERN.exec(id)
  if (!match) return null
  const [year, month, day, hour, minute, second, milli, generation] = match.slice(1, 9).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const ms = Date.UTC(year, month - 1, day, hour, minute, second, milli)
  return { ms, generation, random: match[9] as string }
}

/** What people see and type: enough of the random part to be unique in practice. */
export function shortId(id: string): string {
  return parseId(id)?.random.slice(0, 7) ?? id
}

/** True if `typed` is this id, its random part, or the beginning (4 or more characters) of either. */
export function idMatches(id: string, typed: string): boolean {
  if (typed === id) return true
  if (typed.length < 4) return false
  return id.startsWith(typed) || (parseId(id)?.random.startsWith(typed.toLowerCase()) ?? false)
}

/** Order of history: by time, and within a millisecond by generation, then by the random part. */
export function compareIds(a: string, b: string): number {
  // The time is of one length, so its text orders as it does, and nearly always decides.
  if (a.slice(0, TIME_LENGTH) !== b.slice(0, TIME_LENGTH)) return a < b ? -1 : 1
  const left = parseId(a)
  const right = parseId(b)
  if (!left || !right) return a < b ? -1 : a > b ? 1 : 0
  return (
    left.ms - right.ms ||
    left.generation - right.generation ||
    (left.random < right.random ? -1 : left.random > right.random ? 1 : 0)
  )
}

/** How the ids of that moment begin: earlier ones sort before it, as text. */
export function timeText(ms: number): string {
  return new Date(ms).toISOString().replace(/[-:.]/g, '')
}

function letters(random: Uint8Array): string {
  let out = ''
  for (let i = 0; i < 12; i++) out += BASE32[(random[i] as number) & 31]
  return out
}

/** Up to ten digits of a hash, for short ids that are made of a text. */
export function digitsOf(text: string, count: number): string {
  let rest = Number.parseInt(hash53(text), 16)
  let digits = ''
  for (let i = 0; i < count; i++) {
    digits += BASE32.charAt(rest % 32)
    rest = Math.floor(rest / 32)
  }
  return digits
}

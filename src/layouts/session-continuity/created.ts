/** `2026-11-15 09:42 GMT+8`: the local time of a save, with its zone. */
import { msOf } from '../../core/text/text.js'

export interface Created {
  /** The moment; without a zone, what the clock on the wall showed, as if it were UTC. */
  ms: number
  offsetMinutes?: number
}

const CREATED =
  /(\d{4})-(\d\d)-(\d\d)(?:[T ,]+(\d{1,2}):(\d\d)(?::\d\d(?:\.\d+)?)?)?[ \t]*\(?(?:(Z|(?:GMT|UTC)?([+-]\d{1,2})(?::?(\d\d))?|GMT|UTC)(?![\w:]))?/i
const WIDEST_OFFSET = 18 * 60

export function printCreated(saved: string): string {
  const offsetMinutes = offsetOf(saved)
  const local = new Date((msOf(saved) ?? 0) + offsetMinutes * 60_000).toISOString()
  return `${local.slice(0, 10)} ${local.slice(11, 16)} ${printZone(offsetMinutes)}`
}

/** Null: there is no date in it. */
export function parseCreated(text: string): Created | null {
  const match = CREATED.exec(text)
  if (!match) return null
  const [year, month, day, hour, minute] = match.slice(1, 6).map((digits) => Number(digits ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
  ]
  const wall = Date.UTC(year, month - 1, day, hour, minute)
  const offsetMinutes = parseZone(match)
  if (offsetMinutes === null || Math.abs(offsetMinutes) > WIDEST_OFFSET) return { ms: wall }
  return { ms: wall - offsetMinutes * 60_000, offsetMinutes }
}

/** True if the file gives the moment of the entry, to the minute. */
export function isSameMinute(created: Created | null, fileMs: number, saved: string): boolean {
  const ms = msOf(saved) ?? 0
  if (created === null) return minuteOf(fileMs) === minuteOf(ms)
  const isWall = created.offsetMinutes === undefined
  return minuteOf(created.ms) === minuteOf(isWall ? ms + offsetOf(saved) * 60_000 : ms)
}

function offsetOf(saved: string): number {
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(saved) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0))
}

function printZone(offsetMinutes: number): string {
  const minutes = Math.abs(offsetMinutes) % 60
  const hours = Math.floor(Math.abs(offsetMinutes) / 60)
  const sign = offsetMinutes < 0 ? '-' : '+'
  return `GMT${sign}${hours}${minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`}`
}

function parseZone(match: RegExpExecArray): number | null {
  if (match[6] === undefined) return null
  const sign = match[7]?.startsWith('-') ? -1 : 1
  return sign * (Math.abs(Number(match[7] ?? 0)) * 60 + Number(match[8] ?? 0))
}

function minuteOf(ms: number): number {
  return Math.floor(ms / 60_000)
}

/** Ages and days as somebody types them. */
import { safeName } from '../../core/redact/safe-name.js'
import { DogearError } from '../../core/errors.js'

const DAYS: Readonly<Record<string, number>> = { h: 1 / 24, d: 1, w: 7, m: 30, y: 365 }
const DAY_MS = 86_400_000

/** "30d", "4w", "12h" to days. */
export function daysIn(text: string): number {
  const days = daysOf(text)
  if (days !== null) return days
  throw new DogearError('usage', `"${safeName(text).slice(0, 40)}" is no age`, {
    expected: 'a number and a unit: 12h (hours), 30d (days), 4w (weeks), 6m (months), 1y',
    next: '--older-than 30d',
  })
}

/** The moment that "7d" or "2026-11-01" means. */
export function momentOf(text: string, nowMs: number): number {
  const days = daysOf(text)
  if (days !== null) return nowMs - days * DAY_MS
  // Without a time of day it is midnight here, not in Greenwich.
  const ms = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00`) : Date.parse(text)
  if (/^\d{4}-\d\d-\d\d/.test(text) && !Number.isNaN(ms)) return ms
  throw new DogearError('usage', `"${safeName(text).slice(0, 40)}" is neither an age nor a day`, {
    expected: 'an age such as 12h, 7d, 4w, 6m, or a day such as 2026-11-01',
    next: '--since 7d',
  })
}

function daysOf(text: string): number | null {
  const match = /^(\d{1,5})\s*(h|hours?|d|days?|w|weeks?|m|months?|y|years?)$/i.exec(text.trim())
  const days = DAYS[match?.[2]?.[0]?.toLowerCase() ?? '']
  return match && days !== undefined ? Number(match[1]) * days : null
}

/** "30d", "4w", "12h" to days. */
import { DogearError } from '../core/errors.js'

const DAYS: Readonly<Record<string, number>> = { h: 1 / 24, d: 1, w: 7, m: 30, y: 365 }

export function daysIn(text: string): number {
  const match = /^(\d{1,5})\s*(h|hours?|d|days?|w|weeks?|m|months?|y|years?)$/i.exec(text.trim())
  const days = DAYS[match?.[2]?.[0]?.toLowerCase() ?? '']
  if (match && days !== undefined) return Number(match[1]) * days
  throw new DogearError('usage', `"${text.slice(0, 40)}" is no age`, {
    expected: 'a number and a unit: 12h (hours), 30d (days), 4w (weeks), 6m (months), 1y',
    next: '--older-than 30d',
  })
}

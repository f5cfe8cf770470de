import { expect, test } from 'vitest'
import { daysIn, momentOf } from './age.js'

test.each([
  ['30d', 30],
  ['0d', 0],
  ['4w', 28],
  ['12h', 0.5],
  ['2 weeks', 14],
  ['1y', 365],
])('%s is %d days', (text, days) => {
  expect(daysIn(text)).toBe(days)
})

test.each(['', '30', 'd', '-1d', '1.5d', '30 doors', '1e3d', 'forever'])('"%s" is refused', (text) => {
  expect(() => daysIn(text)).toThrow(/is no age/)
})

const NOW = Date.UTC(2026, 10, 15, 12)

test.each([
  ['7d', NOW - 7 * 86_400_000],
  ['2026-11-01', new Date(2026, 10, 1).getTime()],
  ['2026-11-01T08:00:00Z', Date.UTC(2026, 10, 1, 8)],
])('since %s', (text, ms) => {
  expect(momentOf(text, NOW)).toBe(ms)
})

test.each(['', 'yesterday', '12', '2026-13-01', 'Nov 1'])('since "%s" is refused', (text) => {
  expect(() => momentOf(text, NOW)).toThrow(/neither an age nor a day/)
})

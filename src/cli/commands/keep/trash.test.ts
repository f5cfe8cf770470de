import { expect, test } from 'vitest'
import { daysIn } from './trash.js'

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

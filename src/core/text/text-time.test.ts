import fc from 'fast-check'
import { expect, test } from 'vitest'
import { age, isoWithZone, msOf } from './text.js'

test('a time is written as the wall clock showed it, with its zone', () => {
  const ms = Date.UTC(2026, 10, 15, 8, 42, 0, 123)
  expect(isoWithZone({ ms, offsetMinutes: 60 })).toBe('2026-11-15T09:42:00.123+01:00')
  expect(isoWithZone({ ms, offsetMinutes: -210 })).toBe('2026-11-15T05:12:00.123-03:30')
})

test('every written time is read back to the same millisecond', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4e12 }), fc.integer({ min: -14 * 60, max: 14 * 60 }), (ms, offsetMinutes) => {
      expect(msOf(isoWithZone({ ms, offsetMinutes }))).toBe(ms)
    }),
  )
})

test.each([
  [0, 'just now'],
  [59, 'just now'],
  [300, '5 min ago'],
  [3 * 3600, '3 h ago'],
  [86_400, '1 day ago'],
  [5 * 86_400, '5 days ago'],
  [90 * 86_400, '3 months ago'],
  [800 * 86_400, '2 years ago'],
  [-3600, 'in the future'],
])('%i seconds are %s', (seconds, said) => {
  expect(age(1e12, 1e12 + seconds * 1000)).toBe(said)
})

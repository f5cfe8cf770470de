import { expect, test } from 'vitest'
import { clockOf, parseLocalTime } from './prose.js'

const AT = Date.UTC(2026, 1, 6, 14, 20)

test.each([
  ['2026-02-06 14:20', { ms: AT, rest: '' }],
  ['2026-02-06T14:20:30', { ms: AT + 30_000, rest: '' }],
  ['2026-02-06 9:05', { ms: Date.UTC(2026, 1, 6, 9, 5), rest: '' }],
  ['2026-02-06', { ms: Date.UTC(2026, 1, 6), rest: '' }],
  ['2026-02-06 14:20 UTC', { ms: AT, offsetMinutes: 0, rest: '' }],
  ['2026-02-06 14:20 +0130', { ms: AT - 90 * 60_000, offsetMinutes: 90, rest: '' }],
  ['2026-02-06 14:20 (late)', { ms: AT, rest: '(late)' }],
  ['2026-02-30 14:20', null],
  ['2026-02-06 25:00', null],
  ['yesterday', null],
])('%s is read as a time, or not at all [A6]', (text, time) => {
  expect(parseLocalTime(text)).toEqual(time)
})

test('the time of an entry is told in its own zone [A6]', () => {
  expect(clockOf('2026-02-06T14:20:59.123+05:30')).toEqual({ date: '2026-02-06', time: '14:20', day: 'Feb 06' })
})

import { expect, test } from 'vitest'
import { bandDue, bandNow } from './context.js'

const at = (percent: number): { context: { tokens: number; window: number } } => ({
  context: { tokens: percent, window: 100 },
})

test('a band is due once, the highest that was reached [E13]', () => {
  expect([69, 70, 84, 85, 95, 120].map((percent) => bandDue(at(percent)))).toEqual([null, 70, 70, 85, 95, 95])
  expect(bandDue({ ...at(84), band: 70 })).toBe(null)
  expect(bandDue({ ...at(96), band: 70 })).toBe(95)
  expect(bandDue({})).toBe(null)
  expect(bandDue({ ...at(51), bands: [50] })).toBe(50)
})

test('a context that fell well below the first band is counted anew [E13]', () => {
  expect(bandNow({ ...at(65), band: 85 })).toBe(85)
  expect(bandNow({ ...at(30), band: 85 })).toBe(0)
})

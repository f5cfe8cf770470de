import { describe, expect, test } from 'vitest'
import { whyNoStrace } from './strace.js'
import { DEFECTS, type Check } from './support/defects.js'
import { FULL } from './support/place.js'
import { plant } from './support/plant.js'
import { counted } from './support/report.js'

const reason = whyNoStrace()
const MAX_MS = 300_000
const PLANTED = DEFECTS.filter(({ slow }) => FULL || !slow)

describe.skipIf(reason)(`the tests find planted defects${reason ? ` (SKIPPED: ${reason})` : ''}`, () => {
  test.each(PLANTED.map((defect) => [defect.name, defect] as const))('%s', { timeout: MAX_MS }, async (_, defect) => {
    const found = await defect.check(await plant(defect))
    expect(found.join('\n')).toContain(defect.finds)
  })

  // A sample has all these checks in the other files.
  test.runIf(FULL)('and nothing in the good program', { timeout: MAX_MS }, async () => {
    const checks = new Set<Check>(DEFECTS.map(({ check }) => check))
    const { violations } = await counted('the good program, all checks of planted defects', async () => {
      const found: string[] = []
      for (const check of checks) found.push(...(await check()))
      return { points: checks.size, violations: found }
    })
    expect(violations).toEqual([])
  })

  test('a table that is out of date is noticed', async () => {
    const change = { name: 'nothing', file: 'platform/files/temp-file.ts', from: 'there is no such text', to: '' }
    await expect(plant(change)).rejects.toThrow('cannot be planted')
  })
})

/** The laws of hand-overs (K1 to K8) where others work on the same project. */
import './machine.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NOT_YET } from './laws.js'
import { withOthers } from './schedule.js'
import { MAX_MS, openTally, RUNS, SEED } from './tally.js'

const tally = openTally()

test('what is known survives every hand-over while entries of somebody else arrive', { timeout: MAX_MS }, async () => {
  const property = fc.asyncProperty(withOthers, async (schedule) => {
    expect(await tally.play(schedule, NOT_YET.withOthers)).toEqual([])
  })
  await fc.assert(property, { numRuns: RUNS, ...SEED })
})

/**
 * The laws of hand-overs (K1 to K8), tried with schedules of sessions that the real hooks, commands and MCP server play. Both
 * kinds of schedules in one process: it takes seconds until all that they run is loaded and compiled.
 */
import './machine.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NOT_YET } from './laws.js'
import { alone, withOthers } from './schedule.js'
import { MAX_MS, openTally, RUNS, SEED } from './tally.js'

const tally = openTally()

test('what is known survives every hand-over [F16] [F17]', { timeout: MAX_MS }, async () => {
  const property = fc.asyncProperty(alone, async (schedule) => {
    expect(await tally.play(schedule, NOT_YET.alone)).toEqual([])
  })
  await fc.assert(property, { numRuns: RUNS, ...SEED })
})

test('what is known survives every hand-over while entries of somebody else arrive', { timeout: MAX_MS }, async () => {
  const property = fc.asyncProperty(withOthers, async (schedule) => {
    expect(await tally.play(schedule, NOT_YET.withOthers)).toEqual([])
  })
  await fc.assert(property, { numRuns: RUNS, ...SEED })
})

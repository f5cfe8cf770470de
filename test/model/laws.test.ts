/** The laws of hand-overs (K1 to K8), tried with schedules of sessions that the real hooks, commands and MCP server play. */
import './machine.js'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { dropAll } from './faces.js'
import { NOT_YET } from './laws.js'
import { alone } from './schedule.js'
import { MAX_MS, RUNS, Tally } from './tally.js'

const tally = new Tally()

beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  // Most of what is looked for on a disk is not there, and nobody reads where that was found out.
  Error.stackTraceLimit = 0
})
afterAll(() => {
  tally.print()
  dropAll()
})

test(
  'what is known survives every hand-over',
  async () => {
    const property = fc.asyncProperty(alone, async (schedule) => {
      expect(await tally.play(schedule, NOT_YET.alone)).toEqual([])
    })
    await fc.assert(property, { numRuns: RUNS })
  },
  MAX_MS,
)

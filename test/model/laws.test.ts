/** The laws of hand-overs (K1 to K8), tried with schedules of sessions that the real hooks, commands and MCP server play. */
import './machine.js'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { play } from './drive.js'
import { dropAll } from './faces.js'
import { type Law, LAWS, NOT_YET } from './laws.js'
import { schedules } from './schedule.js'

const RUNS = process.env['DOGEAR_FAULTS'] === 'full' ? 20_000 : 500
/** Only what hangs runs into it. */
const MAX_MS = RUNS * 1000

beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  // Most of what is looked for on a disk is not there, and nobody reads where that was found out.
  Error.stackTraceLimit = 0
})
afterAll(dropAll)

test(
  'what is known survives every hand-over [K1] [K2] [K3] [K4] [K5] [K6] [K7] [K8]',
  async () => {
    const sums = { schedules: 0, sessions: 0, handovers: 0, entries: 0 }
    const broken = Object.fromEntries(LAWS.map((law) => [law, 0])) as Record<Law, number>
    const property = fc.asyncProperty(schedules, async (schedule) => {
      const { wrong, sessions, handovers, entries } = await play(schedule)
      sums.schedules++
      sums.sessions += sessions
      sums.handovers += handovers
      sums.entries += entries
      for (const law of new Set(wrong.map((one) => one.law))) broken[law]++
      expect(wrong.filter(({ law }) => !NOT_YET.includes(law))).toEqual([])
    })
    try {
      await fc.assert(property, { numRuns: RUNS })
    } finally {
      const counts = LAWS.map((law) => `${law} ${broken[law]}`).join(', ')
      process.stdout.write(
        `${sums.schedules} schedules, ${sums.sessions} sessions, ${sums.handovers} hand-overs, ${sums.entries} entries; broken in: ${counts}\n`,
      )
    }
  },
  MAX_MS,
)

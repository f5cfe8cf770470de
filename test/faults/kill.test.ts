import { describe, expect, test } from 'vitest'
import { whyNoStrace } from './strace.js'
import { prepare } from './support/judge.js'
import { killAt } from './support/kill.js'
import { FULL, spread } from './support/place.js'
import { counted } from './support/report.js'
import { CHOSEN } from './scenarios/scenarios.js'

const reason = whyNoStrace()
const SAMPLE = { save: 3, other: 1 }
const MAX_MS = 900_000

describe.skipIf(reason)(`kill -9 at a system call${reason ? ` (SKIPPED: ${reason})` : ''}`, () => {
  for (const scenario of CHOSEN) {
    test(`${scenario.name}: nothing acknowledged is lost, the next command works`, { timeout: MAX_MS }, async () => {
      const before = await prepare(scenario)
      const points = FULL
        ? before.points
        : spread(before.points, SAMPLE[scenario.args[0] === 'save' ? 'save' : 'other'])
      const outcome = await counted(`kill: ${scenario.name}`, () => killAt(before, points))
      expect(outcome.violations).toEqual([])
      expect(outcome.missed).toEqual([])
    })
  }
})

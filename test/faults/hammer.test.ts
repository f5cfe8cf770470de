import { describe, expect, test } from 'vitest'
import { hammer } from './support/hammer.js'
import { FULL, newPlace } from './support/place.js'
import { counted } from './support/report.js'

const MAX_MS = 900_000
const SAVES = FULL ? 200 : 25
const DIFFERENT = ['auth', 'billing', 'search', 'upload', 'api', 'docs', 'tests', 'deploy']

describe('many processes save at once, with pauses and kills', () => {
  for (const processes of FULL ? [8, 16] : [8]) {
    for (const [title, names] of [
      ['the same name', ['auth']],
      ['different names', DIFFERENT],
    ] as const) {
      const what = `${processes} processes × ${SAVES} saves to ${title}`
      test(`${what}: every acknowledged save is there once`, { timeout: MAX_MS }, async () => {
        const load = { processes, saves: SAVES, names, kills: processes / 4 }
        const outcome = await counted(`hammer: ${what}`, () => hammer(newPlace(), load))
        expect(outcome.violations).toEqual([])
        expect(outcome.points).toBeGreaterThan(processes * SAVES * 0.5)
      })
    }
  }
})

import { describe, expect, test } from 'vitest'
import { DEFECTS } from './support/defects.js'
import { FULL } from './support/place.js'
import { plant } from './support/plant.js'
import { cutAndCheck, whyNoPowerCut } from './support/power.js'
import { counted } from './support/report.js'

const CUTS = 40
const reason = FULL ? whyNoPowerCut() : 'npm run test:faults runs it'

describe.skipIf(reason)(`real power cuts on ext4${reason ? ` (SKIPPED: ${reason})` : ''}`, () => {
  test(`${CUTS} cuts at random times: every acknowledged save survives`, { timeout: 900_000 }, async () => {
    const outcome = await counted(`power: ${CUTS} cuts on ext4, acknowledged saves`, () => cutAndCheck(CUTS))
    expect(outcome.violations).toEqual([])
    expect(outcome.points).toBeGreaterThan(CUTS)
  })

  test.each(['no sync of the file', 'no sync of the folder'])(
    '%s: the cuts find it',
    { timeout: 300_000 },
    async (name) => {
      const defect = DEFECTS.find((one) => one.name === name) as (typeof DEFECTS)[number]
      expect((await cutAndCheck(20, await plant(defect))).violations).not.toEqual([])
    },
  )
})

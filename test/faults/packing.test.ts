import { describe, expect, test } from 'vitest'
import { whyNoMount } from './support/full-disk.js'
import { cutWhilePacking, packInCrowd, packOnFullDisk } from './support/packing.js'
import { FULL } from './support/place.js'
import { whyNoPowerCut } from './support/power.js'
import { counted } from './support/report.js'

const MAX_MS = 900_000

describe('packing', () => {
  const unmountable = whyNoMount()
  const skipped = unmountable ? ` (SKIPPED: ${unmountable})` : ''
  test.skipIf(unmountable)(
    `on a disk with hardly any room left: nothing is missing${skipped}`,
    { timeout: MAX_MS },
    async () => {
      const outcome = await counted('packing: full disk', () => packOnFullDisk(FULL ? 12 : 2))
      expect(outcome.violations).toEqual([])
    },
  )

  test(
    'eight at once, three of them killed, while others read: nothing is missing at any moment',
    { timeout: MAX_MS },
    async () => {
      const outcome = await counted('packing: crowd', () => packInCrowd(FULL ? 10 : 1))
      expect(outcome.violations).toEqual([])
    },
  )

  const reason = FULL ? whyNoPowerCut() : 'npm run test:faults runs it'
  test.skipIf(reason)(
    `power cuts on ext4: nothing is missing${reason ? ` (SKIPPED: ${reason})` : ''}`,
    { timeout: MAX_MS },
    async () => {
      const outcome = await counted('packing: power cuts on ext4', () => cutWhilePacking(30))
      expect(outcome.violations).toEqual([])
    },
  )
})

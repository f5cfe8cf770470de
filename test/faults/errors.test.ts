import { describe, expect, test } from 'vitest'
import { whyNoStrace } from './strace.js'
import { damageEntries } from './support/damage.js'
import { errorPoints, failAt } from './support/errors.js'
import { saveToFullDisk, saveUnderLimit, whyNoMount } from './support/full-disk.js'
import { prepare } from './support/judge.js'
import { FULL, newPlace, runCommand, spread } from './support/place.js'
import { counted } from './support/report.js'
import { CHOSEN } from './scenarios/scenarios.js'
import { SAVE } from './scenarios/setups.js'

const reason = whyNoStrace()
const SAMPLE = 1
const MAX_MS = 1_800_000

describe.skipIf(reason)(`a system call fails${reason ? ` (SKIPPED: ${reason})` : ''}`, () => {
  for (const scenario of CHOSEN) {
    test(`${scenario.name}: the cause is named and nothing is half done`, { timeout: MAX_MS }, async () => {
      const before = await prepare(scenario)
      const points = errorPoints(before.points)
      const outcome = await counted(`errors: ${scenario.name}`, () =>
        failAt(before, FULL ? points : spread(points, SAMPLE)),
      )
      expect(outcome.violations).toEqual([])
      expect(outcome.missed).toEqual([])
    })
  }
})

describe('a disk that is really full', () => {
  const limited = FULL ? 1000 : 8
  test(
    `${limited} saves under a limit of the file size: no file is published cut off`,
    { timeout: MAX_MS },
    async () => {
      const outcome = await counted('full disk: ulimit -f', () => saveUnderLimit(limited))
      expect(outcome.violations).toEqual([])
    },
  )

  const unmountable = whyNoMount()
  const skipped = unmountable ? ` (SKIPPED: ${unmountable})` : ''
  test.skipIf(unmountable)(`saves to a file system of one megabyte${skipped}`, { timeout: MAX_MS }, async () => {
    const outcome = await counted('full disk: tmpfs of 1 MB', () => saveToFullDisk(FULL ? 200 : 4))
    expect(outcome.violations).toEqual([])
  })
})

test.skipIf(process.platform !== 'linux')('an answer that cannot be written is no success, and says why', async () => {
  const place = newPlace()
  const shell = ['-c', '"$@" > /dev/full', 'sh', process.execPath, place.program]
  const ran = await runCommand('sh', [...shell, ...SAVE], place)
  expect(ran).toMatchObject({ code: 6, stderr: expect.stringContaining('the disk is full (ENOSPC)') as string })
})

describe('a disk that changes bytes', () => {
  test('every flip, cut and zeroing of an entry is found and hides no other', { timeout: MAX_MS }, async () => {
    const outcome = await counted('damaged bytes', () => damageEntries(FULL ? 300 : 3))
    expect(outcome.violations).toEqual([])
  })
})

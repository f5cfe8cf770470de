import { describe, expect, test } from 'vitest'
import { FULL } from '../faults/support/place.js'
import { counted } from '../faults/support/report.js'
import { bundle, type Change } from './support/bundle.js'
import { displaced, pidReuse, takeover } from './support/checks.js'

const ROUNDS = FULL ? 1000 : 60
const CROWDS = [2, 4, 8, 16]
const MAX_MS = 900_000
const LOCK = 'platform/files/lock.ts'

test(
  `${ROUNDS} times a dead holder is found by 2, 4, 8 and 16 at once: one of them gets the lock [A16]`,
  { timeout: MAX_MS },
  async () => {
    const program = await bundle('worker')
    const plan = CROWDS.map((processes) => ({ processes, rounds: ROUNDS }))
    const found = await counted('lock: takeover from the dead', () => takeover(program, plan))
    expect(found).toEqual({ points: CROWDS.length * ROUNDS, violations: [] })
  },
)

test('a pid that is used again does not keep its dead holder alive', async () => {
  expect(await pidReuse(await bundle('worker'))).toEqual([])
})

test('a displaced holder leaves the lock to whoever has it now', async () => {
  expect(await displaced(await bundle('worker'))).toEqual([])
})

const crowded = async (program: string): Promise<string[]> =>
  (await takeover(program, [{ processes: 16, rounds: 300 }])).violations

const DEFECTS: [name: string, change: Change, check: (program: string) => Promise<string[]>, finds: RegExp][] = [
  [
    'takeover by removing and making anew',
    {
      file: LOCK,
      from: 'tagIsDead(ownerOf(name)) && move(join(folder, name), token)',
      to: 'tagIsDead(ownerOf(name)) && (rmSync(join(folder, name), { recursive: true, force: true }), mkdirSync(token), true)',
    },
    crowded,
    // Or one of them finds the token there already.
    /\d+ winners|failed/,
  ],
  [
    'takeover by moving the whole lock aside',
    {
      file: LOCK,
      from: 'tagIsDead(ownerOf(name)) && move(join(folder, name), token)',
      to: 'tagIsDead(ownerOf(name)) && (move(folder, `${folder}.aside.${nonce()}`), mkdirSync(token, { recursive: true }), true)',
    },
    crowded,
    /winners|tokens|failed/,
  ],
  [
    'a pid without its start',
    {
      file: 'platform/process/process-tag.ts',
      from: 'return !isRunning(Number(pid), start)',
      to: 'return !isThere(Number(pid))',
    },
    pidReuse,
    /its pid is used again/,
  ],
  [
    'a release that does not look whose the lock is',
    { file: LOCK, from: 'move(token, join(folder, FREE))', to: 'releaseLock(folder)' },
    displaced,
    /opened the lock of another/,
  ],
]

describe('the tests find planted defects', () => {
  test.each(DEFECTS)('%s', { timeout: MAX_MS }, async (_, change, check, finds) => {
    expect((await check(await bundle('worker', change))).join('\n')).toMatch(finds)
  })

  test('and say when a table of them is out of date', async () => {
    await expect(bundle('worker', { file: LOCK, from: 'there is no such text', to: '' })).rejects.toThrow(
      'cannot be planted',
    )
  })
})

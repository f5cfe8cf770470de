/** Machines whose clocks are wrong, and ids that are made to stand before all others: order and work survive them. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkout } from '../support/checkout.js'
import { type Machine, machines, ownDevices, PLACES, settle, statusOf } from './machines.js'

const DAY = 86_400_000

/** From now on its clock shows another time. */
function setClock(machine: Machine, shiftMs: number): void {
  machine.env['NODE_OPTIONS'] = `--require ${join(checkout, 'test/faults/support/clock.cjs')}`
  Object.defineProperty(machine.env, 'DOGEAR_TEST_CLOCK', {
    enumerable: true,
    configurable: true,
    get: () => String(Date.now() + shiftMs),
  })
}

test.each([
  ['a day behind', -DAY],
  ['an hour ahead', DAY / 24],
])('a machine that is %s goes on from what the other saved, and the other from it', (_, shiftMs) => {
  const [desk, laptop] = machines('desk', 'laptop') as [Machine, Machine]
  const { url } = PLACES['folder']!()
  desk.run('save', 'auth', '--next', 'Step 1')
  ownDevices(url, [desk, laptop])
  setClock(laptop, shiftMs)
  for (const [one, next] of [
    [laptop, 'Step 2'],
    [desk, 'Step 3'],
    [laptop, 'Step 4'],
  ] as const) {
    expect(one.run('save', 'auth', '--next', next).code).toBe(0)
    settle(one, desk, laptop)
    for (const other of [desk, laptop]) expect(nextOn(other)).toEqual([next])
  }
})

test('a machine that is a year ahead: what it saves is named, blocks nothing here, and counts once the clock here says so, too', () => {
  const [desk, laptop] = machines('desk', 'laptop') as [Machine, Machine]
  const { url } = PLACES['folder']!()
  desk.run('save', 'auth', '--next', 'Step 1')
  ownDevices(url, [desk, laptop])
  setClock(laptop, 365 * DAY)
  expect(laptop.run('save', 'auth', '--next', 'From the future').code).toBe(0)
  settle(laptop, desk)
  expect(statusOf(desk).held.refused.join()).toMatch(/more than a day ahead|in the future/)
  expect(nextOn(desk)).toEqual(['Step 1'])
  expect(desk.run('save', 'auth', '--next', 'Step 2').code).toBe(0)
  settle(desk, laptop)
  expect(nextOn(desk)).toEqual(['Step 2'])
  setClock(desk, 365 * DAY)
  desk.json('sync')
  expect(nextOn(desk)).toEqual(['From the future', 'Step 2'])
  expect(statusOf(desk).held.refused).toEqual([])
})

function nextOn(machine: Machine): string[] {
  const { workstreams } = machine.json<{ workstreams: { heads: { next: string }[] }[] }>('list')
  return workstreams.flatMap(({ heads }) => heads.map(({ next }) => next)).toSorted()
}

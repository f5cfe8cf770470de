import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkout } from '../support/checkout.js'
import { newPlace, runCommand, type Place } from './support/place.js'

const DAY = 86_400_000
const YEAR = 365 * DAY
const NOW = Date.UTC(2026, 10, 15, 9, 0, 0)

/** In the order in which the saves happen: what the clock showed. */
const CLOCKS: [string, number][] = [
  ['the right time', NOW],
  ['set back a day', NOW - DAY],
  ['set back an hour', NOW - DAY / 24],
  ['1970', 0],
  ['the right time again', NOW + 60_000],
  ['forward a year', NOW + YEAR],
  ['the year 2100', Date.UTC(2100, 0, 1)],
  ['right at last', NOW + 120_000],
]

async function at<T>(ms: number, place: Place, ...args: string[]): Promise<T> {
  const shim = join(checkout, 'test', 'faults', 'support', 'clock.cjs')
  const there = { ...place, env: { ...place.env, DOGEAR_TEST_CLOCK: String(ms) } }
  const ran = await runCommand(process.execPath, ['-r', shim, place.program, ...args], there)
  if (ran.code !== 0) throw new Error(`dogear ${args.join(' ')} at ${ms}: exit ${ran.code}\n${ran.stderr}`)
  return (args.includes('--json') ? JSON.parse(ran.stdout) : ran.stdout) as T
}

interface Told {
  heads: string[]
  entries: { id: string; parents: string[]; saved: string; next: { text: string } }[]
}

test('whatever the clock does, history keeps the order of the saves and resume shows the last one', async () => {
  const place = newPlace()
  const ids: string[] = []
  for (const [i, [clock, ms]] of CLOCKS.entries()) {
    const next = `step ${i}: ${clock}`
    const answer = await at<{ saved: { id: string } }>(ms, place, 'save', 'auth', '--no-git', '--next', next, '--json')
    ids.push(answer.saved.id)
    const resumed = await at<{ entry: { id: string } }>(ms, place, 'resume', 'auth', '--json')
    expect(resumed.entry.id, clock).toBe(answer.saved.id)
    const listed = await at<{ workstreams: { count: number; heads: { id: string }[] }[] }>(ms, place, 'list', '--json')
    expect(listed.workstreams, clock).toMatchObject([{ count: i + 1, heads: [{ id: answer.saved.id }] }])
  }
  const { entries, heads } = await at<Told>(NOW, place, 'history', 'auth', '--json')
  expect(entries.map((entry) => entry.id)).toEqual(ids.toReversed())
  expect(entries.map((entry) => entry.parents)).toEqual([
    ...ids
      .slice(0, -1)
      .toReversed()
      .map((id) => [id]),
    [],
  ])
  expect(heads).toEqual([ids.at(-1)])
  // What the clock showed is kept as it was: nobody is told a time that no clock ever showed.
  expect(
    entries.map((entry) => Date.parse(entry.saved) - (CLOCKS[Number(/\d+/.exec(entry.next.text)?.[0])]?.[1] ?? 0)),
  ).toSatisfy((offsets: number[]) => offsets.every((offset) => offset >= 0 && offset < 10_000))
  expect(await at<{ damaged: unknown[] }>(NOW, place, 'verify', '--all', '--json')).toMatchObject({ damaged: [] })
})

test('a checkpoint of a clock that ran ahead is not said to be fresh, one of 1970 not to be young', async () => {
  const place = newPlace()
  await at(NOW + YEAR, place, 'save', 'ahead', '--no-git', '--next', 'Run npm test -- ahead')
  await at(0, place, 'save', 'epoch', '--no-git', '--next', 'Run npm test -- epoch')
  const ahead = await at<string>(NOW, place, 'resume', 'ahead')
  expect(ahead).toMatch(/in the future/)
  expect(ahead).not.toMatch(/just now/)
  expect(await at<string>(NOW, place, 'resume', 'epoch')).toMatch(/5\d years ago/)
})

/** `forget` changes entries that were acknowledged: cut off or failing anywhere, each is whole, with the text or without it. */
import { readFileSync, rmSync, utimesSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type Fault, strike, trace, whyNoStrace } from './strace.js'
import { inspect } from './support/inspect.js'
import type { Outcome } from './support/kill.js'
import { ask, copyOf, filesBelow, FULL, inParallel, newPlace, type Place, run, spread } from './support/place.js'
import { counted } from './support/report.js'
import { saving } from './scenarios/setups.js'
import { type Point, pointsOf } from './support/strace-log.js'

const SAID = 'PKCE flow'
const FORGET = ['forget', SAID, '--json']
const MAX_MS = 900_000
const reason = whyNoStrace()

async function placeThatKnows(): Promise<Place> {
  const place = newPlace()
  for (const name of ['auth', 'auth', 'billing']) await ask(place, saving(name))
  await ask(place, ['note', `${SAID} was hard`])
  await ask(place, ['prompts', 'push', `Explain the ${SAID}`])
  await ask(place, ['clear', 'billing'])
  // What was written a moment ago is replaced in another way.
  for (const path of filesBelow(place.home)) utimesSync(path, 1_700_000_000, 1_700_000_000)
  return place
}

const holding = (place: Place): string[] =>
  filesBelow(place.home).filter((path) => readFileSync(path, 'latin1').includes(SAID))

async function strikeAt(place: Place, points: readonly Point[], fault: Fault): Promise<Outcome> {
  const outcome: Outcome = { points: points.length, violations: [], missed: [] }
  const ids = [...(await inspect(copyOf(place))).entries.keys()]
  await inParallel(points, 2, async (point) => {
    const struck = await strike(() => copyOf(place), FORGET, point, fault)
    const where = `${JSON.stringify(fault)} at ${point.shape} (${point.call} ${point.k})`
    const wrong = (what: string): void => void outcome.violations.push(`${where}: ${what}`)
    if (!struck.hit) outcome.missed.push(where)
    // A look comes first, and the work after it: what was answered is done.
    if (struck.traced.code === 0 && holding(struck.place).length > 0) wrong('it said it was forgotten, and it is not')
    const seen = await inspect(struck.place)
    for (const problem of [...seen.problems, ...seen.damaged]) wrong(problem)
    for (const id of ids) if (!seen.entries.has(id)) wrong(`${id} is lost`)
    const again = await run(struck.place, FORGET)
    if (again.code !== 0) wrong(`it cannot be done again: ${again.stderr}`)
    for (const path of holding(struck.place)) wrong(`still in ${path}`)
    rmSync(struck.place.root, { recursive: true, force: true })
  })
  return outcome
}

describe.skipIf(reason)(`forgetting${reason ? ` (SKIPPED: ${reason})` : ''}`, () => {
  for (const fault of [{ kill: true }, { error: 'ENOSPC' }, { error: 'EIO' }] as const)
    test(
      `${JSON.stringify(fault)} at a system call: no entry is lost, and doing it again ends it`,
      { timeout: MAX_MS },
      async () => {
        const place = await placeThatKnows()
        const rehearsal = copyOf(place)
        const { ops, code, stderr } = await trace(rehearsal, FORGET)
        expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
        expect(holding(rehearsal)).toEqual([])
        const points = pointsOf(ops, rehearsal.home)
        const chosen = FULL ? points : spread(points, 4)
        const outcome = await counted(`forget: ${JSON.stringify(fault)}`, () => strikeAt(place, chosen, fault))
        expect(outcome.violations).toEqual([])
        expect(outcome.missed).toEqual([])
      },
    )
})

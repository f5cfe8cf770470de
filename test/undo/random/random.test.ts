/**
 * Whatever is in a repository, whatever an agent runs in it, whatever undo is asked, and whoever writes meanwhile: no byte is
 * lost that undo did not show and keep, and nothing goes that nobody names. Every undo of a story is a plan: a hundred of them in
 * `npm test`, ten thousand in `npm run test:faults`.
 */
import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { desk } from '../../support/in-process.js'
import { tempDir } from '../../support/world.js'
import { agentIn, type Agent } from '../support.js'
import { type Asked, callJudged, pathsIn, takesOf, undoJudged } from './judge.js'
import type { Meddling } from './meddler.js'
import { KINDS, makePool, type Prepared } from './pool.js'
import { COMMANDS, type Change, change, NAMES } from './work.js'

const FULL = process.env['DOGEAR_FAULTS'] === 'full'
const PLANS = Number(process.env['DOGEAR_PLANS'] ?? (FULL ? 10_000 : 100))
/** What a report of fast-check names: the same stories again. */
const SEED = process.env['DOGEAR_SEED']
/** Undos of one story, about. */
const EACH = 4

type Act =
  | { do: 'change'; changes: Change[] }
  | { do: 'call'; command: number }
  | { do: 'undo'; how: number; pick: number; path: number; meddling: Meddling[] }

const number = (max: number): fc.Arbitrary<number> => fc.nat({ max: max - 1 })
const changes = fc.array(fc.record({ name: number(NAMES.length), how: number(12), text: number(8) }), {
  minLength: 1,
  maxLength: 6,
})
const meddling = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Meddling[]>([]) },
  {
    weight: 1,
    arbitrary: fc.array(fc.record({ at: number(24), how: number(8), pick: number(9) }), { minLength: 1, maxLength: 3 }),
  },
)
const undoing = fc.record({
  do: fc.constant('undo' as const),
  how: number(10),
  pick: number(100),
  path: number(40),
  meddling,
})
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant('change' as const), changes }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('call' as const), command: number(COMMANDS.length) }) },
  { weight: 3, arbitrary: undoing },
)
const story = fc.record({
  kind: fc.constantFrom(...KINDS),
  first: changes,
  call: number(COMMANDS.length),
  acts: fc.array(act, { minLength: 4, maxLength: 9 }),
})

test('there are fifty kinds of repositories', () => {
  expect(new Set(KINDS).size).toBe(50)
})

test(
  `[F9] ${PLANS} plans in repositories of every kind: no byte is lost that was not shown and kept`,
  { timeout: 3_600_000 },
  () => {
    const poolOf = makePool()
    const { world } = desk()
    const done = { plans: 0, calls: 0, missed: 0 }
    while (done.plans < PLANS) {
      fc.assert(
        fc.property(story, (told) => {
          const place = poolOf(told.kind)
          // A second ahead, so that files of this moment are not young, and none has to be waited for.
          const now = (): { ms: number; offsetMinutes: number } => ({ ms: Date.now() + 1_000, offsetMinutes: 0 })
          const agent = agentIn({ ...world, home: `${tempDir()}/home`, cwd: place.dir, now })
          const acts: Act[] = [
            { do: 'change', changes: told.first },
            { do: 'call', command: told.call },
            { do: 'undo', how: 0, pick: 0, path: 0, meddling: [] },
            ...told.acts,
          ]
          const log: string[] = []
          const wrong = acts.flatMap((one) => {
            log.push(JSON.stringify(one))
            const found = play(agent, place, one, done)
            done.plans += one.do === 'undo' ? 1 : 0
            return found
          })
          spawnSync('rm', ['-rf', agent.world.home])
          if (wrong.length > 0) throw new Error([...wrong, told.kind, ...log].join('\n'))
        }),
        {
          numRuns: Math.max(1, Math.ceil((PLANS - done.plans) / EACH)),
          endOnFailure: true,
          ...(SEED !== undefined && { seed: Number(SEED) + done.plans }),
        },
      )
    }
    expect(done.plans).toBeGreaterThanOrEqual(PLANS)
    // On a machine that is busy with much else git may be too late, and that is no loss that nobody speaks of. But not often.
    expect(done.missed).toBeLessThan(Math.max(2, done.calls / 10))
    process.stdout.write(`${done.plans} plans, ${done.calls} calls, ${done.missed} takes missed\n`)
  },
)

test('a folder that becomes a link while undo writes into it: nothing is written at its end', () => {
  const poolOf = makePool()
  const outcomes = [4, 5, 6, 7, 8, 9].map((at) => {
    const place = poolOf('plain')
    const agent = agentIn({ ...desk().world, cwd: place.dir })
    change(place.dir, { name: NAMES.indexOf('src/auth.ts'), how: 0, text: 0 })
    agent.call('git checkout -- src')
    return undoJudged(agent, place, {}, [{ at, how: 4, pick: 0 }])
  })
  expect(outcomes.flatMap(({ wrong }) => wrong)).toEqual([])
  expect(outcomes.map(({ left }) => left.join())).toContain('blocked')
})

function play(agent: Agent, place: Prepared, one: Act, done: { calls: number; missed: number }): string[] {
  if (one.do === 'change') {
    // By hand, between two turns: within one a take is believed for half a minute.
    agent.turnEnds()
    for (const each of one.changes) change(place.dir, each)
    return []
  }
  if (one.do === 'call') {
    const { wrong, missed } = callJudged(agent, place, COMMANDS[one.command] ?? '')
    done.calls++
    done.missed += missed ? 1 : 0
    return wrong
  }
  const { wrong } = undoJudged(agent, place, askedOf(agent, one), one.meddling)
  // What somebody else wrote is by hand as well.
  if (one.meddling.length > 0) agent.turnEnds()
  return wrong
}

function askedOf(agent: Agent, { how, pick, path }: Extract<Act, { do: 'undo' }>): Asked {
  const takes = takesOf(agent)
  const to = takes[pick % takes.length]
  const names = to === undefined || how % 2 === 0 ? NAMES : pathsIn(agent, to)
  const paths = [Buffer.from(names[path % names.length] ?? 'src', 'latin1').toString('utf8')]
  if (how < 3 || to === undefined) return {}
  if (how === 3) return { paths }
  if (how < 6) return { to }
  if (how < 8) return { to, paths }
  return how === 8 ? { to, exact: true } : { redo: true }
}

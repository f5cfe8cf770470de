/** A system call that fails: the command says so and has changed nothing, or it did all the same what it promised. */
import { rmSync } from 'node:fs'
import { strike } from '../strace.js'
import { parse } from './inspect.js'
import { answerOf, judge, judgeQuickly, type Prepared } from './judge.js'
import type { Outcome } from './kill.js'
import { copyOf, inParallel, type Result } from './place.js'
import { argsOf } from '../scenarios/scenarios.js'
import type { Point } from './strace-log.js'

const ERRORS = ['ENOSPC', 'EIO', 'EACCES', 'EROFS', 'EDQUOT'] as const

export interface ErrorPoint {
  point: Point
  error: (typeof ERRORS)[number]
  /** Judged as thoroughly as after a kill. */
  thorough: boolean
}

/** Every error at every point; each point is judged thoroughly once. */
export function errorPoints(points: readonly Point[]): ErrorPoint[] {
  return points.flatMap((point, i) => ERRORS.map((error, j) => ({ point, error, thorough: i % ERRORS.length === j })))
}

export async function failAt(before: Prepared, points: readonly ErrorPoint[]): Promise<Outcome> {
  const outcome: Outcome = { points: points.length, violations: [], missed: [] }
  await inParallel(points, 2, async ({ point, error, thorough }) => {
    const args = argsOf(before.scenario, before.place)
    const { place, traced, hit } = await strike(() => copyOf(before.place), args, point, { error })
    const where = `${error} at ${point.shape} (${point.call} ${point.k})`
    if (!hit) outcome.missed.push(where)
    const found =
      thorough || before.scenario.mayPack
        ? await judge(before, place, traced.stdout)
        : await judgeQuickly(before, place)
    if (hit) found.push(...wrongEnd(before, point, error, traced))
    outcome.violations.push(...found.map((one) => `${where}: ${one}`))
    rmSync(place.root, { recursive: true, force: true })
  })
  return outcome
}

function wrongEnd(before: Prepared, point: Point, error: string, ran: Result): string[] {
  if (ran.code === 0) return mayStillSucceed(before, point) ? [] : ['the command claims to have succeeded']
  // What was answered before may stand in front of it.
  const said = `${ran.stderr}${parse<Failed>(ran.stdout.trimEnd().split('\n').at(-1) ?? '')?.error?.message ?? ''}`
  const found: string[] = []
  if (ran.code !== STORAGE) found.push(`exit ${ran.code ?? ran.signal} instead of ${STORAGE}: ${said}`)
  if (!said.includes(error)) found.push(`the cause is not named: ${said}`)
  if (answerOf(ran.stdout) && !point.afterAnswer) found.push('it acknowledged and failed')
  return found
}

const STORAGE = 6

interface Failed {
  error?: { message: string }
}

function mayStillSucceed({ scenario }: Prepared, point: Point): boolean {
  if (point.afterAnswer || (scenario.derived && !point.acknowledgement)) return true
  // Once something was saved, all that is still made in the home itself is the folder of what is derived.
  const isUsed = scenario.setup.from !== undefined
  return point.paths.every(
    (path) => isDerived(path) || (isUsed && path.endsWith('/dogear')) || scenario.bestEffort?.test(path),
  )
}

/** By the shape of the path: the rehearsal ran in another copy of the home. */
function isDerived(path: string): boolean {
  return /\/dogear\/(?:index|own\/looks)(?:\/|$)/.test(path)
}

/** kill -9 on entry to a system call: at any of them, nothing acknowledged may be lost. */
import { rmSync } from 'node:fs'
import { strike } from '../strace.js'
import { judge, type Prepared } from './judge.js'
import { copyOf, inParallel } from './place.js'
import { argsOf } from '../scenarios/scenarios.js'
import type { Point } from './strace-log.js'

export interface Outcome {
  points: number
  violations: string[]
  /** Points at which the fault could not be made to strike. */
  missed: string[]
}

export async function killAt(before: Prepared, points: readonly Point[]): Promise<Outcome> {
  const outcome: Outcome = { points: points.length, violations: [], missed: [] }
  await inParallel(points, 2, async (point) => {
    const args = argsOf(before.scenario, before.place)
    const { place, traced, hit } = await strike(() => copyOf(before.place), args, point, { kill: true })
    const where = `killed before ${point.shape} (${point.call} ${point.k})`
    if (!hit) outcome.missed.push(where)
    if (hit && traced.signal !== 'SIGKILL') outcome.violations.push(`${where}: it lived on`)
    const found = await judge(before, place, traced.stdout)
    outcome.violations.push(...found.map((one) => `${where}: ${one}`))
    rmSync(place.root, { recursive: true, force: true })
  })
  return outcome
}

/** What a lock must be, each as a check that says what is wrong. They run on the good lock and on planted defects. */
import { existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { tempDir } from '../../support/world.js'
import { startWorker, withCrew, type Worker } from './crew.js'

export interface Found {
  points: number
  violations: string[]
}

/** A lock whose holder has the tag. */
export function lockHeldBy(tag: string, folder: string = join(tempDir(), 'lock')): string {
  mkdirSync(join(folder, `own.${tag}.${'0'.repeat(32)}`), { recursive: true })
  return folder
}

/** The tag of a process that was killed. */
export async function deadTag(program: string): Promise<string> {
  const worker = await startWorker(program)
  await worker.kill()
  return worker.tag
}

/** Many find the lock of a dead holder at one moment: one of them gets it, and it is never anybody else's meanwhile. */
export function takeover(program: string, plan: readonly { processes: number; rounds: number }[]): Promise<Found> {
  return withCrew(program, Math.max(...plan.map(({ processes }) => processes)), async (crew) => {
    const found: Found = { points: 0, violations: [] }
    const tag = await deadTag(program)
    for (const { processes, rounds } of plan) {
      for (let round = 0; round < rounds && found.violations.length === 0; round++) {
        const wrong = await oneTakeover(crew.slice(0, processes), tag)
        found.violations.push(...wrong.map((what) => `${processes} processes, round ${round}: ${what}`))
        found.points++
      }
    }
    return found
  })
}

async function oneTakeover(crew: readonly Worker[], tag: string): Promise<string[]> {
  const folder = lockHeldBy(tag, join(tempDir(), 'lock'))
  const at = Date.now() + 2
  const answers = await Promise.all(crew.map((worker) => worker.attempt(folder, { at })))
  const winners = crew.filter((_, i) => answers[i]?.[0] === 'won')
  const during = namesIn(folder)
  for (const winner of winners) await winner.finish()
  const after = namesIn(folder)
  return [
    ...answers.filter(([answer]) => answer === 'failed').map(([, code]) => `one failed: ${code}`),
    ...(winners.length === 1 ? [] : [`${winners.length} winners`]),
    ...(during.length === 1 ? [] : [`${during.length} tokens while it was held`]),
    ...(after.join() === 'free' ? [] : [`${after.join()} afterwards`]),
  ]
}

/** With a planted defect the whole lock may be gone. */
function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}

/** The pid of the dead holder is used again by a process that lives. */
export function pidReuse(program: string): Promise<string[]> {
  return withCrew(program, 2, async ([living, other]) => {
    const [boot, space, pid] = living!.tag.split('.')
    const [answer] = await other!.attempt(lockHeldBy(`${boot}.${space}.${pid}.1`), { waitMs: 200 })
    return answer === 'won' ? [] : ['the lock of a dead process was not taken over, because its pid is used again']
  })
}

/** Somebody opens the lock by hand and another takes it; then its first holder wakes up and is done. */
export function displaced(program: string): Promise<string[]> {
  return withCrew(program, 2, async ([first, second]) => {
    const folder = join(tempDir(), 'lock')
    const [, token] = await first!.attempt(folder)
    renameSync(token, join(folder, 'free'))
    const [answer, taken] = await second!.attempt(folder)
    await first!.finish()
    const there = readdirSync(folder)
    return answer === 'won' && join(folder, there.join()) === taken
      ? []
      : ['a displaced holder opened the lock of another']
  })
}

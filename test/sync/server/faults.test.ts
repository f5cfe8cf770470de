/** kill -9, a full disk and a disk that fails, at the system calls of a sync that gives and of one that takes. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkout } from '../../support/checkout.js'
import { cleanEnv, tempDir } from '../../support/world.js'
import { type Fault, trace, whyNoStrace } from '../../faults/strace.js'
import { answerOf } from '../../faults/support/judge.js'
import { FULL, type Place, spread, tempsBelow } from '../../faults/support/place.js'
import { isBelow, isChange, type Op } from '../../faults/support/strace-log.js'
import { type Machine, machines, ownDevices } from '../machines.js'

const FAULTS: Record<string, Fault> = {
  'kill -9': { kill: true },
  'a full disk': { error: 'ENOSPC' },
  'a disk that fails': { error: 'EIO' },
}
const SAVED = 6
const POINTS = FULL ? Infinity : 12
const reason = whyNoStrace()

test
  .skipIf(reason)
  .each(
    Object.entries(FAULTS).flatMap(([name, fault]) =>
      (['gives', 'takes'] as const).map((who) => [name, who, fault] as const),
    ),
  )(
  '%s while one %s: nothing acknowledged is lost, and the next sync has everything',
  async (_, who, fault) => {
    const { desk, laptop, url } = apart()
    const struck = who === 'gives' ? desk : laptop
    if (who === 'takes') desk.json('sync')
    const back = snapshot([desk.data, laptop.data, url])
    const whole = await trace(placeOf(struck), ['sync', '--json'])
    expect(whole.code).toBe(0)
    const points = whole.ops.filter(
      (op) => isChange(op) && op.paths.some((path) => isBelow(path, struck.data) || isBelow(path, url)),
    )
    expect(points.length).toBeGreaterThan(30)
    let hits = 0
    for (const { call, k } of spread<Op>(points, POINTS)) {
      back()
      const { ops, stdout } = await trace(placeOf(struck), ['sync', '--json'], { at: { call, k, fault } })
      if (ops.some((op) => op.injected || op.result === null)) hits++
      const where = `${call} ${k}`
      // What was said to be given is there for the other one, before this one does anything more.
      const said = answerOf(stdout) as { synced: { sent?: number; taken?: number }[] } | null
      const isGiven = who === 'gives' && (said?.synced[0]?.sent ?? 0) >= SAVED
      if (isGiven) laptop.json('sync')
      expect(idsOf(isGiven ? laptop : desk), where).toHaveLength(SAVED + 1)
      expect(struck.run('save', 'after', '--next', 'Go on').code, where).toBe(0)
      for (const one of [desk, laptop, desk, laptop]) one.json('sync')
      expect(idsOf(desk), where).toEqual(idsOf(laptop))
      expect(idsOf(desk), where).toHaveLength(SAVED + 2)
      for (const one of [desk, laptop]) {
        const { remotes } = one.json<{ remotes: object[] }>('sync', 'status')
        expect(remotes[0], where).toMatchObject({ broken: [], rewritten: [], unsent: 0 })
        expect(one.run('verify', '--all').code, where).toBe(0)
        expect(tempsBelow(one.data), where).toEqual([])
      }
    }
    expect(hits).toBeGreaterThan(0)
  },
  1_800_000,
)

/** Two devices that know each other, and one of them has saved since. */
function apart(): { desk: Machine; laptop: Machine; url: string } {
  const [desk, laptop] = machines('desk', 'laptop') as [Machine, Machine]
  const url = tempDir()
  expect(desk.run('save', 'auth', '--next', 'Write the callback test').code).toBe(0)
  ownDevices(url, [desk, laptop])
  for (let i = 1; i <= SAVED; i++) desk.run('save', i % 2 ? 'auth' : 'billing', '--next', `Step ${i}`)
  return { desk, laptop, url }
}

/** Puts all folders back as they are now. They stay the same folders: a home that was copied is another device. */
function snapshot(folders: readonly string[]): () => void {
  const kept = folders.map((folder) => {
    const copy = join(tempDir(), 'copy')
    mkdirSync(copy)
    execFileSync('cp', ['-a', `${folder}/.`, copy])
    return [folder, copy] as const
  })
  return () => {
    for (const [folder, copy] of kept) {
      for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true })
      execFileSync('cp', ['-a', `${copy}/.`, folder])
    }
  }
}

function placeOf({ dir, home, data }: Machine): Place {
  const env = { ...cleanEnv(home), DOGEAR_SYNC: 'off' }
  return { root: home, home: data, repo: dir, env, program: join(checkout, 'bin', 'dogear.js') }
}

function idsOf(machine: Machine): string[] {
  const names = machine.run('list', '--quiet').stdout.trim().split('\n')
  const read = (name: string): { entries: { id: string }[] } => machine.json('history', name)
  return names.flatMap((name) => read(name).entries.map(({ id }) => id)).toSorted()
}

/** When autosaves are packed, and what dogear 0.1.0 makes of it on the same home. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectAt, workstreamDir, type Project } from '../../src/store/paths.js'
import { listEntryIds, listWorkstreams } from '../../src/store/entries/listing.js'
import { checkout } from '../support/checkout.js'
import { plantEntry, someEntry } from '../support/planted-entries.js'
import { cleanEnv, tempDir } from '../support/world.js'
import { type Client, type Desk, hookDesk } from './support.js'

interface History {
  heads: string[]
  entries: { id: string }[]
  total: number
}

function projectOf({ home }: Desk): Project {
  return projectAt(home, readdirSync(join(home, 'projects'))[0] as string)
}

/** The line of the only session. */
function lineOf(desk: Desk): string {
  return listWorkstreams(projectOf(desk)).find((name) => name.startsWith('loose-')) as string
}

/** How many are not packed, and how many packs there are. */
function filesOf(desk: Desk): { unpacked: number; packs: number } {
  const folder = workstreamDir(projectOf(desk), lineOf(desk))
  const packs = join(folder, 'packs')
  return {
    unpacked: readdirSync(folder).filter((name) => name.endsWith('.md')).length,
    packs: existsSync(packs) ? readdirSync(packs).length : 0,
  }
}

function work(one: Client, turns: number): void {
  one.fire('SessionStart', { source: 'startup' })
  for (let n = 1; n <= turns; n++) one.turn(`Repair wheel ${n} of the apple cart`, `Next I will sand wheel ${n}.`)
}

const history = (desk: Desk): History => desk.dogear('history', lineOf(desk), '--json').json<History>()

test('the end of a session packs its autosaves; 0.1.0 beside it calls nothing damaged and works on [F19]', () => {
  const desk = hookDesk()
  const one = desk.client('one')
  work(one, 7)
  const before = history(desk)
  expect(filesOf(desk)).toEqual({ unpacked: 7, packs: 0 })
  one.fire('SessionEnd', { reason: 'other' })
  expect(filesOf(desk)).toEqual({ unpacked: 1, packs: 1 })
  expect(history(desk)).toEqual(before)
  expect(desk.dogear('show', before.entries[4]?.id as string).stdout).toContain('wheel 3')

  const folder = tempDir()
  spawnSync('tar', ['-xzf', join(checkout, 'test', 'fixtures', 'dogear-0.1.0.tgz'), '-C', folder])
  const old = (...args: string[]): object => {
    const program = join(folder, 'package', 'bin', 'dogear.js')
    const { stdout } = spawnSync(process.execPath, [program, ...args, '--json'], {
      cwd: desk.repo.dir,
      env: cleanEnv(desk.userHome),
      encoding: 'utf8',
    })
    return JSON.parse(stdout) as object
  }
  // It knows no lines of sessions: what it does not see it does not touch.
  expect(old('verify', '--all')).toMatchObject({ damaged: [] })
  expect(old('save', 'main', '--next', 'Paint it')).toMatchObject({ saved: { name: 'main' } })
  expect(history(desk)).toEqual(before)
  expect(desk.dogear('verify', '--json').json<object>()).toMatchObject({ checked: 8, damaged: [], missing: [] })
})

test('a session that was cut off is packed by the one that takes over', async () => {
  const desk = hookDesk()
  const one = desk.client('one')
  work(one, 7)
  one.file.prompt('Now paint it green')
  one.file.say('Painting.')
  await one.kill()
  desk.client('two').fire('SessionStart', { source: 'startup' })
  expect(filesOf(desk)).toEqual({ unpacked: 1, packs: 1 })
  expect(history(desk).total).toBe(8)
})

test('a session that goes on is packed above 64 of its autosaves [F19]', () => {
  const desk = hookDesk()
  const one = desk.client('one')
  work(one, 1)
  const name = lineOf(desk)
  let parents = listEntryIds(projectOf(desk), name)
  for (let n = 0; n < 64; n++) {
    const entry = someEntry({ name, lane: 'auto', by: { session: 'one' } }, Date.now(), parents)
    plantEntry(projectOf(desk), entry)
    parents = [entry.id]
  }
  expect(filesOf(desk)).toEqual({ unpacked: 65, packs: 0 })
  one.turn('Now paint the apple cart green', 'Next I will paint it.')
  expect(filesOf(desk).packs).toBe(1)
  expect(filesOf(desk).unpacked).toBeLessThan(5)
  expect(history(desk).total).toBe(66)
})

/** Wherever a process is killed while it writes, what it leaves is taken away: no folder of a home is forgotten. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { processTag } from '../../src/platform/process/process-tag.js'
import { hookDesk } from '../hook/support.js'
import { tempsBelow } from './support/place.js'

const COMMANDS = [
  'init claude-code --scope user',
  'save auth --task T --next N',
  'save billing --task T --next N',
  'save auth --task T --next M',
  'search login',
  'prompts push hello',
  'config layout named-checkpoints',
  'trust',
  'export auth --to out',
  'import out',
  'clear billing',
  'list',
]

test('temporary files of the dead go from every folder that ordinary use makes, those of the living stay', () => {
  const desk = hookDesk()
  const one = desk.client('one')
  one.fire('SessionStart', { source: 'startup' })
  one.turn('Repair the login')
  expect(COMMANDS.map((command) => desk.dogear(...command.split(' ')).code)).toEqual(COMMANDS.map(() => 0))
  const folders = readdirSync(desk.home, { recursive: true, withFileTypes: true })
    .filter((item) => item.isDirectory())
    .map((item) => join(item.parentPath, item.name))
  expect(folders.length).toBeGreaterThan(COMMANDS.length)

  const living = folders.map((folder) => plant(folder, processTag()))
  const dead = tagOfTheDead()
  for (const folder of [desk.home, ...folders]) plant(folder, dead)
  expect(desk.dogear('verify', '--all').code).toBe(0)
  expect(tempsBelow(desk.home).toSorted()).toEqual(living.toSorted())
})

test('what an export that was killed left in a folder of the user goes with the next export or verify', () => {
  const desk = hookDesk()
  desk.dogear('save', 'auth', '--next', 'N')
  const out = join(desk.repo.dir, 'out')
  for (const command of ['verify --all', 'export auth --to elsewhere']) {
    desk.dogear('export', 'auth', '--to', 'out')
    expect(tempsBelow(desk.home)).toEqual([])
    const dead = tagOfTheDead()
    plant(join(out, 'auth'), dead)
    const living = plant(join(out, 'auth'), processTag())
    // As an export notes it before it writes.
    mkdirSync(join(desk.home, 'exports'), { mode: 0o700 })
    writeFileSync(join(desk.home, 'exports', dead), out)
    expect(desk.dogear(...command.split(' ')).code).toBe(0)
    expect(tempsBelow(out)).toEqual([living])
    expect(existsSync(join(desk.home, 'exports'))).toBe(false)
  }
})

/** Of this machine and this boot, with the number of a process that has ended. */
function tagOfTheDead(): string {
  const { pid } = spawnSync('true')
  return processTag().replace(/\.\d+\.\d+$/, `.${pid}.1`)
}

function plant(folder: string, tag: string): string {
  const path = join(folder, `.thing.json.${tag}.${'0'.repeat(32)}.tmp`)
  writeFileSync(path, 'half a th')
  return path
}

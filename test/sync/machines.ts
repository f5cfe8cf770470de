/** Machines of a user and of others: each with a home and a clone of its own, and the real program. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { cleanEnv, dogear, type Env, type Ran, scratchRepo, tempDir } from '../support/world.js'

export interface Machine {
  name: string
  dir: string
  home: string
  /** Where dogear keeps everything. */
  data: string
  run: (...args: string[]) => Ran
  /** The same; what it prints as JSON. Fails where the command does. */
  json: <T = Record<string, unknown>>(...args: string[]) => T
  words: () => string
  /** Besides what every machine has. */
  env: Env
}

/** Clones of one repository, under the URL that they all know it by. */
export function machines(...names: string[]): Machine[] {
  const origin = scratchRepo({ 'src/a.ts': 'export {}\n' })
  return names.map((name) => {
    const dir = join(tempDir(), 'shop')
    const home = tempDir()
    const git = (...args: string[]): void => void spawnSync('git', args, { env: cleanEnv(home) })
    git('clone', '--quiet', origin.dir, dir)
    git('-C', dir, 'remote', 'set-url', 'origin', 'https://git.example/me/shop.git')
    return machineAt(name, dir, home)
  })
}

export function machineAt(name: string, dir: string, home: string): Machine {
  // What runs in the background would go on when the test is over; the tests of that start it themselves.
  const env: Env = { DOGEAR_SYNC: 'off', USER: name }
  const run = (...args: string[]): Ran => dogear(args, { cwd: dir, home, env })
  const json = <T>(...args: string[]): T => {
    const ran = run(...args, '--json')
    if (ran.code === null || ran.code > 1)
      throw new Error(`${name}: dogear ${args.join(' ')}: ${ran.code} ${ran.stdout}${ran.stderr}`)
    return JSON.parse(ran.stdout) as T
  }
  const words = (): string => {
    const { remotes } = json<{ remotes: { devices: { this: boolean; words: string }[] }[] }>('sync', 'status')
    return remotes[0]?.devices.find((one) => one.this)?.words ?? ''
  }
  return { name, dir, home, data: join(home, '.local', 'share', 'dogear'), run, json, words, env }
}

export interface Place {
  url: string
  /** The files with batches, for those that tamper. */
  batches: () => string[]
}

export const PLACES: Record<string, () => Place> = {
  folder: () => {
    const url = tempDir()
    return { url, batches: () => filesBelow(join(url, 'dogear')) }
  },
  'git by file': () => {
    const url = join(tempDir(), 'notes.git')
    spawnSync('git', ['init', '--quiet', '--bare', url], { env: cleanEnv(tempDir()) })
    return { url, batches: () => [] }
  },
}

function filesBelow(dir: string): string[] {
  if (!existsSync(dir)) return []
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile())
    .map((item) => join(item.parentPath, item.name))
    .sort()
}

/** The first founds the store, the others join it as devices of the same user, and are let in. */
export function ownDevices(url: string, [first, ...others]: readonly Machine[]): string {
  const { words } = (first as Machine).json<{ words: string }>('sync', 'add', url)
  for (const other of others) {
    other.json('sync', 'add', `${url}#${words}`, '--link', 'shop')
    ;(first as Machine).json('sync', 'trust', other.words())
    other.json('sync')
  }
  return words
}

export function settle(...all: readonly Machine[]): void {
  for (let round = 0; round < 2; round++) for (const one of all) one.json('sync')
}

export interface Status {
  broken: { device: string; why: string }[]
  rewritten: string[]
  held: { sealed: number; refused: string[]; differs: string[] }
  unsent: number
}

export function statusOf(machine: Machine): Status {
  return machine.json<{ remotes: Status[] }>('sync', 'status').remotes[0] as Status
}

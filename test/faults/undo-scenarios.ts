/** Taking, undoing and tidying, each ready to be struck at any of its system calls, and what must be so afterwards. */
import { execFileSync } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { takeNow } from '../../src/app/undo/take.js'
import { placeOf } from '../../src/app/undo/undo.js'
import { DEFAULT_CONFIG, type World } from '../../src/app/world.js'
import { treeRows } from '../../src/core/undo/take.js'
import { randomBytes } from '../../src/platform/files/hash.js'
import { processTag } from '../../src/platform/process/process-tag.js'
import { contentOf, readTake, takeIds } from '../../src/store/takes/takes.js'
import { dirtyUp, gitOf, put, treeOf } from '../undo/support.js'
import { scratchRepo } from '../support/world.js'
import { changedBetween } from '../undo/random/tree.js'
import { answerOf } from './support/judge.js'
import { ask, newPlace, type Place, runWarm } from './support/place.js'

export interface UndoScenario {
  name: string
  /** The command that is struck. */
  args: readonly string[]
  /** What nothing may do away with: read before anything is struck. */
  before: Before
  /** A fresh copy, at the same place each time: takes belong to a path. */
  fresh(): Place
  judge(place: Place, stdout: string): Promise<string[]>
}

interface Before {
  /** As it was before it was lost. */
  whole: Map<string, string>
  /** As it is when the command begins. */
  wrecked: Map<string, string>
  git: Map<string, string>
  takes: string[]
}

interface Plan {
  plan: { id: string; steps: { path: string }[] }
}

const DAY_MS = 86_400_000

function worldOf(place: Place, days = 0): World {
  return {
    home: join(place.root, 'dogear'),
    cwd: place.repo,
    userHome: place.root,
    tag: processTag(),
    by: { user: 'tester' },
    env: {},
    now: () => ({ ms: Date.now() + days * DAY_MS, offsetMinutes: 0 }),
    random: randomBytes,
    config: DEFAULT_CONFIG,
  }
}

/** `old`: as many takes of days that are long ago. */
async function startPlace(old: number): Promise<{ place: Place; whole: Map<string, string> }> {
  const made = newPlace()
  const repo = scratchRepo(undefined, made.repo)
  for (const [path, text] of Object.entries(COMMITTED)) put(repo.dir, path, text)
  repo.commit('committed')
  // Both the home and the work tree are looked at, and nothing else lies there.
  const place = { ...made, home: made.root }
  dirtyUp({ repo })
  for (let day = 0; day < old; day++) {
    put(repo.dir, 'diary.md', `day ${day >> 1}, part ${day % 2}: what is written here is in no commit at all\n`)
    const { git } = placeOf(worldOf(place))
    takeNow(worldOf(place, (day >> 1) - 60 + (day % 2) / 4), { git, anew: true, untilMs: Infinity })
  }
  await ask(place, ['save', 'auth', '--task', 'OAuth', '--next', 'Run npm test'])
  return { place, whole: treeOf(repo.dir) }
}

const COMMITTED = {
  'src/auth.ts': 'export const auth = () => "committed and reviewed by many people"\n',
  'src/deep/one.ts': 'export const one = 1 // the first of many numbers in this file\n',
  'docs/guide.md': '# Guide\n\nHow to use what we have built here, in many words.\n',
  'tool.sh': '#!/bin/sh\necho committed tool that does something useful\n',
  '.gitignore': 'ignored/\n',
}

export type Struck = 'take' | 'apply' | 'thin'

export async function undoScenario(name: Struck): Promise<UndoScenario> {
  const { place, whole } = await startPlace(name === 'thin' ? 24 : 2)
  if (name !== 'thin') {
    execFileSync('git', ['checkout', '--quiet', '--', '.'], { cwd: place.repo, stdio: 'ignore' })
    for (const path of ['data', 'notes.md', 'latest', 'private.txt'])
      rmSync(join(place.repo, path), { recursive: true })
    writeFileSync(join(place.repo, 'new.md'), 'written after the loss, and in no take so far\n')
  }
  const args = name === 'thin' ? ['tidy'] : name === 'take' ? ['undo'] : ['undo', '--apply', await plannedIn(place)]
  const { shelf } = placeOf(worldOf(place))
  const before = { whole, wrecked: treeOf(place.repo), git: gitOf(place.repo), takes: takeIds(shelf) }
  const kept = `${place.root}.kept`
  execFileSync('cp', ['-a', place.root, kept])
  const fresh = (): Place => {
    for (const part of ['repo', 'dogear']) {
      rmSync(join(place.root, part), { recursive: true, force: true })
      execFileSync('cp', ['-a', join(kept, part), join(place.root, part)])
    }
    return place
  }
  return { name, args, before, fresh, judge: (at, stdout) => judgeAs(name, before, at, stdout) }
}

async function plannedIn(place: Place): Promise<string> {
  return (await ask<Plan>(place, ['undo'])).plan.id
}

async function judgeAs(name: Struck, before: Before, place: Place, stdout: string): Promise<string[]> {
  const { whole, wrecked, git, takes } = before
  const answer = answerOf(stdout) as { receipt?: { done: string[] }; gone?: number } | null
  const now = treeOf(place.repo)
  const wrong = [...missingIn(place, name === 'thin' ? null : takes)]
  for (const path of changedBetween(wrecked, now))
    if (name !== 'apply' || (now.get(path) !== whole.get(path) && !isOurs(path) && !isAside(path, wrecked, now)))
      wrong.push(`${path} is neither as it was nor as it shall be`)
  if (changedBetween(git, gitOf(place.repo)).length > 0) wrong.push('git is not as it was')
  if (answer?.receipt) wrong.push(...notBack(whole, now).map((path) => `answered, but ${path} is not back`))
  return [...wrong, ...(await goesOn(name, before, place))]
}

/** A temporary file beside the one that is written. */
function isOurs(path: string): boolean {
  return path.includes('.dogear-undo.')
}

/** Taken away, and not written yet: what was there lies beside, to the byte, until the next undo ends it. */
function isAside(path: string, wrecked: Map<string, string>, now: Map<string, string>): boolean {
  return !now.has(path) && [...now].some(([other, what]) => isOurs(other) && what === wrecked.get(path))
}

function notBack(whole: Map<string, string>, now: Map<string, string>): string[] {
  return [...whole].filter(([path, what]) => now.get(path) !== what).map(([path]) => path)
}

/** The next commands work, and in the end all is as if nothing had happened in between. */
async function goesOn(name: Struck, { whole, git }: Before, place: Place): Promise<string[]> {
  const wrong: string[] = []
  if (name === 'thin') {
    await ask(place, ['tidy'])
    const left = await ask<{ gone: number }>(place, ['tidy', '--dry-run'])
    if (left.gone > 0) wrong.push(`${left.gone} takes are still there after the next tidy`)
    wrong.push(...missingIn(place, null))
    rmSync(join(place.repo, 'data'), { recursive: true })
    const { id } = (await ask<Plan>(place, ['undo', '--to', 'auth'])).plan
    await ask(place, ['undo', '--apply', id])
  } else {
    const ran = await runWarm(place, ['undo', '--json'])
    // All of it was done already: then there is nothing to undo.
    if (ran.code !== 0 && ran.code !== NOTHING) wrong.push(`the next undo ended with ${ran.code}: ${ran.stderr}`)
    if (ran.code === 0) {
      const { plan } = JSON.parse(ran.stdout) as Plan
      if (plan.steps.length > 0) await ask(place, ['undo', '--apply', plan.id])
    }
  }
  const now = treeOf(place.repo)
  wrong.push(...notBack(whole, now).map((path) => `in the end ${path} is not back`))
  wrong.push(...[...now.keys()].filter(isOurs).map((path) => `left over: ${path}`))
  if (name !== 'thin' && !existsSync(join(place.repo, 'new.md'))) wrong.push('new.md is gone')
  if (changedBetween(git, gitOf(place.repo)).length > 0) wrong.push('git is not as it was in the end')
  return wrong
}

const NOTHING = 5

/** Takes that are not there any more, and bytes of those that are that cannot be read. */
function missingIn(place: Place, acknowledged: readonly string[] | null): string[] {
  const { shelf } = placeOf(worldOf(place))
  const ids = takeIds(shelf)
  const gone = (acknowledged ?? []).filter((id) => !ids.includes(id)).map((id) => `the take ${id} is gone`)
  const holes = ids.flatMap((id) => {
    const pack = readTake(shelf, id)
    if (!pack) return [`the take ${id} cannot be read`]
    const rows = treeRows(pack.take).filter(({ hash }) => hash !== '')
    return rows.filter(({ hash }) => contentOf(shelf, pack, hash) === null).map(({ path }) => `${id} misses ${path}`)
  })
  return [...gone, ...holes]
}

/** What a list shows of named work and of sessions that nobody named, and that nothing is ever out of reach. */
import { dirname } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { desk } from '../../../test/support/in-process.js'
import { backdate, plantEntry, someEntry } from '../../../test/support/planted-entries.js'
import { looseName } from '../../core/choose/loose.js'
import type { Entry } from '../../core/entry/entry.js'
import { shortId } from '../../core/entry/id.js'
import { printAmount } from '../../core/text/text.js'
import { sha256Hex } from '../../platform/files/hash.js'
import { type Project, workstreamDir } from '../../store/paths.js'
import { ensureProject } from '../../store/projects/projects.js'
import { exportEntries } from '../carry/transfer.js'
import { clear } from '../keep/clear.js'
import { locate } from '../locate.js'
import { resume } from '../resume/resume.js'
import type { World } from '../world.js'
import { list, type ListRequest, type Listing } from './list.js'
import { numberedRows } from './numbers.js'
import { show } from './show.js'

const NOW = Date.UTC(2026, 10, 20, 9)
const DAY = 86_400_000

let world: World
let project: Project
let worktree: string
let git: (...args: string[]) => string

beforeEach(() => {
  const made = desk(NOW)
  world = made.world
  git = made.repo.git
  const located = locate(world)
  project = located.project
  worktree = located.worktree
  ensureProject(located, 'test')
})

function plant(name: string, ms: number, more: Partial<Entry> = {}): string {
  const entry = someEntry({ name, where: { worktree, branch: 'main' }, ...more }, ms)
  backdate(plantEntry(project, entry))
  backdate(workstreamDir(project, name))
  backdate(dirname(workstreamDir(project, name)))
  return entry.id
}

/** A session of that many days ago. */
function session(daysAgo: number, more: Partial<Entry> = {}): { name: string; id: string } {
  const ms = NOW - daysAgo * DAY
  const name = looseName(sha256Hex(`session ${daysAgo}`), ms)
  const task = { text: `Work of ${daysAgo} days ago` }
  return { name, id: plant(name, ms, { lane: 'auto', task, by: { agent: 'claude-code' }, ...more }) }
}

const QUICK = { extraKeys: { quick: true } }
const listed = (more: Partial<ListRequest> = {}): Listing => list(world, { all: false, cleared: false, ...more })
const namesOf = ({ rows }: Listing): string[] => rows.map(({ name }) => name)

test('named work and the four newest sessions are shown, quick ones are not, the others are counted [K2]', () => {
  plant('auth', NOW - 2.5 * DAY)
  plant('billing', NOW - 300 * DAY)
  const days = [0, 1, 2, 3, 4, 40, 80, 200].map((daysAgo) => session(daysAgo).name)
  session(0.5, QUICK)
  const found = listed()
  expect(namesOf(found)).toEqual([...days.slice(0, 3), 'auth', days[3], 'billing'])
  expect(found).toMatchObject({ folded: 5, older: 0 })
  expect(found.rows[0]).toMatchObject({ loose: true, title: 'Work of 0 days ago' })
  expect(found.rows[3]).not.toHaveProperty('loose')
  expect(found.rows[3]).not.toHaveProperty('title')
  expect(listed({ limit: 2 })).toMatchObject({ rows: [{ name: days[0] }, { name: days[1] }], older: 4, folded: 5 })
})

test('every session is listed on request, with the quick ones marked, and by what narrows a list [K2]', () => {
  const auth = plant('auth', NOW - 2.5 * DAY, { extraKeys: { label: 'Auth' } })
  const [first, second, old] = [0, 1, 200].map((daysAgo) => session(daysAgo).name)
  const quick = session(0.5, QUICK).name
  const onBranch = session(90, { where: { worktree, branch: 'feat/x' }, by: { agent: 'codex' } }).name
  expect(namesOf(listed({ loose: true }))).toEqual([first, quick, second, onBranch, old])
  expect(listed({ loose: true }).rows[1]).toMatchObject({ quick: true, loose: true })
  expect(listed({ loose: true, limit: 1 })).toMatchObject({ rows: [{ name: first }], older: 4, folded: 0 })
  expect(namesOf(listed({ all: true }))).toEqual([first, quick, second, 'auth', onBranch, old])
  expect(listed({ all: true }).rows[3]).toMatchObject({ label: 'Auth', heads: [{ id: auth }] })
  expect(namesOf(listed({ branch: 'feat/x' }))).toEqual([onBranch])
  expect(namesOf(listed({ agent: 'codex' }))).toEqual([onBranch])
  expect(namesOf(listed({ sinceMs: NOW - 2 * DAY }))).toEqual([first, quick, second])
  expect(namesOf(listed({ sinceMs: NOW - 2 * DAY, branch: 'feat/x' }))).toEqual([])
})

test('the numbers of the list mean its rows, and other lists have none', () => {
  const id = plant('auth', NOW - 2.5 * DAY)
  const newest = session(0)
  expect(numberedRows(world)).toEqual([
    { number: 1, name: newest.name, id: newest.id, handle: shortId(newest.id) },
    { number: 2, name: 'auth', id, handle: 'auth' },
  ])
  expect(listed({ limit: 1 }).numbered).toBe(true)
  for (const more of [{ all: true }, { cleared: true }, { loose: true }, { branch: 'x' }, { sinceMs: 1 }])
    expect(listed(more).numbered).toBe(false)
})

test('a session that is cleared is off the list and among the cleared ones, however old [K2]', () => {
  const old = session(200).name
  for (const daysAgo of [0, 1, 2, 3, 4]) session(daysAgo)
  clear(world, { name: old, all: false, dryRun: false })
  expect(namesOf(listed({ cleared: true }))).toEqual([old])
  expect(namesOf(listed({ loose: true }))).not.toContain(old)
})

test('the nearest is found in a month of long ago where nothing since is as near [K2, K4]', async () => {
  const old = session(200, { where: { worktree, branch: 'main' } })
  for (const daysAgo of [0, 1, 2, 3, 4]) session(daysAgo, { where: { worktree: '/elsewhere', branch: 'other' } })
  const { entry } = await resume(world, { budget: 4000, consume: false, dryRun: true })
  expect(entry.id).toBe(old.id)
})

test('a session of long ago is shown by its id and exported with all the others [K2]', () => {
  plant('auth', NOW)
  const old = session(200)
  for (const daysAgo of [0, 1, 2, 3, 4]) session(daysAgo)
  expect(show(world, { what: shortId(old.id) }).entry.name).toBe(old.name)
  expect(show(world, { what: old.name }).entry.id).toBe(old.id)
  expect(exportEntries(world, { all: true }).entries.map(({ id }) => id)).toContain(old.id)
})

test('how much there is: lines, entries and bytes, on request', () => {
  plant('auth', NOW)
  session(200)
  session(0)
  expect(listed()).not.toHaveProperty('amount')
  const { amount } = listed({ all: true, amount: true })
  expect(amount).toMatchObject({ lines: 3, entries: 3 })
  expect(amount?.bytes).toBe(exportEntries(world, { all: true }).texts.reduce((sum, { text }) => sum + text.length, 0))
  expect(printAmount({ lines: 7040, entries: 1, bytes: 61_400_000 })).toBe('7,040 lines, 1 entry, 61 MB')
})

test('what was finished on a branch that is merged or gone is folded after 30 days, and never lost', () => {
  git('branch', 'merged')
  const on = (branch: string): Partial<Entry> => ({ where: { worktree, branch } })
  plant('here', NOW - 60 * DAY)
  plant('gone', NOW - 40 * DAY, on('feat/gone'))
  plant('done', NOW - 40 * DAY - 1, on('merged'))
  plant('lately', NOW - 20 * DAY, on('feat/gone'))
  expect(namesOf(listed())).toEqual(['lately', 'here'])
  expect(listed()).toMatchObject({ finished: 2, folded: 0, older: 0 })
  expect(namesOf(listed({ all: true }))).toEqual(['lately', 'gone', 'done', 'here'])
})

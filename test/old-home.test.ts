/** A home that dogear 0.1.0 wrote, in the hands of the present build: nothing is damaged, nothing is lost, all is read. */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Entry } from '../src/core/entry/entry.js'
import { parseEntry } from '../src/core/entry/parse.js'
import { itemId } from '../src/core/page/item-id.js'
import { projectAt } from '../src/store/paths.js'
import { checkout } from './support/checkout.js'
import { plantEntry, someEntry } from './support/planted-entries.js'
import { cleanEnv, dogear, type Ran, scratchRepo, tempDir } from './support/world.js'

const LAYOUTS = ['named-checkpoints', 'session-checkpoint', 'session-continuity', 'decision-log', 'quoin']
const REPOSITORIES = [...LAYOUTS, 'plain']

interface Row {
  name: string
  heads: { id: string; kind: string; task?: string; next?: string }[]
}

interface History {
  name: string
  entries: { id: string }[]
}

/** What 0.1.0 printed about it: see scripts/make-old-home.mjs. */
type Said = Record<string, { list: Row[]; cleared: Row[]; history: History[] }>

interface Old {
  home: string
  store: string
  said: Said
  in: (repository: string) => string
  run: (repository: string, ...args: string[]) => Ran
}

function unpack(name: string): string {
  const folder = tempDir()
  const { status, stderr } = spawnSync('tar', ['-xzf', join(checkout, 'test', 'fixtures', name), '-C', folder])
  expect({ status, stderr: stderr.toString() }).toEqual({ status: 0, stderr: '' })
  return folder
}

function oldHome(): Old {
  const folder = unpack('home-0.1.0.tgz')
  const home = join(folder, 'home')
  const place = (repository: string): string => join(folder, 'work', repository)
  return {
    home,
    store: join(home, '.local', 'share', 'dogear'),
    said: JSON.parse(readFileSync(join(folder, 'said.json'), 'utf8')) as Said,
    in: place,
    run: (repository, ...args) => dogear(args, { cwd: place(repository), home }),
  }
}

/** Every entry by its path, with its bytes. */
function entriesIn(store: string): Map<string, string> {
  const files = readdirSync(join(store, 'projects'), { recursive: true, withFileTypes: true })
  const entries = files.filter((file) => file.isFile() && file.parentPath.includes('/entries/'))
  const paths = entries.map(({ parentPath, name }) => join(parentPath, name))
  return new Map(paths.map((path) => [path, readFileSync(path, 'latin1')]))
}

const one = oldHome()
const before = entriesIn(one.store)

describe.each(REPOSITORIES)('%s', (repository) => {
  const { list, cleared, history } = one.said[repository] as Said[string]

  test('lists what 0.1.0 listed, and what it had cleared', () => {
    // A later version may say more.
    expect(one.run(repository, 'list', '--json').json<{ workstreams: Row[] }>().workstreams).toMatchObject(list)
    const gone = one.run(repository, 'list', '--cleared', '--json').json<{ workstreams: Row[] }>().workstreams
    expect(gone).toEqual(cleared)
  })

  test('has the whole history of each workstream, word for word', () => {
    // A later version may say more.
    for (const was of history)
      expect(one.run(repository, 'history', was.name, '--json').json<History>()).toMatchObject(was)
  })

  test('resumes each workstream with its task and next step', () => {
    for (const { name, heads } of list) {
      const { code, stdout } = one.run(repository, 'resume', name, '--yes', '--dry-run')
      expect({ name, code }).toEqual({ name, code: 0 })
      for (const said of [heads[0]?.task, heads[0]?.next].filter((text) => text !== undefined))
        expect(stdout).toContain(said)
    }
  })
})

test.each(LAYOUTS)('the files that 0.1.0 wrote in the layout %s are read without its home', (layout) => {
  const fresh = oldHome()
  const where = ['--layout', layout, '--memory-dir', join(fresh.home, 'memory', layout), '--trust', 'yes']
  const { stdout } = dogear(['list', '--json', ...where], { cwd: fresh.in(layout), home: tempDir() })
  const rows = (JSON.parse(stdout) as { workstreams: Row[] }).workstreams
  const was = fresh.said[layout]?.list ?? []
  const nextOf = (all: Row[]): unknown[] => all.map(({ name, heads }) => [name, heads[0]?.next]).toSorted()
  expect(nextOf(rows)).toEqual(nextOf(was))
})

test('search finds the entries of every repository, with the index that 0.1.0 left and without', () => {
  for (const index of ['there', 'gone']) {
    if (index === 'gone') rmSync(join(one.store, 'index'), { recursive: true })
    const { hits } = one.run('plain', 'search', 'token', '--json').json<{ hits: { project: string }[] }>()
    const found = new Set(hits.map(({ project }) => project.replace(/-[0-9a-f]{12}$/, '')))
    expect({ index, found }).toEqual({ index, found: new Set(REPOSITORIES) })
  }
})

test('every entry is intact, before and after the present build has worked on; no byte of an old one changes', () => {
  const count = before.size
  expect(one.run('plain', 'verify', '--all', '--json').json<object>()).toMatchObject({ checked: count, damaged: [] })
  for (const repository of REPOSITORIES) {
    one.run(repository, 'save', 'auth', '--overwrite', '--task', 'Log in, later', '--next', 'Write src/logout.ts')
    expect(one.run(repository, 'resume', 'auth', '--yes').stdout).toContain('Write src/logout.ts')
  }
  expect(one.run('plain', 'restore', 'dropped').code).toBe(0)
  expect(one.run('plain', 'resume', 'dropped', '--yes').stdout).toContain('Try it with cookies')
  expect(one.run('plain', 'verify', '--all', '--json').json<object>()).toMatchObject({ damaged: [] })
  const after = entriesIn(one.store)
  expect(after.size).toBeGreaterThan(count)
  for (const [path, bytes] of before) expect(after.get(path)).toBe(bytes)
})

let program = ''

/** What 0.1.0 itself prints. */
function oldBuild(place: { cwd: string; home: string }, ...args: string[]): string {
  program ||= join(unpack('dogear-0.1.0.tgz'), 'package', 'bin', 'dogear.js')
  const env = cleanEnv(place.home)
  const { stdout, stderr, status } = spawnSync(process.execPath, [program, ...args], {
    cwd: place.cwd,
    env,
    encoding: 'utf8',
  })
  expect({ args, status, stderr }).toMatchObject({ args, status: 0 })
  return stdout
}

test('0.1.0 itself reads on in that home', () => {
  const place = { cwd: one.in('plain'), home: one.home }
  expect(JSON.parse(oldBuild(place, 'verify', '--all', '--json'))).toMatchObject({ damaged: [] })
  expect(JSON.parse(oldBuild(place, 'show', 'auth', '--json'))).toMatchObject({
    entry: { next: { text: 'Write src/logout.ts' } },
  })
})

/** A repository in whose home an entry holds a whole page, as the present build writes it. */
function homeWithPage(): { cwd: string; home: string; store: string; path: string; entry: Entry } {
  const [cwd, home] = [scratchRepo().dir, tempDir()]
  const first = dogear(['save', 'auth', '--task', 'Log in', '--next', 'Run npm test', '--json'], { cwd, home })
  const { saved } = first.json<{ saved: { id: string; path: string } }>()
  const store = join(home, '.local', 'share', 'dogear')
  const key = readdirSync(join(store, 'projects'))[0] as string
  const earlier = parseEntry(readFileSync(saved.path, 'utf8'))
  const origin = { entry: earlier.id, at: earlier.saved, user: 'dev', locks: { 'yarn.lock': '9f86d081884c7d65' } }
  const marked = (kind: string, text: string): { text: string; id: string } => ({
    text,
    id: itemId(kind, text, new Set()),
  })
  const made = someEntry({}, Date.parse(earlier.saved) + 1000, [earlier.id])
  const own = { entry: made.id, at: made.saved }
  const entry: Entry = {
    ...made,
    name: 'auth',
    where: earlier.where,
    task: { ...marked('task', 'Log in'), origin },
    next: marked('next', 'Write `src/logout.ts`'),
    failed: [
      { ...marked('failed', 'Cookies in the URL'), why: 'they leak', origin },
      { ...marked('failed', 'No cookies'), origin: own },
    ],
    page: {
      closed: [{ id: 'q-7k2q', by: made.id, at: made.saved }],
      earlier: [{ kind: 'done', count: 3, entry: earlier.id }],
    },
    extraKeys: { label: 'Auth!', quick: true, redaction: 1 },
  }
  return { cwd, home, store, path: plantEntry(projectAt(store, key), entry), entry }
}

test('programs read ids, and where an item comes from if that is another entry', () => {
  const { cwd, home, entry } = homeWithPage()
  const { id } = entry.failed[1] as { id: string }
  for (const args of [
    ['show', 'auth'],
    ['resume', 'auth', '--dry-run'],
  ]) {
    const { entry: shown } = dogear([...args, '--json'], { cwd, home }).json<{ entry: Entry }>()
    expect(shown).toEqual({ ...entry, failed: [entry.failed[0], { text: 'No cookies', id }] })
  }
  const { entries } = dogear(['export', 'auth', '--json'], { cwd, home }).json<{ entries: { text: string }[] }>()
  expect(entries.map(({ text }) => parseEntry(text))).toContainEqual(entry)
  const text = dogear(['show', 'auth'], { cwd, home }).stdout
  expect(text.slice(text.indexOf('# auth'))).not.toMatch(/[tnf]-[0-9a-z]{4}\b|lock/)
})

test('0.1.0 reads an entry that holds a page, saves on top of it, and loses nothing of it', () => {
  const { path, entry, ...place } = homeWithPage()
  const bytes = readFileSync(path, 'latin1')
  const unharmed = { damaged: [] }
  expect(JSON.parse(oldBuild(place, 'list', '--json'))).toMatchObject({
    ...unharmed,
    workstreams: [{ name: 'auth', heads: [{ id: entry.id }] }],
  })
  expect(JSON.parse(oldBuild(place, 'show', 'auth', '--json'))).toMatchObject({
    entry: { failed: [{ text: 'Cookies in the URL' }, {}], extraKeys: { page: 1, label: 'Auth!' } },
  })
  expect(oldBuild(place, 'resume', 'auth', '--yes')).toContain('Cookies in the URL')
  const { entries } = JSON.parse(oldBuild(place, 'export', 'auth', '--json')) as { entries: { text: string }[] }
  expect(entries.map(({ text }) => parseEntry(text))).toContainEqual(entry)
  oldBuild(place, 'save', 'auth', '--overwrite', '--task', 'Log in and out', '--next', 'Write the tests')
  expect(JSON.parse(oldBuild(place, 'verify', '--all', '--json'))).toMatchObject({ checked: 3, ...unharmed })
  expect(readFileSync(path, 'latin1')).toBe(bytes)

  const present = (...args: string[]): Ran => dogear([...args, '--json'], place)
  // What has no mark of this home may be anybody's: it stands beside, until the user says whose it is.
  const { workstreams } = present('list').json<{ workstreams: { heads: { id: string; foreign?: boolean }[] }[] }>()
  const made = workstreams[0]?.heads.find(({ foreign }) => foreign)?.id as string
  expect(present('resume', 'auth', '--entry', made).code).toBe(3)
  expect(present('resume', 'auth', '--entry', made, '--mine').code).toBe(0)
  const { entry: newest } = present('show', 'auth').json<{ entry: Entry }>()
  expect(newest).toMatchObject({ parents: [entry.id], task: { text: 'Log in and out' } })
  expect(newest).not.toHaveProperty('page')
  expect(present('show', entry.id).json<{ entry: Entry }>().entry.page).toEqual(entry.page)
  expect(present('verify', '--all').json<object>()).toMatchObject({ checked: 3, ...unharmed })
})

test('the names that 0.1.0 invented for sessions are folded like sessions without a name, and all can be reached', () => {
  const old = oldHome()
  const project = projectAt(
    old.store,
    readdirSync(join(old.store, 'projects')).find((key) => key.startsWith('plain')) as string,
  )
  const now = Date.now()
  for (let n = 2; n <= 42; n++) {
    const by = { agent: 'claude-code', session: `s-${n}` }
    const task = { text: `errand ${n}` }
    const extraKeys = { judgement: 'none' }
    plantEntry(project, someEntry({ name: `main-${n}`, lane: 'auto', by, task, extraKeys }, now - n * 60_000, []))
  }
  const { workstreams, folded } = old.run('plain', 'list', '--json').json<{ workstreams: Row[]; folded: number }>()
  const invented = workstreams.filter(({ name }) => /^main-\d+$/.test(name))
  expect(invented.map(({ name }) => name)).toEqual(['main-2', 'main-3', 'main-4', 'main-5'])
  expect(folded).toBeGreaterThanOrEqual(37)
  expect(old.run('plain', 'show', 'main-42').stdout).toContain('errand 42')
  expect(old.run('plain', 'list', '--loose', '--quiet').stdout).toContain('main-42\n')
})

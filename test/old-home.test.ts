/** A home that dogear 0.1.0 wrote, in the hands of the present build: nothing is damaged, nothing is lost, all is read. */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkout } from './support/checkout.js'
import { cleanEnv, dogear, type Ran, tempDir } from './support/world.js'

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
    expect(one.run(repository, 'list', '--json').json<{ workstreams: Row[] }>().workstreams).toEqual(list)
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

test('0.1.0 itself reads on in that home', () => {
  const program = join(unpack('dogear-0.1.0.tgz'), 'package', 'bin', 'dogear.js')
  const old = (...args: string[]): string =>
    spawnSync(process.execPath, [program, ...args, '--json'], {
      cwd: one.in('plain'),
      env: cleanEnv(one.home),
      encoding: 'utf8',
    }).stdout
  expect(JSON.parse(old('verify', '--all'))).toMatchObject({ damaged: [] })
  expect(JSON.parse(old('show', 'auth'))).toMatchObject({ entry: { next: { text: 'Write src/logout.ts' } } })
})

import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { backdate, plantEntry, someEntry } from '../../test/support/planted-entries.js'
import { tempDir } from '../../test/support/world.js'
import { openSqlite } from '../platform/sqlite.js'
import { listEntryIds, listWorkstreams } from './entries.js'
import { entryPath, projectAt, projectsDir, workstreamDir } from './paths.js'
import { type SearchResult, searchEntries } from './search.js'

let home: string
let file: string
const T0 = Date.UTC(2026, 10, 15)
const P1 = 'app-0123456789ab'
const P2 = 'site-0123456789ab'

beforeEach(() => {
  home = tempDir()
  file = join(home, 'index', 'search-v1.sqlite')
})

function save(key: string, name: string, text: string, ms: number): string {
  const id = plant(key, name, text, ms)
  settle()
  return id
}

function plant(key: string, name: string, text: string, ms: number): string {
  const entry = someEntry({ name, task: { text } }, ms)
  backdate(plantEntry(projectAt(home, key), entry))
  return entry.id
}

/** As if the last change were long ago: each folder that was changed gets a time of its own. */
function settle(): void {
  const within = (dir: string): string[] => (statSync(dir).isDirectory() ? readdirSync(dir) : [])
  const projects = projectsDir(home)
  if (!existsSync(projects)) return
  const entries = within(projects).map((key) => join(projects, key, 'entries'))
  const known = entries.filter((dir) => existsSync(dir))
  const folders = [projects, ...known, ...known.flatMap((dir) => within(dir).map((name) => join(dir, name)))]
  for (const folder of folders) if (statSync(folder).mtimeMs > Date.UTC(2020)) backdate(folder)
}

const ids = (result: SearchResult): string[] => result.hits.map(({ id }) => id)

/** Both engines, which must agree in everything a person sees. */
function search(query: string, scope: { project?: string; name?: string } = {}, limit = 20): SearchResult {
  const found = searchEntries(home, query, { ...scope, limit })
  const scanned = searchEntries(home, query, { ...scope, limit, engine: 'scan' })
  expect({ ...found, via: 'scan' }).toEqual({ ...scanned, damaged: found.damaged })
  return found
}

test('search looks through all projects, newest first, and can be narrowed [F10]', () => {
  const first = save(P1, 'auth', 'Rotate the refresh token', T0)
  const second = save(P2, 'auth', 'A token bucket', T0 + 1)
  const third = save(P2, 'limits', 'token', T0 + 2)
  expect(search('token').via).toBe('index')
  expect(ids(search('token'))).toEqual([third, second, first])
  expect(ids(search('token', {}, 2))).toEqual([third, second])
  expect(ids(search('token', { project: P1 }))).toEqual([first])
  expect(ids(search('token', { name: 'auth' }))).toEqual([second, first])
  expect(ids(search('token', { project: P2, name: 'auth' }))).toEqual([second])
  expect(ids(search('token', { name: '../auth' }))).toEqual([])
})

test('many entries of one millisecond come in the order of their ids', () => {
  for (let i = 0; i < 80; i++) save(i % 2 ? P1 : P2, `w${i % 3}`, 'same', T0)
  expect(search('same', {}, 50).hits).toHaveLength(50)
})

test('a damaged entry is named and left out, and counts again once it is whole', () => {
  const good = save(P1, 'auth', 'token', T0)
  const bad = save(P1, 'auth', 'token', T0 + 1)
  const path = entryPath(projectAt(home, P1), 'auth', bad)
  const text = readFileSync(path)
  appendFileSync(path, 'x')
  for (let i = 0; i < 2; i++) {
    const found = search('token')
    expect([ids(found), found.damaged.map(({ id }) => id)]).toEqual([[good], [bad]])
  }
  writeFileSync(path, text)
  expect(ids(search('token'))).toEqual([bad, good])
  appendFileSync(path, 'x')
  expect(search('token').damaged.map(({ id }) => id)).toEqual([bad])
})

test('while every folder looks as it did, none is listed; the first that looks different is', () => {
  const project = projectAt(home, P1)
  const first = save(P1, 'auth', 'token', T0)
  expect(ids(search('token'))).toEqual([first])
  const { mtimeMs } = statSync(workstreamDir(project, 'auth'))
  const second = save(P1, 'auth', 'another token', T0 + 1)
  // Nobody but a liar would do this. It shows that the looks alone were compared.
  utimesSync(workstreamDir(project, 'auth'), mtimeMs / 1000, mtimeMs / 1000)
  expect(ids(searchEntries(home, 'token', { limit: 9 }))).toEqual([first])
  backdate(workstreamDir(project, 'auth'))
  expect(ids(search('token'))).toEqual([second, first])
})

test.each([3, 60])('of %i folders that changed since, each is looked into again', (count) => {
  const names = Array.from({ length: count }, (_, i) => `w${i}`)
  for (const name of names) plant(P1, name, 'first', T0)
  settle()
  expect(search('second', {}, 100).hits).toEqual([])
  for (const name of names) plant(P1, name, 'second', T0 + 1)
  settle()
  for (let i = 0; i < 2; i++) expect(search('second', {}, 100)).toMatchObject({ via: 'index', total: count })
})

test('a folder that can be no workstream is no reason to read everything, also when it changes', () => {
  save(P1, 'auth', 'token', T0)
  for (const name of ['Not A Name', 'two\nlines']) {
    const folder = join(projectsDir(home), P1, 'entries', name)
    mkdirSync(folder, { mode: 0o700 })
    for (let i = 0; i < 3; i++) {
      settle()
      expect(search('token')).toMatchObject({ via: 'index', total: 1 })
      writeFileSync(join(folder, `${i}.md`), 'token')
    }
  }
})

test('a file among the projects, or in the place of the workstreams, is no reason to read everything', () => {
  const first = save(P1, 'auth', 'token', T0)
  writeFileSync(join(projectsDir(home), P2), 'a file')
  settle()
  for (let i = 0; i < 2; i++) expect(search('token')).toMatchObject({ via: 'index', total: 1 })
  rmSync(join(projectsDir(home), P2))
  mkdirSync(join(projectsDir(home), P2), { mode: 0o700 })
  settle()
  expect(ids(search('token'))).toEqual([first])
  const second = save(P2, 'auth', 'token', T0 + 1)
  expect(ids(search('token'))).toEqual([second, first])
})

test('the index is private, and one that was changed from outside is built anew', () => {
  save(P1, 'auth', 'token', T0)
  search('token')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(join(home, 'index'))).toEqual(['search-v1.sqlite'])
  writeFileSync(file, 'not a database')
  expect(search('token').via).toBe('index')
  const db = openSqlite(file)
  db?.exec('DROP TABLE docs; PRAGMA user_version = 9')
  db?.close()
  expect(search('token').via).toBe('index')
})

test('while another process has it locked, or where it cannot be written, the scan answers', () => {
  save(P1, 'auth', 'token', T0)
  search('token')
  const db = openSqlite(file)
  db?.exec('BEGIN EXCLUSIVE')
  save(P1, 'auth', 'another token', T0 + 1)
  expect(search('token')).toMatchObject({ via: 'scan', total: 2 })
  db?.exec('ROLLBACK')
  db?.close()
  expect(search('token').via).toBe('index')
  rmSync(join(home, 'index'), { recursive: true })
  writeFileSync(join(home, 'index'), 'a file')
  expect(search('token')).toMatchObject({ via: 'scan', total: 2 })
})

test('the progress of a first build is told, to its end', () => {
  for (let i = 0; i < 1100; i++) plantEntry(projectAt(home, P1), someEntry({ name: `w${i % 5}` }, T0 + i))
  const told: number[][] = []
  searchEntries(home, 'w1', { limit: 1, onProgress: (done, total) => told.push([done, total]) })
  expect(told).toEqual([
    [500, 1100],
    [1000, 1100],
    [1100, 1100],
  ])
})

test('a thousand flipped bytes in the index change no answer', () => {
  const words = ['token', 'bucket', '東京', 'café', 'auth']
  for (let i = 0; i < 12; i++) save(P1, `w${i % 3}`, `${words[i % 5]} ${words[(i + 2) % 5]} n${i}`, T0 + i)
  const expected = words.map((word) => search(word).hits)
  fc.assert(
    fc.property(fc.nat(), fc.integer({ min: 1, max: 255 }), fc.boolean(), fc.nat(4), (at, mask, cut, word) => {
      const bytes = readFileSync(file)
      const place = at % bytes.length
      bytes[place] = (bytes[place] as number) ^ mask
      if (cut) writeFileSync(file, bytes.subarray(0, place))
      else overwrite(bytes, place)
      expect(searchEntries(home, words[word] as string, { limit: 20 })).toMatchObject({
        hits: expected[word],
        via: 'index',
      })
    }),
    { numRuns: 1000 },
  )
}, 120_000)

test('an index whose header was changed in any byte is built anew, not taken for one in use', () => {
  save(P1, 'auth', 'token', T0)
  search('token')
  for (let place = 0; place < 100; place++) {
    for (const value of [0, 1, 2, 3, 255]) {
      const bytes = readFileSync(file)
      bytes[place] = value
      overwrite(bytes, place)
      expect([place, value, searchEntries(home, 'token', { limit: 9 })]).toMatchObject([
        place,
        value,
        { total: 1, via: 'index' },
      ])
    }
  }
}, 120_000)

function overwrite(bytes: Buffer, place: number): void {
  const fd = openSync(file, 'r+')
  writeSync(fd, bytes, place, 1, place)
  closeSync(fd)
}

const word = fc.constantFrom(
  'token',
  'Token',
  'tokens',
  'bucket',
  'café',
  'CAFE',
  '東京',
  '京',
  '한국',
  'n1',
  'a-b',
  '…',
  'x'.repeat(250),
  'Σίσυφος',
)
const query = fc
  .array(
    fc.oneof(
      word,
      word.map((w) => `${w.slice(0, 3)}*`),
      fc.tuple(word, word).map(([a, b]) => `"${a} ${b}"`),
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((parts) => parts.join(' '))
  .filter((text) => /[\p{L}\p{N}]/u.test(text))
const step = fc.record({
  act: fc.constantFrom('save', 'save', 'save', 'remove', 'drop', 'forget', 'break', 'alter'),
  key: fc.constantFrom(P1, P2),
  name: fc.constantFrom('a', 'a-b', 'c'),
  text: fc.array(word, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(' ')),
  ms: fc.integer({ min: T0, max: T0 + 3 }),
  query,
  scope: fc.record({ project: fc.constantFrom(P1, P2), name: fc.constantFrom('a', 'a-b') }, { requiredKeys: [] }),
  limit: fc.integer({ min: 1, max: 5 }),
  // A change that is not yet two seconds old is another matter.
  isSettled: fc.boolean(),
})

test('whatever is added, removed or broken, the index answers as the scan does [F10]', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      home = tempDir()
      file = join(home, 'index', 'search-v1.sqlite')
      for (const { act, key, name, text, ms, query: asked, scope, limit, isSettled } of steps) {
        take(act, key, name, text, ms)
        if (isSettled) settle()
        expect(search(asked, {}, limit).via).toBe('index')
        expect(search(asked, scope, limit).via).toBe('index')
      }
    }),
    { numRuns: 200 },
  )
}, 120_000)

function take(act: string, key: string, name: string, text: string, ms: number): void {
  const project = projectAt(home, key)
  if (act === 'save') return void plant(key, name, text, ms)
  if (act === 'forget') return rmSync(join(home, 'index'), { recursive: true, force: true })
  if (act === 'break' && existsSync(file)) return appendFileSync(file, 'x')
  if (!existsSync(project.dir) || !listWorkstreams(project).includes(name)) return
  const [id] = listEntryIds(project, name)
  if (act === 'drop') rmSync(workstreamDir(project, name), { recursive: true })
  else if (id !== undefined && act === 'alter') appendFileSync(entryPath(project, name, id), 'x')
  else if (id !== undefined && act === 'remove') rmSync(entryPath(project, name, id))
}

test('a folder in the place of the index is no reason to fail', () => {
  save(P1, 'auth', 'token', T0)
  mkdirSync(file, { recursive: true, mode: 0o700 })
  expect(search('token').total).toBe(1)
})

/** What a search finds, by the index and by the scan. */
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import {
  file,
  freshHome,
  home,
  ids,
  P1,
  P2,
  plant,
  save,
  search,
  settle,
  T0,
  VIA,
} from '../../../test/support/searched.js'
import { listEntryIds, listWorkstreams } from '../entries/listing.js'
import { entryPath, projectAt, workstreamDir } from '../paths.js'

beforeEach(freshHome)

test('search looks through all projects, newest first, and can be narrowed [F10]', () => {
  const first = save(P1, 'auth', 'Rotate the refresh token', T0)
  const second = save(P2, 'auth', 'A token bucket', T0 + 1)
  const third = save(P2, 'limits', 'token', T0 + 2)
  expect(search('token').via).toBe(VIA)
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

// test/nodes.test.ts runs it with a later Node where this one has no SQLite.
test.skipIf(VIA === 'scan')(
  'whatever is added, removed or broken, the index answers as the scan does [F10]',
  () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        freshHome()
        for (const { act, key, name, text, ms, query: asked, scope, limit, isSettled } of steps) {
          take(act, key, name, text, ms)
          if (isSettled) settle()
          expect(search(asked, {}, limit).via).toBe(VIA)
          expect(search(asked, scope, limit).via).toBe(VIA)
        }
      }),
    )
  },
  120_000,
)

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

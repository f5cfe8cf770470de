import { expect, test } from 'vitest'
import { emptyFields, type Entry } from '../entry/entry.js'
import { redactEntry } from './redact.js'

const TOKEN = `gh${'p_'}Zk3Qw9Xv7Rt2Lm8Np4Bs6Hd1Jf5Gc0YaVe9T`
const SAID = `with ${TOKEN} in it`
const HEAD = '3f786850e387550fdab836ed7e6dc881de23001b'

const entry: Entry = {
  ...emptyFields(),
  id: '20261115T084200123Z-7-k3f9xq2m7p4w',
  name: 'auth-refactor',
  lane: 'named',
  kind: 'saved',
  parents: ['20261115T071105004Z-6-q0d8w1vzk2ha'],
  saved: '2026-11-15T09:42:00.123+01:00',
  by: { agent: SAID, session: SAID, user: SAID, host: SAID },
  where: {
    project: 'shop-1a2b3c4d',
    worktree: `/home/me/${TOKEN}`,
    branch: `fix/${TOKEN}`,
    head: HEAD,
    dirty: [{ path: `${TOKEN}.txt`, state: 'untracked' }],
    dirtyTotal: 1,
  },
  stage: SAID,
  plan: { path: `plans/${TOKEN}.md`, step: 1, of: 2 },
  task: { text: SAID },
  next: { text: SAID, observed: SAID },
  leftOff: { text: SAID },
  done: [{ text: SAID }],
  failed: [{ text: SAID, why: SAID }],
  decisions: [{ text: SAID, why: SAID, rejected: [SAID] }],
  blockers: [{ text: SAID }],
  questions: [{ text: SAID }],
  context: [{ text: SAID }],
  files: [{ path: `src/${TOKEN}.ts`, role: 'edited', hash: '9f86d081884c7d65', bytes: 7 }],
  intent: { text: SAID },
  extraKeys: { deep: [{ [TOKEN]: { note: SAID } }], password: 'hunter2', tags: ['a', 'b'], count: 3, none: null },
  extraSections: [{ title: SAID, text: SAID }],
}

test('no text of an entry keeps a secret, however deep', () => {
  expect(JSON.stringify(redactEntry(entry))).not.toContain(TOKEN.slice(4, 16))
})

test('a key of unknown front matter can say that its value is secret', () => {
  expect(redactEntry(entry).extraKeys['password']).toBe('[redacted: password]')
})

test('ids, names, hashes, numbers and the words of the format stay', () => {
  const { id, name, lane, kind, parents, saved, where, files, extraKeys } = redactEntry(entry)
  expect({ id, name, lane, kind, parents, saved }).toEqual({
    id: entry.id,
    name: entry.name,
    lane: entry.lane,
    kind: entry.kind,
    parents: entry.parents,
    saved: entry.saved,
  })
  expect([where.project, where.head, where.dirtyTotal, where.dirty?.[0]?.state]).toEqual([
    'shop-1a2b3c4d',
    HEAD,
    1,
    'untracked',
  ])
  expect(files).toEqual([
    { path: 'src/[redacted: github token].ts', role: 'edited', hash: '9f86d081884c7d65', bytes: 7 },
  ])
  expect(extraKeys).toMatchObject({ tags: ['a', 'b'], count: 3, none: null })
})

test('an item keeps its id and the entry it comes from; who said it is text', () => {
  const by = '20261115T071105004Z-6-q0d8w1vzk2ha'
  const fixed = { entry: by, at: '2026-11-15T08:11:05.004+01:00', head: HEAD, lock: HEAD }
  const page = { closed: [{ id: 'q-7k2q', by, at: fixed.at }], earlier: [{ kind: 'done', count: 3, entry: by }] }
  const item = { text: SAID, id: 'f-7k2q', origin: { ...fixed, user: SAID, host: SAID, agent: SAID, session: SAID } }
  const redacted = redactEntry({ ...entry, task: item, failed: [item], page })
  expect(JSON.stringify(redacted)).not.toContain(TOKEN.slice(4, 16))
  expect(redacted).toMatchObject({
    page,
    task: { id: item.id, origin: fixed },
    failed: [{ id: item.id, origin: fixed }],
  })
})

test('keys of a later version are text too, wherever they stand', () => {
  const later = { ...entry, by: { ...entry.by, [TOKEN]: 'x' }, where: { session: SAID } } as Entry
  const { by, where } = redactEntry(later)
  expect(Object.keys(by)).toEqual(['agent', 'session', 'user', 'host', '[redacted: github token]'])
  expect(where).toEqual({ session: 'with [redacted: github token] in it' })
})

test('an entry without secrets comes back equal', () => {
  const clean: Entry = { ...entry, ...emptyFields(), by: {}, where: { head: HEAD }, extraKeys: {}, extraSections: [] }
  for (const key of ['stage', 'plan', 'task', 'next', 'leftOff', 'intent'] as const) delete clean[key]
  expect(redactEntry(clean)).toEqual(clean)
})

test('only what stands word for word in the stored entry is taken over as it is', () => {
  const stored = redactEntry({ ...entry, task: { text: 'use [redacted: GitHub token]' } })
  const next = { ...stored, task: { text: `${stored.task?.text} and ${TOKEN}` }, next: { text: TOKEN } }
  expect(redactEntry(stored, [stored])).toEqual(stored)
  expect(JSON.stringify(redactEntry(next, [stored]))).not.toContain(TOKEN)
  expect(redactEntry(next, [stored])).toEqual(redactEntry(next))
})

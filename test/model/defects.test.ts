/** Defects that are planted in the program, one at a time: the laws find each, and what each law is for nothing else finds. */
import './machine.js'
import { existsSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { entryPath } from '../../src/store/paths.js'
import { play } from './drive.js'
import { dropAll } from './faces.js'
import { type Law, LAWS, NOT_YET } from './laws.js'
import { alone } from './schedule.js'

interface Defect {
  what: string
  law: Law
  /** Other laws that it breaks on the way. None: only this law finds it. */
  also?: readonly Law[]
}

const DEFECTS: readonly Defect[] = [
  { what: 'no carry', law: 'K1' },
  { what: 'carry what was closed', law: 'K1' },
  { what: 'quick questions bury work', law: 'K2' },
  { what: 'a fork where none is', law: 'K3' },
  { what: 'what another session decided is carried', law: 'K4' },
  { what: 'one face shows the page before', law: 'K5' },
  { what: 'what comes before its parent is dropped', law: 'K6' },
  { what: 'heads by generation', law: 'K6', also: ['K1', 'K2', 'K3', 'K4', 'K5', 'K7', 'K8'] },
  { what: 'a receipt counts heads that are not there', law: 'K7' },
  { what: 'the session by its environment', law: 'K7', also: ['K1', 'K2', 'K3', 'K4'] },
  { what: 'what is packed is not listed', law: 'K8' },
]

const planted = vi.hoisted(() => ({
  defect: '',
  imported: new Set<string>(),
  decided: [] as { session?: string; text: string }[],
}))

/** A module whose functions `names` become others while a defect is planted. */
const wrap = vi.hoisted(
  () =>
    (names: readonly string[], defects: Readonly<Record<string, (real: Any) => Any>>) =>
    async (original: () => Promise<object>): Promise<object> => {
      const module = (await original()) as Record<string, Any>
      const wrapped = names.map((name) => {
        const real = module[name] as Any
        return [name, (...args: unknown[]) => (defects[planted.defect]?.(real) ?? real)(...args)]
      })
      return { ...module, ...Object.fromEntries(wrapped) }
    },
)

// What is wrapped here is typed where it is at home.
// oxlint-disable-next-line typescript/no-explicit-any
type Any = (...args: any[]) => any

vi.mock(
  '../../src/core/page/carry.js',
  wrap(['carry'], {
    'no carry': (real) => (_, news) => real([], news),
    'carry what was closed': (real) => (parents, news) => real(parents, { ...news, closes: [] }),
  }),
)
vi.mock(
  '../../src/app/save/plan.js',
  wrap(['planSave'], {
    'what another session decided is carried': (real) => (inputs, request) => {
      const plan = real(inputs, request)
      const { by, decisions, page } = plan.entry
      const isTheirs = ({ session, text }: { session?: string; text: string }): boolean =>
        session !== by.session && !decisions.some((one: { text: string }) => one.text === text)
      // Where something was closed it might come back, which is another defect.
      const stolen = page.closed.length > 0 ? [] : planted.decided.filter(isTheirs).map(({ text }) => ({ text }))
      for (const { text } of plan.given.decisions) planted.decided.push({ session: by.session, text })
      return { ...plan, entry: { ...plan.entry, decisions: [...decisions, ...stolen] } }
    },
  }),
)
vi.mock(
  '../../src/core/choose/selection.js',
  wrap(['choose', 'rank'], {
    'quick questions bury work': (real) => (candidates, here) =>
      real(
        candidates.map((one: { from: object }) => ({ ...one, from: { ...one.from, quick: undefined } })),
        here,
      ),
  }),
)
vi.mock(
  '../../src/app/look/list.js',
  wrap(['list', 'listCheckpoints'], {
    'a fork where none is': (real) => (world, request) => {
      const twice = (listing: Listing): Listing => ({
        ...listing,
        rows: withHeads(listing.rows, (head) => [head, { ...head, id: NOBODYS_ID }]),
      })
      const listing: Listing | Promise<Listing> = real(world, request)
      return listing instanceof Promise ? listing.then(twice) : twice(listing)
    },
  }),
)
vi.mock(
  '../../src/app/look/show.js',
  wrap(['show'], {
    'one face shows the page before': (real) => (world, request) => {
      const shown = real(world, request)
      const [parent] = shown.entry.parents
      return parent === undefined || request.what === shown.entry.id ? shown : real(world, { what: parent })
    },
  }),
)
vi.mock(
  '../../src/app/carry/transfer.js',
  wrap(['importEntries'], {
    'what comes before its parent is dropped': (real) => (world, request) => {
      const [{ text }] = request.texts
      const [id = '', parent] = ['id: "', 'parents: ["'].map((key) => text.split(`\n${key}`)[1]?.split('"')[0])
      if (parent !== undefined && !planted.imported.has(parent))
        return { imported: [], already: 0, refused: [], differs: [], foreign: [] }
      planted.imported.add(id)
      return real(world, request)
    },
  }),
)
vi.mock(
  '../../src/store/entries/heads.js',
  wrap(['readHeads'], {
    'heads by generation': (real) => (project, name) => {
      const found = real(project, name)
      const generation = ({ id }: { id: string }): number => Number(id.split('-')[1])
      const highest = Math.max(0, ...found.heads.map(generation))
      return { ...found, heads: found.heads.filter((head: { id: string }) => generation(head) === highest) }
    },
  }),
)
vi.mock(
  '../../src/app/save/save.js',
  wrap(['saveCheckpoint'], {
    'a receipt counts heads that are not there': (real) => async (world, request) => {
      const answer = await real(world, request)
      return { ...answer, result: { ...answer.result, heads: answer.result.heads + 1 } }
    },
  }),
)
vi.mock(
  '../../src/store/session/session-now.js',
  wrap(['readSessionNow'], { 'the session by its environment': () => () => null }),
)
vi.mock(
  '../../src/store/entries/listing.js',
  wrap(['listEntryIds'], {
    'what is packed is not listed': (real) => (project, name) =>
      real(project, name).filter((id: string) => existsSync(entryPath(project, name, id))),
  }),
)

const NOBODYS_ID = '20260101T000000000Z-1-000000000000'

interface Listing {
  rows: Row[]
}

interface Row {
  heads: object[]
}

function withHeads(rows: readonly Row[], change: (head: object) => object[]): Row[] {
  return rows.map((row) => ({ ...row, heads: row.heads.flatMap(change) }))
}

const SCHEDULES = 300
/** So many are played whatever they find: another law may find the defect later. */
const AT_LEAST = process.env['DOGEAR_FAULTS'] === 'full' ? SCHEDULES : 8

beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  Error.stackTraceLimit = 0
})
beforeEach(() => {
  planted.defect = ''
})
afterAll(dropAll)

test('each law has a defect that nothing else finds', () => {
  expect(LAWS.filter((law) => DEFECTS.some((one) => one.law === law && one.also === undefined))).toEqual(LAWS)
})

test('the oracle is short, and knows nothing of the program', () => {
  const [oracle = '', laws = ''] = ['oracle', 'laws'].map((name) =>
    readFileSync(new URL(`${name}.ts`, import.meta.url), 'utf8'),
  )
  expect(oracle.trimEnd().split('\n').length).toBeLessThan(150)
  expect([oracle, laws].flatMap((text) => text.match(/(?<=from ')[^']+/g) ?? [])).toEqual(['./laws.js'])
})

const found = DEFECTS.filter(({ law }) => !NOT_YET.alone.includes(law))

test.each(found)('$law finds: $what', async ({ what, law, also = [] }) => {
  planted.defect = what
  const broken = new Set<Law>()
  for (const [n, schedule] of fc.sample(alone, { numRuns: SCHEDULES, seed: 7 }).entries()) {
    // The words of the next one are the same again.
    planted.decided = []
    for (const wrong of (await play(schedule)).wrong) broken.add(wrong.law)
    if (broken.has(law) && n + 1 >= AT_LEAST) break
  }
  expect([...broken].filter((one) => one === law || ![...also, ...NOT_YET.alone].includes(one))).toEqual([law])
})

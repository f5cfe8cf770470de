import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emptyFields, type FieldKey, type Fields, type Item, type Origin } from '../entry/entry.js'
import { makeId } from '../entry/id.js'
import { carry } from './carry.js'
import type { News } from './close.js'
import { joinPages } from './join.js'
import { ITEM_FIELDS, type KnownPage, openItems } from './known.js'

const KEYS: FieldKey[] = ITEM_FIELDS.map(({ key }) => key)
const WORDS = [
  'never touch package.json',
  'never touch package-lock.json',
  'use *HMAC*',
  'use HMAC',
  'jose is too large',
  'ok?',
]

let count = 0
function origin(session?: string): Origin {
  count++
  const entry = makeId(1_800_000_000_000 + count, [], new Uint8Array(12).fill(count % 31))
  return { entry, at: '2026-11-16T12:00:00.000+00:00', ...(session === undefined ? {} : { session }) }
}

function news(fields: Partial<Fields>, more: Partial<News> = {}): News {
  return { origin: origin(), fields: { ...emptyFields(), ...fields }, spoken: 1, turns: 1, ...more }
}

const textsOf = (page: KnownPage, key: FieldKey): string[] => (page.fields[key] as Item[]).map(({ text }) => text)
const idsOf = (page: KnownPage): string[] => openItems(page.fields).flatMap(({ item }) => item.id ?? [])

const said = fc.record({ key: fc.constantFrom(...KEYS), text: fc.constantFrom(...WORDS) })
/** What happens to a page: something is said, something is seen, something is closed, somebody goes on. */
const step = fc.oneof(
  said.map((one) => ({ do: 'say' as const, ...one })),
  said.map((one) => ({ do: 'see' as const, ...one })),
  fc.nat().map((at) => ({ do: 'close' as const, at })),
  fc.constant({ do: 'go on' as const }),
)

test('what was stated and not closed is on every later page; what was closed is on none until it is said again', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), fc.boolean(), (steps, isOne) => {
      const open = new Map<string, { key: FieldKey; text: string }>()
      let page: KnownPage = { entry: '', fields: emptyFields(), closed: [], earlier: [] }
      const plain = (text: string): string => text.replaceAll('*', '')
      for (const [i, one] of steps.entries()) {
        const session = isOne ? 's' : `s-${i}`
        const more: Partial<News> = { origin: origin(session) }
        let fields: Partial<Fields> = {}
        if (one.do === 'say' || one.do === 'see')
          fields = { [one.key]: [{ text: one.text, ...(one.do === 'see' ? { observed: 'transcript 1' } : {}) }] }
        if (one.do === 'say') open.set(`${one.key} ${plain(one.text)}`, one)
        if (one.do === 'close') {
          const items = openItems(page.fields)
          const { key, item } = items[one.at % Math.max(1, items.length)] ?? {}
          if (key && item?.id) {
            more.closes = [item.id]
            open.delete(`${key} ${plain(item.text)}`)
          }
        }
        page = carry([page], news(fields, more))
        for (const { key, text } of open.values()) expect(textsOf(page, key).map(plain)).toContain(plain(text))
        for (const { id } of page.closed) expect(idsOf(page)).not.toContain(id)
      }
    }),
  )
})

test('an id is made once and means one item, whatever is said later', () => {
  fc.assert(
    fc.property(fc.array(said, { minLength: 1, maxLength: 20 }), (all) => {
      let page: KnownPage = { entry: '', fields: emptyFields(), closed: [], earlier: [] }
      const ids = new Map<string, string>()
      for (const { key, text } of all) {
        page = carry([page], news({ [key]: [{ text }] }))
        for (const { key: kind, item } of openItems(page.fields)) {
          const name = `${kind} ${item.text.replaceAll('*', '')}`
          expect(ids.get(name) ?? item.id).toBe(item.id)
          ids.set(name, item.id as string)
        }
      }
      expect(new Set(ids.values()).size).toBe(ids.size)
    }),
  )
})

test('adding never closes, and words that are only alike stay beside each other', () => {
  const first = carry([], news({ failed: [{ text: WORDS[0] as string }], questions: [{ text: 'who?' }] }))
  const second = carry([first], news({ failed: [{ text: WORDS[1] as string }], next: { text: 'go' } }))
  expect(textsOf(second, 'failed')).toEqual(WORDS.slice(0, 2))
  expect(textsOf(second, 'questions')).toEqual(['who?'])
  expect(second.closed).toEqual([])
  const third = carry([second], news({ questions: [{ text: 'when?' }] }, { replaces: ['questions'] }))
  expect(textsOf(third, 'questions')).toEqual(['when?'])
  expect(textsOf(third, 'failed')).toEqual(WORDS.slice(0, 2))
})

test('a join has what is open on one side and closed on none; said again elsewhere, it is open', () => {
  fc.assert(
    fc.property(fc.array(said, { maxLength: 8 }), fc.array(said, { maxLength: 8 }), fc.nat(), (left, right, at) => {
      const root = carry([], news({ failed: [{ text: 'both knew' }] }))
      const grow = (all: typeof left): KnownPage =>
        all.reduce((page, { key, text }) => carry([page], news({ [key]: [{ text }] })), root)
      const [a, b] = [grow(left), grow(right)]
      const items = openItems(a.fields)
      const closed = items[at % items.length]?.item.id as string
      const without = carry([a], news({}, { closes: [closed] }))
      const joined = joinPages([without, b])
      const again = openItems(b.fields).find(({ item }) => item.id === closed)?.item
      const isAgain =
        again !== undefined && again.origin?.entry !== items.find(({ item }) => item.id === closed)?.item.origin?.entry
      expect(idsOf(joined).includes(closed)).toBe(isAgain)
      const expected = new Set([...idsOf(without), ...idsOf(b)].filter((id) => id !== closed || isAgain))
      expect(new Set(idsOf(joined))).toEqual(expected)
      expect(new Set(idsOf(joinPages([b, without])))).toEqual(expected)
    }),
  )
})

test('a failing command lives until it passes, an approach that failed until it is withdrawn', () => {
  const failing = { text: 'failing: `npm test`', observed: 'transcript 4' }
  const approach = { text: 'Signing with jose did not work', observed: 'transcript 5' }
  const first = carry([], news({ failed: [failing, approach] }, { origin: origin('one') }))
  const later = carry([first], news({}, { origin: origin('two') }))
  expect(textsOf(later, 'failed')).toEqual([failing.text, approach.text])
  const passed = carry([later], news({}, { origin: origin('two'), passed: new Set(['npm test']) }))
  expect(textsOf(passed, 'failed')).toEqual([approach.text])
  const again = carry([passed], news({ failed: [failing] }, { origin: origin('two') }))
  expect(textsOf(again, 'failed')).toContain(failing.text)
})

test('what was closed by hand is not brought back by reading the same session again', () => {
  const decision = { text: 'We decided to use HMAC.', observed: 'transcript 5' }
  const first = carry([], news({ decisions: [decision] }, { origin: origin('one') }))
  const closed = carry([first], news({ decisions: [decision] }, { origin: origin('one'), closes: idsOf(first) }))
  expect(closed.fields.decisions).toEqual([])
  expect(carry([closed], news({ decisions: [decision] }, { origin: origin('one') })).fields.decisions).toEqual([])
  const { observed: _, ...stated } = decision
  expect(carry([closed], news({ decisions: [stated] })).fields.decisions).toHaveLength(1)
})

test('a stated next action stands until work was done after it, then what was read is newer', () => {
  const first = carry([], news({ task: { text: 'OAuth' }, next: { text: 'Run the tests' } }, { origin: origin('one') }))
  const seen = {
    next: { text: 'Next I will write docs.', observed: 'transcript 9' },
    task: { text: 'hi', observed: 'x' },
  }
  expect(carry([first], news(seen, { turns: 0 })).fields.next?.text).toBe('Run the tests')
  const later = carry([first], news(seen, { turns: 1 }))
  expect(later.fields).toMatchObject({ task: { text: 'OAuth' }, next: { text: 'Next I will write docs.' } })
  expect(carry([later], news({})).fields.next?.text).toBe('Next I will write docs.')
})

test('a fresh page closes all that was known, and a page does not grow for ever', () => {
  const many = Array.from({ length: 260 }, (_, i) => ({ text: `decision ${i} ${'x'.repeat(100)}` }))
  const seen = Array.from({ length: 300 }, (_, i) => ({
    text: `done ${i} ${'y'.repeat(400)}`,
    observed: 'transcript 1',
  }))
  const first = carry([], news({ decisions: many.slice(0, 150), done: seen }))
  const page = carry([first], news({ decisions: many.slice(150) }, { origin: origin('two') }))
  expect(page.fields.decisions).toHaveLength(200)
  expect(page.fields.decisions.at(-1)?.text).toBe(many.at(-1)?.text)
  expect(page.earlier).toEqual([{ kind: 'decisions', count: 60, entry: first.entry }])
  expect(JSON.stringify(page.fields.done).length).toBeLessThan(64_000)
  const fresh = carry([page], news({ next: { text: 'anew' } }, { fresh: true }))
  expect(openItems(fresh.fields)).toEqual([])
  expect(new Set(fresh.closed.map(({ id }) => id))).toEqual(new Set(idsOf(page)))
})

test('what is stated in one save is never left out of it: no other page has it', () => {
  const many = Array.from({ length: 250 }, (_, i) => ({ text: `decision ${i}` }))
  const long = Array.from({ length: 8 }, (_, i) => ({ text: `${i}${'y'.repeat(100_000)}` }))
  const page = carry([], news({ decisions: many, context: long }))
  expect(page.fields.decisions).toHaveLength(250)
  expect(page.fields.context).toHaveLength(8)
  expect(page.earlier).toEqual([])
  const later = carry([page], news({ next: { text: 'Go on' } }))
  expect(later.fields.decisions).toHaveLength(200)
  expect(later.earlier).toContainEqual({ kind: 'decisions', count: 50, entry: page.entry })
})

test('newer facts take the place of older ones: the last request, how far the plan is, the content of a file [F1]', () => {
  const known = news({
    files: [{ path: 'src/auth.ts', hash: 'aaaaaaaaaaaaaaaa' }],
    intent: { text: 'make login work' },
    plan: { path: 'plan.md', step: 2, of: 5 },
  })
  const seen = news({
    files: [{ path: 'src/auth.ts', hash: 'bbbbbbbbbbbbbbbb' }, { path: 'src/new.ts' }],
    intent: { text: 'now the logout', observed: 'transcript 2' },
    plan: { path: 'plan.md', step: 3, of: 5 },
  })
  expect(carry([carry([], known)], seen).fields).toMatchObject({
    files: [{ path: 'src/auth.ts', hash: 'bbbbbbbbbbbbbbbb' }, { path: 'src/new.ts' }],
    intent: { text: 'now the logout' },
    plan: { step: 3 },
  })
})

test('tests that failed in another session say what passed since; what was read before a stated next action does not replace it', () => {
  const failing = { text: 'failing: `npm test -- login`', why: 'expected 60', observed: 'transcript 1' }
  const stated = carry([], news({ failed: [failing], next: { text: 'Write the refresh' } }, { origin: origin('a') }))
  const listed = { next: { text: 'Sign tokens', observed: 'transcript 9' } }
  const [before, after] = ['2026-11-16T11:00:00Z', '2026-11-16T13:00:00Z'].map((at) => Date.parse(at))
  const passedTest = 'npx vitest run x'
  const older = carry([stated], news(listed, { origin: origin('b'), passedTest, nextAt: before as number }))
  expect([older.fields.next?.text, older.fields.failed[0]?.why]).toEqual([
    'Write the refresh',
    'expected 60; later `npx vitest run x` passed',
  ])
  const again = carry([older], news(listed, { origin: origin('c'), passedTest: 'npm test', nextAt: after as number }))
  expect([again.fields.next?.text, again.fields.failed[0]?.why]).toEqual([
    'Sign tokens',
    'expected 60; later `npm test` passed',
  ])
})

test('of two next actions read in one session the one that stands later in its file counts, whenever it is read', () => {
  const read = (text: string, offset: number): Partial<Fields> => ({
    next: { text, observed: `transcript ${offset} r` },
  })
  const page = carry([], news(read('Wire the logout', 900), { origin: origin('a') }))
  expect(carry([page], news(read('Sign tokens', 100), { origin: origin('a') })).fields.next?.text).toBe(
    'Wire the logout',
  )
  expect(carry([page], news(read('Log it', 950), { origin: origin('a') })).fields.next?.text).toBe('Log it')
  expect(carry([page], news(read('Sign tokens', 100), { origin: origin('b') })).fields.next?.text).toBe('Sign tokens')
})

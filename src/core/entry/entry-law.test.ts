import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ALL_FIELDS, type Entry, type Fields, type Item, type Origin, type Page } from './entry.js'
import { SHAPES, type Shape } from './fields.js'
import { makeId, parseId } from './id.js'
import { normaliseFields } from './normalise.js'
import { itemId } from '../page/item-id.js'
import { parseEntry } from './parse.js'
import { printEntry } from './print.js'
import { tidyChars, trimBlankLines } from '../text/text.js'

/** Pieces that look like our structure, put together in every way. */
const PIECES = [
  '## Done',
  '# x',
  '##',
  '\\## Done',
  '\\\\##',
  '- ',
  '- why: x',
  '  - why: y',
  '\t- why:',
  '\\- why: z',
  '- rejected: a',
  '[observed: x]',
  ' [observed: git status]',
  '[stated]',
  ' [stated]',
  '---',
  '---js',
  '```',
  '~~~',
  '\n',
  '\n\n',
  ' ',
  '  ',
  '\t',
  '\\',
  '"',
  "'",
  '(edited)',
  ' (edited, 3 bytes)',
  ', ',
  'ab',
  'é',
  '日本',
  '👩‍👩‍👧',
  '\u2028',
  '\u00a0',
  '\ufeff',
  '\r\n',
  '\r',
  '\0',
  '\u001b[31m',
  '\ud800',
  '* x',
  '1. x',
  '> q',
  '<!-- c -->',
  '__proto__',
  'None',
  'key: "v"',
  '`a`',
  ']',
  '[',
]
const nasty = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 8 }).map((pieces) => pieces.join('')),
  fc.string({ unit: 'binary', maxLength: 20 }),
)
const item = fc.record({ text: nasty, observed: nasty }, { requiredKeys: ['text'] })
const items = fc.array(item, { maxLength: 3 })
const failed = fc.record({ text: nasty, why: nasty, observed: nasty }, { requiredKeys: ['text'] })
const decision = fc.record(
  { text: nasty, why: nasty, rejected: fc.array(nasty, { maxLength: 3 }), observed: nasty },
  { requiredKeys: ['text'] },
)
const file = fc.record(
  {
    path: nasty,
    role: fc.oneof(nasty, fc.constantFrom('edited', 'read', 'abcdefabcdefabcd')),
    hash: fc.oneof(nasty, fc.constant('9f86d081884c7d65')),
    bytes: fc.oneof(fc.nat(), fc.constantFrom(-1, 1, 0.5, Number.NaN, -0, 2 ** 53)),
    observed: nasty,
  },
  { requiredKeys: ['path'] },
)
const OF_SHAPE: Record<Shape, fc.Arbitrary<unknown>> = {
  prose: item,
  line: nasty,
  plan: fc.record({ path: nasty, step: fc.nat(), of: fc.nat() }, { requiredKeys: ['path'] }),
  items,
  reasoned: fc.array(failed, { maxLength: 3 }),
  choices: fc.array(decision, { maxLength: 3 }),
  files: fc.array(file, { maxLength: 3 }),
}
const fields = fc.record(Object.fromEntries(ALL_FIELDS.map(({ key, shape }) => [key, OF_SHAPE[shape]])), {
  requiredKeys: [],
}) as fc.Arbitrary<Partial<Fields>>

const itemFields = ALL_FIELDS.filter(({ shape }) => (SHAPES[shape].parts as readonly string[]).includes('id'))

const title = fc
  .oneof(nasty, fc.constantFrom('Done', 'next_action', 'Notes', ''))
  .map((text) => tidyChars(text).replace(/\n/g, ' ').trim())
const extraSection = fc.record({ title, text: nasty.map((text) => trimBlankLines(tidyChars(text))) })
const plainKey = fc
  .stringMatching(/^[a-z][a-zA-Z0-9_-]{0,10}$/)
  .filter((key) => !['by', 'id', 'constructor', 'prototype'].includes(key))
const json = fc
  .jsonValue({ maxDepth: 3 })
  .filter((value) => !/__proto__|constructor|prototype/.test(JSON.stringify(value)))
const unpaged: fc.Arbitrary<Entry> = fc
  .record({
    fields,
    by: fc.record({ agent: nasty, session: nasty, user: nasty, host: nasty, later: json }, { requiredKeys: [] }),
    where: fc.record(
      {
        project: nasty,
        worktree: nasty,
        branch: nasty,
        head: nasty,
        dirty: fc.array(fc.record({ path: nasty, state: fc.constantFrom('modified' as const, 'untracked' as const) }), {
          maxLength: 2,
        }),
        dirtyTotal: fc.nat(),
      },
      { requiredKeys: [] },
    ),
    parents: fc.array(
      fc.nat().map((ms) => makeId(ms, [], new Uint8Array(12))),
      { maxLength: 3 },
    ),
    kind: fc.constantFrom('saved' as const, 'cleared' as const, 'consumed' as const, 'restored' as const),
    lane: fc.constantFrom('named' as const, 'auto' as const),
    extraKeys: fc.dictionary(plainKey, json, { maxKeys: 3, noNullPrototype: true }),
    extraSections: fc.array(extraSection, { maxLength: 3 }),
  })
  .map(({ fields: some, ...rest }) => ({
    id: makeId(0, rest.parents, new Uint8Array(12)),
    name: 'auth-refactor',
    saved: '2026-11-15T09:42:00.123+01:00',
    ...rest,
    ...normaliseFields(some),
  }))
  // fast-check makes objects without a prototype now and then.
  .map((one) => structuredClone(one))

const entryId = fc
  .tuple(fc.nat(), fc.uint8Array({ minLength: 12, maxLength: 12 }))
  .map(([ms, random]) => makeId(ms, [], random))
const hex = fc.stringMatching(/^[0-9a-f]{1,64}$/)
const who = nasty.filter((text) => text !== '')
const at = fc.constantFrom('2026-11-15T09:42:00.123+01:00', '2026-11-14T00:00:00Z')
const origin = fc.record(
  { entry: entryId, at, user: who, host: who, agent: who, session: who, head: hex, lock: hex },
  { requiredKeys: ['entry', 'at'] },
)
const strangeId = fc.stringMatching(/^[a-z]-[0-9a-z]{4,12}$/)
const page: fc.Arbitrary<Page> = fc.record({
  closed: fc.array(fc.record({ id: strangeId, by: entryId, at }), { maxLength: 3 }),
  earlier: fc.array(
    fc.record({
      kind: fc.constantFrom(...ALL_FIELDS.map(({ key }) => key)),
      count: fc.integer({ min: 1, max: 1e6 }),
      entry: entryId,
    }),
    { maxLength: 2 },
  ),
})
/** How an item is marked: with the id of its text, with another (its text was redacted), or with none. */
const mark = fc.record({ id: fc.oneof(fc.constant('own'), fc.constant(''), strangeId), from: fc.nat(4) })
const paged = fc
  .tuple(
    unpaged,
    page,
    fc.array(mark, { minLength: 1, maxLength: 9 }),
    fc.uniqueArray(origin, { maxLength: 3, selector: (one) => one.entry }),
  )
  .map(([one, held, marks, origins]) => structuredClone({ ...markAll(one, marks, origins), page: held }))
const entry = fc.oneof(unpaged, paged)

function markAll(one: Entry, marks: readonly { id: string; from: number }[], origins: readonly Origin[]): Entry {
  const taken = new Set<string>()
  let n = 0
  const markOne = (key: string, held: Item): Item => {
    const { id, from } = marks[n++ % marks.length] as (typeof marks)[number]
    const own = id === 'own' || taken.has(id) ? itemId(key, held.text, taken) : id
    taken.add(own)
    const found = origins[from]
    return { ...held, ...(own !== '' && { id: own }), ...(found && { origin: found }) }
  }
  const marked = itemFields.map(({ key }) => {
    const held = one[key] as Item | Item[] | undefined
    return [key, Array.isArray(held) ? held.map((each) => markOne(key, each)) : held && markOne(key, held)] as const
  })
  return { ...one, ...Object.fromEntries(marked.filter(([, held]) => held !== undefined)) }
}

test('parsing what was printed gives the same entry, and printing that the same bytes', () => {
  fc.assert(
    fc.property(entry, (one) => {
      const text = printEntry(one)
      const parsed = parseEntry(text)
      expect(parsed).toStrictEqual(one)
      expect(printEntry(parsed)).toBe(text)
    }),
  )
})

test('a copy with Windows line ends and a byte order mark is the same entry', () => {
  fc.assert(
    fc.property(entry, (one) => {
      expect(parseEntry(`\ufeff${printEntry(one).replaceAll('\n', '\r\n')}`)).toStrictEqual(one)
    }),
  )
})

test('normalising twice changes nothing', () => {
  fc.assert(
    fc.property(fields, (some) => {
      const once = normaliseFields(some)
      expect(normaliseFields(once)).toStrictEqual(once)
    }),
  )
})

test('whatever a person makes of the body, printing and parsing it settles at once', () => {
  const head = printEntry(fc.sample(unpaged, { numRuns: 1, seed: 1 })[0] as Entry).split('\n# ')[0]
  fc.assert(
    fc.property(
      fc.array(fc.oneof(nasty, fc.constantFrom('\n## Done\n', '\n## Failed\n- ', '\n## Files\n', '\n## Own\n'))),
      (pieces) => {
        const parsed = parseEntry(`${head}\n${pieces.join('')}`)
        expect(parseEntry(printEntry(parsed))).toStrictEqual(parsed)
      },
    ),
  )
})

/** A text that no other line has, on one line. */
const plainText = fc.stringMatching(/^[a-z]{3,6}( [a-z]{2,6}){1,3}$/)
const listed = fc.uniqueArray(plainText, { minLength: 2, maxLength: 8 })

function pageOf(texts: readonly string[]): Entry {
  const [one] = fc.sample(unpaged, { numRuns: 1, seed: 1 }) as [Entry]
  const taken = new Set<string>()
  const tried = texts.map((text, i) => {
    const id = itemId('failed', text, taken)
    taken.add(id)
    return {
      text,
      id,
      origin: { entry: makeId(i, [], new Uint8Array(12)), at: '2026-11-14T00:00:00Z', user: `user ${i}` },
    }
  })
  return { ...one, ...normaliseFields({ failed: tried }), page: { closed: [], earlier: [] } }
}

test('lines that a person moved, took away or added keep whose they are; a changed line keeps its place', () => {
  const edit = fc.record({
    order: fc.infiniteStream(fc.nat()),
    gone: fc.nat(),
    added: fc.array(plainText, { maxLength: 2 }),
  })
  fc.assert(
    fc.property(listed, edit, (texts, { order, gone, added }) => {
      const one = pageOf(texts)
      const lines = texts.map((text) => ({ text, rank: order.next().value as number }))
      const kept = lines
        .filter((_, i) => i !== gone % (texts.length + 1))
        .toSorted((a, b) => a.rank - b.rank)
        .map(({ text }) => text)
      const news = added.filter((text) => !texts.includes(text))
      const before = texts.map((text) => `- ${text}`).join('\n')
      const after = [...kept, ...news].map((text) => `- ${text}`).join('\n')
      const parsed = parseEntry(printEntry(one).replace(before, after))
      const whose = new Map(one.failed.map((each) => [each.text, each]))
      expect(parsed.failed.slice(0, kept.length)).toEqual(kept.map((text) => whose.get(text)))
      expect(parseEntry(printEntry(parsed))).toStrictEqual(parsed)
    }),
  )
  const one = pageOf(['use jose', 'sign by hand'])
  const changed = parseEntry(printEntry(one).replace('- use jose', '- use jose 5'))
  expect(changed.failed).toEqual([{ ...one.failed[0], text: 'use jose 5' }, one.failed[1]])
})

test('of two equal lines each keeps its own id', () => {
  const text = 'use jose'
  const own = itemId('failed', text, new Set())
  for (const ids of [
    ['f-zzzz', own],
    [own, 'f-zzzz'],
    [itemId('failed', text, new Set([own])), own],
  ]) {
    const one = { ...pageOf([]), failed: ids.map((id) => ({ text, id })) }
    expect(parseEntry(printEntry(one)).failed).toEqual(one.failed)
  }
})

test('whatever somebody makes of the keys of a page, the entry is read, and printing it settles at once', () => {
  const id = fc.oneof(fc.constantFrom('f-7k2q', 'x-7k2q', '', 'x', 'f-', 'f-7K2Q'), strangeId, json)
  const values = {
    items: fc.oneof(
      json,
      fc.dictionary(
        fc.constantFrom('failed', 'task', 'done', 'later'),
        fc.oneof(json, fc.array(fc.oneof(json, fc.tuple(id, entryId)))),
      ),
    ),
    origins: fc.oneof(
      json,
      fc.dictionary(entryId, fc.oneof(json, fc.record({ at: json, user: json, head: json }, { requiredKeys: [] }))),
    ),
    closed: fc.oneof(json, fc.array(fc.record({ id, by: fc.oneof(entryId, json), at: json }, { requiredKeys: [] }))),
    earlier: fc.oneof(
      json,
      fc.array(fc.record({ kind: json, count: json, entry: fc.oneof(entryId, json) }, { requiredKeys: [] })),
    ),
  }
  const keys = fc.record(
    { page: fc.oneof({ weight: 4, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: json }), ...values },
    { requiredKeys: ['page'] },
  )
  fc.assert(
    fc.property(unpaged, keys, (one, some) => {
      const parsed = parseEntry(printEntry({ ...one, extraKeys: some }))
      expect(parsed.page !== undefined).toBe(some.page === 1)
      expect(parseEntry(printEntry(parsed))).toStrictEqual(parsed)
      const ids = itemFields.flatMap(({ key }) =>
        [parsed[key] as Item | Item[] | undefined].flat().map((each) => each?.id),
      )
      const known = ids.filter((each) => each !== undefined)
      expect(new Set(known).size).toBe(known.length)
      const entries = [
        ...(parsed.page?.closed ?? []).map(({ by }) => by),
        ...(parsed.page?.earlier ?? []).map((each) => each.entry),
      ]
      expect(entries.filter((each) => parseId(each) === null)).toEqual([])
      const texts = (each: Entry): unknown => JSON.parse(JSON.stringify(each.failed, ['text', 'why', 'observed']))
      expect(texts(parsed)).toEqual(texts(one))
    }),
  )
})

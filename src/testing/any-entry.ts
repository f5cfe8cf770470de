/** Every entry that there can be, for the laws of the file format: texts that look like our own structure, marks of any kind. */
import fc from 'fast-check'
import {
  ALL_FIELDS,
  type Entry,
  type Field,
  type Fields,
  type Item,
  type Origin,
  type Page,
} from '../core/entry/entry.js'
import { SHAPES, type Shape } from '../core/entry/fields.js'
import { makeId } from '../core/entry/id.js'
import { normaliseFields } from '../core/entry/normalise.js'
import { itemId } from '../core/page/item-id.js'
import { tidyChars, trimBlankLines } from '../core/text/text.js'

/** Letters of several bytes and marks, and what looks like nothing. */
export const ODD_LETTERS: readonly string[] = ['ab', 'é', '日本', '👩‍👩‍👧', '\u2028', '\u00a0', '\ufeff']

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
  ...ODD_LETTERS,
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
export const nasty: fc.Arbitrary<string> = fc.oneof(
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
export const fields = fc.record(Object.fromEntries(ALL_FIELDS.map(({ key, shape }) => [key, OF_SHAPE[shape]])), {
  requiredKeys: [],
}) as fc.Arbitrary<Partial<Fields>>

export const itemFields: readonly Field[] = ALL_FIELDS.filter(({ shape }) =>
  (SHAPES[shape].parts as readonly string[]).includes('id'),
)

const title = fc
  .oneof(nasty, fc.constantFrom('Done', 'next_action', 'Notes', ''))
  .map((text) => tidyChars(text).replace(/\n/g, ' ').trim())
const extraSection = fc.record({ title, text: nasty.map((text) => trimBlankLines(tidyChars(text))) })
const plainKey = fc
  .stringMatching(/^[a-z][a-zA-Z0-9_-]{0,10}$/)
  .filter((key) => !['by', 'id', 'constructor', 'prototype'].includes(key))
export const json: fc.Arbitrary<fc.JsonValue> = fc
  .jsonValue({ maxDepth: 3 })
  .filter((value) => !/__proto__|constructor|prototype/.test(JSON.stringify(value)))
export const unpaged: fc.Arbitrary<Entry> = fc
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

export const entryId: fc.Arbitrary<string> = fc
  .tuple(fc.nat(), fc.uint8Array({ minLength: 12, maxLength: 12 }))
  .map(([ms, random]) => makeId(ms, [], random))
const hex = fc.stringMatching(/^[0-9a-f]{1,64}$/)
const who = nasty.filter((text) => text !== '')
const at = fc.constantFrom('2026-11-15T09:42:00.123+01:00', '2026-11-14T00:00:00Z')
const locks = fc.dictionary(fc.constantFrom('yarn.lock', 'web/go.sum', 'Cargo.lock'), hex, { minKeys: 1 })
const origin = fc.record(
  { entry: entryId, at, user: who, host: who, agent: who, session: who, head: hex, locks },
  { requiredKeys: ['entry', 'at'] },
)
export const strangeId: fc.Arbitrary<string> = fc.stringMatching(/^[a-z]-[0-9a-z]{4,12}$/)
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
export const entry: fc.Arbitrary<Entry> = fc.oneof(unpaged, paged)

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

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ALL_FIELDS, type Entry, type Fields } from './entry.js'
import type { Shape } from './fields.js'
import { makeId } from './id.js'
import { normaliseFields } from './normalise.js'
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
const entry: fc.Arbitrary<Entry> = fc
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
  const head = printEntry(fc.sample(entry, { numRuns: 1, seed: 1 })[0] as Entry).split('\n# ')[0]
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

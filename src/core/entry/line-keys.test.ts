import fc from 'fast-check'
import { expect, test } from 'vitest'
import { entryWith } from '../../../test/support/entries.js'
import { redactEntry } from '../redact/redact.js'
import { makeId } from './id.js'
import { type LineKeys, labelOf, lineKeysOf, withLineKeys } from './line-keys.js'
import { parseEntry } from './parse.js'
import { printEntry } from './print.js'

const entryId = fc
  .tuple(fc.nat(), fc.uint8Array({ minLength: 12, maxLength: 12 }))
  .map(([ms, random]) => makeId(ms, [], random))
const name = fc.constantFrom('auth', 'main', 'feat-login-2', 'loose-202611-k3f9xq2m')
const keys: fc.Arbitrary<LineKeys> = fc.record(
  {
    label: fc.constantFrom('v2.1', 'fix#12', '登录', 'größe', 'feat/login'),
    withdraws: entryId,
    renames: name,
    continued: fc.record({ name, id: entryId }),
    quick: fc.constant(true),
    redaction: fc.integer({ min: 1, max: 99 }),
  },
  { requiredKeys: [] },
)

test('what was said comes back from the file, redacted or not', () => {
  fc.assert(
    fc.property(keys, (some) => {
      const entry = withLineKeys(entryWith(), some)
      expect(lineKeysOf(parseEntry(printEntry(entry)))).toEqual(some)
      expect(lineKeysOf(redactEntry(entry))).toEqual(some)
    }),
  )
})

test('a value that is not what it should be counts as absent, whatever it is', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom('label', 'withdraws', 'renames', 'continued', 'quick'), fc.jsonValue()),
      (some) => {
        const entry = entryWith({ extraKeys: some })
        const read = lineKeysOf(entry)
        expect(lineKeysOf(withLineKeys(entryWith(), read))).toEqual(read)
        expect(read).not.toHaveProperty('withdraws')
        expect(read).not.toHaveProperty('continued')
      },
    ),
  )
})

test('a label is one line of NFC, bounded, and stands only where it differs from the name', () => {
  const labelled = (label: string): string => labelOf(withLineKeys(entryWith({ name: 'auth' }), { label }))
  expect(labelled('gro\u0308ße\n  ')).toBe('gr\u00f6ße')
  expect([...labelled('🦀'.repeat(500))]).toHaveLength(200)
  expect(withLineKeys(entryWith({ name: 'auth' }), { label: 'auth' }).extraKeys).toEqual({})
  expect(labelled(' ')).toBe('auth')
})

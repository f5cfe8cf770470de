import fc from 'fast-check'
import { expect, test } from 'vitest'
import { entry, fields, nasty, unpaged } from '../../testing/any-entry.js'
import type { Entry } from './entry.js'
import { normaliseFields } from './normalise.js'
import { parseEntry } from './parse.js'
import { printEntry } from './print.js'

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

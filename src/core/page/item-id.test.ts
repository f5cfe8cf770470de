import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ALL_FIELDS } from '../entry/entry.js'
import { SHAPES } from '../entry/fields.js'
import { isItemId, itemId, normalText } from './item-id.js'

const KINDS = ALL_FIELDS.filter(({ shape }) => (SHAPES[shape].parts as readonly string[]).includes('id')).map(
  ({ key }) => key,
)
const kind = fc.constantFrom(...KINDS)
const none = new Set<string>()

test('ids that were made once are made so for ever', () => {
  expect(itemId('failed', 'Signing with the jose package', none)).toMatchInlineSnapshot(`"f-0wv1"`)
  expect(itemId('decisions', 'HMAC instead of public keys', none)).toMatchInlineSnapshot(`"d-xxf4"`)
})

test.each([
  ['Never touch `package.json`', 'Never touch package.json'],
  ['**Never** touch *package.json*.', 'Never touch package.json.'],
  ['**Never *ever* touch** it', 'Never ever touch it'],
  ['  two\n  lines\tand\u00a0more ', 'two lines and more'],
  ['gro\u0308ße', 'größe'],
])('%j is the same as %j', (text, same) => {
  expect(normalText(text)).toBe(normalText(same))
})

test.each([
  ['never touch package.json', 'never touch package-lock.json'],
  ['edit __init__.py', 'edit init.py'],
  ['remove *.log and *.tmp', 'remove .log and .tmp'],
  ['2 * 3 * 4', '2 3 4'],
  ['Never', 'never'],
])('%j is not %j', (text, other) => {
  expect(normalText(text)).not.toBe(normalText(other))
})

test('the same kind and text have the same id, however they are written; another kind has another', () => {
  fc.assert(
    fc.property(kind, fc.lorem(), (one, text) => {
      const id = itemId(one, text, none)
      expect(isItemId(id)).toBe(true)
      expect(id).toHaveLength(6)
      const [first = '', ...rest] = text.split(' ')
      expect(itemId(one, `  **${first}**\n ${rest.join('  ')} `, none)).toBe(id)
      const others = KINDS.filter((other) => other !== one).map((other) => itemId(other, text, none))
      expect(others).not.toContain(id)
    }),
  )
})

test('the kind can be told from the letter', () => {
  expect(new Set(KINDS.map((one) => itemId(one, 'x', none)[0])).size).toBe(KINDS.length)
})

test('where an id is taken it gets longer, again and again, and goes on from what it was', () => {
  fc.assert(
    fc.property(kind, fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 12 }), (one, text, times) => {
      const taken = new Set<string>()
      for (let i = 0; i < times; i++) {
        const id = itemId(one, text, taken)
        expect(id).toHaveLength(6 + i)
        expect([...taken].every((shorter) => id.startsWith(shorter))).toBe(true)
        taken.add(id)
      }
      expect([...taken].every(isItemId)).toBe(true)
    }),
  )
})

test('ids are spread over all that four digits can say', () => {
  const ids = new Set(Array.from({ length: 2000 }, (_, i) => itemId('done', `item ${i}`, none)))
  expect(ids.size).toBeGreaterThan(1985)
})

test('normal text is normal, and a megabyte of stars takes no time', () => {
  fc.assert(
    fc.property(fc.lorem(), (text) => {
      expect(normalText(text)).toBe(text)
    }),
  )
  for (const piece of ['*', '* ', '*a', '**a*', 'a* ']) expect(normalText(piece.repeat(200_000))).toBeTypeOf('string')
}, 5000)

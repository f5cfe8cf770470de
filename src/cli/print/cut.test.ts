import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cut, widthOf } from './width.js'

test.each([
  ['abc', 3],
  ['日本語', 6],
  ['한국', 4],
  ['é', 1],
  ['e\u0301', 1],
  ['🚀', 2],
  ['🇩🇪', 2],
  ['ｆｕｌｌ', 8],
  ['→ …', 3],
  ['⚠', 1],
])('%s takes %i columns', (text, width) => {
  expect(widthOf(text)).toBe(width)
})

test('a cut text is never too wide and shows that it was cut', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.integer({ min: 1, max: 30 }), (text, columns) => {
      const shown = cut(text, columns)
      expect(widthOf(shown)).toBeLessThanOrEqual(columns)
      expect(widthOf(text) > columns ? shown.endsWith('…') : shown === text).toBe(true)
    }),
  )
})

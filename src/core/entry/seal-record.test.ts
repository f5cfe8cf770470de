import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openRecord, sealRecord } from './seal.js'

test('what was sealed opens to the same values', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (record) => {
      const plain = JSON.parse(JSON.stringify({ id: 'x', ...record })) as object
      expect(openRecord(sealRecord(plain))).toEqual(plain)
    }),
  )
})

test('every truncation and every change of a character is noticed', () => {
  const sealed = sealRecord({ id: 'abc', text: 'exact value: 42 \u{1f980}' })
  for (let end = 0; end < sealed.length; end++) expect(openRecord(sealed.slice(0, end))).toBeNull()
  fc.assert(
    fc.property(fc.nat(sealed.length - 1), fc.integer({ min: 1, max: 0xff }), (index, flip) => {
      const changed =
        sealed.slice(0, index) + String.fromCharCode(sealed.charCodeAt(index) ^ flip) + sealed.slice(index + 1)
      expect(openRecord(changed)).toBeNull()
    }),
  )
})

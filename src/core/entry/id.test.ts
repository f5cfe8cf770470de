import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareIds, idMatches, makeId, parseId, shortId } from './id.js'

const random = fc.uint8Array({ minLength: 12, maxLength: 12 })
const clock = fc.integer({ min: -1e15, max: 1e16 })

test('an id is readable: time, generation, random', () => {
  expect(makeId(Date.UTC(2026, 10, 15, 8, 42, 0, 123), [], new Uint8Array(12))).toBe(
    '20261115T084200123Z-1-000000000000',
  )
})

test('whatever the clock does, an entry sorts after everything it continues [F1]', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(clock, random), { minLength: 2, maxLength: 20 }), (saves) => {
      const chain: string[] = []
      for (const [ms, bytes] of saves) chain.push(makeId(ms, chain.slice(-1), bytes))
      expect(chain.toSorted(compareIds)).toEqual(chain)
      expect(chain.map((id) => parseId(id)?.generation)).toEqual(chain.map((_, i) => i + 1))
    }),
  )
})

test('an id can be made on top of anything', () => {
  const last = '99991231T235959999Z-999999999-zzzzzzzzzzzz'
  const next = makeId(Date.UTC(2026, 10, 15), [last], new Uint8Array(12))
  expect(parseId(next)?.generation).toBe(999_999_999)
  expect(parseId(makeId(0, [next], new Uint8Array(12)))).not.toBeNull()
})

test('the order of ids is the order of their names, except within one millisecond', () => {
  fc.assert(
    fc.property(clock, random, clock, random, (a, x, b, y) => {
      fc.pre(Math.abs(a - b) > 1)
      const [one, two] = [makeId(a, [], x), makeId(b, [], y)]
      fc.pre(parseId(one)?.ms !== parseId(two)?.ms)
      expect(Math.sign(compareIds(one, two))).toBe(one < two ? -1 : 1)
    }),
  )
})

test('what is not an id is null, not a guess', () => {
  for (const text of [
    '',
    'x',
    '20261115T084200123Z-0-000000000000',
    '20261115T084200123Z-1-000000000000.md',
    '../../etc/passwd',
  ]) {
    expect(parseId(text)).toBeNull()
  }
})

test('people type the beginning of the random part, four characters or more', () => {
  const id = '20261115T084200123Z-7-k3f9xq2m7p4w'
  expect(shortId(id)).toBe('k3f9xq2')
  expect(idMatches(id, 'k3f9')).toBe(true)
  expect(idMatches(id, 'K3F9XQ2')).toBe(true)
  expect(idMatches(id, id)).toBe(true)
  expect(idMatches(id, 'k3f')).toBe(false)
  expect(idMatches(id, 'f9xq')).toBe(false)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { entryId, itemFields, json, strangeId, unpaged } from '../../testing/any-entry.js'
import { itemId } from '../page/item-id.js'
import type { Entry, Item } from './entry.js'
import { makeId, parseId } from './id.js'
import { normaliseFields } from './normalise.js'
import { parseEntry } from './parse.js'
import { printEntry } from './print.js'

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

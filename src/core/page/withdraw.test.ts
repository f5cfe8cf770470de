import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emptyFields, type FieldKey, type Origin } from '../entry/entry.js'
import { makeId } from '../entry/id.js'
import { carry } from './carry.js'
import { ITEM_FIELDS, type KnownPage, openItems } from './known.js'
import { openAgain, withdrawSave } from './withdraw.js'

const KEYS: FieldKey[] = ITEM_FIELDS.map(({ key }) => key)
const step = fc.oneof(
  fc.record({ key: fc.constantFrom(...KEYS), text: fc.constantFrom('use HMAC', 'jose is too large', 'ok?') }),
  fc.record({ close: fc.nat() }),
  fc.record({ open: fc.nat() }),
)
type Step = { key: FieldKey; text: string } | { close: number } | { open: number }

let count = 0
function origin(): Origin {
  count++
  const entry = makeId(1_800_000_000_000 + count, [], new Uint8Array(12).fill(count % 31))
  return { entry, at: '2026-11-16T12:00:00.000+00:00' }
}

/** One save: something is said, closed, or brought back from `past`, the pages before it. */
function go(page: KnownPage, one: Step, past: readonly KnownPage[]): KnownPage {
  const by = origin()
  if ('open' in one) {
    const id = page.closed[one.open % page.closed.length]?.id
    const before = past.findLast(({ fields }) => openItems(fields).some(({ item }) => item.id === id))
    return id === undefined || !before ? page : { ...openAgain(page, before, id), entry: by.entry }
  }
  const fields = { ...emptyFields(), ...('key' in one && { [one.key]: [{ text: one.text }] }) }
  const open = idsOf(page)
  const closes = 'close' in one && open.length > 0 ? [open[one.close % open.length] as string] : []
  return carry([page], { origin: by, fields, closes, spoken: 0, turns: 0 })
}

const idsOf = (page: KnownPage): string[] => openItems(page.fields).flatMap(({ item }) => item.id ?? [])

test('a save that is taken back leaves open what was open before it, and nothing else', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 8 }), step, (steps, last) => {
      const pages = [carry([], { origin: origin(), fields: emptyFields(), spoken: 0, turns: 0 })]
      for (const one of steps) pages.push(go(pages.at(-1) as KnownPage, one, pages))
      const before = pages.at(-1) as KnownPage
      const then = go(before, last, pages)
      if (then === before) return
      const after = withdrawSave(then, before, then, origin())
      expect(idsOf(after).toSorted()).toEqual(idsOf(before).toSorted())
      for (const id of idsOf(after)) expect(after.closed.some((one) => one.id === id)).toBe(false)
    }),
  )
})

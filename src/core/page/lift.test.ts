import { expect, test } from 'vitest'
import { emptyFields, type Item } from '../entry/entry.js'
import { carry } from './carry.js'
import type { News } from './close.js'
import type { KnownPage } from './known.js'

const RULE = 'never touch package.json'
const LIFT: Item = { text: 'You may touch package.json again.', observed: 'lifts, transcript 9' }

/** What a session says at a minute of the day, and when it said the words at offset 9. */
function news(session: string, minute: number, constraints: Item[], said: News['said'] = {}): News {
  const at = `2026-11-16T10:${String(minute).padStart(2, '0')}:00.000+00:00`
  const origin = {
    entry: `20261116T10${String(minute).padStart(2, '0')}00000Z-1-${session.padEnd(12, '0')}`,
    at,
    session,
  }
  return { origin, fields: { ...emptyFields(), constraints }, spoken: 1, turns: 1, said }
}

const at = (minute: number): number => Date.UTC(2026, 10, 16, 10, minute)
const texts = ({ fields }: KnownPage): string[] => fields.constraints.map(({ text }) => text)
const ruled = (): KnownPage => carry([], news('one', 10, [{ text: RULE, observed: 'transcript 3' }]))

test('what a later session of the user says lifts it, and it stays lifted however often the old words are read', () => {
  const page = carry([ruled()], news('two', 30, [LIFT], { 'transcript 9': at(20) }))
  expect(texts(page)).toEqual([])
  const again = carry([page], news('one', 40, [{ text: RULE, observed: 'transcript 3' }], { 'transcript 3': at(5) }))
  expect(texts(again)).toEqual([])
})

test('words from before the rule lift nothing', () => {
  expect(texts(carry([ruled()], news('two', 30, [LIFT], { 'transcript 9': at(5) })))).toEqual([RULE])
})

test('where nobody knows which was said first, both stand', () => {
  const page = carry([ruled()], news('two', 30, [LIFT]))
  expect(texts(page)).toEqual([RULE, LIFT.text])
  const [rule, lift] = page.fields.constraints
  expect(lift?.observed).toBe(`perhaps lifts ${rule?.id}, transcript 9`)
  // The doubt is carried with the rule, and ends with it.
  const next = carry([page], news('three', 40, []))
  expect(texts(next)).toEqual([RULE, LIFT.text])
  expect(texts(carry([next], { ...news('four', 50, []), closes: [rule?.id ?? ''] }))).toEqual([])
})

test('said again after it was lifted, in whichever session, it holds', () => {
  const lifted = carry([ruled()], news('two', 30, [LIFT], { 'transcript 9': at(20) }))
  const rule: Item = { text: RULE, observed: 'transcript 77' }
  expect(texts(carry([lifted], news('three', 50, [rule], { 'transcript 77': at(45) })))).toEqual([RULE])
  const both = { 'transcript 9': at(20), 'transcript 77': at(25) }
  expect(texts(carry([ruled()], news('two', 30, [rule, LIFT], both)))).toEqual([RULE])
})

test.each([
  ['push', 40, []],
  ['*', 40, []],
  ['commit', 40, ['Do not push yet']],
  ['push', 5, ['Do not push yet']],
])(
  'what was to wait for a while is over where a later session did it or was told to: %s at %i',
  (act, minute, left) => {
    const held: Item = { text: 'Do not push yet', observed: 'for now, transcript 3' }
    const page = carry([], news('one', 10, [held]))
    const later = { ...news('two', 50, []), acts: { [act]: at(minute) } }
    expect(texts(carry([page], later))).toEqual(left)
    // Of its own words a session knows itself: they may have come after it.
    expect(texts(carry([page], { ...news('one', 50, [held]), acts: { push: at(40) } }))).toEqual(['Do not push yet'])
  },
)

test('a doubt is gone once the user says the rule again', () => {
  const doubted = carry([ruled()], news('two', 30, [LIFT]))
  const rule: Item = { text: RULE, observed: 'transcript 77' }
  expect(texts(carry([doubted], news('three', 50, [rule], { 'transcript 77': at(45) })))).toEqual([RULE])
})

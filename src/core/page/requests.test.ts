import { expect, test } from 'vitest'
import { emptyFields, type Fields, type Item, type Origin } from '../entry/entry.js'
import { markLift } from '../entry/observed.js'
import { carry } from './carry.js'
import type { News } from './close.js'
import type { KnownPage } from './known.js'

let count = 0

/** One save of a session, and what it said; `offset`: where in its file. */
function said(session: string, intent: string, more: Partial<News> = {}, fields: Partial<Fields> = {}): News {
  const at = new Date(1_800_000_000_000 + ++count * 60_000).toISOString()
  const origin: Origin = { entry: `20270101T000000000Z-${count}-000000000000`, at, session }
  const whole = { ...emptyFields(), intent: { text: intent, observed: `transcript ${count}` }, ...fields }
  return { origin, fields: whole, spoken: 1, turns: 1, ...more }
}

function after(...all: News[]): KnownPage {
  return all.reduce<KnownPage | null>((page, news) => carry(page ? [page] : [], news), null) as KnownPage
}

const contextOf = (page: KnownPage): string[] => page.fields.context.map(({ text }) => text)

test('what was asked in an earlier session is still known in the words of the user, in any language', () => {
  const page = after(
    said('one', 'Zamień sesję na tokeny. Na razie niczego nie wysyłaj.'),
    said('two', 'استبدل الجلسة برموز موقعة'),
    said('three', 'Dokończ testy'),
    said('three', 'Dokończ testy'),
    said('four', 'Opisz to w README'),
  )
  expect(page.fields.intent?.text).toBe('Opisz to w README')
  expect(contextOf(page)).toEqual([
    'asked before that: Zamień sesję na tokeny. Na razie niczego nie wysyłaj.',
    'asked before that: استبدل الجلسة برموز موقعة',
    'asked before that: Dokończ testy',
  ])
  expect(page.fields.context.map(({ origin }) => origin?.session)).toEqual(['one', 'two', 'three'])
})

test('one session tells itself what came before, and a request that is the task or is said again is told once', () => {
  expect(contextOf(after(said('one', 'Add wheels'), said('one', 'Paint it')))).toEqual([])
  const task: Item = { text: 'Add wheels', observed: 'transcript 0' }
  expect(contextOf(after(said('one', 'Add wheels', {}, { task }), said('two', 'Paint it')))).toEqual([])
  expect(contextOf(after(said('one', 'Paint it'), said('two', 'paint'), said('three', 'Paint it')))).toEqual([
    'asked before that: Paint it',
    'asked before that: paint',
  ])
})

test('the oldest fall where there is no room for all', () => {
  const long = (n: number): string => `${n} ${'word '.repeat(500)}`
  const page = after(...[1, 2, 3, 4, 5, 6].map((n) => said(`s${n}`, long(n))))
  expect(contextOf(page).map((text) => /: (\d)/.exec(text)?.[1])).toEqual(['3', '4', '5'])
})

test('a rule that was lifted since is told as what was said then, and holds again when it is said again', () => {
  const rule = { text: 'Never touch package.json.', observed: 'transcript 1' }
  const lift = { text: 'You may touch package.json again.', observed: markLift('transcript 2') }
  const first = said('one', 'Add a cart. Never touch package.json.', {}, { constraints: [rule] })
  const lifted = said(
    'two',
    lift.text,
    { said: { 'transcript 2': Date.parse(first.origin.at) + 1 } },
    { constraints: [lift] },
  )
  const held = 'asked before that: Add a cart. Never touch package.json.'
  expect(contextOf(after(first, said('two', 'Go faster')))).toEqual([held])
  const after2 = after(first, lifted)
  expect(after2.fields.constraints).toEqual([])
  expect(contextOf(after2)).toEqual([`${held} [lifted since]`])
  const third = carry([after2], said('three', 'Now the totals'))
  expect(contextOf(third)[0]).toBe(`${held} [lifted since]`)
  const again = said('four', 'Keep it', {}, { constraints: [{ text: rule.text }] })
  expect(contextOf(carry([third], again))[0]).toBe(held)
})

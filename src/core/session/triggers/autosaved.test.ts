import fc from 'fast-check'
import { expect, test } from 'vitest'
import { entryWith } from '../../../../test/support/entries.js'
import { emptyFields, type Fields } from '../../entry/entry.js'
import { addsNothing, isPoorer, offer, saysNothing } from './autosaved.js'

const items = (...texts: string[]) => texts.map((text) => ({ text }))
const rich: Fields = { ...emptyFields(), task: { text: 'OAuth' }, done: items('a', 'b'), context: items('c') }

test('poorer says fewer things in fewer fields [C10]', () => {
  expect(isPoorer({ ...rich, context: [] }, rich)).toBe(true)
  expect(isPoorer({ ...rich, done: items('a') }, rich)).toBe(true)
  expect(isPoorer(emptyFields(), rich)).toBe(true)
  expect(isPoorer(rich, { ...rich, done: items('a') })).toBe(false)
})

test('what says as much, or less here and more there, is not poorer [C10]', () => {
  expect(isPoorer(rich, rich)).toBe(false)
  expect(isPoorer({ ...rich, done: items('x', 'y') }, rich)).toBe(false)
  expect(isPoorer({ ...rich, context: [], done: items('a', 'b', 'c', 'd', 'e') }, rich)).toBe(false)
})

test('of two checkpoints never each is poorer than the other', () => {
  const fields = fc
    .record({ done: fc.nat(5), failed: fc.nat(5), task: fc.boolean() })
    .map(({ done, failed, task }): Fields => ({
      ...emptyFields(),
      done: Array.from({ length: done }, (_, i) => ({ text: `${i}` })),
      failed: Array.from({ length: failed }, (_, i) => ({ text: `${i}` })),
      ...(task ? { task: { text: 't' } } : {}),
    }))
  fc.assert(
    fc.property(fields, fields, (a, b) => {
      expect(isPoorer(a, b) && isPoorer(b, a)).toBe(false)
    }),
  )
})

test('the same facts again add nothing; a new one, another commit or a changed file do [C10]', () => {
  const auto = entryWith({ ...rich, lane: 'auto', where: { branch: 'main', head: 'aaa' } })
  expect(addsNothing(auto, { ...auto, id: 'other', saved: 'later', extraKeys: { reason: 'x' } })).toBe(true)
  expect(addsNothing(auto, { ...auto, done: items('a', 'b', 'c') })).toBe(false)
  expect(addsNothing(auto, { ...auto, where: { branch: 'main', head: 'bbb' } })).toBe(false)
  expect(addsNothing(auto, { ...auto, files: [{ path: 'a.ts', hash: '1' }] })).toBe(false)
  const origin = { entry: auto.id, at: auto.saved }
  const known = { ...auto, done: items('a', 'b').map((item) => ({ ...item, id: 'x-7k2q', origin })) }
  expect(addsNothing(known, { ...auto, done: items('a', 'b') })).toBe(true)
  const read = { ...auto, files: [{ path: 'a.ts', bytes: 2, hash: '1', observed: 'git status' }] }
  expect(addsNothing(read, { ...auto, files: [{ path: 'a.ts', observed: 'git status', hash: '1', bytes: 2 }] })).toBe(
    true,
  )
})

test('nothing said and nothing changed is nothing to save', () => {
  expect(saysNothing(entryWith({ lane: 'auto' }))).toBe(true)
  expect(saysNothing(entryWith({ task: { text: 'x' } }))).toBe(false)
  expect(saysNothing(entryWith({ where: { dirty: [{ path: 'a', state: 'modified' }] } }))).toBe(false)
})

test('an autosave under 24 hours is offered, an older one with its age [C11]', () => {
  const saved = Date.parse('2026-11-15T08:00:00Z')
  const auto = { name: 'auth', saved: '2026-11-15T09:00:00.000+01:00', extraKeys: { reason: 'context 72 %' } }
  expect(offer(auto, saved + 3 * 3_600_000)).toEqual({
    recent: true,
    text: 'There is an autosave of "auth" (3 h ago, context 72 %). To continue: dogear resume auth',
  })
  expect(offer(auto, saved + 86_399_999).recent).toBe(true)
  expect(offer({ ...auto, extraKeys: {} }, saved + 3 * 86_400_000)).toEqual({
    recent: false,
    text: 'There is an older autosave of "auth" (3 days ago); it may be out of date. To continue anyway: dogear resume auth',
  })
})

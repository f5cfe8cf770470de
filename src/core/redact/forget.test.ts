import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { entryWith } from '../../../test/support/entries.js'
import { entry as anyEntry } from '../../testing/any-entry.js'
import { openRecord, sealRecord } from '../entry/seal.js'
import { flatText, type Forget, forgetInEntry, forgetInText, makeForget, rememberForgotten } from './forget.js'

const sha256 = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex')
const forgetting = (...texts: string[]): Forget =>
  makeForget(
    texts.map((text) => rememberForgotten(text, 'key', sha256)),
    'key',
    sha256,
  )

test('what stands there becomes a mark, wherever lines are broken and however letters are composed', () => {
  const forget = forgetting('the café token')
  expect(forget('use the café token now')).toBe('use [forgotten] now')
  expect(forget('use the\n  cafe\u0301 token, the café token')).toBe('use [forgotten], [forgotten]')
  for (const other of ['The café token', 'the cafe token', 'the café  toke n', '']) expect(forget(other)).toBe(other)
})

test('of two that overlap one mark is left, and one inside another needs none of its own', () => {
  expect(forgetting('abcdef', 'defghi')('x abcdefghi y')).toBe('x [forgotten] y')
  expect(forgetting('abcdef', 'bcde')('x abcdef bcde')).toBe('x [forgotten] [forgotten]')
  expect(forgetting('aaaa')('aaaaaaa')).toBe('[forgotten]')
})

const letters = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', 'é', '😀'), maxLength: 40 })

test('law: a text is found if and only if it stands there', () => {
  const secret = letters.filter((text) => flatText(text).length >= 3)
  fc.assert(
    fc.property(secret, letters, letters, (text, before, after) => {
      const forget = forgetting(text)
      const holds = (all: string): boolean => flatText(all).includes(flatText(text))
      for (const all of [before + after, before + text + after]) {
        const left = forget(all)
        expect(left !== all).toBe(holds(all))
        expect(holds(left)).toBe(false)
      }
    }),
  )
})

test('law: an entry that does not hold it is left alone; one that does can be read, keeps its place, and holds it no more', () => {
  fc.assert(
    fc.property(anyEntry, (entry) => {
      const forget = forgetting('zeppelin hunter')
      expect(forgetInEntry(entry, forget)).toBeNull()
      const said = { ...entry, next: { text: 'Ask the zeppelin\nhunter' }, blockers: [{ text: 'zeppelin hunter' }] }
      const left = forgetInEntry(said, forget)
      expect(left).toMatchObject({ id: entry.id, name: entry.name, parents: entry.parents, blockers: [] })
      expect(left?.next?.text).toBe('Ask the [forgotten]')
    }),
  )
})

test('an item of which nothing is left is gone, and so is a file', () => {
  const entry = entryWith({
    task: { text: 'hunter2' },
    failed: [
      { text: 'hunter2', why: 'too short' },
      { text: 'Hunter', why: 'not hunter2' },
    ],
    files: [{ path: 'hunter2' }, { path: 'a/hunter2.ts' }],
  })
  const left = forgetInEntry(entry, forgetting('hunter2'))
  expect(left).not.toHaveProperty('task')
  expect(left?.failed).toEqual([{ text: 'Hunter', why: 'not [forgotten]' }])
  expect(left?.files).toEqual([{ path: 'a/[forgotten].ts' }])
})

test('records keep their seal, JSON its form, and a text that is escaped there is found', () => {
  const forget = forgetting('say "hunter"')
  const records = [{ text: 'I say "hunter"' }, { text: 'else' }].map((one) => sealRecord(one)).join('\n')
  const [first, second] = forgetInText(records, forget).text.split('\n').map(openRecord)
  expect([first, second]).toEqual([{ text: 'I [forgotten]' }, { text: 'else' }])
  const json = JSON.stringify({ deep: [{ note: 'say "hunter"' }], n: 1 }, null, 2)
  expect(forgetInText(json, forget).text).toBe(json.replace('say \\"hunter\\"', '[forgotten]'))
  expect(forgetInText('plain: say\n"hunter"', forget)).toEqual({ text: 'plain: [forgotten]', isChanged: true })
  expect(forgetInText(json, forgetting('zeppelin'))).toEqual({ text: json, isChanged: false })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Decision } from '../../core/entry/entry.js'
import { parseDecisionText, printDecisionText } from './prose.js'

const SENTENCES: [string, Decision][] = [
  ['Chose A over B because R', { text: 'Chose A', why: 'R', rejected: ['B'] }],
  ['Chose signed cookies over JWT', { text: 'Chose signed cookies', rejected: ['JWT'] }],
  ['Deferred C until the release', { text: 'Deferred C until the release' }],
  ['Kept the old index because tests need it', { text: 'Kept the old index', why: 'tests need it' }],
  ['Cookies (rejected: JWT; headers) because no JS', { text: 'Cookies', why: 'no JS', rejected: ['JWT', 'headers'] }],
  ['Moved over to pnpm', { text: 'Moved over to pnpm' }],
  ['It is so because it is because of that', { text: 'It is so', why: 'it is because of that' }],
  ['because ', { text: 'because ' }],
]

test.each(SENTENCES)('%j is told apart, and printed back to the letter [D3]', (sentence, decision) => {
  expect(parseDecisionText(sentence)).toEqual(decision)
  expect(printDecisionText(decision)).toBe(sentence)
})

test('whatever the sentence, printing what was read gives it back [D3]', () => {
  const part = fc.constantFrom(' because ', ' over ', 'Chose', 'x', ' (rejected: ', '; ', ')', ' ', '\n', 'use ')
  fc.assert(
    fc.property(fc.array(part, { maxLength: 9 }), (parts) => {
      const sentence = parts.join('').trim()
      expect(printDecisionText(parseDecisionText(sentence))).toBe(sentence)
    }),
  )
})

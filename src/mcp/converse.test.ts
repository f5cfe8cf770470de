import { expect, test } from 'vitest'
import fc from 'fast-check'
import { parseState, printState } from './converse.js'

test('what was said comes back as it was', () => {
  const state = {
    answers: [
      { id: 'name', answer: 'auth' },
      { id: 'entry', name: 'auth', declined: true },
    ],
    pending: { id: 'workstream' },
    roots: ['file:///w'],
  }
  expect(parseState(printState(state))).toEqual(state)
})

test('a state the client made up is nothing said, and never an error', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json(), fc.anything()), (text) => {
      const { answers, pending, roots } = parseState(text)
      expect(answers.every(({ id }) => typeof id === 'string')).toBe(true)
      expect([undefined, 'string']).toContain(pending && typeof pending.id)
      expect((roots ?? []).every((uri) => typeof uri === 'string')).toBe(true)
    }),
  )
  expect(parseState(JSON.stringify({ answers: [{ id: 'x', answer: 'y'.repeat(30_000) }] }))).toEqual({ answers: [] })
})

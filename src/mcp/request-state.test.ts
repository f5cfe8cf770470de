import { statSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { desk } from '../../test/support/in-process.js'
import { parseState, printState, type State } from './request-state.js'

const STATE: State = {
  answers: [
    { id: 'name', answer: 'auth' },
    { id: 'entry', name: 'auth', declined: true },
  ],
  pending: { id: 'trust', question: 'Take them over?' },
  roots: ['file:///w'],
}
const CALL = { tool: 'resume', args: { name: 'auth', answers: { a: 1, b: [2] } } }
const NOTHING = { answers: [] }

test('what was said comes back as it was, in another process of the same home too', () => {
  const { world } = desk()
  const sent = printState(world, CALL, STATE)
  expect(parseState(world, CALL, sent)).toEqual({ ...STATE, sentMs: world.now().ms })
  const turned = { tool: 'resume', args: { answers: { b: [2], a: 1 }, name: 'auth' } }
  expect(parseState({ ...world }, turned, sent)).toMatchObject(STATE)
  expect(statSync(join(world.home, 'own', 'question-key')).mode & 0o777).toBe(0o600)
})

test('it holds for this tool, these arguments, this home and an hour', () => {
  const { world, clock } = desk()
  const sent = printState(world, CALL, STATE)
  expect(parseState(world, { ...CALL, tool: 'save' }, sent)).toEqual(NOTHING)
  expect(parseState(world, { ...CALL, args: { ...CALL.args, name: 'other' } }, sent)).toEqual(NOTHING)
  expect(parseState(world, { ...CALL, args: { ...CALL.args, trust: 'yes' } }, sent)).toEqual(NOTHING)
  expect(parseState(desk().world, CALL, sent)).toEqual(NOTHING)
  clock.ms += 3_600_001
  expect(parseState(world, CALL, sent)).toEqual(NOTHING)
})

test('no changed character, and nothing that a client makes up, counts as said; and nothing is an error', () => {
  const { world } = desk()
  const sent = printState(world, CALL, STATE)
  for (let i = 0; i < sent.length; i++) {
    const other = `${sent.slice(0, i)}${sent[i] === '1' ? '2' : '1'}${sent.slice(i + 1)}`
    expect(parseState(world, CALL, other), `character ${i}`).toEqual(NOTHING)
  }
  const forged = JSON.stringify({ ...STATE, answers: [{ id: 'trust', answer: 'yes' }] })
  for (const text of [forged, `${'0'.repeat(64)}.9999999999999.${forged}`, sent.replace('auth', 'auth2'), `${sent} `])
    expect(parseState(world, CALL, text)).toEqual(NOTHING)
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json(), fc.anything()), (text) => {
      expect(parseState(world, CALL, text)).toEqual(NOTHING)
    }),
  )
})

import { expect, test } from 'vitest'
import { entryWith } from '../../../test/support/entries.js'
import { layout as namedCheckpoints } from './layout.js'

const { messages, policy } = namedCheckpoints
const file = 'checkpoint-auth.md'

test('with a plan the advice is to clear and continue, with the next action [A8]', () => {
  const entry = entryWith({ plan: { path: '~/p.md' }, next: { text: 'Run npm test\nand look' } })
  expect(messages.saved({ entry, file })).toBe(
    'Checkpoint "auth" saved -> checkpoint-auth.md\n\n/clear then: continue auth\nNext: Run npm test',
  )
})

test('without a plan it is to compact around the findings, and there is no continue line [A8]', () => {
  const entry = entryWith({
    task: { text: 'Move to signed cookies' },
    decisions: [{ text: 'signed cookies', why: 'no server state' }],
    failed: [{ text: 'jose', why: 'no ESM build' }, { text: 'x'.repeat(300) }],
  })
  expect(messages.saved({ entry, file })).toBe(
    'Checkpoint "auth" saved -> checkpoint-auth.md\n\n/compact Keep decided: signed cookies — no server state; failed: jose — no ESM build; task: Move to signed cookies',
  )
  const long = messages.saved({ entry: entryWith({ failed: [{ text: 'x '.repeat(300) }] }), file })
  expect((long.split('\n').at(-1) ?? '').length).toBeLessThanOrEqual('/compact '.length + 200)
  expect(messages.saved({ entry: entryWith(), file })).toMatch(/\n\n\/compact Keep what was tried/)
})

test('clearing says what was cleared, one or all [A14, B11]', () => {
  expect(messages.cleared(['auth'], false)).toBe('Cleared checkpoint "auth"')
  expect(messages.cleared(['a', 'b'], true)).toBe('Cleared 2 checkpoint(s)')
})

test('a checkpoint is kept, a name continued, and nothing found is said so [A9]', () => {
  expect(policy).toEqual({
    onResume: 'keep',
    onExisting: 'continue',
    several: 'ask',
    asks: [],
    naming: 'lower',
    unnamed: 'branch',
    lacks: ['task'],
    answer: 'advice',
    none: 'No checkpoints found.',
    failedFirst: true,
  })
})

/** Which of the user's older words are told where there is no room for all of them. */
import { expect, test } from 'vitest'
import { entryWith } from '../../../test/support/entries.js'
import { printBriefing } from './briefing.js'

const seen = (n: number): { observed: string } => ({ observed: `transcript ${n}` })

function textOf(parts: Parameters<typeof entryWith>[0], budget: number): string {
  const drift = { facts: [], commits: null, conflicts: [], moved: false }
  return printBriefing({ entry: entryWith(parts), drift, why: 'the only one', nowMs: 0, joined: [] }, budget).text
}

test('of older requests the sentences are told that say something', () => {
  const context = [
    'OK. Now make the hinge of the gate quieter',
    'newer two three four',
    'push it',
    'newest two three four',
  ].map((text, i) => ({ text: `asked before that: ${text}`, ...seen(i) }))
  const text = textOf({ intent: { text: 'Ship it to the mill', ...seen(80) }, context }, 2500)
  const recent = ['Ship it to the mill', 'newest two three four', 'push it', 'newer two three four']
  expect(text).toContain(`## Last requests, newest first\n- ${recent.join('\n- ')}\n\n`)
  expect(text).toContain('## Asked before\n- Now make the hinge of the gate quieter\n')
})

test('where there is no room for all that was asked before, what the work is about now comes first, in the order it was said', () => {
  const others = Array.from(
    { length: 30 },
    (_, i) => `Have a look at number ${i} of the ${'other '.repeat(20)} matters.`,
  )
  const older = [
    'Sort them. The hinges must never squeak at night. Thanks.',
    ...others.slice(0, 15),
    'Oil every hinge twice.',
  ]
  const context = [...older, ...others.slice(15), 'one two three four', 'five six seven eight'].map((text, i) => ({
    text: `asked before that: ${text}`,
    ...seen(i),
  }))
  const about = { files: [{ path: 'src/hinge.ts' }], next: { text: 'oil the hinges of the gate' } }
  const text = textOf({ ...about, intent: { text: 'Go on with that gate', ...seen(99) }, context }, 2000)
  expect(text).toMatch(
    /## Asked before\n(?:- .*\n)*- Oil every hinge twice\.\n(?:- .*\n)*- The hinges must never squeak at night\.\n/,
  )
  expect(text.length).toBeLessThanOrEqual(2000)
})

test('a rule and a refusal are told before old requests take the room', () => {
  const context = Array.from({ length: 25 }, (_, i) => ({
    text: `asked before that: ${`look at the gate number ${i} once more. `.repeat(8)}`,
    ...seen(i),
  }))
  const decisions = [
    {
      text: `edit of src/a.ts was refused; the user said: ${'separate the kinds, for clarity; '.repeat(4)}`,
      ...seen(3),
    },
  ]
  const constraints = [{ text: `never write to the ledger ${'of the accountants '.repeat(7)}`, ...seen(4) }]
  const files = Array.from({ length: 40 }, (_, i) => ({ path: `src/part${i % 7}/file-${i}.ts` }))
  const text = textOf(
    { context, decisions, constraints, files, intent: { text: 'Go on with that gate', ...seen(99) } },
    2000,
  )
  expect(text).toContain('\n- never write to the ledger of the accountants')
  expect(text).toContain('\n- separate the kinds, for clarity;')
})

test('of output that the user pasted two lines are told where there is no room for all, and all of their own words', () => {
  const log = Array.from({ length: 40 }, (_, i) => `    2026-11-01 ${i} the gate squeaks`).join('\n')
  const text = `Why does it squeak here:\n${log}\nNever touch the hinge itself.`
  const intent = { text, ...seen(9) }
  const short = textOf({ intent }, 1000)
  expect(short).toContain('- Why does it squeak here:\n  >     2026-11-01 0 the gate squeaks\n')
  expect(short).toContain('1 the gate squeaks\n  > …\n  > Never touch the hinge itself.\n')
  expect(textOf({ intent }, 6000)).toContain('39 the gate squeaks\n  > Never touch')
})

test('what stands as a rule is not told once more as a request', () => {
  const context = ['Never touch the hinge itself. Sort the keys by name.', 'a b c d', 'e f g h'].map((text, i) => ({
    text: `asked before that: ${text}`,
    ...seen(i),
  }))
  const constraints = [{ text: 'Never touch the hinge itself.', ...seen(0) }]
  const text = textOf({ context, constraints, intent: { text: 'Go on with that gate', ...seen(9) } }, 2500)
  expect(text.match(/Never touch the hinge/g)).toHaveLength(1)
  expect(text).toContain('## Asked before\n- Sort the keys by name.\n')
})

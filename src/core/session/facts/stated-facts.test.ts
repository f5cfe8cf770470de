/** What the agent wrote down itself, and what the user said beside a refusal. */
import { expect, test } from 'vitest'
import { asks, does, factsOf, ref, says, texts } from '../../../testing/session-events.js'
import type { TranscriptEvent } from '../transcript.js'

const stated = (what: 'goal' | 'title' | 'recap' | 'summary', text: string): TranscriptEvent => ({
  kind: 'stated',
  what,
  text,
  ref: ref(),
})
const SUMMARY = [
  'Summary:',
  '1. Primary Request and Intent:',
  '   Build the shop.',
  '2. Key Decisions:',
  '   - Money is kept in cents',
  '3. User Preferences:',
  '   - No new dependencies',
  '4. Pending Tasks:',
  '   - **Refunds**: partial ones',
  '     - not this detail',
  '   - Mail the receipt',
  '5. Current Work:',
  '   - Was in the middle of cart.ts',
  '6. Optional Next Step:',
  '   Finish `refund.ts` and run its test.',
].join('\n')

test('of a summary the agent wrote, what is pending, chosen and next is told as what it said', () => {
  const { fields } = factsOf(asks('Build the shop'), stated('summary', SUMMARY))
  expect(fields.next?.text).toBe('Finish `refund.ts` and run its test.')
  expect(texts(fields.decisions)).toEqual(['Money is kept in cents'])
  expect(texts(fields.context)).toEqual([
    'pending, as the agent’s summary said: Refunds: partial ones; Mail the receipt',
    'kept to, as the agent’s summary said: No new dependencies',
  ])
})

test('what was said or asked since stands above it, and an old summary is past', () => {
  const after = factsOf(asks('Build the shop'), stated('summary', SUMMARY), says('Next: the invoice.')).fields
  expect(after.next?.text).toBe('the invoice.')
  const asked = factsOf(stated('summary', SUMMARY), asks('Paint the door.')).fields
  expect(asked.next?.text).toBe('Paint the door.')
  const late = factsOf(stated('summary', SUMMARY), asks('One.'), asks('Two more.'), asks('And three.')).fields
  expect(texts(late.context).filter((text) => text.startsWith('pending'))).toEqual([])
  const list: TranscriptEvent = { kind: 'todos', items: [{ text: 'Taxes', state: 'open' }], ref: ref() }
  expect(texts(factsOf(stated('summary', SUMMARY), list).fields.context)).toEqual([
    'kept to, as the agent’s summary said: No new dependencies',
  ])
})

test('a goal is the task, an approved plan’s title too, and a client’s title where nobody asked for anything', () => {
  expect(factsOf(stated('goal', 'Ship the cart'), asks('Look at a.ts.')).fields.task?.text).toBe('Ship the cart')
  const plan: TranscriptEvent = { kind: 'plan', state: 'approved', text: '# Plan: Cart in cents\n', ref: ref() }
  expect(factsOf(asks('Look at a.ts.'), plan).fields.task?.text).toBe('Cart in cents')
  expect(factsOf(asks('continue'), stated('title', 'Cart in cents')).fields.task?.text).toBe('Cart in cents')
  expect(factsOf(asks('Look at a.ts.'), stated('title', 'Files')).fields.task?.text).toBe('Look at a.ts.')
})

test.each(['<!-- a mark of a tool -->', '/compact', '/clear', 'continue'])('%j asks for nothing', (text) => {
  const { fields } = factsOf(asks(text), asks('Build the cart.<!-- not this -->'))
  expect([fields.task?.text, fields.intent?.text]).toEqual(['Build the cart.', 'Build the cart.'])
  expect(factsOf(asks('Build the cart.'), asks(text)).fields.next?.text).toBe('Build the cart.')
})

test('a recap says what comes next until something is asked', () => {
  const recap = stated('recap', 'The cart is done. Next: mark the order as paid.')
  expect(factsOf(asks('Build it.'), says('Done.'), recap).fields.next?.text).toBe('mark the order as paid.')
  expect(texts(factsOf(recap).fields.context)).toEqual([
    'recap by the agent: The cart is done. Next: mark the order as paid.',
  ])
  expect(factsOf(recap, asks('Paint it.')).fields.context).toEqual([])
})

test.each(['HANDOFF.md', 'docs/handoff-2026.md', 'NEXT.md', 'notes/session-notes.md', 'TODO.md'])(
  'a file %s for whoever goes on is named, with what it says comes next',
  (path) => {
    const wrote = [{ whole: '# Where it stands\n\n## Next steps\n\n- Wire the refund\n- Mail it\n' }]
    const { fields } = factsOf(
      asks('Write down where we are.'),
      does('h', { type: 'create', path: `/w/shop/${path}`, wrote }),
    )
    expect(fields.next?.text).toBe('Wire the refund')
    expect(texts(fields.context)).toEqual([`the session wrote a file for whoever goes on: ${path}`])
  },
)

test('other files are no such thing', () => {
  const wrote = [{ whole: '## Next steps\n- x\n' }]
  for (const path of ['src/next.ts', 'docs/todo-app.html', 'README.md'])
    expect(texts(factsOf(does('h', { type: 'create', path: `/w/shop/${path}`, wrote })).fields.context)).toEqual([])
})

test('what the user said beside a refusal is kept in their words, and a rule in it holds', () => {
  const refused = (call: string, said: string): TranscriptEvent => ({
    kind: 'result',
    call,
    ok: false,
    interrupted: true,
    said,
    ref: ref(),
  })
  const { fields } = factsOf(
    asks('Release it.'),
    does('a', { type: 'run', command: 'npm publish' }),
    refused('a', 'No, the version has to be `2.1.0`. Never publish from a branch.'),
    does('b', { type: 'edit', path: '/w/shop/a.ts' }),
    refused('b', 'put it into its own module'),
    does('c', { type: 'read', path: '/w/shop/b.ts' }),
    refused('c', 'is that really needed?'),
  )
  expect(texts(fields.decisions)).toEqual([
    'edit of a.ts was refused; the user said: put it into its own module',
    '`npm publish` was refused; the user said: No, the version has to be `2.1.0`. Never publish from a branch.',
  ])
  expect(texts(fields.constraints)).toEqual(['Never publish from a branch.', 'No, the version has to be `2.1.0`.'])
})

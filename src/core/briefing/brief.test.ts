import fc from 'fast-check'
import { expect, test } from 'vitest'
import { printBrief, MIN_BRIEF, type BriefInput } from './brief.js'
import type { Facts } from '../session/facts/facts.js'

const facts: Facts = {
  session: '0a1b2c3d-4e5f',
  branch: 'cart',
  model: 'model-x',
  lastAt: Date.UTC(2026, 10, 15, 9, 42),
  context: { tokens: 120_400, window: 200_000 },
  survived: { malformed: 0, unknown: 0, duplicate: 0, tornTail: false },
  changed: [
    { path: 'src/cart.ts', how: 'edited', added: 12, removed: 3, observed: 'transcript 40' },
    { path: 'src/old.ts', how: 'edited', added: 1, removed: 0, observed: 'transcript 30' },
  ],
  passed: [],
  turns: [],
  said: { lifts: [], times: {} },
  counts: { prompts: 1, calls: 9, edits: 2 },
  fields: {
    failed: [{ text: '`npm run lint`', why: 'unused variable', observed: 'transcript 90 id-9' }],
    next: { text: 'Now let me wire the page.', observed: 'transcript 95' },
    files: [
      { path: 'src/cart.ts', role: 'edited' },
      { path: 'src/page.ts', role: 'read' },
    ],
    intent: { text: 'Show the cart\non the page', observed: 'transcript 80' },
    commands: [{ text: 'npm test', observed: 'transcript 85' }],
    questions: [{ text: 'Should guests keep it?', observed: 'transcript 96' }],
    plan: { path: 'plan.md', step: 2, of: 4 },
    decisions: [{ text: 'Keep guests? → no', rejected: ['yes'], observed: 'transcript 20' }],
    done: [
      { text: 'edited src/cart.ts (+12 −3)', observed: 'transcript 40' },
      { text: 'edited src/old.ts (+1 −0)', observed: 'transcript 30' },
      { text: 'commit 1a2b3c4 Add cart', observed: 'transcript 70' },
    ],
  },
}
const input: BriefInput = { agent: 'claude-code', source: 's.jsonl', facts }

test('a briefing from a transcript reads like this [F2, A4]', () => {
  expect(printBrief(input, 2500)).toMatchInlineSnapshot(`
    "# Briefing from a claude-code transcript
    session 0a1b2c3d, on cart, last active 2026-11-15 09:42 UTC, model-x, 120k tokens of context of 200k. Observed in s.jsonl; @N is the byte where.

    ## Next action
    Now let me wire the page. @95

    ## Failing
    - \`npm run lint\` — unused variable @90

    ## Files
    - src/cart.ts (edited +12 −3)
    - src/page.ts (read)

    ## Last prompt
    > Show the cart on the page

    ## Commands
    - npm test

    ## Open questions
    - Should guests keep it? @96

    ## Plan
    - plan.md, step 2 of 4

    ## Decisions
    - Keep guests? → no (not: yes) @20

    ## Done
    - commit 1a2b3c4 Add cart @70
    - 1 other file changed
    "
  `)
})

test('it never exceeds its budget', () => {
  fc.assert(
    fc.property(fc.integer({ min: MIN_BRIEF, max: 3000 }), fc.array(fc.string({ maxLength: 400 })), (budget, words) => {
      const items = words.map((text) => ({ text, observed: 'transcript 1' }))
      const fields = { failed: items, done: items, decisions: items, commands: items, questions: items }
      const text = printBrief({ ...input, facts: { ...facts, fields: { ...facts.fields, ...fields } } }, budget)
      expect(text.length).toBeLessThanOrEqual(budget)
    }),
  )
})

test('a long prompt ends after a sentence and says where the rest is', () => {
  const intent = { text: `${'Do this. '.repeat(50)}${'and that '.repeat(50)}`, observed: 'transcript 7' }
  const text = printBrief({ ...input, facts: { ...facts, fields: { intent } } }, 2500)
  expect(text).toMatch(/> (?:Do this\. )+… \(\d+ more characters @7\)/)
})

test('a budget that would say nothing is refused', () => {
  expect(() => printBrief(input, 100)).toThrow('100 characters')
})

test.each([
  ['model-x', 120_400, '120k tokens of context of an assumed 200k.'],
  ['gpt-4o-2026', 20_000, '20k tokens of context of 128k.'],
  ['model-x', 700_000, '700k tokens of context.'],
])('where the transcript names no window: %s with %i tokens', (model, tokens, said) => {
  expect(printBrief({ ...input, facts: { ...facts, model, context: { tokens } } }, 2500)).toContain(said)
})

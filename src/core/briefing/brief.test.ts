import fc from 'fast-check'
import { expect, test } from 'vitest'
import { briefingOf, type BriefInput } from './brief.js'
import { printBriefing } from './briefing.js'
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
  said: { lifts: [], times: {}, acts: {} },
  counts: { prompts: 1, calls: 9, edits: 2 },
  fields: {
    failed: [{ text: 'failing: `npm run lint`', why: 'unused variable', observed: 'transcript 90 id-9' }],
    next: { text: 'Now let me wire the page.', observed: 'transcript 95' },
    files: [
      { path: 'src/cart.ts', role: 'edited' },
      { path: 'src/page.ts', role: 'read' },
    ],
    intent: { text: 'Show the cart\non the page', observed: 'transcript 80' },
    commands: [{ text: 'npm test', observed: 'passed, transcript 85' }],
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
const printBrief = (given: BriefInput, budget: number): string => printBriefing(briefingOf(given), budget).text
const input: BriefInput = { agent: 'claude-code', source: 's.jsonl', facts }

test('a briefing from a transcript reads like this [F2, A4]', () => {
  expect(printBrief(input, 2500)).toMatchInlineSnapshot(`
    "# Briefing from a claude-code transcript
    session 0a1b2c3d, on cart, last active 2026-11-15 09:42 UTC, model-x, 120k tokens of context of 200k. Read in s.jsonl.

    ## Last requests, newest first
    - Show the cart
      > on the page

    ## Next action
    Now let me wire the page.

    ## To do
    - plan plan.md (step 2 of 4)

    ## Open questions
    - Should guests keep it?

    ## Decisions
    - Keep guests? → no (rejected: yes)

    ## Git
    - last commit 1a2b3c4 Add cart

    ## Checks
    - \`npm run lint\` ✗ unused variable
    - \`npm test\` ✓

    ## Files, newest first
    - src/cart.ts (edited)
    - src/page.ts
    "
  `)
})

test('it never exceeds its budget', () => {
  fc.assert(
    fc.property(fc.integer({ min: 400, max: 3000 }), fc.array(fc.string({ maxLength: 400 })), (budget, words) => {
      const items = words.map((text) => ({ text, observed: 'transcript 1' }))
      const fields = { failed: items, done: items, decisions: items, commands: items, questions: items }
      const text = printBrief({ ...input, facts: { ...facts, fields: { ...facts.fields, ...fields } } }, budget)
      expect(text.length).toBeLessThanOrEqual(budget)
    }),
  )
})

test('of a long request there is as much as there is room for, its beginning and its end', () => {
  const intent = { text: `Do this first. ${'And that. '.repeat(500)}Then tell me.`, observed: 'transcript 7' }
  const text = printBrief({ ...input, facts: { ...facts, fields: { ...facts.fields, intent } } }, 2500)
  expect(text).toMatch(/\n- Do this first\. And that\. .* … And that\. .*Then tell me\.\n/)
  expect(text.length).toBeGreaterThan(2400)
  expect(text).toContain('npm run lint')
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

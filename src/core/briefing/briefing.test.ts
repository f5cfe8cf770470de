import fc from 'fast-check'
import { expect, test } from 'vitest'
import { entryWith } from '../../../test/support/entries.js'
import { printBriefing } from './briefing.js'
import type { Drift } from './drift.js'
import type { BriefingInput } from './sections.js'
import { ALL_FIELDS, type Decision, makeFields } from '../entry/entry.js'
import { normalText } from '../page/item-id.js'

const still: Drift = { facts: [], commits: null, conflicts: [], moved: false }
const nowMs = Date.UTC(2026, 10, 15, 11, 0, 0)

function input(parts: Parameters<typeof entryWith>[0], more: Partial<BriefingInput> = {}): BriefingInput {
  return { entry: entryWith(parts), drift: still, why: 'the only checkpoint here', nowMs, joined: [], ...more }
}

const briefingText = (given: BriefingInput, budget: number): string => printBriefing(given, budget).text

test('a briefing reads like this [F4, F5, F6, A11]', () => {
  const text = briefingText(
    input(
      {
        by: { agent: 'claude-code', user: 'ada', host: 'mill' },
        where: { branch: 'feat/auth' },
        task: { text: 'Replace session cookies by tokens' },
        next: { text: 'Run `npm test -- auth` and fix the first failure' },
        failed: [{ text: 'jose 5', why: 'does not load on Node 20' }],
        decisions: [{ text: 'HS256', why: 'one service', rejected: ['RS256'] }],
        questions: [{ text: 'Is a 15 minute expiry right?' }],
        done: [{ text: 'src/token.ts written', observed: 'git status' }],
        files: [{ path: 'src/token.ts', role: 'edited', hash: '9f86d081884c7d65' }],
        plan: { path: 'docs/plan.md', step: 2, of: 4 },
      },
      {
        currentBranch: 'main',
        drift: {
          facts: [
            { fact: 'file src/token.ts', verdict: 'changed', detail: 'content changed' },
            { fact: 'plan docs/plan.md at step 2', verdict: 'true' },
          ],
          commits: { total: 12, commits: [{ id: 'abcdef1234567890', subject: 'Bump deps' }] },
          conflicts: [],
          moved: true,
        },
      },
    ),
    6000,
  )
  expect(text).toMatchInlineSnapshot(`
    "# Resuming: auth
    Saved 3 h ago (2026-11-15 09:00 +01:00) by claude-code, ada@mill on feat/auth. Entry 0000000, chosen because it is the only checkpoint here.

    Warning: You're on \`main\` but checkpoint was saved on \`feat/auth\`. Switch with: git checkout feat/auth

    ## Task
    Replace session cookies by tokens

    ## Next action
    Run \`npm test -- auth\` and fix the first failure

    ## To do
    - plan docs/plan.md (step 2 of 4)

    ## Open questions
    - Is a 15 minute expiry right?

    ## Failed
    ⚠ Previously failed: jose 5 — does not load on Node 20 (before 12 commits)
    Do not repeat failed approaches. Choose alternative strategies.

    ## Decisions
    - HS256 — one service (rejected: RS256)

    ## Changed since the save
    - file src/token.ts: content changed
      - abcdef1234 Bump deps
      - … and 11 more

    ## Files, newest first
    - src/token.ts (edited)

    ## Done
    - src/token.ts written

    ## Still true
    - 1 recorded fact checked and still true: plan docs/plan.md at step 2
    "
  `)
})

test('a briefing keeps its budget, never cuts an item, and says what it left out [F6]', () => {
  const item = fc
    .string({ minLength: 1, maxLength: 300, unit: 'grapheme' })
    .map((text) => ({ text: `a${text.replace(/\s/g, ' ')}z` }))
  fc.assert(
    fc.property(
      fc.array(item, { maxLength: 30 }),
      // What failed twice is told once.
      fc.uniqueArray(item, { maxLength: 30, selector: ({ text }) => normalText(text) }),
      fc.integer({ min: 400, max: 5000 }),
      (done, failed, budget) => {
        const text = briefingText(input({ done, failed, next: { text: 'Run `make`' } }), budget)
        expect(text.length).toBeLessThanOrEqual(budget)
        const shown = text.split('\n').filter((line) => line.startsWith('- ') && !line.startsWith('- … '))
        for (const line of shown) expect(line.endsWith('z')).toBe(true)
        const failures = text.split('\n').filter((line) => line.startsWith('⚠'))
        const isCut = failures.length + shown.length < done.length + failed.length
        expect(isCut && !text.includes('Whole: dogear show auth')).toBe(false)
      },
    ),
  )
})

test('where the budget is short, what failed and the next action are what stays [F6]', () => {
  const text = briefingText(
    input({ failed: [{ text: 'A', why: 'B' }], next: { text: 'Run `make`' }, done: [{ text: 'x'.repeat(900) }] }),
    500,
  )
  expect(text).toContain('Previously failed: A — B')
  expect(text).toContain('Run `make`')
  expect(text).not.toContain('xxx')
})

test('a budget that could say nothing is refused [F6]', () => {
  expect(() => briefingText(input({}), 100)).toThrow(
    expect.objectContaining({ code: 'usage', expected: expect.stringContaining('400') }),
  )
})

test('an entry that closed a fork names what the other side wanted to do next [F1]', () => {
  const text = briefingText(
    input(
      { next: { text: 'mine' } },
      {
        joined: [entryWith({ next: { text: 'theirs' }, failed: [{ text: 'their dead end' }], by: { agent: 'codex' } })],
      },
    ),
    4000,
  )
  expect(text).toContain('(codex) said next: theirs')
  expect(text).toContain('Previously failed: their dead end')
})

test('the plan is shown at the step where it stands now [A12]', () => {
  const ahead = [
    { step: 3, text: 'wire the cookie\u001b[2J', isDone: false },
    { step: 4, text: 'docs', isDone: false },
  ]
  const plan = { path: 'docs/plan.md', step: 2, of: 4 }
  const shown = (now: object): string =>
    briefingText({ ...input({ plan }), plan: { state: 'read', ...now } }, 4000).split('## To do\n')[1] ?? ''
  expect(shown({ step: 3, of: 4, ahead })).toMatch(
    /^- plan docs\/plan.md \(step 2 of 4\)\n {2}- step 3, now: wire the cookie\S*\n {2}- step 4: docs\n/,
  )
  expect(shown({ step: 3, of: 4, ahead })).not.toContain('\u001b')
  expect(shown({ step: 4, of: 4, ahead: [{ step: 4, text: 'docs', isDone: true }] })).toContain('- step 4, done: docs')
  expect(shown({})).toMatch(/^- plan docs\/plan.md \(step 2 of 4\)\n(?! {2}- step)/)
})

test('every field of an entry has its place', () => {
  const fields = makeFields({
    prose: ({ key }) => ({ text: `said of ${key}` }),
    line: ({ key }) => `said of ${key}`,
    plan: ({ key }) => ({ path: `said of ${key}` }),
    items: ({ key }) => [{ text: `said of ${key}` }],
    reasoned: ({ key }) => [{ text: `said of ${key}` }],
    choices: ({ key }) => [{ text: `said of ${key}` }],
    files: ({ key }) => [{ path: `said of ${key}` }],
  })
  const text = briefingText(input(fields), 6000)
  const missing = ALL_FIELDS.filter(({ key }) => !text.includes(`said of ${key}`)).map(({ key }) => key)
  expect(missing, 'give it a section in src/core/briefing/sections.ts').toEqual([])
})

test('a long next action is told first and shortened where the budget is small, and says so [case 27]', () => {
  const next = { text: `Move the token check ${'into the middleware and '.repeat(60)}then delete it` }
  const failed = Array.from({ length: 20 }, (_, i) => ({ text: `approach ${i}`, why: 'it is too slow for this' }))
  for (const budget of [400, 700, 1500]) {
    const text = briefingText(input({ next, failed }), budget)
    expect(text.length).toBeLessThanOrEqual(budget)
    expect(text).toContain('## Next action\nMove the token check into the middleware')
    expect(text).toContain('… (shortened)\n')
    expect(text).toContain('Whole: dogear show auth')
  }
  expect(briefingText(input({ next, failed }), 6000)).not.toContain('shortened')
})

test('a next action with work done since says how old it is [case 13]', () => {
  const text = briefingText(input({ next: { text: 'Write the expiry check' }, extraKeys: { turns: 3 } }), 4000)
  expect(text).toContain('## Next action (stated before 3 turns of work)\nWrite the expiry check')
})

const ELSEWHERE = { entry: 'e', at: '2026-11-13T12:00:00.000+01:00', session: 'old', head: 'aaaaaaaaaaaaaaaa' }

test('what was to hold for a while is told as said earlier once its session is over', () => {
  const constraints = [
    { text: 'Never touch package.json', observed: 'transcript 1', origin: ELSEWHERE },
    { text: 'Do not commit anything yet', observed: 'for now, transcript 2', origin: ELSEWHERE },
  ]
  const told = (session: string): string => briefingText({ ...input({ constraints }), session }, 4000)
  expect(told('new')).toContain(
    '- Never touch package.json\n- said earlier, 2 days ago, for then: Do not commit anything yet\n',
  )
  expect(told('old')).not.toContain('said earlier')
})

test('words that may have lifted what held for a while are over with it; what they may have lifted for good has its id', () => {
  const [then, good] = ['for now, transcript 2', 'transcript 1']
  const constraints = [
    { text: 'Never push', id: 'c-aaaa', observed: good, origin: ELSEWHERE },
    { text: 'Do not commit yet', id: 'c-bbbb', observed: then, origin: ELSEWHERE },
    { text: 'you may push after lunch', observed: 'perhaps lifts c-aaaa, transcript 3', origin: ELSEWHERE },
    { text: 'you may commit after lunch', observed: 'perhaps lifts c-bbbb, transcript 4', origin: ELSEWHERE },
  ]
  const lines = briefingText({ ...input({ constraints }), session: 'new' }, 4000).split('\n')
  expect(lines.filter((line) => line.includes('push'))).toEqual([
    '- Never push (c-aaaa) (said 2026-11-13, 2 days ago)',
    '- perhaps lifted (c-aaaa) by these words, said 2026-11-13, 2 days ago; if in doubt, ask: you may push after lunch',
  ])
  expect(lines.filter((line) => line.includes('commit'))).toEqual([
    '- said earlier, 2 days ago, for then: Do not commit yet',
    '- said earlier, 2 days ago, for then: you may commit after lunch',
  ])
})

test('the reason and what was rejected are told once where the sentence that was read says them', () => {
  const decision = { text: 'We use HMAC instead of RSA because one service verifies.', why: 'one service verifies' }
  const decided = (more: Partial<Decision>): string =>
    briefingText(input({ decisions: [{ ...decision, ...more }] }), 4000)
  expect(decided({ rejected: ['RSA', 'cookies'], observed: 'transcript 1' })).toContain(
    `- ${decision.text} (rejected: cookies)\n`,
  )
  expect(decided({ rejected: ['RSA'] })).toContain(`- ${decision.text} — one service verifies (rejected: RSA)\n`)
})

test('approaches that failed on another commit come last and say so; failing commands are none', () => {
  const failed = [
    { text: 'old', origin: ELSEWHERE },
    { text: 'new', why: 'why' },
    { text: 'failing: `npm test`', observed: 'transcript 9' },
  ]
  const text = briefingText(input({ failed, where: { head: 'bbbbbbbbbbbbbbbb' } }), 4000)
  expect(text).toContain('⚠ Previously failed: new — why\n⚠ Previously failed: old (at commit aaaaaaaaaa)\n')
  expect(text).toContain('## Checks\n- `npm test` ✗\n')
  expect(text).not.toContain('Previously failed: failing')
})

test('what was done in earlier sessions is told apart, and what found no room is counted', () => {
  const done = [{ text: 'new thing' }, { text: 'old thing', origin: ELSEWHERE }]
  const page = { closed: [], earlier: [{ kind: 'decisions', count: 12, entry: '00000000abcdefg' }] }
  const text = briefingText(input({ done, page }), 4000)
  expect(text).toContain('## Done\n- new thing\n\n## Done before\n- old thing\n')
  expect(text).toMatch(/## Earlier\n- 12 more of decisions: dogear show auth --entry \w+\n/)
})

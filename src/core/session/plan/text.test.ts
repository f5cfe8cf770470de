import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parsePlanSteps } from './text.js'

/** "3/5: x x - - -": where the plan stands, and each step's state. */
function told(markdown: string): string | null {
  const found = parsePlanSteps(markdown)
  return (
    found && `${found.step}/${found.of}: ${found.steps.map(({ state }) => (state === 'done' ? 'x' : '-')).join('')}`
  )
}
const texts = (markdown: string) => parsePlanSteps(markdown)?.steps.map(({ text }) => text)

test('check boxes are steps, also nested and numbered ones; the first open one is where work stands [A5]', () => {
  const plan = '# Login\n\n- [x] form\n  - [X] fields\n1. [ ] route\n* [ ] **tests** for `login`\n'
  expect(told(plan)).toBe('3/4: xx--')
  expect(texts(plan)).toEqual(['form', 'fields', 'route', 'tests for `login`'])
})

test('all done: the last step', () => {
  expect(told('- [x] a\n- [x] b\n')).toBe('2/2: xx')
})

test('a box that is not ticked is open, whatever else is in it, unless it is struck through', () => {
  expect(told('- [x] a\n- [~] under way\n- [-] later\n- [ ] ~~dropped~~\n')).toBe('2/4: x--x')
  expect(told('- [x](https://example.org) a link\n- [1] a reference\n')).toBeNull()
})

test('bullets with open and ticked signs are boxes; praise alone is none', () => {
  expect(told('- ✅ parse\n- ⬜ print\n- ☐ test\n')).toBe('2/3: x--')
  expect(told('## Why\n- ✅ fast\n- ✅ small\n')).toBeNull()
})

test('numbered headings are steps, with the state that their text or their status line tells [A5]', () => {
  const plan = [
    '# Plan: sessions',
    '## Step 1: Parse cookies ✅',
    'text',
    '## ✅ Step 2: Sign them',
    '## ~~Step 3: Rotate keys~~',
    '## Step 4 — Store (done)',
    '## Step 5: Migrate',
    '**Status:** Complete',
    '## Step 6: Remove the old code',
    '**Status:** not done',
    '## Step 7: Done button',
  ].join('\n')
  expect(told(plan)).toBe('6/7: xxxxx--')
  expect(texts(plan)).toEqual([
    'Parse cookies',
    'Sign them',
    'Rotate keys',
    'Store',
    'Migrate',
    'Remove the old code',
    'Done button',
  ])
})

test.each([
  ['bare numbers', '### 1. a (done)\n### 2. b\n### 3) c', '2/3: x--'],
  ['numbers with parts', '### 1.9 a ✅\n### 1.10 b\n', '2/2: x-'],
  ['tasks with a count', '## Task 1 of 2: a [done]\n## Task 2 of 2: b', '2/2: x-'],
  ['phases without more text', '## Phase 1 ✅\n## Phase 2', '2/2: x-'],
  ['bold lines', '**Step 1: a** ✅\ntext\n**Step 2**: b\n', '2/2: x-'],
  ['bullets that count', '- Step 1: a — done\n- Step 2: b\n- Step 3: c\n', '2/3: x--'],
  ['another language', '## 步骤 1：解析 (已完成)\n## 步骤 2：打印\n', '2/2: x-'],
  ['a finished step with a commit', '## Step 1: a (done 4f2a91c)\n## Step 2: b (done when green)\n', '2/2: x-'],
])('numbered headings: %s', (_, plan, expected) => {
  expect(told(plan)).toBe(expected)
})

test('steps below phases count through where their numbers do, else the phases count', () => {
  const through = '## Phase 1\n### Step 1: a ✅\n### Step 2: b ✅\n## Phase 2\n### Step 3: c\n'
  expect(told(through)).toBe('3/3: xx-')
  const again = '## Phase 1 ✅\n### Step 1: a\n### Step 2: b\n## Phase 2\n### Step 1: c\n'
  expect(told(again)).toBe('2/2: x-')
})

test('boxes under steps are the steps; boxes elsewhere are another list', () => {
  expect(told('## Step 1\n- [x] a\n- [ ] b\n## Step 2\n- [ ] c\n')).toBe('2/3: x--')
  expect(told('## Step 1: a ✅\n## Step 2: b\n## Verification\n- [ ] tests pass\n')).toBe('2/2: x-')
  expect(told('## Context\ntext\n## Verification\n- [ ] tests pass\n')).toBe('1/1: -')
})

test('a numbered list is steps where it is the only one, or the one that says so', () => {
  expect(told('Do this:\n\n1. a ✅\n2. ~~b~~\n\n   more\n\n3. c\n')).toBe('3/3: xx-')
  expect(told('## Facts\n1. f\n2. g\n## Implementation steps\n1. a\n2. b\n3. c\n')).toBe('1/3: ---')
  expect(told('## Facts\n1. f\n2. g\n## Ideas\n1. a\n2. b\n')).toBeNull()
  expect(told('## Open questions\n1. f\n2. g\n')).toBeNull()
})

test('code, comments and front matter are not steps', () => {
  expect(told('---\ntodo:\n- [ ] x\n---\n```md\n- [ ] a\n```\n<!--\n- [ ] b\n-->\n~~~\n## Step 1: c\n~~~\n')).toBeNull()
  expect(told('<!-- one line -->\n- [ ] a\n')).toBe('1/1: -')
})

test.each([
  '',
  '# A plan\n\nWe will rewrite the parser.\n',
  '## 2026 roadmap\n## 3 ways to do it\n',
  '## 1. Overview\n',
])('a text without steps has none: %j [A5]', (plan) => expect(parsePlanSteps(plan)).toBeNull())

test('the text of a step is one short line without control characters', () => {
  const [step] = texts(`- [ ] a\u001b[31m\u202eb ${'long '.repeat(200)}`) ?? []
  expect(step?.startsWith('ab long')).toBe(true)
  expect(step).toHaveLength(200)
})

test('any text: no exception, and where the plan stands is the first open step', () => {
  const piece = fc.constantFrom(
    '- [ ] a',
    '- [x] b',
    '## Step 1: c',
    '## Step 2 ✅',
    '1. d',
    '2. ~~e~~',
    '```',
    '---',
    '<!--',
    '',
  )
  const line = fc.oneof(piece, fc.string(), fc.string({ unit: 'grapheme' }))
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
      const found = parsePlanSteps(lines.join('\n'))
      if (!found) return
      const { steps, step, of } = found
      expect(of).toBe(steps.length)
      const open = steps.findIndex(({ state }) => state === 'open')
      expect(step).toBe(open < 0 ? of : open + 1)
    }),
  )
})

// Nothing is timed here: a pattern that backtracks would run into the test's time limit.
test.each(['~', '~~', '*', '#', '- [ ', '(done', '1. ', 'step 1 ', '<!--', '\t', '✅', 'done '])(
  'a very long line of %j is read like any other',
  (piece) => {
    for (const before of ['', '## ', '- [ ] ', '1. ', '**Step 1: ']) {
      const found = parsePlanSteps(before + piece.repeat(200_000))
      expect(found?.of ?? 1).toBe(1)
    }
  },
)

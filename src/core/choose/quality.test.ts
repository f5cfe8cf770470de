import { expect, test } from 'vitest'
import { emptyFields, type Fields } from '../entry/entry.js'
import { judge } from './quality.js'

const good: Fields = {
  ...emptyFields(),
  task: { text: 'Build the login page' },
  next: { text: 'Run pytest tests/auth_test.py to verify login' },
  done: [{ text: 'Wrote src/auth.py lines 45-120, login flow complete' }],
  failed: [{ text: 'bcrypt 6', why: 'no prebuilt for musl' }],
  decisions: [{ text: 'Chose JWT over cookies because there is no session store' }],
  blockers: [{ text: 'Git conflict in src/main.py lines 80-95' }],
  files: [{ path: 'src/auth.py' }],
}

test('a checkpoint that can be continued without asking has no findings [C8]', () => {
  expect(judge(good)).toEqual([])
})

test.each(['Continue testing', 'continue', 'Keep going', 'finish the rest', 'Fix bugs.', '继续'])(
  '"%s" is no next action [C8]',
  (text) => {
    expect(judge({ ...good, next: { text } })).toMatchObject([{ field: 'next', problem: 'vague', text }])
  },
)

test.each([
  'Run `npm test`',
  'Add the expiry check to verifyToken()',
  'Ask the user whether refunds need a second approval',
  'Edit src/a.ts',
])('"%s" is one [C8]', (text) => {
  expect(judge({ ...good, next: { text } })).toEqual([])
})

test.each(['Worked on auth', 'made some progress', 'Fixed stuff', 'looked into things'])(
  '"%s" is no progress [C8]',
  (text) => {
    expect(judge({ ...good, done: [{ text }] })).toMatchObject([{ field: 'done', problem: 'vague', text }])
  },
)

test('blockers need names, decisions and failures reasons, files real paths [C8]', () => {
  const findings = judge({
    ...good,
    blockers: [{ text: 'Need to fix some conflicts' }],
    decisions: [{ text: 'JWT' }],
    failed: [{ text: 'bcrypt' }],
    files: [{ path: 'the auth file' }],
  })
  expect(findings.map((finding) => finding.field)).toEqual(['failed', 'decisions', 'blockers', 'files'])
})

test('what is missing is named with an example of how to give it [C8]', () => {
  const findings = judge(emptyFields())
  expect(findings.map((finding) => [finding.field, finding.problem])).toEqual([
    ['task', 'missing'],
    ['next', 'missing'],
    ['done', 'missing'],
  ])
  for (const finding of findings) expect(finding.advice).toContain('--')
})

test('where work was left off is enough: a next step is not asked to be invented [B2]', () => {
  const { next: _, ...rest } = good
  expect(judge({ ...rest, leftOff: { text: 'Two options open: rotate keys, or shorten the expiry' } })).toEqual([])
})

test('what was observed needs no reason', () => {
  expect(judge({ ...good, failed: [{ text: '`npm test` exited 1', observed: 'transcript 120' }] })).toEqual([])
})

test.each([
  'Zink statt Blei, weil Blei giftig ist',
  'Zinc en lugar de plomo porque el plomo es tóxico',
  'Du zinc plutôt que du plomb',
  '用锌而不是铅',
  '鉛は毒なので亜鉛にする',
])('a reason in any language is one [C8]: %s', (text) => {
  expect(judge({ ...good, decisions: [{ text }] })).toEqual([])
})

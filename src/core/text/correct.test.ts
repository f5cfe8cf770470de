import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emptyFields, type Fields } from '../entry/entry.js'
import { correctStated, type ObservedFacts, type Run } from './correct.js'

const STATED_AT = 1_000
const stated = (fields: Partial<Fields>): Fields => ({ ...emptyFields(), ...fields })
const run = (command: string, ok = true, at = 2_000): Run => ({ command, ok, at, observed: `transcript ${at}` })
const correct = (fields: Partial<Fields>, observed: ObservedFacts) => correctStated(stated(fields), observed, STATED_AT)

test('a step that the plan file has passed is corrected, and the correction says so [A5]', () => {
  const plan = { path: 'plan.md', step: 2, of: 5 }
  expect(correct({ plan }, { plan: { path: 'plan.md', step: 4, of: 5, at: 2_000 } })).toEqual(
    stated({
      plan: { path: 'plan.md', step: 4, of: 5 },
      context: [{ text: 'stated step 2 of 5; plan.md says step 4 of 5', observed: 'plan.md' }],
    }),
  )
  expect(correct({ plan }, { plan: { path: 'other.md', step: 4, of: 5, at: 2_000 } })).toEqual(stated({ plan }))
  expect(correct({ plan: { path: 'plan.md' } }, { plan: { path: 'plan.md', step: 4, of: 5, at: 2_000 } })).toEqual(
    stated({ plan: { path: 'plan.md', step: 4, of: 5 } }),
  )
})

test('a branch that git knows better is corrected', () => {
  const context = [{ text: 'branch: feature/login' }, { text: 'branch: a good word' }]
  expect(correct({ context }, { branch: { name: 'main', at: 2_000 } }).context).toEqual([
    { text: 'stated branch feature/login; git says main', observed: 'git' },
    { text: 'branch: a good word' },
  ])
  expect(correct({ context }, { branch: { name: null, at: 2_000 } }).context[0]?.text).toContain('detached head')
  expect(correct({ context }, { branch: { name: 'feature/login', at: 2_000 } }).context).toEqual(context)
})

test('a stated file that is not there keeps its path and says so', () => {
  const files = [{ path: 'a.ts', role: 'edited' }, { path: 'b.ts' }, { path: 'c.ts', observed: 'transcript 5' }]
  const corrected = correct({ files }, { missing: { paths: ['a.ts', 'c.ts'], at: 2_000 } })
  expect(corrected.files).toEqual([{ path: 'a.ts', role: 'missing', observed: 'disk' }, files[1], files[2]])
  expect(corrected.context).toEqual([{ text: 'stated file a.ts (edited); it is not there', observed: 'disk' }])
})

test.each([
  ['Run npm test', 'npm test'],
  ['Run `npm test` again.', 'cd /repo && npm test 2>&1'],
  ['npm test', 'npm  test'],
  ['Run pytest tests/auth_test.py to verify login', 'pytest tests/auth_test.py'],
])('a next action that has passed since is done: %s [F2]', (text, command) => {
  const corrected = correct({ next: { text } }, { runs: [run(command, false, 1_500), run(command)] })
  expect(corrected).not.toHaveProperty('next')
  expect(corrected.done).toEqual([
    { text: expect.stringMatching(/^(?:npm test|pytest \S+) passed$/), observed: 'transcript 2000' },
  ])
  expect(corrected.context).toEqual([
    { text: `stated next action "${text}"; it passed afterwards`, observed: 'transcript 2000' },
  ])
})

test.each([
  ['it says more than the command', 'Run npm test and then deploy', run('npm test')],
  ['only a pipe passed', 'Run npm test', run('npm test | tail -5')],
  ['it failed', 'Run npm test', run('npm test', false)],
  ['it ran before', 'Run npm test', run('npm test', true, 1_000)],
  ['it was another command', 'Run npm test', run('npm test -- --watch')],
])('a next action stays where %s', (_, text, one) => {
  expect(correct({ next: { text } }, { runs: [one] })).toEqual(stated({ next: { text } }))
})

test('a next action stays where the command passed once and failed again', () => {
  const runs = [run('npm test', false, 3_000), run('npm test')]
  expect(correct({ next: { text: 'Run npm test' } }, { runs }).next).toEqual({ text: 'Run npm test' })
})

test('a failed command that passed since is no failed approach any more', () => {
  const failed = [
    { text: '`npm ci` fails', why: 'no lock file' },
    { text: 'npm ci', observed: 'transcript 1' },
    { text: 'jose' },
  ]
  const corrected = correct({ failed }, { runs: [run('npm ci')] })
  expect(corrected.failed).toEqual([failed[1], failed[2]])
  expect(corrected.done).toEqual([{ text: 'npm ci passed', observed: 'transcript 2000' }])
  expect(corrected.context[0]?.text).toBe('stated as failed: `npm ci` fails; it passed afterwards')
})

test('what was observed before or when it was stated corrects nothing', () => {
  const fields = {
    plan: { path: 'plan.md', step: 2, of: 5 },
    next: { text: 'npm test' },
    files: [{ path: 'a.ts' }],
    context: [{ text: 'branch: x' }],
  }
  const at = STATED_AT
  const old = {
    plan: { path: 'plan.md', step: 4, of: 5, at },
    branch: { name: 'main', at },
    missing: { paths: ['a.ts'], at },
  }
  expect(correct(fields, { ...old, runs: [run('npm test', true, at)] })).toEqual(stated(fields))
})

test('correcting twice changes nothing more', () => {
  const text = fc.constantFrom('npm test', 'Run npm test', 'npm test fails', 'branch: a', 'branch: main', 'x')
  const item = fc.record({ text })
  const fields = fc.record({
    next: item,
    failed: fc.array(item, { maxLength: 3 }),
    context: fc.array(item, { maxLength: 3 }),
    files: fc.array(fc.record({ path: fc.constantFrom('a', 'b') }), { maxLength: 3 }),
    plan: fc.record({ path: fc.constantFrom('p', 'q'), step: fc.nat(3), of: fc.constant(3) }),
  })
  const at = 2_000
  const observed = {
    plan: { path: 'p', step: 1, of: 3, at },
    branch: { name: 'main', at },
    missing: { paths: ['a'], at },
    runs: [run('npm test')],
  }
  fc.assert(
    fc.property(fields, (some) => {
      const once = correct(some, observed)
      expect(correctStated(once, observed, STATED_AT)).toEqual(once)
    }),
  )
})

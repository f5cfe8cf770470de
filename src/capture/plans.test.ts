import { mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { wordsOf } from '../core/session/plan/same-work.js'
import type { PlanTraces } from '../core/session/plan/traces.js'
import { tempDir } from '../../test/support/world.js'
import { findPlan, type PlanSearch, readPlanNow } from './plans.js'

const STEPS =
  '# Signed cookies for sessions\n\nReplace storage, rotate keys.\n\n- [x] sign\n- [ ] rotate\n- [ ] remove\n'
const NONE: PlanTraces = {
  planPaths: [],
  named: [],
  seen: [],
  isExecuting: false,
  edited: [],
  words: new Set(),
  todos: new Set(),
}

function world(files: Record<string, string> = {}) {
  const [worktree, userHome] = [tempDir(), tempDir()]
  const write = (path: string, text = STEPS, seconds = 1_000) => {
    const full = path.startsWith('~/') ? join(userHome, path.slice(2)) : join(worktree, path)
    mkdirSync(dirname(full), { recursive: true })
    writeFileSync(full, text)
    utimesSync(full, seconds, seconds)
    return full
  }
  for (const [path, text] of Object.entries(files)) write(path, text)
  const search = (traces: Partial<PlanTraces>, more: Partial<PlanSearch> = {}): PlanSearch => ({
    agent: 'claude-code',
    worktree,
    userHome,
    env: {},
    ...more,
    traces: { ...NONE, ...traces },
  })
  return { worktree, userHome, write, find: (...args: Parameters<typeof search>) => findPlan(search(...args)) }
}

test('plan mode comes before what the conversation names, and that before the plans folder [B3]', () => {
  const { find } = world({ '~/.claude/plans/mode.md': STEPS, 'docs/plans/named.md': STEPS, 'PLAN.md': STEPS })
  const words = wordsOf(STEPS)
  const all = { planPaths: ['~/.claude/plans/mode.md'], named: ['docs/plans/named.md'], isExecuting: true, words }
  expect(find(all)).toMatchObject({ how: 'plan mode', plan: { path: '~/.claude/plans/mode.md', step: 2, of: 3 } })
  expect(find({ ...all, planPaths: [] })).toMatchObject({ how: 'conversation', plan: { path: 'docs/plans/named.md' } })
  expect(find({ ...all, planPaths: [], named: [] })).toMatchObject({
    how: 'newest file',
    plan: { path: '~/.claude/plans/mode.md', step: 2, of: 3 },
  })
})

test('a plan is told by path and step; the state of each step is read from the file [A5, E4]', () => {
  const { worktree, find } = world({ 'docs/plans/a.md': STEPS })
  expect(find({ planPaths: [join(worktree, 'docs/plans/a.md')] })).toEqual({
    how: 'plan mode',
    plan: { path: 'docs/plans/a.md', step: 2, of: 3 },
    steps: [
      { text: 'sign', state: 'done' },
      { text: 'rotate', state: 'open' },
      { text: 'remove', state: 'open' },
    ],
  })
})

test('no plan was used: no plan, whatever lies around [A5]', () => {
  const { find } = world({ 'PLAN.md': STEPS, 'docs/plans/a.md': STEPS, '~/.claude/plans/b.md': STEPS })
  expect(find({})).toBeNull()
  expect(find({ words: wordsOf(STEPS) }), 'the same words, but nothing was carried out').toBeNull()
  expect(find({ isExecuting: true, words: wordsOf('mend the printer driver') }), 'other work').toBeNull()
  expect(find({ named: ['plans/gone.md'] }), 'named, but not there').toBeNull()
})

test('only the newest file of the plans folder is considered [B3]', () => {
  const { find, write } = world({ '~/.claude/plans/ours.md': STEPS })
  const traces = { isExecuting: true, words: wordsOf(STEPS) }
  expect(find(traces)?.plan.path).toBe('~/.claude/plans/ours.md')
  write('~/.claude/plans/theirs.md', '# Printer driver\n\nMend spooling, paper jams, toner levels.\n', 2_000)
  expect(find(traces)).toBeNull()
})

test('a pasted plan is found by its text among the files, and is none where there is no file', () => {
  const { find, write } = world({ '~/.claude/plans/ours.md': STEPS })
  write('~/.claude/plans/newer.md', '# Printer driver\n', 2_000)
  expect(find({ pasted: `\n\n${STEPS}`, isExecuting: true })).toMatchObject({
    how: 'conversation',
    plan: { path: '~/.claude/plans/ours.md' },
  })
  expect(find({ pasted: '# Another plan altogether, never written to any file', isExecuting: true })).toBeNull()
})

test('of plans that were only read or mentioned, a single one counts', () => {
  const { find } = world({ 'docs/plans/a.md': STEPS, 'docs/plans/b.md': STEPS })
  expect(find({ seen: ['docs/plans/a.md', './docs/plans/a.md', 'gone/plan.md'] })?.plan.path).toBe('docs/plans/a.md')
  expect(find({ seen: ['docs/plans/a.md', 'docs/plans/b.md'] })).toBeNull()
})

test('the newest plan of plan mode that is still there wins; if all are gone, its name is told', () => {
  const { worktree, find } = world({ 'plans/a.md': STEPS })
  expect(find({ planPaths: ['plans/a.md', 'plans/b.md'] })?.plan.path).toBe('plans/a.md')
  rmSync(join(worktree, 'plans/a.md'))
  expect(find({ planPaths: ['plans/a.md', 'plans/b.md'] })).toEqual({
    how: 'plan mode',
    plan: { path: 'plans/b.md' },
    steps: [],
  })
})

test('paths count from where the session ran, then from the top of the worktree', () => {
  const { worktree, find } = world({ 'api/plan.md': STEPS, 'plans/b.md': STEPS })
  const cwd = join(worktree, 'api')
  expect(find({ named: ['plan.md'] }, { cwd })?.plan.path).toBe('api/plan.md')
  expect(find({ named: ['plans/b.md'] }, { cwd })?.plan.path).toBe('plans/b.md')
})

test.each([
  ['claude-code', '~/.claude/plans/x.md', {}],
  ['claude-code', 'notes/plans/x.md', { '.claude/settings.json': '{"plansDirectory": "./notes/plans"}' }],
  ['claude-code', '~/.claude/plans/x.md', { '.claude/settings.json': '{"plansDirectory": "../../elsewhere"}' }],
  ['claude-code', '~/.claude/plans/x.md', { '.claude/settings.json': 'broken' }],
  ['gemini-cli', '~/.gemini/tmp/project/s-1/plans/x.md', {}],
  ['copilot-cli', '~/.copilot/session-state/s-1/plan.md', {}],
])('%s keeps its plans in its own folder: %s [B3]', (agent, path, files) => {
  const { find, write } = world(files)
  write(path)
  const traces = { isExecuting: true, words: wordsOf(STEPS) }
  expect(find(traces, { agent, session: 's-1' })).toMatchObject({ how: 'newest file', plan: { path } })
  expect(find(traces, { agent: 'codex', session: 's-1' })).toBeNull()
})

test('a folder for Claude Code that the environment names is used', () => {
  const { find, worktree } = world()
  const config = tempDir()
  mkdirSync(join(config, 'plans'))
  writeFileSync(join(config, 'plans', 'x.md'), STEPS)
  const traces = { isExecuting: true, words: wordsOf(STEPS) }
  expect(find(traces, { env: { CLAUDE_CONFIG_DIR: config } })?.plan.path).toBe(join(config, 'plans', 'x.md'))
  expect(find(traces, { agent: 'gemini-cli', session: `../../${worktree}` })).toBeNull()
})

test('nothing is read through a link in the work tree, nor if it is too big or no file', () => {
  const { worktree, find } = world({ 'plans/folder.md/x': '' })
  const secret = tempDir()
  writeFileSync(join(secret, 'plan.md'), STEPS)
  symlinkSync(join(secret, 'plan.md'), join(worktree, 'plan.md'))
  symlinkSync(secret, join(worktree, 'linked'))
  writeFileSync(join(worktree, 'plans', 'big.md'), STEPS.padEnd(2_000_001))
  for (const path of ['plan.md', 'linked/plan.md', 'plans/folder.md', 'plans/big.md']) {
    expect(find({ named: [path] }), path).toBeNull()
  }
  expect(find({ seen: [join(secret, 'plan.md')] }), 'mentioned, and outside of the work tree').toBeNull()
  expect(find({ named: [join(secret, 'plan.md')] })?.plan.path).toBe(join(secret, 'plan.md'))
})

test('how far a plan is now is read again from the file [A5]', () => {
  const { worktree, userHome, write } = world({ 'a.md': STEPS, 'prose.md': 'We will see.' })
  write('~/plans/b.md', '## Step 1: a ✅\n## Step 2: b\n')
  expect(readPlanNow(worktree, userHome, 'a.md')).toMatchObject({ state: 'read', step: 2, of: 3 })
  expect(readPlanNow(worktree, userHome, '~/plans/b.md')).toMatchObject({ state: 'read', step: 2, of: 2 })
  expect(readPlanNow(worktree, userHome, 'prose.md')).toEqual({ state: 'read' })
  expect(readPlanNow(worktree, userHome, 'gone.md')).toEqual({ state: 'missing' })
  expect(readPlanNow(worktree, userHome, '.')).toEqual({ state: 'unreadable' })
})

test('a plan that marks nothing stands where the session said, and is not said to have moved [A5, A12]', () => {
  const { worktree, userHome, find, write } = world({ 'plan.md': '## Step 1: a\n\n## Step 2: b\n\n## Step 3: c\n' })
  expect(find({ named: ['plan.md'], step: 2 })?.plan).toEqual({ path: 'plan.md', step: 2, of: 3 })
  expect(find({ named: ['plan.md'], step: 9 })?.plan.step).toBe(3)
  expect(find({ named: ['plan.md'] })?.plan.step).toBe(1)
  const now = () => readPlanNow(worktree, userHome, 'plan.md', () => () => false, 2)
  expect(now()).toMatchObject({ of: 3, ahead: [{ step: 2 }, { step: 3 }] })
  expect(now().step).toBeUndefined()
  write('plan.md', '## Step 1: a ✅\n\n## Step 2: b ✅\n\n## Step 3: c\n')
  expect(now().step).toBe(3)
  expect(find({ named: ['plan.md'], step: 1 })?.plan.step, 'the file knows better').toBe(3)
})

test('the step it stands at and the next two are read, but only from what is known as a plan [A12, F8]', () => {
  const five = '- [x] one\n- [ ] two\n- [ ] three\n- [ ] four\n- [ ] five\n'
  const { worktree, userHome, write } = world({ 'docs/five.md': five, 'done.md': '- [x] one\n- [x] two\n' })
  const ahead = (path: string) =>
    readPlanNow(worktree, userHome, path, () => () => false).ahead?.map(({ text }) => text)
  expect(ahead('docs/five.md')).toEqual(['two', 'three', 'four'])
  expect(readPlanNow(worktree, userHome, 'done.md', () => () => false).ahead).toEqual([
    { step: 2, text: 'two', isDone: true },
  ])
  write('~/.claude/plans/calm-river.md', five)
  expect(ahead('~/.claude/plans/calm-river.md')).toEqual(['two', 'three', 'four'])
  write('~/private/todo.md', five)
  write('~/plans/key.pem', five)
  symlinkSync(join(userHome, 'private'), join(worktree, 'private'))
  for (const path of ['~/private/todo.md', '~/plans/key.pem', 'private/todo.md'])
    expect(
      readPlanNow(worktree, userHome, path, () => () => false),
      path,
    ).toEqual({ state: 'read', step: 2, of: 5 })
})

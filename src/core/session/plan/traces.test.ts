import { expect, test } from 'vitest'
import type { Action, TranscriptEvent } from '../transcript.js'
import { isAboutSameWork, isPasted, wordsOf } from './same-work.js'
import { planPathsIn, tracePlans } from './traces.js'

const ref = { offset: 0 }
const prompt = (text: string): TranscriptEvent => ({ kind: 'prompt', text, ref })
const call = (action: Action): TranscriptEvent => ({ kind: 'call', call: 'c', tool: 't', action, ref })
const traces = (...events: TranscriptEvent[]) => {
  const tracer = tracePlans()
  for (const event of events) tracer.add(event)
  return tracer.traces()
}

test.each([
  ['see docs/plans/2026-02-login.md please', ['docs/plans/2026-02-login.md']],
  ['@PLAN.md, then `~/.claude/plans/soft-owl.md`.', ['PLAN.md', '~/.claude/plans/soft-owl.md']],
  ['api/docs/repo-sync-plan.md:12 and plan_v2.md#L3', ['api/docs/repo-sync-plan.md', 'plan_v2.md']],
  ['(IMPLEMENTATION_PLAN.md)', ['IMPLEMENTATION_PLAN.md']],
  ['skills/writing-plans/SKILL.md, planet.md, explanation.md, docs/plans/*.md', []],
  ['https://example.org/docs/plans/x.md', []],
  ['the plan is good', []],
])('plan files named in %j', (text, paths) => {
  expect(planPathsIn(text)).toEqual(paths)
})

test('the newest plan of plan mode stands last, a refused one first [B3]', () => {
  const plan = (state: 'proposed' | 'approved' | 'refused', path: string): TranscriptEvent => ({
    kind: 'plan',
    state,
    path,
    ref,
  })
  const { planPaths, isExecuting } = traces(
    plan('proposed', 'a.md'),
    plan('approved', 'a.md'),
    plan('proposed', 'b.md'),
  )
  expect(planPaths).toEqual(['a.md', 'b.md'])
  expect(isExecuting).toBe(true)
  expect(traces(plan('approved', 'a.md'), plan('proposed', 'b.md'), plan('refused', 'b.md')).planPaths).toEqual([
    'b.md',
    'a.md',
  ])
})

test('what a person names or the session writes is kept apart from what is only read or mentioned [B3]', () => {
  const found = traces(
    prompt('start with plans/one.md'),
    call({ type: 'create', path: 'docs/plans/two.md' }),
    call({ type: 'edit', path: 'src/plan.ts' }),
    call({ type: 'read', path: 'PLAN.md' }),
    call({ type: 'run', command: 'cat plans/three.md' }),
    { kind: 'text', text: 'There is also old/plan.md', ref },
    { kind: 'text', text: 'a sub-agent saw sub/plan.md', sub: 's', ref },
  )
  expect(found.named).toEqual(['plans/one.md', 'docs/plans/two.md'])
  expect(found.seen).toEqual(['PLAN.md', 'plans/three.md', 'old/plan.md'])
})

test('a pasted plan is noticed, and that a plan is carried out', () => {
  const found = traces(prompt('Implement the following plan:\n\n# Sessions\nsign the cookies'))
  expect(found.pasted).toContain('# Sessions')
  expect(found.isExecuting).toBe(true)
  for (const text of ['continue with the plan', 'do step 3 of the plan', '请按计划继续']) {
    expect(traces(prompt(text)).isExecuting, text).toBe(true)
  }
  for (const text of [
    'Setze diesen Plan um',
    'Kannst du den Plan umsetzen?',
    'Implémente ce plan',
    'Implementa este plan',
    'Execute o plano',
    'Esegui questo piano',
    'Реализуй этот план',
    'この計画を実装して',
    '执行这个计划',
  ]) {
    expect(traces(prompt(text)).isExecuting, text).toBe(true)
  }
  for (const text of ['erkläre den Plan', 'qué plan tienes?', 'piano piano', 'какой у нас план']) {
    expect(traces(prompt(text)).isExecuting, text).toBe(false)
  }
  for (const text of ['what is your plan?', 'plan the holidays', 'explain the plan']) {
    expect(traces(prompt(text)).isExecuting, text).toBe(false)
  }
})

test('however long the session, what is kept is bounded', () => {
  const tracer = tracePlans()
  for (let i = 0; i < 2_000; i++) {
    const name = [...String(i)].map((digit) => 'abcdefghij'[Number(digit)]).join('')
    tracer.add(prompt(`plans/${i}.md word${name} more${name} also${name}x`))
  }
  const { named, words } = tracer.state()
  expect(named).toHaveLength(50)
  expect(named.at(-1)).toBe('plans/1999.md')
  expect(words.length).toBeLessThanOrEqual(5_000)
})

const PLAN = '# Signed cookies for sessions\n\nReplace server-side storage by signed cookies, rotate keys monthly.\n'

const spoken = (text: string) => ({ words: wordsOf(text), todos: new Set<string>(), edited: [] })

test('a plan is about the same work if half of its opening words were spoken', () => {
  expect(isAboutSameWork(PLAN, spoken('replace the storage by signed cookies and rotate the keys'))).toBe(true)
  expect(isAboutSameWork(PLAN, spoken('sessions are slow, look at the storage'))).toBe(false)
  expect(isAboutSameWork('# Cookies\n', spoken('cookies'))).toBe(false)
  expect(isAboutSameWork('# 会话签名改为使用安全的令牌\n', spoken('把会话签名改为使用安全的令牌吧'))).toBe(true)
})

test('so it is if a step of it is a to-do, or a file that it names was edited [B3]', () => {
  const plan = '# Jobs\n\n1. bound the retries in `src/jobs.ts`\n2. report what is left over\n'
  const todos = (text: string): TranscriptEvent => ({ kind: 'todos', items: [{ text, state: 'doing' }], ref })
  const edit = (path: string) => traces(call({ type: 'edit', path }))
  expect(isAboutSameWork(plan, traces(todos('Report what is left over.')))).toBe(true)
  expect(isAboutSameWork(plan, traces(todos('Write tests')))).toBe(false)
  expect(isAboutSameWork(plan, edit('/proj/shop/src/jobs.ts'))).toBe(true)
  expect(isAboutSameWork(plan, edit('/proj/shop/lib/jobs.ts'))).toBe(false)
})

test.each([
  ['do step 2 of it', 2],
  ['Step 1 is done. On to phase 3: the report', 3],
  ['Finished step 2 of 4.', 3],
  ['Step 2 completed', 3],
  ['第2步已经完成', 3],
  ['步骤 4', 4],
  ['step 2.1 of the manual', undefined],
  ['one step further', undefined],
])('the step that was spoken of last: %s', (text, step) => {
  expect(traces(prompt(text)).step).toBe(step)
  expect(traces({ kind: 'text', text, ref }).step).toBe(step)
})

test('a pasted plan is recognised whatever its line breaks', () => {
  expect(isPasted(PLAN, `please:\r\n${PLAN.replaceAll('\n', '\r\n  ')}thanks`)).toBe(true)
  expect(isPasted(PLAN, 'Signed cookies for sessions')).toBe(false)
  expect(isPasted('# Plan\n', '# Plan\n')).toBe(false)
})

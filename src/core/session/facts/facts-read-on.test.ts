import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type PlanTracer, type PlanTracesState, tracePlans } from '../plan/traces.js'
import type { Action, Todo, TranscriptEvent } from '../transcript.js'
import { collectFacts, type FactCollector, type FactsState } from './facts.js'
import { collectRuns, type RunCollector, type RunsState } from './command-facts.js'

const sentence = fc.constantFrom(
  'Repair the cart in src/cart.ts and run its tests.',
  '/review the branch',
  'go on',
  'Never touch package.json, and do not commit anything yet.',
  'go ahead',
  'I decided to use oak because pine rots.',
  'We gave up on polling, it was too slow.',
  'Next I will sand src/wheel.ts.',
  'Shall I also paint the axle of the cart?',
  'Implement the following plan:\n# Wheels\n1. turn\n2. oil',
  'See docs/plans/wheels.md for the steps.',
  'Every part is in its place now.',
)
const path = fc.constantFrom('/w/shop/src/cart.ts', '/w/shop/src/cart.test.ts', '/w/shop/src/wheel.ts', 'plans/a.md')
const text = fc.constantFrom('a', 'b', 'c')
const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ type: fc.constant('read' as const), path }),
  fc.record({
    type: fc.constant('edit' as const),
    path,
    added: fc.nat(9),
    removed: fc.nat(9),
    undo: fc.record({ before: text, after: text }),
  }),
  fc.record({ type: fc.constant('create' as const), path, added: fc.nat(9) }),
  fc.record({ type: fc.constant('delete' as const), path }),
  fc.record({
    type: fc.constant('run' as const),
    command: fc.constantFrom(
      'npm test',
      'npm test 2>&1 | tail -3',
      'npm run lint && npm test',
      'cat src/cart.ts',
      'git status',
      "git commit -m 'Oil the wheel'",
      'git checkout -- src/wheel.ts',
    ),
  }),
)
const todo: fc.Arbitrary<Todo> = fc.record({
  text: fc.constantFrom('turn', 'oil', 'paint '.repeat(60)),
  state: fc.constantFrom('open', 'doing', 'done', 'dropped'),
})
const call = fc.constantFrom('c1', 'c2', 'c3', 'c4')
const bare = fc.oneof(
  fc.record({ kind: fc.constant('prompt' as const), text: sentence }),
  fc.record({ kind: fc.constant('text' as const), text: sentence }),
  fc.record({ kind: fc.constant('call' as const), call, tool: fc.constant('t'), action }),
  fc.record({ kind: fc.constant('call' as const), call, tool: fc.constant('t'), action, sub: fc.constant('helper') }),
  fc.record({
    kind: fc.constant('result' as const),
    call,
    ok: fc.boolean(),
    interrupted: fc.boolean(),
    text: fc.constantFrom('', 'Error: no spokes', '[main 1a2b3c4] Oil the wheel'),
  }),
  fc.record({ kind: fc.constant('todos' as const), items: fc.array(todo, { maxLength: 3 }) }),
  fc.record({
    kind: fc.constant('plan' as const),
    state: fc.constantFrom('enter', 'proposed', 'approved', 'refused'),
    path: fc.constantFrom('plans/a.md', 'plans/b.md'),
    text: fc.constant('# Wheels\n- [ ] turn\n- [ ] oil'),
  }),
  fc.record({ kind: fc.constant('plan' as const), state: fc.constant('approved' as const), text: sentence }),
  fc.record({
    kind: fc.constant('question' as const),
    call,
    question: fc.constantFrom('Oak?', 'Pine?', 'Elm?'),
    options: fc.constant(['yes', 'no']),
  }),
  fc.record({
    kind: fc.constant('question' as const),
    call,
    question: fc.constantFrom('Oak?', 'Pine?'),
    options: fc.constant(['yes', 'no']),
    answer: fc.constantFrom('yes', 'no'),
  }),
  fc.record({ kind: fc.constant('compaction' as const), tokensAfter: fc.nat(9000) }),
  fc.record({ kind: fc.constant('usage' as const), context: fc.nat(90_000), model: fc.constant('m') }),
  fc.record({ kind: fc.constant('where' as const), cwd: fc.constantFrom('/w/shop', '/w/shop/src'), branch: text }),
)

test('who goes on from a state, wherever it was taken, says what who saw everything says [F2] [F3]', () => {
  fc.assert(
    fc.property(fc.array(bare, { maxLength: 60 }), fc.uniqueArray(fc.nat(60), { maxLength: 5 }), (list, cuts) => {
      const events = list.map((one, i) => ({ ...one, ref: { offset: i }, at: i * 1000 }) as unknown as TranscriptEvent)
      const whole = collectors()
      for (const event of events) for (const one of Object.values(whole)) one.add(event)
      let parts = collectors()
      for (const [i, event] of events.entries()) {
        if (cuts.includes(i)) parts = collectors(throughJson(stateOf(parts)))
        for (const one of Object.values(parts)) one.add(event)
      }
      expect(said(parts)).toEqual(said(whole))
      expect(throughJson(stateOf(parts))).toEqual(throughJson(stateOf(whole)))
    }),
  )
})

test('however long the session, its state stays small', () => {
  const all = collectors()
  for (let i = 0; i < 6000; i++) {
    const at = { ref: { offset: i }, at: i }
    const run: Action = { type: 'run', command: `make part-${i} ${'x'.repeat(i % 300)}` }
    const edit: Action = { type: 'edit', path: `/w/shop/src/part-${i}.ts`, added: 1, undo: { before: 'a', after: 'b' } }
    for (const one of Object.values(all)) {
      one.add({ kind: 'prompt', text: `Make part ${i} ${'word'.repeat(i % 200)}`, ...at })
      one.add({ kind: 'call', call: `c${i}`, tool: 't', action: i % 2 ? run : edit, ...at })
      one.add({ kind: 'result', call: `c${i}`, ok: i % 3 > 0, text: 'Error: no spokes', ...at })
    }
  }
  expect(JSON.stringify(stateOf(all)).length).toBeLessThan(1_500_000)
})

interface Collectors {
  facts: FactCollector
  plans: PlanTracer
  runs: RunCollector
}

interface States {
  facts: FactsState
  plans: PlanTracesState
  runs: RunsState
}

function collectors(before?: States): Collectors {
  return {
    facts: collectFacts({ cwd: '/w/shop', ...(before && { before: before.facts }) }),
    plans: tracePlans(before?.plans),
    runs: collectRuns(before?.runs),
  }
}

function stateOf({ facts, plans, runs }: Collectors): States {
  return { facts: facts.state(), plans: plans.state(), runs: runs.state() }
}

function said({ facts, plans, runs }: Collectors): unknown {
  const { words, todos, ...traces } = plans.traces()
  const known = ['cart', 'wheels', 'nothing'].map((word) => [words.has(word), todos.has(word)])
  return [facts.facts(), traces, known, runs.runs()]
}

function throughJson<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T
}

import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Action, TranscriptEvent } from '../transcript.js'
import { commandOfFailing, isForNow } from '../../entry/observed.js'
import { turnsOfWork } from './collect.js'
import { collectFacts, type Facts } from './facts.js'

let offset = 0
const ref = (): { offset: number } => ({ offset: (offset += 10) })
const says = (text: string): TranscriptEvent => ({ kind: 'text', text, ref: ref() })
const asks = (text: string): TranscriptEvent => ({ kind: 'prompt', text, ref: ref() })
const does = (call: string, action: Action): TranscriptEvent => ({ kind: 'call', call, tool: 't', action, ref: ref() })
const gets = (call: string, ok: boolean, text = ''): TranscriptEvent => ({ kind: 'result', call, ok, text, ref: ref() })
const here: TranscriptEvent = { kind: 'where', cwd: '/w/shop', session: 's1', branch: 'main', ref: { offset: 0 } }

let calls = 0
function runs(command: string, ok: boolean, text = ''): TranscriptEvent[] {
  const call = `c${calls++}`
  return [does(call, { type: 'run', command }), gets(call, ok, text)]
}
function edits(path: string, more: Partial<Extract<Action, { type: 'edit' }>> = {}, ok = true): TranscriptEvent[] {
  const call = `c${calls++}`
  return [does(call, { type: 'edit', path, ...more }), gets(call, ok)]
}
function factsOf(...events: (TranscriptEvent | TranscriptEvent[])[]): Facts {
  const collector = collectFacts()
  for (const event of [here, ...events.flat()]) collector.add(event)
  return collector.facts()
}
const texts = (items: { text: string }[] | undefined): string[] => (items ?? []).map(({ text }) => text)

test('a test fails, is fixed, another fails [F2, A4]', () => {
  const { fields } = factsOf(
    asks('Make the cart add up'),
    runs('cd /w/shop && npm test -- cart 2>&1 | tail -5', false, 'Exit code 1\nError: expected 3, got 2'),
    edits('/w/shop/src/cart.ts', { added: 4, removed: 1 }),
    runs('npm test -- cart', true),
    runs('npm run lint', false, 'src/cart.ts:4:1: unused variable'),
  )
  expect(texts(fields.done)).toEqual(['edited src/cart.ts (+4 −1)', '`npm test -- cart` failed, now passes'])
  expect(fields.failed).toEqual([
    {
      text: 'failing: `npm run lint`',
      why: 'src/cart.ts:4:1: unused variable',
      observed: expect.stringMatching(/^transcript \d+$/),
    },
  ])
})

test('a pipe that swallows the exit code does not make a failing test pass', () => {
  const { fields } = factsOf(runs('npm test | tail -3', true, '2 failed, 8 passed'))
  expect(texts(fields.failed)).toEqual(['failing: `npm test`'])
})

test('when a chain of commands passes, each of them has', () => {
  const { fields } = factsOf(runs('npm run lint', false, 'Error: x'), runs('npm run fmt && npm run lint', true))
  expect(fields.failed).toEqual([])
  expect(texts(fields.done)).toEqual(['`npm run lint` failed, now passes'])
})

test('a command is shown without the pipe that shortened its output, but whole', () => {
  const { fields } = factsOf(runs('go test -run "A|B" ./... 2>&1 | tail -5', true))
  expect(texts(fields.commands)).toEqual(['go test -run "A|B" ./... 2>&1'])
})

test('a look that found nothing is no failed approach', () => {
  const { fields } = factsOf(runs('grep -rn cart src', false), runs('git show abc', false, 'fatal: bad object abc'))
  expect(fields.failed).toEqual([])
})

test('commits are told by what git printed, else by what was typed', () => {
  const { fields } = factsOf(
    runs('git commit -m "Add cart"', true, '[main 1a2b3c4] Add cart\n 1 file changed'),
    runs('git commit -q -m "Fix cart"', true),
    runs('git commit -m "Break cart"', false, 'hook failed'),
  )
  expect(texts(fields.done)).toEqual(['commit Fix cart', 'commit 1a2b3c4 Add cart'])
})

test('an edit that failed was not made; one that was put back did not stay', () => {
  const { fields, changed } = factsOf(
    edits('/w/shop/src/a.ts', {}, false),
    edits('/w/shop/src/b.ts', { undo: { before: 'one', after: 'two' } }),
    edits('/w/shop/src/b.ts', { undo: { before: 'two', after: 'one' } }),
  )
  expect(changed.map(({ path }) => path)).toEqual(['src/b.ts'])
  expect(texts(fields.failed)).toEqual(['edit of src/b.ts did not stay'])
})

test('changes that git threw away are told', () => {
  const { fields } = factsOf(edits('/w/shop/src/a.ts'), runs('git checkout -- src/a.ts', true))
  expect(fields.failed?.[0]).toMatchObject({
    text: 'edit of src/a.ts did not stay',
    why: 'thrown away by `git checkout -- src/a.ts`',
  })
})

test('what was given up and what was chosen are told in the words of the session', () => {
  const { fields } = factsOf(
    asks('Store the cart'),
    says('Caching it in memory did not work because the server restarts. I will use SQLite instead of Redis.'),
    { kind: 'question', call: 'q', question: 'Keep guests?', options: ['yes', 'no'], answer: 'no', ref: ref() },
    { kind: 'plan', state: 'approved', path: '/w/shop/plan.md', text: '# Cart plan\n', ref: ref() },
  )
  expect(texts(fields.failed)).toEqual(['Caching it in memory did not work because the server restarts.'])
  expect(texts(fields.decisions)).toEqual([
    'plan approved: Cart plan',
    'Keep guests? → no',
    'I will use SQLite instead of Redis.',
  ])
  expect(fields.decisions?.[2]?.rejected).toEqual(['Redis'])
  expect(fields.plan).toEqual({ path: 'plan.md' })
})

test.each(['go on', 'Continue.', 'yes, go ahead', 'ok', '继续', '好的，继续'])(
  'after %j the next action is still the one that was said before [F2]',
  (words) => {
    const { fields } = factsOf(
      asks('Move the sessions to the database'),
      says('The table is there. Next I will run npm test -- sessions and fix the first failure.'),
      asks(words),
    )
    expect(fields.next?.text).toContain('npm test -- sessions')
    expect(fields.intent?.text).toBe('Move the sessions to the database')
  },
)

test.each(['go on with the tests', 'continue in src/a.ts', 'yes, but use bcrypt'])('%j asks for something', (words) => {
  const { fields } = factsOf(asks('Move the sessions'), says('Next I will run npm test.'), asks(words))
  expect(fields.next?.text).toBe(words)
})

test('next is the todo, else the first step of a fresh plan, else what was last intended, else the prompt [B2]', () => {
  const todos: TranscriptEvent = {
    kind: 'todos',
    items: [
      { text: 'one', state: 'done' },
      { text: 'two', state: 'open' },
      { text: 'three', state: 'doing' },
    ],
    ref: ref(),
  }
  const plan: TranscriptEvent = { kind: 'plan', state: 'approved', text: '- [ ] Draw it\n- [ ] Build it\n', ref: ref() }
  const intends = says('Tests pass. Now let me wire the checkout page.')
  expect(factsOf(asks('Go on'), plan, intends, todos).fields.next?.text).toBe('three')
  expect(factsOf(asks('Go on'), plan, intends).fields.next?.text).toBe('Draw it')
  expect(factsOf(asks('Go on'), plan, edits('/w/shop/a.ts'), intends).fields.next?.text).toBe(
    'Now let me wire the checkout page.',
  )
  expect(factsOf(asks('Add a checkout page.')).fields.next?.text).toBe('Add a checkout page.')
  expect(factsOf(asks('Go on'), says('All of it is finished.')).fields.next).toBeUndefined()
})

test('words for dogear are never task, intent or next, also as the first prompt of a session [F2]', () => {
  const first = factsOf(asks('continue steuer'), says('All of it is there.')).fields
  expect([first.task, first.intent, first.next]).toEqual([undefined, undefined, undefined])
  const then = factsOf(
    asks('weiter'),
    asks('Good. Now add the tests.'),
    asks('checkpoint one'),
    asks('good night'),
  ).fields
  expect([then.task?.text, then.intent?.text, then.next?.text]).toEqual([
    'Now add the tests.',
    'Good. Now add the tests.',
    'Now add the tests.',
  ])
})

test('seven prompts with constraints: all of them are there, and nothing that a sub-agent was told', () => {
  const said = [
    'Add a cart. Keep the public API stable.',
    'never touch package.json',
    'do not commit anything yet',
    'use the token, not the IP',
    'Always run the linter.',
    'From now on answer in German.',
    'Only use the standard library.',
  ]
  const helper: TranscriptEvent = { kind: 'prompt', text: 'Never edit src/a.ts.', sub: 'helper', ref: ref() }
  const compaction: TranscriptEvent = { kind: 'compaction', trigger: 'manual', ref: ref() }
  const { fields } = factsOf(...said.map(asks), helper, compaction)
  expect(texts(fields.constraints)).toEqual([...said.slice(1).toReversed(), 'Keep the public API stable.'])
  expect(fields.constraints?.filter(isForNow).map(({ text }) => text)).toEqual(['do not commit anything yet'])
})

test('a commit that was made ends "do not commit yet"', () => {
  const { fields } = factsOf(
    asks('Do not commit anything yet. Never push to main.'),
    runs('git status && git commit -m "Oil the wheel"', true),
  )
  expect(texts(fields.constraints)).toEqual(['Never push to main.'])
})

test('a command that fails is called failing, is gone when it passes, and is named alike both times', () => {
  const failing = factsOf(asks('Fix it'), runs('npm test', false, 'Error: no'))
  const [item] = failing.fields.failed ?? []
  expect(item && commandOfFailing(item)).toBe('npm test')
  expect(failing.passed).toEqual([])
  const passed = factsOf(asks('Fix it'), runs('npm test', false), runs('cd x && npm test 2>&1 | tail -3', true))
  expect([passed.fields.failed, passed.passed]).toEqual([[], ['npm test']])
  const words = factsOf(asks('Fix it'), says('Polling did not work, it was too slow.')).fields.failed ?? []
  expect(words.map(commandOfFailing)).toEqual([null])
})

test('the last instructions are there, the newest whole and the older ones as there is room', () => {
  const { fields } = factsOf(
    asks('Build a cart'),
    asks(`Paint it ${'red '.repeat(600)}`),
    asks('Add wheels'),
    asks('Oil them'),
  )
  expect(fields.intent?.text).toBe('Oil them')
  expect(texts(fields.context)).toEqual(['asked before that: Add wheels'])
})

test('prompts, calls and edits are counted, and the turns that did something', () => {
  const at = (event: TranscriptEvent, ms: number): TranscriptEvent => ({ ...event, at: ms })
  const helper = edits('/w/shop/a.ts').map((event): TranscriptEvent => ({ ...event, sub: 'helper' }))
  const { counts, turns } = factsOf(
    at(asks('Build a cart'), 1000),
    edits('/w/shop/b.ts'),
    helper,
    at(asks('thanks'), 2000),
    at(asks('Add wheels'), 3000),
    runs('npm test', true),
  )
  expect(counts).toEqual({ prompts: 3, calls: 2, edits: 2 })
  expect([0, 1001, 3001].map((ms) => turnsOfWork(turns, ms))).toEqual([2, 1, 0])
})

test('a question of the question tool is gone with the next prompt', () => {
  const question: TranscriptEvent = { kind: 'question', call: 'q', question: 'Red or blue?', options: [], ref: ref() }
  expect(texts(factsOf(asks('Paint it'), question).fields.questions)).toEqual(['Red or blue?'])
  expect(factsOf(asks('Paint it'), question, asks('Leave it, fix the wheel')).fields.questions).toEqual([])
})

test('a question stays open until the user says something', () => {
  const question = says('Both would do. Should guests keep their cart?')
  expect(texts(factsOf(asks('Go on'), question).fields.questions)).toEqual(['Should guests keep their cart?'])
  expect(factsOf(asks('Go on'), question, asks('yes')).fields.questions).toEqual([])
})

test('the last prompt is there word for word, also the one before a slash command', () => {
  const { fields } = factsOf(asks('Make it  blue,\nplease'), asks('/review be strict'))
  expect(fields.intent?.text).toBe('/review be strict')
  expect(texts(fields.context)).toEqual(['asked before that: Make it  blue,\nplease'])
})

test("a sub-agent's changes count, its talk does not", () => {
  const { fields, changed } = factsOf(
    { ...does('x', { type: 'edit', path: '/w/shop/src/a.ts' }), sub: 'one' },
    { ...asks('You are a helper'), sub: 'one' },
    { ...does('y', { type: 'run', command: 'npm test' }), sub: 'one' },
  )
  expect(changed.map(({ path }) => path)).toEqual(['src/a.ts'])
  expect([fields.intent, fields.commands]).toEqual([undefined, []])
})

test('where the transcript says nothing, nothing is said', () => {
  const { fields } = collectFacts().facts()
  expect(Object.values(fields).every((value) => Array.isArray(value) && value.length === 0)).toBe(true)
})

test('neither outputs nor long texts are kept [C12, E4]', () => {
  const long = 'SECRET PAGE '.repeat(2000)
  const { fields } = factsOf(
    runs('npm test', false, long),
    says(long),
    edits('/w/shop/a.ts', { undo: { before: long, after: 'x' } }),
  )
  expect(
    Math.max(
      ...JSON.stringify(fields)
        .split('"')
        .map((text) => text.length),
    ),
  ).toBeLessThan(400)
})

const path = fc.constantFrom('/w/a.ts', '/w/b/c.test.ts', 'd.go', '', '..', '/', '.x', 'ü/ñ.md')
const text = fc.oneof(
  fc.string(),
  fc.constantFrom('Let me do it.', 'I chose a instead of b.', '# T\n- [ ] x', '/x y', '\ud800'),
)
const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ type: fc.constantFrom('read' as const, 'create' as const, 'delete' as const), path }),
  fc.record({ type: fc.constant('edit' as const), path, undo: fc.record({ before: text, after: text }) }),
  fc.record({ type: fc.constant('search' as const), pattern: text, path }),
  fc.record({
    type: fc.constant('run' as const),
    command: fc.oneof(text, fc.constantFrom('npm test', 'git commit -m x', 'cat b/c.ts')),
  }),
)
const id = fc.constantFrom('1', '2', '3')
const common = { ref: fc.record({ offset: fc.nat() }) }
const event: fc.Arbitrary<TranscriptEvent> = fc.oneof(
  fc.record({ kind: fc.constantFrom('prompt' as const, 'text' as const), text, ...common }),
  fc.record({ kind: fc.constant('call' as const), call: id, tool: text, action, ...common }),
  fc.record({ kind: fc.constant('result' as const), call: id, ok: fc.boolean(), text, ...common }),
  fc.record({
    kind: fc.constant('plan' as const),
    state: fc.constantFrom('enter' as const, 'approved' as const),
    text,
    path,
    ...common,
  }),
  fc.record({ kind: fc.constant('question' as const), call: id, question: text, options: fc.array(text), ...common }),
  fc.record({ kind: fc.constant('usage' as const), context: fc.nat(), ...common }),
  fc.record({ kind: fc.constant('where' as const), cwd: path, ...common }),
  fc.record({ kind: fc.constant('compaction' as const), ...common }),
)

test('no order of events makes it throw, and every fact says where it was read', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 60 }), (events) => {
      const collector = collectFacts()
      for (const one of events) collector.add(one)
      const { fields } = collector.facts()
      const items = [...fields.done!, ...fields.failed!, ...fields.decisions!, ...fields.files!, ...fields.commands!]
      expect(items.every(({ observed }) => observed?.startsWith('transcript '))).toBe(true)
    }),
  )
})

test('however long the session, the facts stay small', () => {
  const collector = collectFacts()
  for (let i = 0; i < 20_000; i++) {
    for (const one of [...edits(`/w/f${i}.ts`), ...runs(`npm test -- ${i}`, false, `Error: ${i}`)]) collector.add(one)
    collector.add(says(`I chose plan ${i} instead of ${i + 1}. Way ${i} did not work.`))
  }
  expect(JSON.stringify(collector.facts()).length).toBeLessThan(60_000)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asks, does, edits, factsOf, runs, says, texts } from '../../../testing/session-events.js'
import { commandOfFailing } from '../../entry/observed.js'
import type { Action, TranscriptEvent } from '../transcript.js'
import { turnsOfWork } from './collect.js'
import { isTest, kindOf } from './command-text.js'
import { collectFacts } from './facts.js'

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
  expect(texts(fields.commands)).toEqual(['go test -run "A|B" ./...'])
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

test('neither outputs nor more than the last words of a long text are kept [C12, E4]', () => {
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
  ).toBeLessThan(1600)
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
      expect(items.every(({ observed }) => /(?:^|, )transcript |^named in/.test(observed ?? ''))).toBe(true)
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

test('law: a command runs tests where one of their words stands alone, behind a sign or before a colon', () => {
  const plain =
    /(?:^|[\s:/=])(?:tests?|vitest|jest|mocha|ava|pytest|unittest|tox|nox|rspec|phpunit|ctest|playwright|cypress)(?=$|[\s:])/
  const piece = fc.constantFrom(
    'test',
    'tests',
    'jest',
    'ava',
    'rspec',
    'npm',
    'run',
    ' ',
    '\t',
    '\n',
    ':',
    '/',
    '=',
    '.',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 7 }), (pieces) => {
      const command = pieces.join('')
      const isRun = ['check', 'act'].includes(kindOf(command))
      expect([command, isTest(command)]).toEqual([command, plain.test(command) && isRun])
    }),
    { numRuns: 2_000 },
  )
  expect(
    ['rg -n "parse" src test', 'git add test', 'ls tests', 'npx playwright test', 'bin/rspec'].map(isTest),
  ).toEqual([false, false, false, true, true])
})

test('what a command printed into a temporary file comes last, and what a client keeps of its tools is no file of the work', () => {
  const reads = (file: string): TranscriptEvent => does(file, { type: 'read', path: file })
  const { files } = factsOf(
    asks('Mend the gate'),
    reads('/w/shop/gate.ts'),
    reads('/tmp/gate.log'),
    reads('/home/ada/.claude/projects/-w-shop/1/tool-results/t1.json'),
    reads('/private/tmp/claude-501/-w-shop/1/tasks/b33n9.output'),
  ).fields
  expect(files?.map((one) => one.path)).toEqual(['gate.ts', '/tmp/gate.log'])
})

test('a search looks for what it finds, and not for what it leaves out', () => {
  const { context } = factsOf(
    asks('Find it'),
    runs('grep -rn openGate src | grep -v node_modules', true),
    runs('find . | grep -v closed_gates && grep -iv lost_keys a.txt && rg -n gate_key', true),
  ).fields
  expect(texts(context)).toContain('looked for: gate_key, openGate')
})

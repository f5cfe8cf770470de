import { expect, test } from 'vitest'
import { asks, edits, factsOf, ref, runs, says, texts } from '../../../testing/session-events.js'
import { isEndOfTurn, isForNow } from '../../entry/observed.js'
import type { TranscriptEvent } from '../transcript.js'

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

test('the last instructions are there, the newest whole and the older ones as there is room', () => {
  const { fields } = factsOf(
    asks('Build a cart'),
    asks(`Paint it ${'red '.repeat(600)}`),
    asks('Add wheels'),
    asks('Oil them'),
  )
  expect(fields.intent?.text).toBe('Oil them')
  expect(texts(fields.context)).toEqual([
    'asked before that: Add wheels',
    expect.stringMatching(/^asked before that: Paint it red [^]{1,2000} … [^]*red$/),
    'asked before that: Build a cart',
  ])
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

test('a go-ahead stands beside the request that it allows, and a mere "go on" nowhere', () => {
  const lastOf = (words: string): string[] => {
    const { fields } = factsOf(asks('Move the sessions'), says('Shall I?'), asks(words), says('Moving them.'))
    return texts(fields.context).filter((text) => text.startsWith('said last'))
  }
  expect(lastOf('yes, do it')[0]).toContain('(the user then said: yes, do it)')
  for (const words of ['go on', 'checkpoint one', 'where were we?', 'good night'])
    expect(lastOf(words)[0]).not.toContain('the user then said')
})

test('the last words say whether they gave the turn back: then the last request is answered', () => {
  const isAnswered = (...after: Parameters<typeof factsOf>): boolean =>
    factsOf(asks('Move the sessions'), says('They are moved.'), ...after).fields.context?.some(isEndOfTurn) === true
  expect(isAnswered()).toBe(true)
  expect(isAnswered(runs('npm test', true))).toBe(false)
  expect(isAnswered(asks('go on'))).toBe(false)
  expect(isAnswered(asks('And the tokens'), runs('npm test', true), says('Those, too.'))).toBe(true)
})

test('of the last words the rows of a table and what an app draws buttons from are left out', () => {
  const words = 'Both are pushed.\n| file | lines |\n| a.ts | 3 |\n::git-push{cwd="/w" branch="main"}\nThe rest waits.'
  const { fields } = factsOf(asks('Push both'), says(words))
  expect(texts(fields.context)).toEqual(['said last: Both are pushed.\nThe rest waits.'])
})

/** What comes next: the newest that says so. */
import { expect, test } from 'vitest'
import type { TranscriptEvent } from '../transcript.js'
import { collectFacts } from './facts.js'
import { isDecision, reasonIn } from './sentences.js'
import { isNamedNext } from './words/next.js'

let clock = 0
const at = (): { ref: { offset: number }; at: number } => ({ ref: { offset: ++clock }, at: clock * 1000 })
const prompt = (text: string): TranscriptEvent => ({ kind: 'prompt', text, ...at() }) as TranscriptEvent
const say = (text: string): TranscriptEvent => ({ kind: 'text', text, ...at() })
const list = (...texts: string[]): TranscriptEvent => ({
  kind: 'todos',
  items: texts.map((text, i) => ({ text, state: i === 0 ? 'doing' : 'open' })),
  ...at(),
})

function factsOf(...events: TranscriptEvent[]): ReturnType<ReturnType<typeof collectFacts>['facts']> {
  const facts = collectFacts()
  for (const event of events) facts.add(event)
  return facts.facts()
}

const nextOf = (...events: TranscriptEvent[]): string | undefined => factsOf(...events).fields.next?.text

test('the list of this request counts, also where the agent says what it does right now', () => {
  expect(nextOf(prompt('Sign the tokens.'), list('Write the check', 'Test it'), say('Let me look at the file.'))).toBe(
    'Write the check',
  )
})

test('a list that was not touched since the user asked for something else is older than what the agent says', () => {
  const before = [prompt('Sign the tokens.'), list('Write the check'), say('Done so far.')]
  expect(nextOf(...before, prompt('Add a logout.'), say('Next I will wire the logout.'))).toBe(
    'Next I will wire the logout.',
  )
  expect(nextOf(...before, prompt('Add a logout.'), say('It is there.'))).toBe('Write the check')
  expect(nextOf(...before, prompt('go on'), say('Let me go on.'))).toBe('Write the check')
})

test('what the agent names as next at the end of its turn counts, and when it was said is known', () => {
  const said = say('The signing is done. Next: write the expiry check in src/login.ts.')
  const facts = factsOf(prompt('Sign the tokens.'), list('Sign tokens'), said)
  expect(facts.fields.next?.text).toBe('write the expiry check in src/login.ts.')
  expect(facts.nextAt).toBe(said.at)
})

test('an old list does not come back where the session has said since what comes next', () => {
  const [list1, said] = [list('Sign tokens'), say('Next I will wire the logout.')]
  const facts = factsOf(
    prompt('Sign the tokens.'),
    list1,
    prompt('Add a logout.'),
    said,
    prompt('Log it.'),
    say('Logged.'),
  )
  expect(facts.fields.next).toEqual({ text: 'Sign tokens', observed: `transcript ${list1.ref.offset}` })
})

test('all that is open on the list is told besides the next action', () => {
  const { fields } = factsOf(prompt('Migrate.'), list(...Array.from({ length: 400 }, (_, i) => `Module ${i}`)))
  expect(fields.next?.text).toBe('Module 0')
  expect(fields.context?.map(({ text }) => text)).toEqual(
    Array.from({ length: 40 }, (_, i) => `to do: Module ${i + 1}`),
  )
  expect(factsOf(prompt('Migrate.'), list('Only this')).fields.context).toEqual([])
})

test('what is open on the list is told where the agent says something else comes next', () => {
  const listed = [prompt('Sign the tokens.'), list('Sign tokens', 'Test with umlauts')]
  const contextOf = (...events: TranscriptEvent[]): string[] =>
    (factsOf(...listed, ...events).fields.context ?? [])
      .map(({ text }) => text)
      .filter((text) => text.startsWith('to do'))
  expect(contextOf(say('Done so far.'))).toEqual(['to do: Test with umlauts'])
  expect(contextOf(say('Next: wire the logout.'))).toEqual(['to do: Sign tokens', 'to do: Test with umlauts'])
  expect(contextOf(prompt('Add a logout.'), say('Next: wire the logout.'))).toHaveLength(2)
})

test.each([
  'Nächster Schritt: die Tests.',
  '下一步：写测试。',
  'A continuación escribo las pruebas.',
  'Next: the tests.',
])('%j names what comes next', (text) => expect(isNamedNext(text)).toBe(true))

test.each([
  'Wir haben uns für HMAC entschieden.',
  'Ich habe mich für eine Tabelle statt if-Ketten entschieden, weil sie sich jährlich ändert.',
  'Nous avons décidé de garder argon2.',
  '我们决定使用 HMAC。',
  'Decision: semicolon instead of comma.',
  '决定：用分号',
])('%j is a decision', (text) => expect(isDecision(text)).toBe(true))

test('what was rejected ends where its reason begins', () => {
  expect(reasonIn('We use HMAC instead of RSA because one service verifies.').rejected).toEqual(['RSA'])
})

const run = (command: string, ok: boolean): TranscriptEvent[] => {
  const call = `c${++clock}`
  return [
    { kind: 'call', call, action: { type: 'run', command }, ...at() },
    { kind: 'result', call, ok, text: ok ? 'Tests 5 passed' : 'AssertionError: expected 60', ...at() },
  ] as TranscriptEvent[]
}

test('a test that failed and passes in another form later stays, and says so', () => {
  const failing = (...events: TranscriptEvent[]): (string | undefined)[] =>
    (factsOf(prompt('Fix it.'), ...events).fields.failed ?? []).map(({ why }) => why)
  const failed = run('npm test -- login', false)
  expect(failing(...failed, ...run('npx vitest run test/login.test.ts', true))).toEqual([
    'AssertionError: expected 60; later `npx vitest run test/login.test.ts` passed',
  ])
  expect(failing(...failed, ...run('npm run lint', true))).toEqual(['AssertionError: expected 60'])
  expect(failing(...run('npx vitest run a.test.ts', true), ...failed)).toEqual(['AssertionError: expected 60'])
  expect(failing(...failed, ...run('npm test -- login', true))).toEqual([])
})

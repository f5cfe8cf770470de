import { expect, test } from 'vitest'
import { entryWith } from '../../../test/support/entries.js'
import { mergeDraft, parseDraft, printFactsToDraft } from './draft.js'
import { emptyFields } from './entry.js'
import { DogearError } from '../errors.js'

const facts = entryWith({
  task: { text: 'OAuth login', observed: 'transcript @10' },
  plan: { path: 'plan.md', step: 2, of: 5 },
  intent: { text: 'make the tests pass', observed: 'transcript @90' },
  done: [{ text: 'src/auth.ts: 12 lines added', observed: 'git status' }],
  failed: [
    { text: 'npm test', observed: 'transcript @50' },
    { text: 'jose — no ESM build', observed: 'transcript @60' },
  ],
  commands: [{ text: 'npm test -- auth', observed: 'transcript @70' }],
  files: [{ path: 'src/auth.ts', role: 'edited', observed: 'git status' }],
  extraSections: [{ title: 'Environment', text: 'staging' }],
})

const nothing = { fields: {}, extraSections: [] }

function merged(text: string, written: Parameters<typeof mergeDraft>[0] = nothing) {
  return mergeDraft(written, parseDraft(text), facts)
}

test('a draft adds its judgement as stated [E1]', () => {
  const { fields } = merged(
    '## Next action\nAdd the refresh route\n\n## Decisions\n- Keep argon2 — the audit asks for it\n',
  )
  expect(fields.next).toEqual({ text: 'Add the refresh route' })
  expect(fields.decisions).toEqual([{ text: 'Keep argon2', why: 'the audit asks for it' }])
  expect(JSON.stringify(fields)).not.toContain('observed')
})

test('whoever repeats the facts adds nothing and takes no mark away [E1, F2]', () => {
  const { fields, extraSections } = merged(printFactsToDraft(facts))
  expect(fields).toEqual(emptyFields())
  expect(extraSections).toEqual([])
})

test('what the caller stated stands before the draft, and the draft before nothing but guesses [E1]', () => {
  const written = { fields: { next: { text: 'Run npm test' }, done: [{ text: 'route' }] }, extraSections: [] }
  const { fields } = merged(
    '{"next":"Rewrite it in Rust","done":["route","cookies"],"intent":"x","plan":"other.md"}',
    written,
  )
  expect(fields.next).toEqual({ text: 'Run npm test' })
  expect(fields.done).toEqual([{ text: 'route' }, { text: 'cookies' }])
  expect(fields.intent, 'what was asked for is known').toBeUndefined()
  expect(fields.plan, 'the plan is known').toBeUndefined()
})

test('a reason for what failed without one is news [E1]', () => {
  expect(merged('## Failed\n- npm test — the mock server was down\n').fields.failed).toEqual([
    { text: 'npm test', why: 'the mock server was down' },
  ])
})

test('a fence around the answer and talk before it are left out; so is a name', () => {
  const { fields, name, extraSections } = merged(
    '```markdown\n# other-name\nHere you are!\n\n## Left off\nAt the route.\n```\n',
  )
  expect(fields).toEqual({ ...emptyFields(), leftOff: { text: 'At the route.' } })
  expect(name).toBeUndefined()
  expect(extraSections).toEqual([])
})

test.each([
  'Invalid API key · Please run /login',
  'I am sorry, I cannot help with that.\nPlease try again.',
  '{"next": ',
  '{"nxet": "typo"}',
  '[]',
  '---\nnot: [closed',
])('what is no checkpoint is refused: %j [E1]', (text) => {
  expect(() => parseDraft(text)).toThrow(DogearError)
})

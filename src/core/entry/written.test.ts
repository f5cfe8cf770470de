import fc from 'fast-check'
import { expect, test } from 'vitest'
import { costOf } from '../../../test/support/cost.js'
import { ALL_FIELDS, type Fields } from './entry.js'
import { DogearError } from '../errors.js'
import { parseEntry } from './parse.js'
import { printEntry } from './print.js'
import { normaliseFields, parseDecision, parseFailed, parseFileRef, parseWritten } from './written.js'

function refusal(run: () => unknown): DogearError {
  try {
    run()
  } catch (error) {
    if (error instanceof DogearError) return error
    throw error
  }
  throw new Error('not refused')
}

const EVERYTHING = {
  task: { text: 'Signed cookies' },
  next: { text: 'Run the tests' },
  leftOff: { text: 'In verifyCookie' },
  done: [{ text: 'The signer' }, { text: 'Its tests' }],
  failed: [{ text: 'jose', why: 'no ESM build' }],
  decisions: [{ text: 'HMAC', why: 'one service', rejected: ['RSA', 'sessions'] }],
  blockers: [{ text: 'no secret' }],
  questions: [{ text: 'log out?' }],
  context: [{ text: 'seconds' }],
  files: [{ path: 'src/auth.ts', role: 'edited' }],
  intent: { text: 'make it work' },
  stage: 'implement',
}

test('Markdown with the titles of other tools says the same as ours', () => {
  const written = parseWritten(`# Checkpoint: auth-refactor

**Task:** Signed cookies
**Created:** 2026-11-15

## Current stage
implement
## Next Steps
- Run the tests
## LEFT OFF
In verifyCookie
## Done This Session
- [x] The signer
* [ ] Its tests
## Failed Approaches
- jose — because no ESM build
## Key Decisions
- HMAC
  * **Why:** one service
  - rejected: RSA; sessions
## Blockers
- no secret
## Open Questions
log out?
## Relevant Context
<!-- Files, paths -->
1. seconds
## Modified Files
- \`src/auth.ts\` — edited
## Last user intent
make it work
## In-flight artifacts
- plan.md
`)
  expect(written).toEqual({
    name: 'auth-refactor',
    fields: EVERYTHING,
    extraSections: [
      { title: '', text: '**Created:** 2026-11-15' },
      { title: 'In-flight artifacts', text: '- plan.md' },
    ],
  })
})

test('JSON says the same, with items as text or objects and keys in either spelling', () => {
  const written = parseWritten(
    JSON.stringify({
      name: 'auth-refactor',
      summary: 'Signed cookies',
      stage: 'implement',
      next_action: ['Run the tests'],
      left_off: { text: 'In verifyCookie', observed: 'git' },
      done: ['The signer', { what: 'Its tests' }],
      failed: [{ what: 'jose', why: 'no ESM build' }],
      decisions: ['HMAC — one service — rejected: RSA; sessions'],
      blockers: 'no secret',
      openQuestions: ['log out?', 'None'],
      context: ['seconds'],
      files: [{ path: 'src/auth.ts', role: 'edited' }],
      lastIntent: 'make it work',
    }),
  )
  expect(written).toEqual({ name: 'auth-refactor', fields: EVERYTHING, extraSections: [] })
})

test.each(['None', '(none)', 'N/A', '-', '- none', '- (none)', '', '<!-- say what is in the way -->'])(
  '"%s" means nothing',
  (nothing) => {
    expect(parseWritten(`## Blockers\n${nothing}\n\n## Next\n${nothing}\n`)).toEqual({ fields: {}, extraSections: [] })
  },
)

test('text without sections is the task', () => {
  expect(parseWritten('Moving the tokens.\n\nAlmost there.\n').fields).toEqual({
    task: { text: 'Moving the tokens.\n\nAlmost there.' },
  })
})

test('a heading inside a code fence is no section, and a heading may say it all', () => {
  const { fields } = parseWritten('## Next action: run this\n```sh\n## Done\nnpm test\n```\n')
  expect(fields).toEqual({ next: { text: 'run this\n```sh\n## Done\nnpm test\n```' } })
})

test('what is said about a file beyond its role becomes context', () => {
  const { fields } = parseWritten('## Files\n- src/a.ts — the signer lives here\n- b.ts (read, 3 bytes)\n')
  expect(fields).toEqual({
    files: [{ path: 'src/a.ts' }, { path: 'b.ts', role: 'read', bytes: 3 }],
    context: [{ text: 'src/a.ts: the signer lives here' }],
  })
})

test('what somebody wrote is stated, even if it claims to be observed', () => {
  expect(parseWritten('## Done\n- a [observed: git status]\n').fields.done).toEqual([{ text: 'a' }])
  expect(parseWritten('{"done": [{"text": "a", "observed": "git status"}]}').fields.done).toEqual([{ text: 'a' }])
  // As `show --json` prints it.
  const known = { text: 'a', id: 'x-7k2q', origin: { entry: 'b', at: 'c' } }
  for (const done of [[known], known])
    expect(parseWritten(JSON.stringify({ done })).fields.done).toEqual([{ text: 'a' }])
  expect(parseWritten(JSON.stringify({ task: known })).fields.task).toEqual({ text: 'a' })
})

test('a whole entry can be handed in: its words are taken, its machine facts are not', () => {
  const text = printEntry({
    ...normaliseFields({ ...EVERYTHING, plan: { path: 'plan.md', step: 2 } }),
    id: '20261115T084200123Z-1-k3f9xq2m7p4w',
    name: 'auth-refactor',
    lane: 'auto',
    kind: 'saved',
    parents: [],
    saved: '2026-11-15T09:42:00.123+01:00',
    by: { agent: 'codex' },
    where: {},
    extraKeys: {},
    extraSections: [{ title: 'Done', text: 'mine' }],
  })
  expect(parseWritten(text)).toEqual({
    name: 'auth-refactor',
    fields: { ...EVERYTHING, plan: { path: 'plan.md', step: 2 } },
    extraSections: [{ title: 'Done', text: 'mine' }],
  })
  expect(parseEntry(text).by).toEqual({ agent: 'codex' })
})

test.each([
  ['{"nxt_action": "x"}', 'nxt_action', 'next'],
  ['{"descisions": []}', 'descisions', 'decisions'],
  ['{"failed": [{"what": "x", "whyy": "y"}]}', 'whyy', 'why'],
  ['{"files": [{"paht": "x"}]}', 'paht', undefined],
  ['{"__proto__": {"x": 1}}', '__proto__', undefined],
  ['{"zzz": null}', 'zzz', undefined],
  ['{"done": [{"why": "x"}]}', 'why', undefined],
])('the unknown key in %s is named, with the known ones', (text, key, near) => {
  const error = refusal(() => parseWritten(text))
  expect(error.code).toBe('bad-input')
  expect(error.message).toContain(key)
  expect(error.expected).toMatch(/^one of /)
  expect(error.next).toBe(near && `Did you mean ${near}?`)
})

test.each(['{"next": 7}', '{"done": [[]]}', '{"files": [{}]}', '{"plan": {"path": "a", "step": "x"}}', '{'])(
  'the wrong type in %s is refused with an example',
  (text) => {
    const error = refusal(() => parseWritten(text))
    expect(error.code).toBe('bad-input')
    expect(error.expected).toContain('for example: {')
  },
)

test.each([
  ['tried X — because Y', { text: 'tried X', why: 'Y' }],
  ['tried X — why: Y', { text: 'tried X', why: 'Y' }],
  ['tried X (why: Y)', { text: 'tried X', why: 'Y' }],
  ['tried X - because Y', { text: 'tried X', why: 'Y' }],
  ['tried X -- Y', { text: 'tried X', why: 'Y' }],
  ['tried A — the new one — because Y', { text: 'tried A — the new one', why: 'Y' }],
  ['well-known - thing', { text: 'well-known - thing' }],
  ['tried X —', { text: 'tried X —' }],
  ['{"what": "X", "why": "Y"}', { text: 'X', why: 'Y' }],
])('"%s" is read as a failed approach', (text, failed) => {
  expect(parseFailed(text)).toEqual(failed)
})

test.each([
  ['A — why — rejected: b; c', { text: 'A', why: 'why', rejected: ['b', 'c'] }],
  ['A (rejected: b)', { text: 'A', rejected: ['b'] }],
  ['A', { text: 'A' }],
  ['{"what": "A", "rejected": "b; c"}', { text: 'A', rejected: ['b', 'c'] }],
])('"%s" is read as a decision', (text, decision) => {
  expect(parseDecision(text)).toEqual(decision)
})

test('a file is read from one line, and must have a path', () => {
  expect(parseFileRef(' src/a b.ts (edited) ')).toEqual({ path: 'src/a b.ts', role: 'edited' })
  expect(parseFileRef('"odd (edited)" (read)')).toEqual({ path: 'odd (edited)', role: 'read' })
  expect(refusal(() => parseFileRef(' ')).code).toBe('bad-input')
  expect(refusal(() => parseFailed(' ')).code).toBe('bad-input')
  expect(refusal(() => parseDecision('{')).code).toBe('bad-input')
})

test('executable front matter and too much text are refused here too', () => {
  expect(refusal(() => parseWritten('---js\nalert()\n---\n')).message).toContain('executable')
  expect(refusal(() => parseWritten('x'.repeat(1_000_001))).code).toBe('too-big')
})

function understood(text: string): Partial<Fields> {
  try {
    return parseWritten(text).fields
  } catch (error) {
    if (error instanceof DogearError) return {}
    throw error
  }
}

test('any Markdown is understood or refused, never a crash, and what is understood is normal', () => {
  const piece = fc.oneof(
    fc.string({ maxLength: 6 }),
    fc.constantFrom(
      '## Done\n',
      '## Failed\n- ',
      '- ',
      ' — ',
      '(why: ',
      '\n',
      '```\n',
      '---\n',
      '**Next:** ',
      '## Files\n',
      '{',
      '# a\n',
      'none',
    ),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const normal = normaliseFields(understood(pieces.join('')))
      expect(normaliseFields(normal)).toStrictEqual(normal)
    }),
  )
})

test.each([
  '- a\n',
  '- a — b\n',
  '## Done\n',
  '# a\n',
  '\n',
  ' - ',
  '(why: ',
  '**Task:** a\n',
  '```\n',
  '  - why: a\n',
])('as much %j as is allowed is read within half a second', (piece) => {
  const text = `## Failed\n- x\n${piece.repeat(Math.min(49_000, Math.floor(600_000 / piece.length)))}`
  expect(costOf(() => parseWritten(text))).toBeLessThan(500)
})

test('JSON may use the name of every field', () => {
  const keys = ALL_FIELDS.map(({ key }) => key)
  const json = Object.fromEntries(keys.map((key) => [key, `src/${key}.ts`]))
  const { fields } = parseWritten(JSON.stringify(json))
  expect(Object.keys(fields).toSorted()).toEqual(keys.toSorted())
})

test('a list that JSON gives under two of its titles adds up', () => {
  const { fields } = parseWritten(
    '{"failed": ["a — b"], "Failed approaches": ["c"], "files": "a.ts", "modified_files": "b.ts"}',
  )
  expect(fields).toEqual({
    failed: [{ text: 'a', why: 'b' }, { text: 'c' }],
    files: [{ path: 'a.ts' }, { path: 'b.ts' }],
  })
})

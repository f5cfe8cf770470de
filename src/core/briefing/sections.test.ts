import { expect, test } from 'vitest'
import { entryWith } from '../../../test/support/entries.js'
import type { Decision } from '../entry/entry.js'
import { printBriefing } from './briefing.js'
import type { BriefingInput } from './sections.js'

const still: BriefingInput['drift'] = { facts: [], commits: null, conflicts: [], moved: false }

function input(parts: Parameters<typeof entryWith>[0]): BriefingInput {
  return { entry: entryWith(parts), drift: still, why: 'the only checkpoint here', nowMs: 0, joined: [] }
}

const briefingText = (given: BriefingInput, budget: number): string => printBriefing(given, budget).text

test('a decision that was decided otherwise later says so, and stays', () => {
  const at = (day: number): NonNullable<Decision['origin']> => ({
    entry: entryWith().id,
    at: `2026-11-0${day}T10:00:00Z`,
  })
  const reversed: Decision[] = [
    { text: 'HMAC with one key, not RSA', rejected: ['RSA'], id: 'd-aaaa', origin: at(1) },
    { text: 'Keep the cookie name', id: 'd-bbbb', origin: at(2) },
    { text: 'Sign by RSA, since the gateway verifies too', rejected: ['HMAC'], id: 'd-cccc', origin: at(3) },
  ]
  const lines = briefingText(input({ decisions: reversed }), 6000).split('\n')
  const marked = lines.filter((line) => line.includes('perhaps replaced'))
  expect(marked).toEqual([expect.stringMatching(/^- HMAC.*\(perhaps replaced by d-cccc\)$/)])
  expect(lines.filter((line) => line.startsWith('- Keep the cookie name'))).toEqual(['- Keep the cookie name'])
})

test('what was said again in other words stays, behind the others, with the id of what may have taken its place', () => {
  const said = (text: string, day: number, id: string): Decision => ({
    text,
    id,
    origin: { entry: entryWith().id, at: `2026-11-0${day}T10:00:00Z` },
  })
  const decisions = [
    said('Tokens live for 15 minutes', 1, 'd-aaaa'),
    said('Keep the old table', 2, 'd-bbbb'),
    said('Tokens live for 30 minutes', 3, 'd-cccc'),
    said('Tokens are signed by HMAC', 4, 'd-dddd'),
  ]
  const constraints = [
    { text: 'never touch package.json', id: 'c-aaaa', origin: { entry: entryWith().id, at: '2026-11-01T10:00:00Z' } },
    {
      text: 'never touch package-lock.json',
      id: 'c-bbbb',
      origin: { entry: entryWith().id, at: '2026-11-02T10:00:00Z' },
    },
  ]
  const text = briefingText(
    { entry: entryWith({ decisions, constraints }), drift: still, why: '', nowMs: 0, joined: [] },
    6000,
  )
  expect(text).toContain(
    '- Keep the old table\n- Tokens live for 30 minutes (d-cccc)\n- Tokens are signed by HMAC\n- Tokens live for 15 minutes (perhaps replaced by d-cccc)\n',
  )
  // Two files, not one said twice.
  expect(text).toContain('- never touch package.json\n- never touch package-lock.json\n')
})

const OLDER = { entry: 'e', at: '2026-11-13T12:00:00.000+01:00', session: 'old' }
const seen = (n: number): { observed: string } => ({ observed: `transcript ${n}` })

test('the last three requests stand first and whole, the newest first; those of sessions before come after, in short', () => {
  const context = [
    { text: 'asked before that: Oil the gate', ...seen(900), origin: OLDER },
    { text: 'asked before that: Then add tests of it', ...seen(60) },
    { text: 'asked before that: Keep the name as is', ...seen(40) },
    { text: `asked before that: Begin here ${'and there '.repeat(40)}`, ...seen(20) },
  ]
  const text = briefingText(input({ intent: { text: 'Ship it to the mill', ...seen(80) }, context }), 6000)
  const recent = ['Ship it to the mill', 'Then add tests of it', 'Keep the name as is']
  expect(text).toContain(`## Last requests, newest first\n- ${recent.join('\n- ')}\n\n`)
  expect(text).toMatch(/## Asked before\n- Begin here and there .* …\n- Oil the gate\n/)
})

test('last words lose what has its own place, and what has no own place is told once', () => {
  const words = 'said last: The cart adds up. I decided to use cents instead of floats. Next: write the test.'
  const parts = {
    context: [{ text: words, ...seen(9) }],
    decisions: [{ text: 'I decided to use cents instead of floats.', ...seen(9) }],
    next: { text: 'write the test.', ...seen(9) },
  }
  const text = briefingText(input(parts), 4000)
  expect(text).toContain('## Said last by the agent\nThe cart adds up.\n\n## Next action\nwrite the test.\n')
  expect(text.match(/cents/g)).toHaveLength(1)
})

test('every open to-do is there, also where an older dogear wrote them as one', () => {
  const observed = 'to-do list, transcript 1'
  const context = [
    { text: 'to do: a', observed },
    { text: 'also on the to-do list: b; c', observed },
  ]
  expect(briefingText(input({ context }), 4000)).toContain('## To do\n- [ ] a\n- [ ] b\n- [ ] c\n')
})

test('files: what is not committed is marked, names say where in them, older ones stand by their folder, a long root once', () => {
  const file = (path: string, role: string, names = ''): { path: string; role: string; observed: string } => ({
    path,
    role,
    observed: `transcript 1${names === '' ? '' : `, worked on ${names}`}`,
  })
  const older = ['a.ts', 'b.ts'].map((name) => file(`src/core/${name}`, 'read'))
  const newer = Array.from({ length: 6 }, (_, i) => file(`n${i}.ts`, 'read'))
  const dirty = [{ path: 'n0.ts', state: 'modified' as const, added: 4, removed: 1 }]
  const files = [file('n0.ts', 'edited', 'addToCart total_of'), ...newer.slice(1), ...older, file('docs/x.md', 'read')]
  const text = briefingText(input({ files, where: { branch: 'main', dirty } }), 2500)
  expect(text).toContain('- not committed (*): 1 file\n')
  expect(text).toContain('## Files, newest first\n- n0.ts * +4 −1: addToCart, total_of\n- n1.ts\n')
  expect(text).toContain('- src/core/{a.ts, b.ts}\n- docs/x.md\n')
  const far = ['x/a.ts', 'y/b.ts'].map((path) => file(`/home/ada/another/project/${path}`, 'read'))
  expect(briefingText(input({ files: far }), 2500)).toContain(
    '- below /home/ada/another/project/:\n  - x/a.ts\n  - y/b.ts\n',
  )
})

test('a new file in a folder that git names as one is marked, and a commit that was amended is told once', () => {
  const files = [{ path: 'docs/tokens.md', role: 'edited', observed: 'transcript 1' }]
  const dirty = [{ path: 'docs/', state: 'untracked' as const }]
  const text = briefingText(input({ files, where: { branch: 'main', dirty } }), 2500)
  expect(text).toContain('- not committed (*): 1 file\n')
  expect(text).toContain('- docs/tokens.md *\n')
  const done = ['abb2f373f6 Sign tokens', '1234567890 Sign tokens', '0987654321 First'].map((one) => ({
    text: `commit ${one}`,
    observed: 'git log',
  }))
  const git = briefingText(input({ done, where: { branch: 'main', head: 'abb2f373f6aa' } }), 2500)
  expect(git).toContain('last commit abb2f373f6 Sign tokens\n- before: 0987654321 First\n')
})

test('checks have their last result, and a briefing no place where it was read', () => {
  const failed = [{ text: 'failing: `npm run lint`', why: 'unused variable', ...seen(3) }]
  const commands = [
    { text: 'npm test (in web)', observed: 'passed, transcript 4' },
    { text: 'make all', ...seen(5) },
  ]
  const text = briefingText(input({ failed, commands }), 2500)
  expect(text).toContain('## Checks\n- `npm run lint` ✗ unused variable\n- `npm test` (in web) ✓\n- `make all`\n')
  expect(text).not.toContain('observed')
})

test('files: a folder once, a name that several have keeps its folder, and what lies elsewhere hides nothing of the rest', () => {
  const paths = ['/home/ada/other/place/notes/a.md', 'README.md', '/home/ada/other/place/notes/b.md', 'n1.ts', 'n2.ts']
  const more = [
    'changes/one/tasks.md',
    'changes/two/tasks.md',
    'src/deep/x/p.ts',
    'src/deep/y/q.ts',
    'lib/a.ts',
    'lib/b.ts',
  ]
  const dirty = ['lib/a.ts', 'lib/b.ts'].map((path) => ({ path, state: 'modified' as const }))
  const files = [...paths, ...more].map((path) => ({ path }))
  expect(briefingText(input({ files, where: { branch: 'main', dirty } }), 2500)).toContain(
    `## Files, newest first
- below /home/ada/other/place/notes/:
  - a.md
  - b.md
- README.md
- n1.ts
- n2.ts
- changes/{one/tasks.md, two/tasks.md}
- src/deep/{x/p.ts, y/q.ts}
- lib/{a.ts, b.ts} *
`,
  )
})

test('a short text still names forty files', () => {
  const files = Array.from({ length: 48 }, (_, i) => ({ path: `src/part${Math.floor(i / 12)}/file-${i}.ts` }))
  const context = Array.from({ length: 20 }, (_, i) => ({
    text: `asked before that: ${`please look at thing ${i} once more. `.repeat(9)}`,
    ...seen(i),
  }))
  const text = briefingText(
    input({ files, context, intent: { text: 'Go through it all '.repeat(90), ...seen(99) } }),
    2500,
  )
  expect(text.match(/file-\d+\.ts/g)?.length).toBeGreaterThanOrEqual(40)
})

test('where nobody said what comes next, what is open stands there as what it is', () => {
  const intent = { text: 'Oil the gate', ...seen(9) }
  const nextOf = (parts: Parameters<typeof entryWith>[0], plan?: BriefingInput['plan']): string | undefined =>
    /## Next action\n(.*)/.exec(briefingText({ ...input(parts), ...(plan && { plan }) }, 2500))?.[1]
  const context = [{ text: 'to do: paint it', observed: 'to-do list, transcript 1' }]
  expect(nextOf({ intent })).toBe('Go on with the last request, above.')
  const words = (observed: string): { text: string; observed: string } => ({
    text: 'said last: It is oiled.',
    observed,
  })
  expect(nextOf({ intent, context: [words('transcript 9')] })).toBe('Go on with the last request, above.')
  expect(nextOf({ intent, context: [words('end of a turn, transcript 9')] })).toBe(
    'Nobody said it: the last request was answered, as above.',
  )
  expect(nextOf({ intent, context })).toBe('Nobody said it. The first open to-do: paint it')
  expect(nextOf({ intent, context, next: { text: 'buy oil' } })).toBe('buy oil')
  expect(nextOf({ leftOff: { text: 'at the hinge' } })).toBeUndefined()
})

test('what the user refused stands in their own words before what the agent says, and once', () => {
  const decisions = [
    { text: 'I decided to use cents', ...seen(1) },
    { text: 'Which store? → a plain file', rejected: ['SQLite'], ...seen(2) },
    { text: 'edit of src/a.ts was refused; the user said: separate the types for clarity', ...seen(3) },
    { text: '`git push` was refused; the user said: never push', ...seen(4) },
  ]
  const constraints = [{ text: 'never push', ...seen(4) }]
  const text = briefingText(input({ decisions, constraints }), 2500)
  expect(text).toContain(
    '## Constraints\n- never push\n\n## Refused by the user\n- separate the types for clarity (refusing edit of src/a.ts)\n',
  )
  expect(text).toContain('## Decisions\n- Which store? → a plain file (rejected: SQLite)\n- I decided to use cents\n')
  expect(text.match(/never push/g)).toHaveLength(1)
})

test('the task is told once: in the first line, or as the request that it begins', () => {
  const context = ['one two three four', 'five six seven eight', 'Oil the gate. It squeaks at night, badly'].map(
    (text, i) => ({
      text: `asked before that: ${text}`,
      ...seen(30 - i),
    }),
  )
  const parts = { task: { text: 'Oil the gate.', ...seen(1) }, intent: { text: 'Ship it to the mill', ...seen(80) } }
  const text = briefingText(input({ ...parts, context }), 2500)
  expect(text.match(/Oil the gate/g)).toHaveLength(1)
  const four = [{ text: 'asked before that: nine ten eleven twelve', ...seen(90) }, ...context]
  const longer = briefingText(input({ ...parts, context: four }), 2500)
  expect(longer).toContain('## Task\nOil the gate.\n')
  expect(longer).toContain('## Asked before\n- five six seven eight\n- It squeaks at night, badly\n')
})

test('two checks that fail do not push those aside that pass', () => {
  const failed = [1, 2, 3].map((n) => ({ text: `failing: \`npm run t${n}\``, why: 'broken '.repeat(40), ...seen(n) }))
  const commands = [{ text: 'npm test', observed: 'passed, transcript 4' }]
  const text = briefingText(input({ failed, commands }), 2500)
  expect(text).toMatch(/- `npm run t2` ✗ broken .*…\n- `npm test` ✓\n- `npm run t3` ✗/)
  const long = ['a', 'b'].map((end) => ({
    text: `failing: \`python ${'x'.repeat(90)}${end}\``,
    why: 'not found',
    ...seen(1),
  }))
  expect(briefingText(input({ failed: long, commands }), 2500).match(/✗/g)).toHaveLength(1)
})

test('two projects outside of the worktree have a root each', () => {
  const paths = ['/home/ada/src/first/a.ts', '/home/ada/src/first/b.ts', '/home/ada/tools/second/c.ts']
  const files = [...paths, '/home/ada/tools/second/d.ts'].map((path) => ({ path }))
  const text = briefingText(input({ files }), 2500)
  expect(text).toContain('- below /home/ada/src/first/:\n  - a.ts\n  - b.ts\n')
  expect(text).toContain('- below /home/ada/tools/second/:\n  - c.ts\n  - d.ts\n')
})

test('where there is little room, the agent’s last words and what was searched for keep theirs, and a long way is shortened', () => {
  const context = [
    { text: `said last: Two findings are left. ${'The lock is held. '.repeat(40)}Then it ships.`, ...seen(9) },
    { text: 'looked for: parseToken, signToken', ...seen(9) },
    ...Array.from({ length: 8 }, (_, i) => ({ text: `asked before that: ${'Mend it. '.repeat(30)}${i}`, ...seen(i) })),
  ]
  const files = Array.from({ length: 60 }, (_, i) => ({ path: `src/part-${i}/of/the/shop-${i}.ts`, role: 'read' }))
  const commands = ['npm test (in /home/ada/worktrees/a-long-name/of/a/place/shop/web)', 'npm run lint'].map((one) => ({
    text: one,
    ...seen(2),
  }))
  const failed = [{ text: 'failing: `cd shop && npm run lint`', why: 'unused variable', ...seen(3) }]
  const done = [{ text: 'commit Sign the tokens', ...seen(5) }]
  const text = briefingText(input({ context, files, commands, done, failed }), 2500)
  expect(text.length).toBeLessThanOrEqual(2500)
  expect(text).toMatch(/## Said last by the agent\nTwo findings are left\..* … .*it ships\.\n/)
  expect(text).toContain('- searched for: parseToken, signToken\n')
  expect(text).toContain('- `cd shop && npm run lint` ✗ unused variable\n- `npm test` (in …/shop/web)\n')
  expect(text).not.toContain('- `npm run lint`')
  expect(text).toContain('- last commit Sign the tokens\n')
})

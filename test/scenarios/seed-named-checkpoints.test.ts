/** Seed 000, from top to bottom: its triggers, its procedures, its files, its words. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { desk, isThere, put, read, take, type Desk } from '../layouts/support/desk.js'
import { claudeSession } from '../support/claude-session.js'
import { askedBy, flags, startDogear, timeless } from './support/said.js'

/** Written by the skill in February; nobody has heard of dogear. */
const DOCS = `# Checkpoint: docs
- **Branch:** \`main\`
- **Saved:** 2025-02-07 09:05

## Next Action: Finish the guide
Write the chapter on cookies in docs/guide.md

## Done This Session
- Outline in docs/guide.md

## Failed Approaches
- None

## Modified Files
- docs/guide.md
`
const AUTH = `# Checkpoint: auth
- **Branch:** \`feature/auth\`
- **Saved:** 2025-02-06 14:20
- **Plan:** \`~/.claude/plans/calm-river.md\` (step 3 of 4)

## Next Action: Wire the cookie into src/server.ts
Then run npm test

## Done This Session
- Signed cookies in src/auth.ts

## Failed Approaches
- jose — no ESM build

## Modified Files
- src/auth.ts
`
const PLAN = '# Signed cookies\n\n- [x] sign\n- [x] verify\n- [ ] wire into the server\n- [ ] document\n'
const RESUME_LINE = 'Resume any: `continue {name}`'

function memoryWith(...bullets: string[]): string {
  return `# Shop\n\n## Active Checkpoints\n${bullets.join('\n')}\n\n${RESUME_LINE}\n\nNotes for whoever works here.\n\n## Conventions\n- Tabs, never spaces\n`
}

const DOCS_BULLET = '- **docs** (main, Feb 07 09:05) — Finish the guide'
const AUTH_BULLET = '- **auth** (feature/auth, Feb 06 14:20) — Wire the cookie into src/server.ts'

function oldDesk(): Desk {
  const one = desk({ 'src/auth.ts': 'export {}\n', 'docs/guide.md': '# Guide\n' })
  put(one.memory, {
    'MEMORY.md': memoryWith(DOCS_BULLET, AUTH_BULLET),
    'checkpoint-docs.md': DOCS,
    'checkpoint-auth.md': AUTH,
  })
  put(one.home, { '.claude/plans/calm-river.md': PLAN })
  return one
}

test('what the skill left is found without being told where, and looking at it changes nothing [A2, A9]', () => {
  const one = oldDesk()
  expect(one.names().toSorted()).toEqual(['auth', 'docs'])
  expect(one.run('say', 'continue docs').stdout).toContain('Write the chapter on cookies in docs/guide.md')
  expect(read(one.memory, 'MEMORY.md')).toBe(memoryWith(DOCS_BULLET, AUTH_BULLET))
  expect(read(one.memory, 'checkpoint-docs.md')).toBe(DOCS)
  expect(read(one.memory, 'checkpoint-auth.md')).toBe(AUTH)
})

test('"checkpoint" takes the name of the branch, all of the status, and the plan of the session with its step [A1, A3, A5, A6, A8]', () => {
  const one = oldDesk()
  one.repo.git('switch', '--quiet', '-c', 'Feature/Cookies')
  const session = claudeSession(join(one.home, '.claude'), one.repo.dir, 'aaaaaaaa-0000-4000-8000-000000000001')
  session.prompt('Go on with ~/.claude/plans/calm-river.md')
  // The skill reads `git status --short | head -10`; all twelve are wanted.
  const dirty = Array.from({ length: 12 }, (_, i) => `src/part-${10 + i}.ts`)
  one.repo.write(Object.fromEntries(dirty.map((path) => [path, 'new\n'])))
  expect(one.run('say', 'checkpoint').stdout).toBe(`Checkpoint "feature-cookies" saved -> checkpoint-feature-cookies.md

/clear then: continue feature-cookies
Next: Go on with ~/.claude/plans/calm-river.md
`)
  expect(timeless(read(one.memory, 'checkpoint-feature-cookies.md'))).toBe(`# Checkpoint: feature-cookies
- **Branch:** \`Feature/Cookies\`
- **Saved:** <date> <time>
- **Plan:** \`~/.claude/plans/calm-river.md\` (step 3 of 4)

## Next Action: Go on with ~/.claude/plans/calm-river.md

## Done This Session
- None

## Failed Approaches
- None

## Modified Files
${dirty.map((path) => `- ${path} (untracked)\n`).join('')}`)
})

test('"checkpoint" on another branch is for that branch, whatever the one before was called [A1]', () => {
  const one = oldDesk()
  expect(one.run('say', 'checkpoint spike').stdout).toContain('checkpoint-spike.md')
  expect(one.run('say', 'checkpoint').stdout).toContain('checkpoint-spike.md')
  one.repo.git('switch', '--quiet', '-c', 'Feature/Cookies')
  expect(one.run('say', 'checkpoint').stdout).toContain('checkpoint-feature-cookies.md')
  const session = { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 'aaaaaaaa-0000-4000-8000-000000000001' }
  one.withEnv(session, 'say', 'checkpoint tides')
  one.repo.git('switch', '--quiet', 'main')
  expect(one.withEnv(session, 'say', 'checkpoint').stdout).toContain('checkpoint-main.md')
})

test('what the agent knows goes into the known shape, without a plan and without guessing one [A1, A4, A5, A6, A8]', () => {
  const one = oldDesk()
  const saved = one.run(...save('--', '-Spike/Sessions'))
  expect(saved.stdout).toBe(`Checkpoint "spike-sessions" saved -> checkpoint-spike-sessions.md

/compact Keep failed: SQLite in memory — lost on restart; next: Compare both stores
`)
  expect(timeless(read(one.memory, 'checkpoint-spike-sessions.md'))).toBe(`# Checkpoint: spike-sessions
- **Branch:** \`main\`
- **Saved:** <date> <time>

## Next Action: Compare both stores
Run npm run bench -- sessions

## Done This Session
- Redis store in src/redis.ts

## Failed Approaches
- SQLite in memory — lost on restart

## Modified Files
- src/redis.ts (edited)
`)
})

test('MEMORY.md stays a thin index: a bullet is added or updated in place, all else is left as it was [A7]', () => {
  const one = oldDesk()
  one.run(...save('spike'))
  const spike = '- **spike** (main, <Mon DD> <time>) — noted next action: "Compare both stores"'
  expect(timeless(read(one.memory, 'MEMORY.md'))).toBe(timeless(memoryWith(DOCS_BULLET, AUTH_BULLET, spike)))
  one.run('save', 'docs', '--next', 'Send docs/guide.md to the reviewers')
  const docs = DOCS_BULLET.replace('Finish the guide', 'noted next action: "Send docs/guide.md to the reviewers"')
  expect(timeless(read(one.memory, 'MEMORY.md'))).toBe(timeless(memoryWith(docs, AUTH_BULLET, spike)))

  const fresh = desk()
  fresh.run('config', 'layout', 'named-checkpoints')
  fresh.run(...save('spike'))
  expect(timeless(read(fresh.memory, 'MEMORY.md'))).toBe(
    `# Project Memory\n\n## Active Checkpoints\n${spike}\n\n${RESUME_LINE}\n`,
  )
})

test('"continue" takes the only one, lists several, and says when there is none or no such [A9, A10]', () => {
  const one = oldDesk()
  one.repo.git('switch', '--quiet', '-c', 'neither')
  const { options } = askedBy(one.run('say', 'continue checkpoint'))
  expect(options.map(({ value }) => value).toSorted()).toEqual(['auth', 'docs'])
  const missing = one.run('say', 'continue payments')
  expect(missing).toMatchObject({ code: 5, stdout: '' })
  expect(missing.stderr).toMatch(/one of: (?:auth, docs|docs, auth)/)
  one.run('say', 'clear checkpoint docs')
  expect(one.run('say', 'continue checkpoint').stdout).toMatch(/^# Resuming: auth\n/)
  one.run('say', 'clear checkpoint auth')
  expect(one.run('say', 'continue checkpoint')).toMatchObject({
    code: 5,
    stderr: expect.stringContaining('No checkpoints found.'),
  })
})

test('a resume warns of the branch, says first what failed, reads the plan and begins with the next action [A11, A12, A13]', () => {
  const one = oldDesk()
  const { stdout } = one.run('say', 'continue auth')
  const told = [
    "Warning: You're on `main` but checkpoint was saved on `feature/auth`. Switch with: git checkout feature/auth",
    '⚠ Previously failed: jose — no ESM build\nDo not repeat failed approaches. Choose alternative strategies.',
    '## Next action\n> Wire the cookie into src/server.ts\n> Then run npm test\n',
    '## To do\n- plan ~/.claude/plans/calm-river.md (step 3 of 4)\n  - step 3, now: wire into the server\n',
  ]
  const places = told.map((text) => stdout.indexOf(text))
  expect(places).toEqual(places.filter((place) => place > 0).toSorted((a, b) => a - b))
  // Kept: it can be resumed again, and the plan has gone on meanwhile.
  put(one.home, { '.claude/plans/calm-river.md': PLAN.replace('[ ] wire', '[x] wire') })
  const again = one.run('say', 'continue auth').stdout
  expect(again).toContain('plan ~/.claude/plans/calm-river.md at step 3: now at step 4 of 4')
  expect(again).toContain('  - step 4, now: document\n')
})

test('"clear checkpoint" takes file and bullet, the last one takes the section, and the trash has them [A14]', () => {
  const one = oldDesk()
  expect(one.run('say', 'clear checkpoint docs').stdout).toBe('Cleared checkpoint "docs"\n')
  expect(read(one.memory, 'MEMORY.md')).toBe(memoryWith(AUTH_BULLET))
  expect(one.run('say', 'clear checkpoint auth').stdout).toBe('Cleared checkpoint "auth"\n')
  expect(read(one.memory, 'MEMORY.md')).toBe(
    '# Shop\n\nNotes for whoever works here.\n\n## Conventions\n- Tabs, never spaces\n',
  )
  expect(isThere(one.memory, 'checkpoint-auth.md')).toBe(false)
  expect(one.run('trash').stdout).toContain('checkpoint-docs.md')
})

test('the first save migrates what older sessions left in MEMORY.md; stable sections stay verbatim [A15]', () => {
  const one = desk()
  const stable = '# Shop\n\n## Conventions\n\n- Tabs,   never spaces\n\n## Current Stateful Sets\n\nThree.\n\n'
  const volatile =
    '## Current State\nHalf of the login works\n\n## Next Action\nWire the cookie\n\n## Session Checkpoint\nStopped at line 80\n\n## Session 12 Summary\nTalked about cookies\n'
  put(one.memory, { 'MEMORY.md': `${stable}${volatile}` })
  one.run('config', 'layout', 'named-checkpoints')
  one.run(...save('auth'))
  const text = read(one.memory, 'checkpoint-auth.md')
  for (const was of ['Half of the login works', 'Wire the cookie', 'Stopped at line 80', 'Talked about cookies'])
    expect(text).toContain(was)
  const [before, after] = stable.split('\n\n## Conventions') as [string, string]
  const bullet = '- **auth** (main, <Mon DD> <time>) — noted next action: "Compare both stores"'
  expect(timeless(read(one.memory, 'MEMORY.md'))).toBe(
    `${before}\n\n## Active Checkpoints\n${bullet}\n\n${RESUME_LINE}\n\n## Conventions${after}`,
  )
})

test('sessions save at once beside the skill, whose own edits are taken up; nothing is lost [A16]', async () => {
  const one = oldDesk()
  const names = ['one', 'two', 'three', 'auth']
  const codes = await Promise.all(names.map((name) => startDogear(one, save(name))))
  expect(codes).toEqual([0, 0, 0, 0])
  const bullets = read(one.memory, 'MEMORY.md').match(/^- \*\*[a-z]+\*\*/gm)
  expect(bullets?.toSorted()).toEqual(['auth', 'docs', 'one', 'three', 'two'].map((name) => `- **${name}**`))
  // The skill writes over the file of a checkpoint that dogear saved a moment ago.
  const later = '2099-01-01 10:00'
  put(one.memory, { 'checkpoint-auth.md': AUTH.replace('2025-02-06 14:20', later).replace('npm test', 'npm run lint') })
  expect(one.run('say', 'continue auth').stdout).toContain('Then run npm run lint')
  const history = one.run('history', 'auth').stdout
  expect(history.trim().split('\n')).toHaveLength(3)
  expect(history).toContain('Compare both stores')
  // It clears one, by hand: file and line.
  take(one.memory, 'checkpoint-docs.md')
  put(one.memory, { 'MEMORY.md': read(one.memory, 'MEMORY.md').replace(`${DOCS_BULLET}\n`, '') })
  expect(one.names().toSorted()).toEqual(['auth', 'one', 'three', 'two'])
})

/** What an agent would state, under the name that comes last. */
function save(...name: string[]): string[] {
  const said = flags(
    ['next', 'Compare both stores\nRun npm run bench -- sessions'],
    ['done', 'Redis store in src/redis.ts'],
    ['failed', 'SQLite in memory — lost on restart'],
    ['file', 'src/redis.ts:edited'],
  )
  return ['save', ...said, ...name]
}

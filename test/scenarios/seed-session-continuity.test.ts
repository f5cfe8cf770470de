/** Seed 002, from top to bottom: its modes with its own examples, its quality bar, its automatic saves. */
import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { desk, isThere, put, read, type Desk } from '../layouts/support/desk.js'
import { claudeSession, type ClaudeSession } from '../support/claude-session.js'
import { flags, timeless } from './support/said.js'

const PLACE = 'memory/checkpoints'

/** Written by the skill, from its template, two days ago; nobody has heard of dogear. */
const CREATED = new Date(Date.now() - 49 * 3_600_000)
const LOGIN = `# Checkpoint: build-login-page

**Created:** ${localIn(8)} GMT+8
**Task:** Build login page with OAuth fallback

## Progress
<!-- What was completed — be specific -->
- Wrote src/auth.py lines 45-120, login flow complete

## Next Action
<!-- Exact next step: file, command, decision -->
Run pytest tests/auth_test.py to verify login

## Blockers
<!-- Concrete obstacles: errors, conflicts, pending decisions -->
- Git conflict in src/main.py lines 80-95

## Key Decisions
<!-- Reasoning that led to current state, not just facts -->
- Sessions over JWT because they can be revoked

## Relevant Context
<!-- Files, paths, preferences, anything needed to continue -->
- User prefers verbose error messages

**Age:** Derived from file mtime at resume time (shown automatically by \`/checkpoint list\` script)
`

function localIn(hours: number): string {
  return new Date(CREATED.getTime() + hours * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')
}

/** The files were there before the checkpoint was written, and are its user's own. */
function oldDesk(): Desk {
  const one = desk({
    'src/auth.py': 'pass\n',
    'src/main.py': 'pass\n',
    'tests/auth_test.py': 'pass\n',
    [`${PLACE}/build-login-page.md`]: LOGIN,
  })
  for (const path of ['src/auth.py', 'src/main.py', 'tests/auth_test.py'])
    utimesSync(join(one.repo.dir, path), CREATED, CREATED)
  expect(one.run('trust', 'session-continuity').code).toBe(0)
  return one
}

function sessionOf(one: Desk, startMs?: number): ClaudeSession {
  return claudeSession(join(one.home, '.claude'), one.repo.dir, 'aaaaaaaa-0000-4000-8000-000000000001', startMs)
}

function checkpoint(one: Desk, name: string): string {
  return timeless(read(one.repo.dir, `${PLACE}/${name}.md`))
}

test('"what was I working on?" is a table of name, created, task and age, and leaves the files alone [C4]', () => {
  const one = oldDesk()
  put(one.repo.dir, { [`${PLACE}/autosave-log.md`]: '- 2026-11-13 21:00 GMT+8 — goodnight\n' })
  const { stdout } = one.run('say', 'what was I working on?')
  const [row, end] = stdout.split('\n')
  expect(row?.split('\t').slice(0, 2)).toEqual(['build-login-page', `${localIn(8).replace(' ', 'T')}:00.000+08:00`])
  expect(end).toBe('')
  expect(one.run('say', '/checkpoint list').stdout).toBe(stdout)
  expect(read(one.repo.dir, `${PLACE}/build-login-page.md`)).toBe(LOGIN)
})

test('/checkpoint save writes every section, from what was said and from SESSION-STATE.md, and confirms [C1, C2, C3, C13]', () => {
  const one = oldDesk()
  const state =
    '# Session\n\n## Current Task\nPrepare the Q1 review\n\n## Decisions\n- Slides in English because Ana joins\n'
  put(one.repo.dir, { 'SESSION-STATE.md': `${state}\n## Next\nWrite slides/agenda.md from data/q1.csv\n` })
  one.run('note', '--type', 'preference', 'User prefers verbose error messages')
  expect(one.run('say', '/checkpoint save meeting-prep').stdout).toBe(
    `Checkpoint "meeting-prep" saved: ${PLACE}/meeting-prep.md\nTask: Prepare the Q1 review\nNext action: Write slides/agenda.md from data/q1.csv\n`,
  )
  expect(checkpoint(one, 'meeting-prep')).toBe(`# Checkpoint: meeting-prep

**Created:** <date> <time> GMT+0
**Task:** Prepare the Q1 review

## Progress
- None

## Next Action
Write slides/agenda.md from data/q1.csv

## Blockers
- None

## Key Decisions
- Slides in English because Ana joins

## Relevant Context
- preference: User prefers verbose error messages
- Branch: main
- File: SESSION-STATE.md (state)
`)
  const task = '/checkpoint save build-login-page --task "Build login page with OAuth fallback"'
  expect(one.run('say', task).stdout).toContain('Task: Build login page with OAuth fallback\n')
})

test('an empty SESSION-STATE.md skips nothing: the conversation and the working buffer speak, but not at length [C1, C3, C12]', () => {
  const one = oldDesk()
  put(one.repo.dir, {
    'SESSION-STATE.md': '',
    'memory/working-buffer.md': '## [2026-11-15 10:06] Agent (summary)\nHalf of the weeks are in the chart.\n',
  })
  const session = sessionOf(one)
  session.prompt('Analyze data/q1.csv')
  const long = Array.from({ length: 300 }, (_, i) => `week ${i} of private revenue`).join('\n')
  session.use('Bash', { command: 'cat data/q1.csv' }, { text: long })
  session.say(`These are the numbers: ${long}`)
  expect(one.run('say', '/checkpoint save analyze-q1-data').code).toBe(0)
  const text = checkpoint(one, 'analyze-q1-data')
  expect(text).toContain('**Task:** Analyze data/q1.csv\n')
  expect(text).toContain('- Left off: Half of the weeks are in the chart.\n')
  expect(text.match(/of private revenue/g)?.length ?? 0).toBeLessThan(3)
})

test('names that say nothing are refused with a better one, and nothing is written [C7]', () => {
  const one = oldDesk()
  for (const name of ['task', 'work', 'save', 'untitled', 'backup'])
    expect(one.run('save', name, '--task', 'Build the menu'), name).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('try "build-menu"'),
    })
  sessionOf(one).prompt('Render the star map from data/stars.fits')
  expect(one.run('say', '/checkpoint save backup').stderr).toContain('try "render-star-map"')
  expect(one.run('save', 'Q1 Analysis').stderr).toContain('try "q1-analysis"')
  expect(one.names()).toEqual(['build-login-page'])
})

test('the bad examples of the quality bar are named, and refused with --strict; the good ones pass [C8]', () => {
  const one = oldDesk()
  const bad = ['--done', 'Worked on auth', '--next', 'Continue testing', '--blocker', 'Need to fix some conflicts']
  const named = one.run('save', 'build-menu', '--task', 'Build the menu', ...bad)
  expect(named.code).toBe(0)
  for (const words of ['Worked on auth', 'Continue testing', 'Need to fix some conflicts'])
    expect(named.stderr).toContain(`"${words}"`)
  expect(one.run('save', 'build-shop', '--task', 'Build the shop', ...bad, '--strict').code).toBe(4)
  expect(isThere(one.repo.dir, `${PLACE}/build-shop.md`)).toBe(false)
  const good = flags(
    ['done', 'Wrote src/auth.py lines 45-120, login flow complete'],
    ['next', 'Run pytest tests/auth_test.py to verify login'],
    ['blocker', 'Git conflict in src/main.py lines 80-95'],
    ['decision', 'Sessions over JWT because they can be revoked'],
    ['context', 'User prefers verbose error messages'],
  )
  expect(one.run('save', 'build-shop', '--task', 'Build the shop', ...good, '--strict')).toMatchObject({
    code: 0,
    stderr: '',
  })
  const sections = checkpoint(one, 'build-shop').split('## Progress')[1]
  for (const text of good.filter((_, i) => i % 2 === 1)) expect(sections).toContain(text)
})

test('a resume checks every path, flags what is stale first, shows where it stands and asks [C5]', () => {
  const one = oldDesk()
  const ready = one.run('say', 'resume task build-login-page')
  expect(ready.code).toBe(3)
  expect(ready.stdout).toBe(`📌 Resume: build-login-page — Build login page with OAuth fallback
Saved: ${localIn(8)} GMT+8 (2 days ago)

✅ Progress:
- Wrote src/auth.py lines 45-120, login flow complete

🔜 Next action: Run pytest tests/auth_test.py to verify login
Ready to continue? (yes/no)
`)
  one.repo.git('rm', '--quiet', 'src/main.py')
  one.repo.write({ 'tests/auth_test.py': 'assert False\n' })
  const stale = one.run('say', '/checkpoint resume build-login-page').stdout
  expect(stale).toMatch(/^⚠️ Stale warnings \(saved 2 days ago\):\n(?:- .*\n){2}\n📌 Resume: /)
  expect(stale).toContain('- src/main.py: missing\n')
  expect(stale).toContain('- tests/auth_test.py: written since the save\n')
  expect(one.run('resume', 'build-login-page', '--yes').stdout).toContain(
    '## Next action\nRun pytest tests/auth_test.py to verify login\n',
  )
})

test('"no" starts fresh and the history keeps it; delete takes a finished one away [C5, C6]', () => {
  const one = oldDesk()
  one.run('save', 'build-menu', '--task', 'Build the menu', '--next', 'Run npm test -- menu')
  expect(one.run('resume', 'build-login-page', '--fresh').stdout).toMatch(/^Starting fresh\./)
  expect(isThere(one.repo.dir, `${PLACE}/build-login-page.md`)).toBe(false)
  expect(one.run('history', 'build-login-page').stdout).toContain('Run pytest tests/auth_test.py')
  expect(one.run('say', '/checkpoint delete build-menu').stdout).toBe('Deleted checkpoint "build-menu"\n')
  expect(isThere(one.repo.dir, `${PLACE}/build-menu.md`)).toBe(false)
  expect(one.names()).toEqual([])
})

test.each(['goodnight', '晚安', 'logout', 'exit', '明天见'])(
  '%s saves by itself: autosave.md and a line of the log, no word, and no named checkpoint touched [C9, C10]',
  (words) => {
    const one = oldDesk()
    const session = sessionOf(one)
    session.prompt('Mend the login in src/auth.py')
    session.prompt(words)
    expect(one.run('watch', '--once', '--json').json()).toMatchObject({ saved: [{ reason: words }] })
    expect(checkpoint(one, 'autosave')).toContain('Mend the login in src/auth.py')
    expect(timeless(read(one.repo.dir, `${PLACE}/autosave-log.md`))).toMatch(
      new RegExp(`^- <date> <time> GMT\\+0 — ${words} — [^\\n]*\\n$`),
    )
    expect(read(one.repo.dir, `${PLACE}/build-login-page.md`)).toBe(LOGIN)
  },
)

test('idle with work in hand saves once; what says less does not take the place of what says more [C9, C10]', () => {
  const one = oldDesk()
  const session = sessionOf(one, Date.now() - 20 * 60_000)
  session.prompt('Mend the login in src/auth.py')
  session.use('Edit', { file_path: join(one.repo.dir, 'src/auth.py'), old_string: 'pass', new_string: 'x' })
  expect(one.run('watch', '--once').stdout).toMatch(
    /^Autosaved "loose-\d{6}-\w{8}" \(claude-code, idle (?:19|20) min\)/,
  )
  const rich = read(one.repo.dir, `${PLACE}/autosave.md`)
  const own = ['--session', 'aaaaaaaa-0000-4000-8000-000000000001', '--agent', 'claude-code']
  const poorer = one.run('save', '--auto', '--no-transcript', '--reason', 'logout', '--task', 'Login', ...own)
  expect(poorer).toMatchObject({ code: 0, stdout: '', stderr: '' })
  expect(read(one.repo.dir, `${PLACE}/autosave.md`)).toBe(rich)
  expect(one.run('say', '/checkpoint list').stdout).toMatch(/^[^\t]+\t[^\n]*\tauto\t/m)
})

test('what the skill writes later is taken up, and the older text stays in the history [C4, C5]', () => {
  const one = oldDesk()
  one.names()
  const later = LOGIN.replace(`${localIn(8)} GMT+8`, '2099-01-01 10:00 GMT+8').replace('auth_test.py', 'oauth_test.py')
  put(one.repo.dir, { [`${PLACE}/build-login-page.md`]: later, [`${PLACE}/q1-data-analysis.md`]: '# Checkpoint: x\n' })
  expect(one.names().toSorted()).toEqual(['build-login-page', 'q1-data-analysis'])
  expect(one.run('history', 'build-login-page').stdout.trim().split('\n')).toEqual([
    expect.stringContaining('Run pytest tests/oauth_test.py'),
    expect.stringContaining('Run pytest tests/auth_test.py'),
  ])
  expect(read(one.repo.dir, `${PLACE}/build-login-page.md`)).toBe(later)
})

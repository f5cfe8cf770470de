/** Seed 004, from top to bottom: dispatch, save, restore with its choices, blocked prompts, cleaning up. */
import { readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { desk, isThere, put, read, type Desk } from '../layouts/support/desk.js'
import type { Ran } from '../support/world.js'
import { askedBy } from './support/said.js'

const MEMORY = '.workflow_artifacts/memory'
const SAVED_BY = '0f9e8d7c-1111-4111-8111-111111111111'
const FRESH = 'fedcba98-2222-4222-8222-222222222222'
const MISMATCH = 'Session-id mismatch: sentinel is from a prior session. Using it anyway.'
const TODAY = dayBefore(0)
const EARLIER = dayBefore(5)

function dayBefore(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
}

/** Sessions are named by UUIDs here: their order is that of their times, not of their letters. */
const STATE = `${MEMORY}/sessions/2026-11-14-auth-refactor.md`
const STATE_TEXT = `## Cost
- Session UUID: ${SAVED_BY}
- Phase: implement

## Open questions
- Rotate the key on logout?

## Decisions made
- Keep argon2 because the audit asks for it

## Unfinished work
- Run npm test -- auth
- Write the migration
`

/** As the skill wrote it five days ago, of another task; nobody has heard of dogear. */
const BILLING = `${MEMORY}/checkpoints/${EARLIER}-billing.md`
const BILLING_TEXT = `## Status
checkpoint save (voluntary)
## Current stage
review
## Active task
billing
## Branch
feat/billing
## Last user intent
Check the totals of the invoices.
## In-flight artifacts
- current-plan.md: .workflow_artifacts/billing/current-plan.md
- architecture.md: (none found)
- latest critic-response: (none found)
- latest review: .workflow_artifacts/billing/review-2.md
- session-state: (none found)
## Open questions
(none)
## Decisions made
(none)
## Unfinished work
(none)
## Restore hint
Run /checkpoint --restore in a fresh session to resume task 'billing' from branch 'feat/billing'.
`

function project(files: Record<string, string> = {}): Desk {
  const one = desk({ 'src/auth.ts': 'export {}\n' })
  one.repo.git('switch', '--quiet', '-c', 'feat/auth')
  put(one.repo.dir, { [`${MEMORY}/.keep`]: '', ...files })
  expect(one.run('trust', 'quoin').code).toBe(0)
  return one
}

function working(): Desk {
  const one = project({
    [STATE]: STATE_TEXT,
    [`${MEMORY}/sessions/2026-11-14-zebra.md`]: '## Cost\n- Phase: plan\n',
    '.workflow_artifacts/auth-refactor/current-plan.md': '# The plan\n1. sign\n',
    '.workflow_artifacts/auth-refactor/critic-response-9.md': 'nine',
    '.workflow_artifacts/auth-refactor/critic-response-10.md': 'ten',
    '.workflow_artifacts/auth-refactor/cost-ledger.md': 'u1 | 2026-11-01 | plan | opus | task | six columns\n',
  })
  const past = new Date(Date.now() - 3_600_000)
  utimesSync(join(one.repo.dir, `${MEMORY}/sessions/2026-11-14-zebra.md`), past, past)
  return one
}

function say(one: Desk, session: string, words: string): Ran {
  return one.withEnv({ CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: session }, 'say', words)
}

function restore(one: Desk, session: string, ...answers: string[]): Ran {
  return one.withEnv({ CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: session }, 'resume', ...answers)
}

function ledger(one: Desk): string[] {
  return read(one.repo.dir, '.workflow_artifacts/auth-refactor/cost-ledger.md').trim().split('\n')
}

function trashed(one: Desk): string[] {
  return readdirSync(join(one.repo.dir, MEMORY, 'trash', TODAY)).toSorted()
}

test('§0: a skill that called itself again is stopped in its own words; the bare mark goes on [E1]', () => {
  const one = working()
  expect(say(one, SAVED_BY, '[no-redispatch:3] /checkpoint')).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining(
      'Quoin self-dispatch hard-cap reached at N=3 in checkpoint. This indicates a recursion bug; aborting before any tool calls. Re-invoke with [no-redispatch] (bare) to override.',
    ),
  })
  expect(isThere(one.repo.dir, `${MEMORY}/checkpoints`)).toBe(false)
  expect(say(one, SAVED_BY, '[no-redispatch] /checkpoint').stdout).toMatch(/^Checkpoint saved to: /)
  expect(one.run('save', '--draft', 'exit 3').stderr).toContain(
    '[quoin-stage-1: subagent dispatch unavailable; proceeding at current tier]\n',
  )
})

test('/checkpoint gathers by itself, writes paths and no contents, a sentinel and a ledger row, and reports [E3, E4, E5, E6, E7]', () => {
  const one = working()
  const file = `${MEMORY}/checkpoints/${TODAY}-auth-refactor.md`
  const sentinel = `${MEMORY}/pending-restore-${SAVED_BY}.txt`
  expect(say(one, SAVED_BY, '/checkpoint').stdout).toBe(
    `Checkpoint saved to: ${file}\nSentinel written: ${sentinel}\nTo resume: /checkpoint --restore in a fresh session\n`,
  )
  expect(read(one.repo.dir, file)).toBe(`## Status
checkpoint save (voluntary)
## Current stage
implement
## Active task
auth-refactor
## Branch
feat/auth
## Last user intent
Run npm test -- auth
## In-flight artifacts
- current-plan.md: .workflow_artifacts/auth-refactor/current-plan.md
- architecture.md: (none found)
- latest critic-response: .workflow_artifacts/auth-refactor/critic-response-10.md
- latest review: (none found)
- session-state: ${STATE}
## Open questions
- Rotate the key on logout?
## Decisions made
- Keep argon2 because the audit asks for it
## Unfinished work
- Run npm test -- auth
- Write the migration
## Restore hint
Run /checkpoint --restore in a fresh session to resume task 'auth-refactor' from branch 'feat/auth'.
`)
  expect(read(one.repo.dir, sentinel)).toBe(`${file}\n`)
  expect(ledger(one)).toEqual([
    'u1 | 2026-11-01 | plan | opus | task | six columns',
    `${SAVED_BY} | ${TODAY} | checkpoint | haiku | task | save | 0`,
  ])
})

test('without a session id, and over 4 KB, there is a warning and still a checkpoint [E5, E6]', () => {
  const one = project()
  const saved = one.run('save', 'auth', '--next', 'Run npm test -- auth', '--question', 'x'.repeat(5000))
  const file = `${MEMORY}/checkpoints/${TODAY}-auth.md`
  expect(saved.code).toBe(0)
  expect(saved.stderr).toContain(`[quoin checkpoint] WARNING: checkpoint file ${file} exceeds 4 KB soft cap (`)
  expect(saved.stderr).toContain('no pending-restore sentinel was written')
  expect(isThere(one.repo.dir, file)).toBe(true)
})

test('--restore in a fresh session shows where it stands, reads the artifacts on y, and uses up the sentinel [E7, E8, E9, E12]', () => {
  const one = working()
  say(one, SAVED_BY, '/checkpoint')
  expect(askedBy(say(one, FRESH, '/checkpoint --restore')).question).toBe(`${MISMATCH}
Resuming task: auth-refactor. Branch: feat/auth. Last intent: Run npm test -- auth.
In-flight artifacts: 3 paths.
Open questions: 1 item.
Re-fire reads on artifacts now? [y / n]`)
  const done = restore(one, FRESH, '--reread', 'yes')
  expect(done.stderr).toBe(`${MISMATCH}\n`)
  expect(done.stdout).toContain('current-plan.md as it is now:\n```\n# The plan\n1. sign\n```\n')
  expect(trashed(one)).toEqual([`pending-restore-${SAVED_BY}.txt`])
  expect(isThere(one.repo.dir, `${MEMORY}/checkpoints/${TODAY}-auth-refactor.md`)).toBe(true)
  expect(ledger(one).at(-1)).toBe(`${FRESH} | ${TODAY} | checkpoint | haiku | task | restore | 0`)
})

test('a sentinel of five days ago does not decide by itself where newer work of another task lies [E8]', () => {
  const one = project({ [BILLING]: BILLING_TEXT, [`${MEMORY}/pending-restore-${SAVED_BY}.txt`]: `${BILLING}\n` })
  // The only one there is: used, with the warning, as the seed says.
  expect(askedBy(say(one, FRESH, '/checkpoint --restore')).question).toMatch(`${MISMATCH}\nResuming task: billing. `)
  one.run('save', 'auth', '--session', 's-auth', '--next', 'Run npm test -- auth')
  expect(askedBy(say(one, FRESH, '/checkpoint --restore')).question)
    .toBe(`Multiple pending-restore sentinels found. Which session do you want to restore?
1. Task: auth Branch: feat/auth (checkpoint: ${TODAY})
2. Task: billing Branch: feat/billing (checkpoint: ${EARLIER})
Enter number, or 'skip' to proceed to direct checkpoint lookup:`)
  expect(askedBy(restore(one, FRESH, '--sentinel', 'seven')).id).toBe('sentinel-again')
  const skipped = restore(one, FRESH, '--sentinel', 'seven', '--sentinel', 'x', '--dry-run')
  expect(skipped.stdout).toMatch(/^Resuming task: auth\. /)
  const chosen = restore(one, FRESH, '--sentinel', '2', '--reread', 'no')
  expect(chosen.stdout).toMatch(/^Resuming task: billing\. Branch: feat\/billing\. Last intent: Check the totals/)
  expect(trashed(one)).toEqual([`pending-restore-${SAVED_BY}.txt`])
})

test('without sentinels the newest checkpoint is taken, a voluntary one before that of a compaction [E8, E9]', () => {
  const one = project({
    [BILLING]: BILLING_TEXT,
    [BILLING.replace('.md', '-precompact.md')]: BILLING_TEXT.replace('voluntary', 'precompact').replace(
      'totals',
      'VAT',
    ),
  })
  const done = restore(one, FRESH, '--reread', 'yes')
  expect(done.stdout).toMatch(/^Resuming task: billing\. Branch: feat\/billing\. Last intent: Check the totals/)
  expect(done.stdout).toContain('.workflow_artifacts/billing/review-2.md: missing')
  expect(done.stderr).not.toContain(MISMATCH)
})

test('a checkpoint that cannot be read is shown raw, with the way out, and its sentinel stays [E10]', () => {
  const sentinel = `${MEMORY}/pending-restore-${SAVED_BY}.txt`
  const one = project({ [BILLING]: 'half of a line', [sentinel]: `${BILLING}\n` })
  const failed = say(one, FRESH, '/checkpoint --restore')
  expect(failed.code).toBe(6)
  expect(failed.stderr).toContain('half of a line')
  expect(failed.stderr).toContain(
    'Manual recovery — please paste the checkpoint content above and I will reconstruct state.',
  )
  expect(isThere(one.repo.dir, sentinel)).toBe(true)
})

const BLOCKED = `typed before there were headers
=== BLOCKED PROMPT [2026-11-15T10:00:00Z] ===
fix the login
=== BLOCKED PROMPT [2026-11-15T10:05:00Z] ===
run the tests
`

test('blocked prompts of this session are listed, replayed once as chosen, and go to the trash [E11, E12]', () => {
  const one = project()
  one.run('save', 'auth', '--session', FRESH, '--next', 'Run npm test -- auth')
  put(one.repo.dir, { [`${MEMORY}/pending-prompt-${FRESH}.txt`]: BLOCKED })
  expect(askedBy(say(one, FRESH, '/checkpoint --restore')).question)
    .toContain(`3 blocked prompt(s) were saved while context was overloaded:
1. [legacy] typed before there were headers...
2. [2026-11-15T10:00:00Z] fix the login...
3. [2026-11-15T10:05:00Z] run the tests...
Replay which? [all / 1 / 2 / 1,3 / edit 1 / none]`)
  expect(restore(one, FRESH, '--replay', '3,1').stdout).toMatch(
    /\n\ntyped before there were headers\n\nrun the tests\n$/,
  )
  expect(trashed(one)).toEqual([`pending-prompt-${FRESH}.txt`, `pending-restore-${FRESH}.txt`])
  expect(restore(one, FRESH).stdout).not.toContain('run the tests')
})

test('blocked prompts of another session are called stale, and stay unless they are run or deleted [E11]', () => {
  const pending = `${MEMORY}/pending-prompt-${SAVED_BY}.txt`
  const one = project({ [pending]: 'fix the login\n' })
  one.run('save', 'auth', '--session', FRESH, '--next', 'Run npm test -- auth')
  expect(askedBy(say(one, FRESH, '/checkpoint --restore')).question).toContain(
    `Stale pending-prompt sentinel detected (session-id MISMATCH: was ${SAVED_BY}, current ${FRESH}).\nContent: fix the login\n[y / n / delete]`,
  )
  expect(restore(one, FRESH, '--replay', 'n').stdout).not.toMatch(/\nfix the login\n$/)
  expect(isThere(one.repo.dir, pending)).toBe(true)
  expect(restore(one, FRESH, '--replay', 'delete').code).toBe(0)
  expect(isThere(one.repo.dir, pending)).toBe(false)
})

test('what the skill writes later is taken up; the checkpoints of a task are one history [E3, E8]', () => {
  const one = project({ [BILLING]: BILLING_TEXT })
  expect(one.run('list', '--quiet').stdout).toBe('billing\n')
  put(one.repo.dir, {
    [`${MEMORY}/checkpoints/${TODAY}-billing.md`]: BILLING_TEXT.replace('Check the totals', 'Send the invoices'),
  })
  expect(one.run('resume', 'billing').stdout).toContain('Last intent: Send the invoices of the invoices')
  expect(one.run('history', 'billing').stdout.trim().split('\n')).toHaveLength(2)
  expect(read(one.repo.dir, BILLING)).toBe(BILLING_TEXT)
})

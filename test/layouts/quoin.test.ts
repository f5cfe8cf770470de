/** quoin as its users know it: save gathers by itself, restore chooses, shows, reads again, replays and cleans up. */
import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, symlinkSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { processTag } from '../../src/platform/process-tag.js'
import { checkout } from '../support/checkout.js'
import { cleanEnv, type Ran } from '../support/world.js'
import { desk, isThere, put, read, take, type Desk } from './support/desk.js'

const MEMORY = '.workflow_artifacts/memory'
const OLD = '11111111-1111-4111-8111-111111111111'
const NEW = '22222222-2222-4222-8222-222222222222'
const MISMATCH = 'Session-id mismatch: sentinel is from a prior session. Using it anyway.'
const LAYOUT = ['--layout', 'quoin']
const TODAY = new Date().toISOString().slice(0, 10)

const STATE = `## Cost
- Session UUID: ${OLD}
- Phase: implement

## Open questions
- Rotate the key on logout?

## Decisions made
- Keep argon2

## Unfinished work
- Run npm test -- auth
- Write the migration
`

/** A project in which quoin is at work. */
function project(files: Record<string, string> = {}): Desk {
  const one = desk({ 'src/auth.ts': 'export {}\n' })
  put(one.repo.dir, { [`${MEMORY}/.keep`]: '', ...files })
  return one
}

function working(): Desk {
  const one = project({
    [`${MEMORY}/sessions/2026-11-15-auth.md`]: STATE,
    '.workflow_artifacts/auth/current-plan.md': '# The plan\n1. do it\n',
    '.workflow_artifacts/auth/critic-response-2.md': 'critic two',
    '.workflow_artifacts/auth/critic-response-10.md': 'critic ten, with ``` in it',
  })
  return one
}

function save(one: Desk, session: string, name: string, ...more: string[]): Ran {
  return one.run('save', name, ...LAYOUT, '--session', session, '--next', `Run npm test -- ${name}`, ...more)
}

function resume(one: Desk, session: string, ...more: string[]): Ran {
  return one.withEnv({ CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: session }, 'resume', ...LAYOUT, ...more)
}

function checkpoints(one: Desk): string[] {
  return readdirSync(join(one.repo.dir, MEMORY, 'checkpoints')).toSorted()
}

function trashed(one: Desk): string[] {
  const folder = join(one.repo.dir, MEMORY, 'trash')
  if (!existsSync(folder)) return []
  return readdirSync(folder).flatMap((date) => readdirSync(join(folder, date)).toSorted())
}

function ledger(one: Desk, task = 'auth'): string[] {
  return read(one.repo.dir, `.workflow_artifacts/${task}/cost-ledger.md`).trim().split('\n')
}

describe('a save', () => {
  test('gathers from the session state, names paths and no contents, and answers as the seed [E3] [E4] [E5] [E6]', () => {
    const one = working()
    const saved = one.run('save', ...LAYOUT)
    expect(saved.code).toBe(0)
    const file = `${MEMORY}/checkpoints/${TODAY}-auth.md`
    expect(saved.stdout).toBe(
      `Checkpoint saved to: ${file}\nSentinel written: ${MEMORY}/pending-restore-${OLD}.txt\nTo resume: /checkpoint --restore in a fresh session\n`,
    )
    const text = read(one.repo.dir, file)
    expect(text).toContain('## Current stage\nimplement\n## Active task\nauth\n## Branch\nmain\n')
    expect(text).toContain('## Last user intent\nRun npm test -- auth\n')
    expect(text).toContain('- current-plan.md: .workflow_artifacts/auth/current-plan.md\n')
    expect(text).toContain('- latest critic-response: .workflow_artifacts/auth/critic-response-10.md\n')
    expect(text).toContain(`- session-state: ${MEMORY}/sessions/2026-11-15-auth.md\n`)
    expect(text).toContain('## Open questions\n- Rotate the key on logout?\n## Decisions made\n- Keep argon2\n')
    expect(text).toContain('## Unfinished work\n- Run npm test -- auth\n- Write the migration\n')
    expect(text).not.toContain('critic ten')
    expect(text).not.toContain('The plan')
    expect(read(one.repo.dir, `${MEMORY}/pending-restore-${OLD}.txt`)).toBe(`${file}\n`)
  })

  test('appends one ledger row each, also after a torn row and beside rows of other lengths [E7]', () => {
    const one = project({ '.workflow_artifacts/auth/cost-ledger.md': 'u1 | 2026-11-01 | plan | opus | task | six' })
    save(one, OLD, 'auth')
    save(one, OLD, 'auth')
    const row = `${OLD} | ${TODAY} | checkpoint | haiku | task | save | 0`
    expect(ledger(one)).toEqual(['u1 | 2026-11-01 | plan | opus | task | six', row, row])
  })

  test('without a session id warns and keeps the checkpoint [E6]', () => {
    const one = project()
    const saved = one.run('save', 'auth', ...LAYOUT, '--next', 'Run npm test')
    expect(saved.stderr).toContain('no pending-restore sentinel was written; the checkpoint file is kept')
    expect(checkpoints(one)).toEqual([`${TODAY}-auth.md`])
    expect(readdirSync(join(one.repo.dir, MEMORY)).some((name) => name.startsWith('pending-restore'))).toBe(false)
  })

  test('over 4 KB warns in one line and goes on [E5]', () => {
    const one = project()
    const saved = save(one, OLD, 'auth', '--question', 'x'.repeat(5000))
    expect(saved.code).toBe(0)
    expect(saved.stderr).toMatch(
      /\[quoin checkpoint\] WARNING: checkpoint file \S+-auth\.md exceeds 4 KB soft cap \(\d+ bytes\) — paths-not-content rule may be violated; check for accidentally-included content\./,
    )
  })

  test('passes over the newer state file of a sub-agent [E3]', () => {
    const one = working()
    put(one.repo.dir, { [`${MEMORY}/sessions/2026-11-15-critic.md`]: '## Cost\nParent: x\nPhase: critic\n' })
    const past = new Date(Date.now() - 60_000)
    utimesSync(join(one.repo.dir, MEMORY, 'sessions/2026-11-15-auth.md'), past, past)
    expect(one.run('save', '--json', ...LAYOUT).json()).toMatchObject({ saved: { name: 'auth' } })
  })
})

describe('a restore', () => {
  test('of this session shows, reads again on yes, and uses up the sentinel [E8] [E9] [E12]', () => {
    const one = working()
    one.run('save', ...LAYOUT)
    take(one.repo.dir, `${MEMORY}/sessions/2026-11-15-auth.md`)
    const asked = resume(one, OLD)
    expect(asked.code).toBe(3)
    expect(asked.json<{ needs: { question: string } }>().needs.question)
      .toBe(`Resuming task: auth. Branch: main. Last intent: Run npm test -- auth.
In-flight artifacts: 3 paths.
Open questions: 1 item.
Re-fire reads on artifacts now? [y / n]`)
    expect(isThere(one.repo.dir, `${MEMORY}/pending-restore-${OLD}.txt`)).toBe(true)
    const done = resume(one, OLD, '--reread', 'yes')
    expect(done.code).toBe(0)
    expect(done.stderr).toBe('')
    expect(done.stdout.startsWith('Resuming task: auth. Branch: main.')).toBe(true)
    expect(done.stdout).toContain('current-plan.md as it is now:\n```\n# The plan\n1. do it\n```')
    expect(done.stdout).toContain('````\ncritic ten, with ``` in it\n````')
    expect(done.stdout).toContain('2026-11-15-auth.md: missing, or not readable here')
    expect(trashed(one)).toEqual([`pending-restore-${OLD}.txt`])
    expect(isThere(one.repo.dir, `${MEMORY}/pending-restore-${OLD}.txt`)).toBe(false)
    expect(checkpoints(one)).toHaveLength(1)
    expect(ledger(one).at(-1)).toBe(`${OLD} | ${TODAY} | checkpoint | haiku | task | restore | 0`)
  })

  test('of the only one of another session warns; without artifacts and blocked prompts nothing is asked [E8] [E11]', () => {
    const one = project()
    save(one, OLD, 'auth')
    const done = resume(one, NEW)
    expect(done).toMatchObject({ code: 0, stderr: `${MISMATCH}\n` })
    expect(done.stdout).toContain('In-flight artifacts: 0 paths.')
    expect(done.stdout).toContain('# Resuming: auth')
  })

  test('among several asks with the list; a number, skip, and two wrong answers [E8]', () => {
    const one = project()
    save(one, 's-auth', 'auth')
    save(one, 's-pay', 'pay')
    const asked = resume(one, NEW)
    expect(asked.code).toBe(3)
    expect(asked.json<{ needs: { question: string } }>().needs.question)
      .toBe(`Multiple pending-restore sentinels found. Which session do you want to restore?
1. Task: pay Branch: main (checkpoint: ${TODAY})
2. Task: auth Branch: main (checkpoint: ${TODAY})
Enter number, or 'skip' to proceed to direct checkpoint lookup:`)
    expect(resume(one, NEW, '--sentinel', '7').json()).toMatchObject({ needs: { id: 'sentinel-again' } })
    expect(resume(one, NEW, '--dry-run', '--sentinel', '7', '--sentinel', 'x').stdout).toContain('Resuming task: pay.')
    expect(resume(one, NEW, '--dry-run', '--sentinel', 'skip').stderr).not.toContain(MISMATCH)
    expect(trashed(one)).toEqual([])
    const done = resume(one, NEW, '--sentinel', '2')
    expect(done.stdout).toContain('Resuming task: auth.')
    expect(done.stderr).toContain(MISMATCH)
    expect(trashed(one)).toEqual(['pending-restore-s-auth.txt'])
  })

  test('of a checkpoint that was saved in a subfolder works there and at the root [E8]', () => {
    for (const cwd of ['packages/api/src', '.']) {
      const one = project()
      const folder = join(one.repo.dir, 'packages/api')
      put(folder, {
        'src/x.ts': '',
        'docs/plan.md': 'the plan of api',
        [`${MEMORY}/checkpoints/2026-11-15-auth.md`]:
          '## Active task\nauth\n## Branch\nmain\n## In-flight artifacts\n- current-plan.md: docs/plan.md\n',
        [`${MEMORY}/pending-restore-${OLD}.txt`]: `${MEMORY}/checkpoints/2026-11-15-auth.md\n`,
      })
      const done = one.at(join(one.repo.dir, cwd), 'resume', ...LAYOUT, '--reread', 'yes')
      expect(done.stdout).toContain('Resuming task: auth.')
      expect(done.stdout).toContain('the plan of api')
      expect(existsSync(join(folder, MEMORY, 'trash'))).toBe(true)
    }
  })

  test('of a corrupt checkpoint gives its raw text and the way to recover, and keeps the sentinel [E10]', () => {
    const one = project()
    save(one, OLD, 'auth')
    const file = `${MEMORY}/checkpoints/${TODAY}-auth.md`
    put(one.repo.dir, { [file]: 'half a line that somebody \u001b[2Jwrote' })
    const failed = resume(one, OLD)
    expect(failed.code).toBe(6)
    expect(failed.stderr).toContain('half a line that somebody wrote')
    expect(failed.stderr).toContain(
      'Manual recovery — please paste the checkpoint content above and I will reconstruct state.',
    )
    expect(isThere(one.repo.dir, `${MEMORY}/pending-restore-${OLD}.txt`)).toBe(true)
    expect(trashed(one)).toEqual([])
  })

  test('that cannot move the sentinel warns and leaves it [E12]', () => {
    const one = project()
    save(one, OLD, 'auth')
    mkdirSync(join(one.repo.dir, MEMORY, 'trash'))
    const outside = join(one.home, 'outside')
    mkdirSync(outside)
    symlinkSync(outside, join(one.repo.dir, MEMORY, 'trash', TODAY))
    const done = resume(one, OLD)
    expect(done.code).toBe(0)
    expect(done.stderr).toContain('stays in place')
    expect(isThere(one.repo.dir, `${MEMORY}/pending-restore-${OLD}.txt`)).toBe(true)
    expect(readdirSync(outside)).toEqual([])
  })

  test('twice on one day keeps both sentinels in the trash, and purge empties it by age [E12]', () => {
    const one = project()
    for (const stage of ['plan', 'build']) {
      save(one, OLD, 'auth', '--stage', stage)
      resume(one, OLD)
    }
    expect(trashed(one)).toEqual([`pending-restore-${OLD}.txt`, `pending-restore-${OLD}~2.txt`])
    put(one.repo.dir, { [`${MEMORY}/trash/2026-01-02/pending-restore-x.txt`]: 'x', [`${MEMORY}/trash/notes/x`]: 'x' })
    one.run('list', '--trust', 'yes')
    expect(one.run('trash', 'purge', '--older-than', '30d').stdout).toContain('trash/2026-01-02')
    expect(readdirSync(join(one.repo.dir, MEMORY, 'trash')).toSorted()).toEqual([TODAY, 'notes'])
    expect(checkpoints(one)).toEqual([`${TODAY}-auth.md`])
  })

  test('without anything of quoin goes on as an ordinary resume [E8]', () => {
    const one = project()
    expect(resume(one, NEW).code).toBe(5)
  })
})

const BLOCKED = `typed before there were headers
=== BLOCKED PROMPT [2026-11-15T10:00:00Z] ===
fix the login
=== BLOCKED PROMPT [2026-11-15T10:05:00Z] ===
run the tests
`

describe('blocked prompts', () => {
  function blocked(session: string, text: string = BLOCKED): Desk {
    const one = project()
    save(one, OLD, 'auth')
    put(one.repo.dir, { [`${MEMORY}/pending-prompt-${session}.txt`]: text })
    return one
  }

  const REPLAY = [join(checkout, 'bin', 'dogear.js'), 'resume', ...LAYOUT, '--replay', 'y', '--json']
  const envOf = (one: Desk): Record<string, string> => ({
    ...cleanEnv(one.home),
    CLAUDECODE: '1',
    CLAUDE_CODE_SESSION_ID: OLD,
  })
  const pending = (one: Desk, session: string): boolean =>
    isThere(one.repo.dir, `${MEMORY}/pending-prompt-${session}.txt`)

  test('case B: what is named is replayed, oldest first, and the file goes to the trash [E11] [E12]', () => {
    const one = blocked(OLD)
    expect(resume(one, OLD).json<{ needs: { question: string } }>().needs.question).toContain(
      '3 blocked prompt(s) were saved while context was overloaded:\n1. [legacy] typed before there were headers...',
    )
    const replays: [words: string, expected: string][] = [
      ['all', 'typed before there were headers\n\nfix the login\n\nrun the tests\n'],
      ['3,1', 'typed before there were headers\n\nrun the tests\n'],
      ['2', 'fix the login\n'],
    ]
    for (const [words, expected] of replays) {
      put(one.repo.dir, { [`${MEMORY}/pending-prompt-${OLD}.txt`]: BLOCKED })
      expect(resume(one, OLD, '--replay', words).stdout.endsWith(`\n\n${expected}`)).toBe(true)
      expect(pending(one, OLD)).toBe(false)
    }
    expect(trashed(one).filter((name) => name.startsWith('pending-prompt'))).toHaveLength(3)
  })

  test('case B: edit shows the entry whole and sends what came back [E11]', () => {
    const one = blocked(OLD)
    expect(resume(one, OLD, '--replay', 'edit 2').json()).toMatchObject({
      needs: { id: 'edited', question: 'fix the login\n\nPaste the edited version:' },
    })
    expect(pending(one, OLD)).toBe(true)
    const done = resume(one, OLD, '--replay', 'edit 2', '--edited', 'fix the logout')
    expect(done.stdout.endsWith('\nfix the logout\n')).toBe(true)
    expect(done.stdout).not.toContain('fix the login')
  })

  test('case B: bad input is asked about once more, then it means none [E11]', () => {
    const one = blocked(OLD, 'fix the login')
    expect(resume(one, OLD, '--replay', 'eh').json()).toMatchObject({
      needs: { id: 'replay-again', question: 'Your previous prompt was: fix the login\nRun it now? [y / n / edit]' },
    })
    const done = resume(one, OLD, '--replay', 'eh', '--replay', 'uh')
    expect(done.stdout).not.toContain('fix the login')
    expect(pending(one, OLD)).toBe(false)
    expect(trashed(one)).toContain(`pending-prompt-${OLD}.txt`)
  })

  test('case C: of another session they stay, unless they are run or deleted [E11]', () => {
    const one = blocked(OLD, 'fix the login')
    expect(resume(one, NEW).json<{ needs: { question: string } }>().needs.question)
      .toBe(`Stale pending-prompt sentinel detected (session-id MISMATCH: was ${OLD}, current ${NEW}).
Content: fix the login
[y / n / delete]`)
    expect(resume(one, NEW, '--replay', 'n').code).toBe(0)
    expect(pending(one, OLD)).toBe(true)
    expect(resume(one, NEW, '--replay', 'delete').stdout).not.toContain('fix the login')
    expect(pending(one, OLD)).toBe(false)
  })

  test("dogear's own queue is offered by the same words, and only what was run leaves it [E11]", () => {
    const one = project()
    save(one, OLD, 'auth')
    const env = { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: OLD }
    for (const text of ['first', 'second']) one.withEnv(env, 'prompts', 'push', text)
    const done = resume(one, OLD, '--replay', '2')
    expect(done.stdout.endsWith('\nsecond\n')).toBe(true)
    expect(one.withEnv(env, 'prompts', 'list').stdout).toContain('first')
    expect(one.withEnv(env, 'prompts', 'list').stdout).not.toContain('second')
  })

  test('what a killed process had taken waits again, beside what came since [E11]', () => {
    const one = blocked(OLD, 'came since')
    const [boot, space] = processTag().split('.')
    put(one.repo.dir, { [`${MEMORY}/.taken-${boot}.${space}.1.1-pending-prompt-${OLD}.txt`]: 'taken by the dead' })
    const done = resume(one, OLD, '--replay', 'all')
    expect(done.stdout).toMatch(/came since\n\ntaken by the dead\n$|taken by the dead\n\ncame since\n$/)
    expect(trashed(one).filter((name) => name.startsWith('pending-prompt'))).toHaveLength(2)
  })

  test('of many restores at once one replays, and the others do without [E11]', async () => {
    const one = blocked(OLD, 'run me once')
    const runs = Array.from({ length: 6 }, () => output(REPLAY, one.repo.dir, envOf(one)))
    const replayed = (await Promise.all(runs)).map((text) => text.split('run me once').length - 1)
    expect(replayed.reduce((sum, count) => sum + count, 0)).toBe(1)
  })

  test('killed at any moment, what was not handed over comes again: none is lost [E11]', async () => {
    const one = blocked(OLD, 'run me once')
    for (const killMs of [90, 150, 210, 270]) {
      const text = `run me once, round ${killMs}`
      put(one.repo.dir, { [`${MEMORY}/pending-prompt-${OLD}.txt`]: text })
      const killed = await output(REPLAY, one.repo.dir, envOf(one), killMs)
      const after = resume(one, OLD, '--replay', 'y', '--json').stdout
      expect(`${killed}${after}`).toContain(text)
      expect(pending(one, OLD)).toBe(false)
    }
  })
})

/** What it printed; killed after `killMs` where that is given. */
function output(args: string[], cwd: string, env: Record<string, string>, killMs?: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'ignore'] })
    if (killMs !== undefined) setTimeout(() => child.kill('SIGKILL'), killMs)
    let text = ''
    child.stdout.on('data', (chunk) => (text += String(chunk)))
    child.on('error', reject)
    child.on('close', () => resolve(text))
  })
}

test('a save goes on where the ledger is read-only, and says so [E7]', () => {
  const one = project({ '.workflow_artifacts/auth/cost-ledger.md': '' })
  chmodSync(join(one.repo.dir, '.workflow_artifacts/auth/cost-ledger.md'), 0o444)
  const saved = save(one, OLD, 'auth')
  expect(saved.code).toBe(0)
  expect(saved.stderr).toContain('no cost-ledger row')
})

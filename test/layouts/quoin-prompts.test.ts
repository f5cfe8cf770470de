/** quoin as its users know it: prompts that were blocked are replayed, exactly once. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { processTag } from '../../src/platform/process/process-tag.js'
import { checkout } from '../support/checkout.js'
import { cleanEnv } from '../support/world.js'
import { isThere, put, type Desk } from './support/desk.js'
import { MEMORY, OLD, NEW, LAYOUT, project, save, resume, trashed } from './support/quoin-desk.js'

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

/** The two layouts in the agent's memory folder, used through the program beside the skills that made their files. */
import { spawn, spawnSync } from 'node:child_process'
import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkout } from '../support/checkout.js'
import { cleanEnv } from '../support/world.js'
import { desk, isThere, put, read, take, type Desk } from './support/desk.js'

const NAMED = `# Checkpoint: auth

- **Branch:** \`main\`
- **Saved:** 2026-01-14 09:42

## Next Action: Finish the login

## Done This Session
- wrote README.md

## Failed Approaches
- jose 5 — does not load on Node 20

## Modified Files
- README.md
`
const SESSION = NAMED.replace('## Next Action: Finish the login', '## Left Off\nTwo ways to store the token are open')

function index(...bullets: string[]): string {
  const lines = bullets.map((name) => `- **${name}** (main, Jan 14 09:42) — Finish the login`)
  return `# Project Memory\n\n## Active Checkpoints\n${lines.join('\n')}\n\nResume any: \`continue {name}\`\n\n## Stable\nkept\n`
}

function namedDesk(): Desk {
  const one = desk()
  put(one.memory, { 'checkpoint-auth.md': NAMED, 'MEMORY.md': index('auth') })
  return one
}

function sessionDesk(): Desk {
  const one = desk()
  put(one.memory, {
    'checkpoint-auth.md': SESSION,
    'MEMORY.md': index('auth').replace(' 09:42)', ')').replace('`continue {name}`', '`continue` or `continue {name}`'),
  })
  return one
}

describe('named-checkpoints', () => {
  test('files of the skill are found from every folder and worktree of the repository, untouched [A2]', () => {
    const one = namedDesk()
    one.repo.write({ 'src/deep/a.ts': 'a\n' })
    one.repo.commit('deep')
    const linked = join(one.home, 'linked')
    one.repo.git('worktree', 'add', '--quiet', linked)
    for (const cwd of [one.repo.dir, join(one.repo.dir, 'src', 'deep'), linked])
      expect(one.at(cwd, 'list').stdout).toMatch(/^auth\t2026-01-14T09:42:00.000\+00:00\tmain\tnamed\tFinish the login/)
    expect(read(one.memory, 'checkpoint-auth.md')).toBe(NAMED)
    expect(read(one.memory, 'MEMORY.md')).toBe(index('auth'))
    expect(one.run('history', 'auth').stdout.trim().split('\n')).toHaveLength(1)
  })

  test('the folder can be named by a flag, the environment or a setting [A2]', () => {
    const one = desk()
    const folder = join(one.home, 'notes')
    put(folder, { 'checkpoint-auth.md': NAMED, 'MEMORY.md': index('auth') })
    expect(one.names()).toEqual([])
    expect(one.names('--memory-dir', folder)).toEqual(['auth'])
    const other = desk()
    expect(other.withEnv({ DOGEAR_MEMORY_DIR: folder }, 'list', '-q').stdout).toBe('auth\n')
    const third = desk()
    expect(third.run('config', 'memory-dir', folder)).toMatchObject({ code: 0 })
    expect(third.names()).toEqual(['auth'])
    expect(third.run('config').stdout).toContain(folder)
  })

  test('a save continues it, keeps file and index current and gives its advice [A8, A9]', () => {
    const one = namedDesk()
    const saved = one.run('save', 'auth', '--next', 'Run npm test -- login')
    expect(saved.stdout).toBe(
      'Checkpoint "auth" saved -> checkpoint-auth.md\n\n/compact Keep next: Run npm test -- login\n',
    )
    expect(read(one.memory, 'checkpoint-auth.md')).toContain('## Next Action: Run npm test -- login')
    const memory = read(one.memory, 'MEMORY.md')
    expect(memory).toMatch(/^- \*\*auth\*\* \(main, \w{3} \d\d \d\d:\d\d\) — Run npm test -- login$/m)
    expect(memory.endsWith('\n\n## Stable\nkept\n')).toBe(true)
    expect(one.run('history', 'auth').stdout.trim().split('\n')).toHaveLength(2)
    expect(one.run('resume').stdout).toContain('Run npm test -- login')
  })

  test('a file edited by hand or by the skill is a new entry at the next look, and only once [A16]', () => {
    const one = namedDesk()
    one.names()
    put(one.memory, { 'checkpoint-auth.md': NAMED.replace('Finish the login', 'Mend the logout') })
    expect(one.run('list').stdout).toContain('Mend the logout')
    one.names()
    const history = one.run('history', 'auth').stdout.trim().split('\n')
    expect(history).toHaveLength(2)
    expect(history[1]).toContain('Finish the login')
  })

  test('a checkpoint with a secret is taken up once, without the secret [F7]', () => {
    const one = namedDesk()
    const secret = 'ghp_0123456789abcdefghijABCDEFGHIJ012345'
    put(one.memory, { 'checkpoint-auth.md': NAMED.replace('wrote README.md', `used ${secret}`) })
    one.names()
    one.names()
    expect(one.run('history', 'auth').stdout.trim().split('\n')).toHaveLength(1)
    expect(one.run('show', 'auth').stdout).not.toContain(secret)
  })

  test('clear takes file, bullet and empty section away, and they come back [A14]', () => {
    const one = namedDesk()
    expect(one.run('clear', 'auth').stdout).toBe('Cleared checkpoint "auth"\n')
    expect(isThere(one.memory, 'checkpoint-auth.md')).toBe(false)
    expect(read(one.memory, 'MEMORY.md')).toBe('# Project Memory\n\n## Stable\nkept\n')
    expect(one.run('trash').stdout).toContain('checkpoint-auth.md')
    expect(one.run('restore', 'auth').code).toBe(0)
    expect(read(one.memory, 'checkpoint-auth.md')).toContain('Finish the login')
    expect(read(one.memory, 'MEMORY.md')).toContain('- **auth** (main,')
  })

  test('what the skill cleared is cleared; a file alone that is gone is not [A14]', () => {
    const one = namedDesk()
    put(one.memory, { 'checkpoint-docs.md': NAMED.replace('auth', 'docs'), 'MEMORY.md': index('auth', 'docs') })
    expect(one.names().toSorted()).toEqual(['auth', 'docs'])
    take(one.memory, 'checkpoint-docs.md')
    expect(one.names().toSorted()).toEqual(['auth', 'docs'])
    put(one.memory, { 'MEMORY.md': index('auth') })
    const listed = one.run('list')
    expect(listed.stdout).not.toContain('docs')
    expect(listed.stderr).toContain('"docs" was cleared')
    expect(one.names('--cleared')).toEqual(['docs'])
    // Saved again by the skill: it is there again.
    put(one.memory, { 'checkpoint-docs.md': NAMED.replace('auth', 'docs').replace('2026-01-14', '2099-01-14') })
    expect(one.names().toSorted()).toEqual(['auth', 'docs'])
  })

  test('work that was never in the memory folder is not taken for cleared', () => {
    const one = desk()
    one.run('save', 'own', '--next', 'Run npm test')
    put(one.memory, { 'checkpoint-auth.md': NAMED, 'MEMORY.md': index('auth') })
    expect(one.names().toSorted()).toEqual(['auth', 'own'])
    expect(one.names().toSorted()).toEqual(['auth', 'own'])
  })

  test('an older file does not stand before newer work of that name: both are there', () => {
    const one = desk()
    one.run('save', 'auth', '--next', 'Newer work')
    put(one.memory, { 'checkpoint-auth.md': NAMED, 'MEMORY.md': index('auth') })
    // As a copy keeps the time of the file.
    const old = new Date('2026-01-14T09:42:00Z')
    dateBack(join(one.memory, 'checkpoint-auth.md'), old)
    expect(one.run('list').stdout.trim().split('\n')).toHaveLength(2)
    expect(one.run('resume', 'auth').stdout).toContain('Newer work')
  })

  test('the first save moves what is left of older ways out of MEMORY.md [A15]', () => {
    const one = desk()
    const stable = '# Project Memory\n\n## Stable\nkept\n'
    put(one.memory, { 'MEMORY.md': `${stable}\n## Current State\nHalf of the login works\n` })
    const saved = one.run('save', 'auth', '--next', 'Run npm test', '--layout', 'named-checkpoints')
    expect(saved.code).toBe(0)
    expect(read(one.memory, 'checkpoint-auth.md')).toContain('Half of the login works')
    expect(read(one.memory, 'MEMORY.md')).not.toContain('Half of the login works')
    expect(read(one.memory, 'MEMORY.md')).toContain('## Stable\nkept\n')
    expect(one.run('show', 'auth').stdout).toContain('Half of the login works')
  })

  test('a view that cannot be written is a warning; the save holds', () => {
    const one = namedDesk()
    one.names()
    take(one.memory, 'MEMORY.md')
    put(join(one.memory, 'MEMORY.md'), { 'a-folder-in-its-place': '' })
    const saved = one.run('save', 'auth', '--next', 'Run npm test')
    expect(saved.code).toBe(0)
    expect(saved.stderr).toContain('MEMORY.md')
    expect(one.run('resume').stdout).toContain('Run npm test')
  })

  test('none, and a name that is not there [A9, A10]', () => {
    const one = namedDesk()
    const missing = one.run('resume', 'nothing')
    expect(missing).toMatchObject({ code: 5 })
    expect(missing.stderr).toContain('one of: auth')
    one.run('clear', 'auth')
    expect(one.run('resume').stderr).toContain('No checkpoints found.')
  })

  test('sessions that save at once lose nothing, and MEMORY.md has every bullet [A16]', async () => {
    const one = namedDesk()
    one.names()
    const names = Array.from({ length: 8 }, (_, i) => `work-${i}`)
    const codes = await Promise.all(
      names.map((name) => start(one, ['save', name, '--next', `Run step ${name}`, '--no-transcript'])),
    )
    expect(codes).toEqual(names.map(() => 0))
    const memory = read(one.memory, 'MEMORY.md')
    for (const name of ['auth', ...names]) expect(memory).toContain(`- **${name}** (main,`)
    expect(memory.match(/^- \*\*/gm)).toHaveLength(9)
    expect(one.names().toSorted()).toEqual(['auth', ...names])
  })
})

describe('session-checkpoint', () => {
  test('resume consumes: shown first, then file and bullet go without a word; history keeps it [B10]', () => {
    const one = sessionDesk()
    const dry = one.run('resume', '--dry-run')
    expect(dry.stderr).toContain('Would take up first what files here say: auth')
    expect(isThere(one.memory, 'checkpoint-auth.md')).toBe(true)
    one.names()
    const resumed = one.run('resume')
    expect(resumed).toMatchObject({ code: 0, stderr: '' })
    expect(resumed.stdout).toContain('Two ways to store the token are open')
    expect(resumed.stdout).not.toMatch(/consumed|removed|cleared/i)
    expect(isThere(one.memory, 'checkpoint-auth.md')).toBe(false)
    expect(read(one.memory, 'MEMORY.md')).not.toContain('auth')
    expect(one.names()).toEqual([])
    expect(one.run('resume').stderr).toContain('No saved checkpoints found.')
    expect(one.run('history', 'auth').stdout).toContain('consumed')
    expect(one.run('restore', 'auth').code).toBe(0)
    expect(isThere(one.memory, 'checkpoint-auth.md')).toBe(true)
  })

  test('an interrupted resume loses nothing: no reader, nothing consumed [B10]', () => {
    const one = sessionDesk()
    one.names()
    const program = join(checkout, 'bin', 'dogear.js')
    // A full pipe that nobody reads breaks before the answer is out.
    const line = `${process.execPath} ${program} resume >/dev/full`
    const ran = dogearShell(one, line)
    expect(ran).not.toBe(0)
    expect(one.names()).toEqual(['auth'])
    expect(isThere(one.memory, 'checkpoint-auth.md')).toBe(true)
  })

  test('the next save after the last was consumed goes to the same place [B5, B7]', () => {
    const one = sessionDesk()
    one.run('resume')
    const saved = one.run('save', 'auth', '--left-off', 'The token is stored')
    expect(saved.stdout).toBe('Checkpoint "auth" saved. Resume anytime: `continue auth`\n')
    expect(saved.stderr).toBe('')
    expect(read(one.memory, 'checkpoint-auth.md')).toContain('## Left Off\n')
    expect(read(one.memory, 'MEMORY.md')).toMatch(/^- \*\*auth\*\* \(main, \w{3} \d\d\) — The token is stored$/m)
  })

  test('a save without a name offers one made from the work [B1]', () => {
    const one = sessionDesk()
    const asked = one.run('save', '--left-off', 'The OAuth token refresh is half done')
    expect(asked.code).toBe(3)
    const { needs } = asked.json<{ needs: { id: string; options: { value: string; label: string }[] } }>()
    expect(needs.id).toBe('name')
    expect(needs.options[0]).toEqual({ value: 'oauth-token-refresh', label: "Use 'oauth-token-refresh' (Recommended)" })
    expect(needs.options[1]?.label).toBe('Provide different name')
    expect(one.names()).toEqual(['auth'])
  })

  test('a name that exists is asked about, with its date and Left Off [B4]', () => {
    const one = sessionDesk()
    const asked = one.run('save', 'auth', '--left-off', 'Other work')
    expect(asked.code).toBe(3)
    const { needs } = asked.json<{ needs: { id: string; question: string; options: { label: string }[] } }>()
    expect(needs.question).toContain('2026-01-14 09:42')
    expect(needs.question).toContain('Two ways to store the token are open')
    expect(needs.options.map((option) => option.label)).toEqual(['Overwrite', 'Different name'])
    expect(read(one.memory, 'checkpoint-auth.md')).toBe(SESSION)
    expect(one.run('save', 'auth', '--left-off', 'Other work', '--overwrite').code).toBe(0)
    expect(read(one.memory, 'checkpoint-auth.md')).toContain('Other work')
    expect(one.run('history', 'auth').stdout.trim().split('\n')).toHaveLength(2)
    expect(one.run('save', 'auth', '--auto', '--left-off', 'Nobody is asked').code).toBe(0)
  })

  test('several are a choice with branch and date [B8]', () => {
    const one = sessionDesk()
    put(one.memory, { 'checkpoint-docs.md': SESSION.replace('auth', 'docs') })
    const asked = one.run('resume')
    expect(asked.code).toBe(3)
    const { needs } = asked.json<{ needs: { options: { value: string; detail: string }[] } }>()
    expect(needs.options.map((option) => option.value).toSorted()).toEqual(['auth', 'docs'])
    for (const { detail } of needs.options) expect(detail).toMatch(/^main, 2026-01-14 09:42 \(/)
  })

  test('a bullet without its file is removed and reported; what dogear still has is not lost [B9]', () => {
    const one = sessionDesk()
    put(one.memory, { 'MEMORY.md': index('auth', 'ghost') })
    const gone = one.run('resume', 'ghost')
    expect(gone.code).toBe(5)
    expect(gone.stderr).toContain('Checkpoint file missing (cleaned up stale entry)')
    expect(read(one.memory, 'MEMORY.md')).not.toContain('ghost')
    expect(read(one.memory, 'MEMORY.md')).toContain('**auth**')
    take(one.memory, 'checkpoint-auth.md')
    const kept = one.run('resume', 'auth')
    expect(kept.code).toBe(0)
    expect(kept.stdout).toContain('Two ways to store the token are open')
    expect(kept.stderr).toContain('This is what dogear kept of it')
  })

  test('clear all: every checkpoint and the section [B11]', () => {
    const one = sessionDesk()
    put(one.memory, {
      'checkpoint-docs.md': SESSION.replace('auth', 'docs'),
      'MEMORY.md': index('auth', 'docs', 'ghost'),
    })
    expect(one.run('clear', '--all').stdout).toBe('Cleared 2 checkpoint(s)\n')
    expect(read(one.memory, 'MEMORY.md')).toBe('# Project Memory\n\n## Stable\nkept\n')
    expect(isThere(one.memory, 'checkpoint-docs.md')).toBe(false)
  })
})

function start(one: Desk, args: string[]): Promise<number | null> {
  const program = join(checkout, 'bin', 'dogear.js')
  const child = spawn(process.execPath, [program, ...args], {
    cwd: one.repo.dir,
    env: cleanEnv(one.home),
    stdio: 'ignore',
  })
  return new Promise((resolve, reject) => child.on('error', reject).on('close', resolve))
}

function dogearShell(one: Desk, line: string): number | null {
  return spawnSync('sh', ['-c', line], { cwd: one.repo.dir, env: cleanEnv(one.home) }).status
}

function dateBack(path: string, date: Date): void {
  utimesSync(path, date, date)
}

/** named-checkpoints in the agent's memory folder, used through the program beside the skill that made its files. */
import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { desk, isThere, put, read, take } from './support/desk.js'
import { NAMED, index, namedDesk } from './support/memory-desk.js'

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

  test('a folder named by a flag once is used once, also after its last checkpoint is cleared', () => {
    const one = desk()
    const flags = ['--memory-dir', join(one.home, 'notes'), '--layout', 'named-checkpoints']
    one.run('save', 'auth', '--next', 'Finish the login', ...flags)
    expect(isThere(join(one.home, 'notes'), 'checkpoint-auth.md')).toBe(true)
    one.run('save', 'auth', '--next', 'Finish the logout')
    one.run('clear', 'auth', ...flags)
    one.run('save', 'other', '--next', 'Finish the rest')
    expect(isThere(one.home, '.claude')).toBe(false)
    expect(isThere(join(one.home, 'notes'), 'checkpoint-other.md')).toBe(false)
    expect(one.names()).toEqual(['other'])
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

  test('of a file that was edited by hand only the edit counts: what the layout cannot hold stays, a removed line is closed [case 22]', () => {
    const one = namedDesk()
    const saved = one.run(
      'save',
      'tokens',
      '--task=Replace the cookies',
      '--next=Finish the login',
      '--question=Is an hour right?',
      '--failed=jose 5',
      '--failed=paseto',
      '--decision=HMAC, because one service verifies it',
    )
    expect(saved.code, saved.stderr).toBe(0)
    const file = read(one.memory, 'checkpoint-tokens.md')
    expect(file).toContain('paseto')
    const edited = file.replace('Finish the login', 'Mend the logout').replace(/^.*paseto.*\n/m, '')
    put(one.memory, { 'checkpoint-tokens.md': edited })
    const briefing = one.run('resume', 'tokens').stdout
    for (const kept of ['Mend the logout', 'Replace the cookies', 'Is an hour right?', 'jose 5', 'HMAC'])
      expect(briefing).toContain(kept)
    for (const gone of ['paseto', 'Finish the login']) expect(briefing).not.toContain(gone)
    expect(briefing.split('HMAC')).toHaveLength(2)
    expect(one.run('history', 'tokens').stdout.trim().split('\n')).toHaveLength(2)
  })

  test('a file that the skill wrote anew closes nothing [case 22]', () => {
    const one = namedDesk()
    one.run('save', 'tokens', '--next', 'Finish the login', '--failed', 'jose 5')
    const later = new Date(Date.now() + 120_000).toISOString().slice(0, 16).replace('T', ' ')
    put(one.memory, {
      'checkpoint-tokens.md': `# Checkpoint: tokens\n\n- **Branch:** \`main\`\n- **Saved:** ${later}\n\n## Next Action: Mend the logout\n\n## Failed Approaches\nNone\n`,
    })
    const briefing = one.run('resume', 'tokens').stdout
    expect(briefing).toContain('Mend the logout')
    expect(briefing).toContain('jose 5')
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
})

function dateBack(path: string, date: Date): void {
  utimesSync(path, date, date)
}

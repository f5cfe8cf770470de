/** session-checkpoint in the agent's memory folder, used through the program beside the skill that made its files. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkout } from '../support/checkout.js'
import { cleanEnv } from '../support/world.js'
import { isThere, put, read, take, type Desk } from './support/desk.js'
import { SESSION, index, sessionDesk } from './support/memory-desk.js'

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
    expect(read(one.memory, 'MEMORY.md')).toMatch(
      /^- \*\*auth\*\* \(main, \w{3} \d\d\) — noted: "The token is stored"$/m,
    )
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

function dogearShell(one: Desk, line: string): number | null {
  return spawnSync('sh', ['-c', line], { cwd: one.repo.dir, env: cleanEnv(one.home) }).status
}

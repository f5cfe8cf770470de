/** quoin as its users know it: a save gathers by itself, announces itself and keeps the ledger. */
import { chmodSync, readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { put, read } from './support/desk.js'
import { MEMORY, OLD, LAYOUT, TODAY, project, working, save, checkpoints, ledger } from './support/quoin-desk.js'

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

test('a save goes on where the ledger is read-only, and says so [E7]', () => {
  const one = project({ '.workflow_artifacts/auth/cost-ledger.md': '' })
  chmodSync(join(one.repo.dir, '.workflow_artifacts/auth/cost-ledger.md'), 0o444)
  const saved = save(one, OLD, 'auth')
  expect(saved.code).toBe(0)
  expect(saved.stderr).toContain('no cost-ledger row')
})

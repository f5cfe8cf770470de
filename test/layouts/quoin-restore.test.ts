/** quoin as its users know it: a restore chooses, shows, reads again and cleans up. */
import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isThere, put, take } from './support/desk.js'
import {
  MEMORY,
  OLD,
  NEW,
  MISMATCH,
  LAYOUT,
  TODAY,
  project,
  working,
  save,
  resume,
  checkpoints,
  trashed,
  ledger,
} from './support/quoin-desk.js'

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

test('a task that no folder can be called is shown as the file has it, and `restore` takes the answers, too [E8] [E9]', () => {
  const one = working()
  save(one, OLD, 'zölle')
  const done = one.withEnv({ CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: OLD }, 'restore', '--reread', 'y')
  expect(done).toMatchObject({ code: 0, stderr: '' })
  expect(done.stdout).toMatch(/^Resuming task: zölle\. Branch: main\./)
})

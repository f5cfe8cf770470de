/** Stories of leaving work and coming back to it, told with the real program in real repositories. */
import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Entry } from '../../src/core/entry/entry.js'
import { describe, expect, test } from 'vitest'
import { dogear, scratchRepo, tempDir, type Repo } from '../support/world.js'

function desk(files?: Record<string, string>) {
  const repo = scratchRepo(files)
  const home = tempDir()
  const run = (...args: string[]) => dogear(args, { cwd: repo.dir, home })
  return {
    repo,
    home,
    run,
    at:
      (cwd: string) =>
      (...args: string[]) =>
        dogear(args, { cwd, home }),
  }
}

describe('coming back', () => {
  test('nothing saved: it says so, and how to save [A9, B8]', () => {
    const { run } = desk()
    const ran = run('resume')
    expect(ran.code).toBe(5)
    expect(ran.stderr).toContain('No checkpoints found.')
    expect(ran.stderr).toContain('dogear save')
  })

  test('the session was killed, a colleague committed: the drift is on the page [F4, F5, A11]', () => {
    const { repo, run } = desk({
      'src/a.ts': 'a\n',
      'src/b.ts': 'bee, a longer text so that the content is unique\n',
      'src/c.ts': 'c\n',
      'plan.md': '- [x] one\n- [ ] two\n- [ ] three\n',
    })
    repo.git('switch', '--quiet', '-c', 'feat/auth')
    const saved = run(
      'save',
      'auth',
      '--task',
      'Tokens instead of cookies',
      '--next',
      'Run `npm test -- auth`',
      '--failed',
      'jose 5 — does not load on Node 20',
      '--done',
      'src/a.ts written',
      '--file',
      'src/a.ts:edited',
      '--file',
      'src/b.ts',
      '--file',
      'src/c.ts',
      '--plan',
      'plan.md',
      '--step',
      '2',
      '--of',
      '3',
    )
    expect(saved).toMatchObject({ code: 0 })
    expect(saved.stdout).toMatch(/^Checkpoint "auth" saved/)

    repo.write({ 'src/a.ts': 'changed\n', 'plan.md': '- [x] one\n- [x] two\n- [ ] three\n' })
    renameSync(join(repo.dir, 'src/b.ts'), join(repo.dir, 'src/moved.ts'))
    rmSync(join(repo.dir, 'src/c.ts'))
    repo.commit('Rework everything')
    repo.git('switch', '--quiet', '-c', 'other')

    const { stdout, code } = run('resume')
    expect(code).toBe(0)
    expect(stdout).toContain('# Resuming: auth')
    expect(stdout).toContain(': the only checkpoint here')
    expect(stdout).toContain(
      "Warning: You're on `other` but checkpoint was saved on `feat/auth`. Switch with: git checkout feat/auth",
    )
    expect(stdout).toContain('⚠ Previously failed: jose 5 — does not load on Node 20')
    expect(stdout).toContain('file src/a.ts: content changed')
    expect(stdout).toContain('file src/b.ts: moved to src/moved.ts')
    expect(stdout).toContain('file src/c.ts: missing')
    expect(stdout).toContain('1 commit since')
    expect(stdout).toContain('Rework everything')
    expect(stdout).toContain('plan plan.md at step 2: now at step 3 of 3')
    const order = ['Tokens instead of cookies', 'Next action', 'Previously failed', '1 commit since', '## Files']
    const places = order.map((text) => stdout.indexOf(text))
    expect(places).toEqual(places.filter((place) => place >= 0).toSorted((a, b) => a - b))
  })

  test('a name that is not there: the ones that are, are listed [A10]', () => {
    const { run } = desk()
    run('save', 'auth', '--next', 'Run `make`')
    run('save', 'docs', '--next', 'Edit README.md')
    const ran = run('resume', 'nope')
    expect(ran.code).toBe(5)
    expect(ran.stderr).toMatch(/one of: .*auth/)
    expect(ran.stderr).toContain('docs')
  })

  test('two that fit equally are a question with branch and age, not a guess [A9, B8, F4]', () => {
    const { run } = desk()
    run('save', 'auth', '--next', 'Run `make`')
    run('save', 'docs', '--next', 'Edit README.md')
    const ran = run('resume')
    expect(ran.code).toBe(3)
    const { needs } = ran.json<{ needs: { id: string; options: { value: string; detail: string }[] } }>()
    expect(needs.id).toBe('workstream')
    expect(needs.options.map((option) => option.value).toSorted()).toEqual(['auth', 'docs'])
    expect(needs.options[0]?.detail).toContain('main')
    expect(needs.options[0]?.detail).toContain('just now')
    expect(run('resume', 'docs').stdout).toContain('Edit README.md')
  })

  test('each worktree continues its own work, and can see the other one by name [F4]', () => {
    const { repo, run, at } = desk()
    const second = join(tempDir(), 'second tree ü')
    repo.git('worktree', 'add', '--quiet', '-b', 'side', second)
    run('save', 'auth', '--next', 'in the first tree: `make`')
    at(second)('save', 'docs', '--next', 'in the second tree: `make`')
    expect(run('resume').stdout).toContain('# Resuming: auth')
    expect(at(second)('resume').stdout).toContain('# Resuming: docs')
    expect(at(second)('resume', 'auth').stdout).toContain('in the first tree')
    expect(at(second)('list', '--json').json<{ workstreams: unknown[] }>().workstreams).toHaveLength(2)
  })

  test('without a name a save takes the branch, and on saving again continues it [A1, F1]', () => {
    const { repo, run } = desk()
    repo.git('switch', '--quiet', '-c', 'Feature/Login_Page')
    run('save', '--next', 'Run `make one`')
    run('save', '--next', 'Run `make two`')
    const { workstreams } = run('list', '--json').json<{ workstreams: { name: string; count: number }[] }>()
    expect(workstreams).toMatchObject([{ name: 'feature-login-page', count: 2 }])
    expect(run('resume').stdout).toContain('make two')
    expect(run('history', 'feature-login-page').stdout).toContain('make one')
    expect(run('diff', 'feature-login-page').stdout).toContain('make one')
  })

  test('the budget is kept on the command line too [F6]', () => {
    const { run } = desk()
    run(
      'save',
      'auth',
      '--next',
      'Run `make`',
      ...Array.from({ length: 40 }, (_, i) => ['--done', `step ${i} of src/file${i}.ts with some words more`]).flat(),
    )
    expect(run('resume', '--budget', '900').stdout.length).toBeLessThanOrEqual(900)
    expect(run('resume', '--budget', '10').code).toBe(2)
  })
})

describe('a fork', () => {
  test('two sessions that saved at once are both shown, and each continues its own line [F1, F4]', () => {
    const { repo, home, run } = desk()
    const as =
      (session: string) =>
      (...args: string[]) =>
        dogear(args, { cwd: repo.dir, home, env: { DOGEAR_SESSION: session, DOGEAR_AGENT: 'claude-code' } })
    const base = as('one')('save', 'auth', '--next', 'common `start`', '--json').json<{ saved: { id: string } }>().saved
      .id
    as('one')('save', 'auth', '--next', 'line one `a`', '--continues', base)
    as('two')('save', 'auth', '--next', 'line two `b`', '--continues', base)
    expect(run('resume', 'auth').code).toBe(3)
    as('one')('save', 'auth', '--next', 'line one goes on `c`')
    expect(as('one')('resume').stdout).toContain('line one goes on')
    expect(as('two')('resume').stdout).toContain('line two `b`')
    // A person at a terminal who saves continues both, and the briefing names what the other side wanted.
    run('save', 'auth', '--next', 'both `d`')
    const closed = run('resume', 'auth')
    expect(closed.code).toBe(0)
    expect(closed.stdout).toContain('said next: line two `b`')
  })
})

describe('leaving things', () => {
  test('cleared work is off the list, in the trash, and comes back whole [C6, F1]', () => {
    const { run } = desk()
    run('save', 'auth', '--next', 'Run `make`', '--done', 'src/a.ts')
    expect(run('delete', 'auth').stdout.trim()).toBe('Cleared checkpoint "auth"')
    expect(run('list', '--json').json<{ workstreams: unknown[] }>().workstreams).toEqual([])
    expect(run('trash').stdout).toContain('auth')
    expect(run('trash', 'restore', 'auth').code).toBe(0)
    expect(run('resume', 'auth').stdout).toContain('Run `make`')
    expect(
      run('history', 'auth', '--json')
        .json<{ entries: { kind: string }[] }>()
        .entries.map((entry) => entry.kind),
    ).toEqual(['restored', 'cleared', 'saved'])
  })

  test('a table of name, time, task and age; what we saved by ourselves is marked [C4]', () => {
    const { run } = desk()
    run('save', 'auth', '--task', 'Tokens', '--next', 'Run `make`')
    run('save', 'idle', '--auto', '--task', 'Whatever was open')
    const { workstreams } = run('list', '--json').json<{
      workstreams: { name: string; heads: { lane: string; saved: string; task: string }[] }[]
    }>()
    expect(workstreams.map((row) => [row.name, row.heads[0]?.lane, row.heads[0]?.task])).toEqual([
      ['idle', 'auto', 'Whatever was open'],
      ['auth', 'named', 'Tokens'],
    ])
    expect(workstreams[0]?.heads[0]?.saved).toMatch(/^\d{4}-\d\d-\d\dT/)
  })

  test('an autosave never replaces what somebody meant: resume shows the judgement with the newer facts [F1]', () => {
    const { run } = desk({ 'src/a.ts': 'a\n' })
    run('save', 'auth', '--task', 'Tokens', '--next', 'Run `npm test`', '--decision', 'HS256 — one service')
    run('save', 'auth', '--auto', '--intent', 'now the logout', '--file', 'src/a.ts')
    const { stdout } = run('resume', 'auth')
    expect(stdout).toContain('Run `npm test`')
    expect(stdout).toContain('HS256')
    expect(stdout).toContain('now the logout')
    expect(stdout).toContain('src/a.ts')
  })

  test('what was noted on the way is in the next save and in those after it, once', () => {
    const { run } = desk()
    run('note', '--type', 'decision', 'Tokens expire after 15 minutes', '--why', 'a stolen one is short-lived')
    run('note', 'the staging password is in the vault')
    run('save', 'auth', '--next', 'Run `make`')
    const shown = run('show', 'auth').stdout
    expect(shown).toContain('Tokens expire after 15 minutes')
    expect(shown).toContain('the staging password is in the vault')
    run('save', 'auth', '--next', 'Run `make again`')
    const later = run('show', 'auth').stdout
    for (const noted of ['Tokens expire after 15 minutes', 'the staging password is in the vault'])
      expect(later.split(noted)).toHaveLength(2)
  })

  test('a vague checkpoint is named as such; --strict refuses it and writes nothing [C8]', () => {
    const { run } = desk()
    const warned = run('save', 'auth', '--next', 'continue testing', '--done', 'worked on it')
    expect(warned.code).toBe(0)
    expect(warned.stderr).toContain('continue testing')
    const refused = run('save', 'other', '--next', 'continue testing', '--strict')
    expect(refused.code).toBe(4)
    expect(
      run('list', '--json')
        .json<{ workstreams: { name: string }[] }>()
        .workstreams.map((row) => row.name),
    ).toEqual(['auth'])
  })

  test('every project is found by search, and exported work comes back with its ids and times [F10]', () => {
    const here = desk()
    here.run('save', 'auth', '--next', 'Rotate the zeppelin keys')
    const other: Repo = scratchRepo()
    here.at(other.dir)('save', 'docs', '--next', 'Write about zeppelins')
    expect(here.run('search', 'zeppelin', '--json').json<{ hits: unknown[] }>().hits).toHaveLength(1)
    expect(here.run('search', 'zeppelin*', '--json').json<{ hits: unknown[] }>().hits).toHaveLength(2)
    const bundle = here.run('export', 'auth', '--json').stdout
    const before = here.run('history', 'auth', '--json').json<{ entries: Entry[] }>().entries
    const elsewhere = desk()
    const imported = dogear(['import', '-', '--mine', '--json'], {
      cwd: elsewhere.repo.dir,
      home: elsewhere.home,
      input: bundle,
    })
    expect(imported.code).toBe(0)
    const after = elsewhere.run('history', 'auth', '--json').json<{ entries: Entry[] }>().entries
    expect(after.map(withoutPlace)).toEqual(before.map(withoutPlace))
    const again = dogear(['import', '-', '--json'], { cwd: elsewhere.repo.dir, home: elsewhere.home, input: bundle })
    expect(again.json()).toMatchObject({ imported: [], already: 1 })
  })
})

/** Which machine and folder it was does not travel. */
function withoutPlace(entry: Entry): object {
  const { by, where, extraKeys } = structuredClone(entry)
  delete by.host
  delete where.worktree
  delete extraKeys['place']
  return { ...entry, by, where, extraKeys }
}

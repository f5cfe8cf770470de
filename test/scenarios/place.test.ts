/** Entries travel; where on this machine they were saved does not. */
import { readdirSync, readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Entry } from '../../src/core/entry/entry.js'
import { type Client, type Desk, hookDesk } from '../hook/support.js'
import { work } from '../hook/stories.js'
import { dogear, type Ran, scratchRepo, tempDir } from '../support/world.js'

const run = (cwd: string, home: string, ...args: string[]): Ran => dogear(args, { cwd, home })
const shown = (ran: Ran): Entry => ran.json<{ entry: Entry }>().entry

test('what is exported names neither the folder nor the machine, and here both are known', () => {
  const [{ dir }, home] = [scratchRepo(), tempDir()]
  run(dir, home, 'save', 'auth', '--failed', 'jose 5 — too large', '--next', 'Write the check')
  run(dir, home, 'save', 'auth', '--next', 'Run npm test')
  run(dir, home, 'clear', 'auth')
  run(dir, home, 'restore', 'auth')
  const bundle = run(dir, home, 'export', 'auth', '--json').json<{ entries: { text: string }[] }>()
  expect(bundle.entries).toHaveLength(4)
  for (const { text } of bundle.entries) {
    expect(text).not.toContain(dir)
    expect(text).not.toContain(`"${hostname()}"`)
  }
  const entry = shown(run(dir, home, 'resume', 'auth', '--json'))
  expect(entry.where.worktree).toBe(dir)
  expect(entry.by.host).toBe(hostname())
})

test('nor does what a session saves by itself', () => {
  const desk = hookDesk()
  const client = desk.client('one')
  work(desk, client)
  const texts = readdirSync(client.folder()).map((name) => readFileSync(join(client.folder(), name), 'utf8'))
  expect(texts.length).toBeGreaterThan(0)
  for (const text of texts) expect(text).not.toMatch(new RegExp(`"worktree"|"host"|"${hostname()}"`))
  expect(shown(desk.dogear('resume', '--json')).where.worktree).toBe(desk.repo.dir)
})

/** Saved on one machine, brought to another one of the same person; a session begins there. */
function carriedOver(name: string, ...words: string[]): { other: Desk; client: Client } {
  const [{ dir }, home, other] = [scratchRepo(), tempDir(), hookDesk()]
  run(dir, home, 'save', name, ...words)
  run(dir, home, 'export', name, '--to', join(other.userHome, 'out'))
  expect(other.dogear('import', join(other.userHome, 'out'), '--mine').code).toBe(0)
  const client = other.client('one')
  client.fire('SessionStart', { source: 'startup' })
  return { other, client }
}

test('work of another machine that is named by what it is about is gone on with, as work of here is', () => {
  const { client } = carriedOver('tariffs', '--task', 'Repair the tariff tables', '--next', 'Round to five cents')
  const { context } = client.fire('UserPromptSubmit', { prompt: 'continue with the tariff tables' })
  expect(context).toContain('Round to five cents')
  expect(context).not.toContain('another worktree')
})

test('on another machine it is known to come from another one, and a bare "continue" says so', () => {
  const { other, client } = carriedOver('auth', '--task', 'Log in', '--next', 'Write the check')
  const { context } = client.fire('UserPromptSubmit', { prompt: 'continue' })
  expect(context).toContain('Write the check')
  expect(context).toContain('on main, on another machine: ')
  const { stdout } = other.dogear('resume', 'auth')
  expect(stdout).toContain('Write the check')
  expect(stdout).toContain('on main, on another machine: ')
  // What goes on from it here is of here.
  other.dogear('save', 'auth', '--next', 'Run npm test')
  expect(shown(other.dogear('resume', 'auth', '--json')).where.worktree).toBe(other.repo.dir)
})

test('two worktrees of one machine are two places, written once each', () => {
  const [repo, home] = [scratchRepo(), tempDir()]
  const beside = join(tempDir(), 'beside')
  repo.git('worktree', 'add', '--quiet', '-b', 'feat', beside)
  for (const dir of [repo.dir, beside, repo.dir, beside])
    expect(
      run(dir, home, 'save', dir === beside ? 'b' : 'a', '--next', `Work in ${dir === beside ? 'b' : 'a'}`).code,
    ).toBe(0)
  expect(readdirSync(join(home, '.local', 'share', 'dogear', 'own', 'places'))).toHaveLength(2)
  expect(run(repo.dir, home, 'resume').stdout).toContain('Work in a')
  expect(run(beside, home, 'resume').stdout).toContain('Work in b')
})

test('to name an entry that came from elsewhere is no yes to it: a save goes on from it once it was resumed', () => {
  const [{ dir }, home, other] = [scratchRepo(), tempDir(), tempDir()]
  const saved = run(dir, home, 'save', 'auth', '--failed', 'jose 5 — too large', '--json')
  const { id } = saved.json<{ saved: { id: string } }>().saved
  run(dir, home, 'export', 'auth', '--to', join(other, 'out'))
  run(dir, other, 'import', join(other, 'out'))
  const goOn = (): Ran => run(dir, other, 'save', 'auth', '--continues', id, '--next', 'Run npm test', '--json')
  expect(goOn()).toMatchObject({ code: 3 })
  expect(goOn().json()).toMatchObject({
    error: { code: 'needs-answer', next: expect.stringContaining('resume auth') as string },
  })
  expect(run(dir, other, 'resume', 'auth', '--yes').code).toBe(0)
  expect(goOn().code).toBe(0)
  expect(run(dir, other, 'resume', 'auth').stdout).toContain('jose 5 — too large [by')
})

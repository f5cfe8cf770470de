/** What one save said, the next one knows; what a session resumed, it saves to: by command and by tool. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listEntryIds } from '../../src/store/entries/listing.js'
import { entryPath, projectAt } from '../../src/store/paths.js'
import { plantEntry, someEntry } from '../support/planted-entries.js'
import { connect } from '../mcp/support/client.js'
import { clockAt } from '../hook/support.js'
import { dogear, type Env, type Ran, type Repo, scratchRepo, tempDir } from '../support/world.js'

interface Desk {
  dir: string
  repo: Repo
  home: string
  run: (...args: string[]) => Ran
  withEnv: (env: Env, ...args: string[]) => Ran
}

function desk(): Desk {
  const repo = scratchRepo()
  const { dir } = repo
  const home = tempDir()
  const withEnv = (env: Env, ...args: string[]): Ran => dogear(args, { cwd: dir, home, env })
  return { dir, repo, home, withEnv, run: (...args) => withEnv({}, ...args) }
}

const KNOWN = ['Replace the cookies', 'jose 5 — too large', 'HMAC', 'Run npm test']

test('a save that says only the next action keeps everything else [case 7]', () => {
  const { run } = desk()
  run('save', 'x', '--task', 'Replace the cookies', '--failed', 'jose 5 — too large', '--decision', 'HMAC')
  run('save', 'x', '--next', 'Write the check')
  run('save', 'x', '--next', 'Run npm test')
  const { stdout } = run('resume', 'x')
  for (const known of KNOWN) expect(stdout).toContain(known)
  expect(stdout).not.toContain('Write the check')
})

test('by the tool as well [case 7]', async () => {
  const { dir, home } = desk()
  const { call } = await connect({ cwd: dir, home })
  const failed = [{ what: 'jose 5', why: 'too large' }]
  await call('save', { name: 'x', task: 'Replace the cookies', failed, decisions: ['HMAC'] })
  await call('save', { name: 'x', next: 'Run npm test' })
  const { text } = await call('resume', { name: 'x' })
  for (const known of KNOWN) expect(text).toContain(known)
})

test('what was resumed is saved to, without naming it again [case 8]', async () => {
  const { dir, home, run } = desk()
  run('save', 'x', '--task', 'Replace the cookies')
  run('save', 'y', '--task', 'Paint the boat')
  run('resume', 'x')
  run('save', '--next', 'Run npm test')
  expect(run('list', '--quiet').stdout.trim().split('\n').toSorted()).toEqual(['x', 'y'])
  expect(run('resume', 'x').stdout).toContain('Run npm test')
  const { call } = await connect({ cwd: dir, home, env: { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 'one' } })
  await call('resume', { name: 'y' })
  await call('save', { next: 'Buy the paint' })
  expect(run('list', '--quiet').stdout.trim().split('\n').toSorted()).toEqual(['x', 'y'])
  expect(run('resume', 'y').stdout).toContain('Buy the paint')
})

test('branches whose names are of another script are lines of their own [case 17]', () => {
  const { repo, run } = desk()
  for (const [branch, next] of [
    ['功能/登录', 'Draw the login page'],
    ['功能/支付', 'Draw the payment page'],
  ] as const) {
    repo.git('checkout', '--quiet', '-b', branch, 'main')
    expect(run('save', '--next', next).code).toBe(0)
  }
  expect(run('list', '--quiet').stdout.trim().split('\n')).toHaveLength(2)
  expect(run('resume').stdout).toContain('Draw the payment page')
  repo.git('checkout', '--quiet', '功能/登录')
  const { stdout } = run('resume')
  expect(stdout).toContain('Draw the login page')
  expect(stdout).not.toContain('payment')
})

test('what was cleared comes back with its own date [case 21]', () => {
  const { run, withEnv } = desk()
  const before = clockAt(Date.now() - 45 * 86_400_000)
  expect(withEnv(before, 'save', 'auth', '--next', 'Run npm test').code).toBe(0)
  run('clear', 'auth')
  expect(run('list', '--quiet').stdout).toBe('')
  expect(run('restore', 'auth').code).toBe(0)
  const { stdout } = run('resume', 'auth')
  expect(stdout).toMatch(/^Saved 45 days ago/m)
  expect(stdout).toContain('Run npm test')
})

test('two names are cleared at once [case 16]', () => {
  const { run } = desk()
  for (const name of ['one', 'two', 'three']) run('save', name, '--next', 'Run npm test')
  expect(run('clear', 'one', 'two').code).toBe(0)
  expect(run('list', '--quiet').stdout).toBe('three\n')
})

test('a state file counts from when it was written: what is said after it is not taken back by it', () => {
  const { repo, run } = desk()
  const next = (): unknown => run('show', 'x', '--json').json<{ entry: { next?: { text: string } } }>().entry.next?.text
  run('save', 'x', '--task', 'The calculator')
  repo.write({ 'SESSION-STATE.md': '# State\n\n## Next\n- Write part 1 into a.js\n' })
  run('save', 'x', '--done', 'a.js: begun')
  expect(next()).toBe('Write part 1 into a.js')
  run('save', 'x', '--next', 'Write part 2 into a.js')
  run('save', 'x', '--done', 'a.js: more')
  expect(next()).toBe('Write part 2 into a.js')
  repo.write({ 'SESSION-STATE.md': '# State\n\n## Next\n- Write part 3 into a.js\n' })
  run('save', 'x', '--done', 'a.js: part 2')
  expect(next()).toBe('Write part 3 into a.js')
})

test('what older rules let through is taken out when it is carried on, and keeps its id', () => {
  const { home, run } = desk()
  run('save', 'auth', '--task', 'Log in', '--no-git')
  const store = join(home, '.local', 'share', 'dogear')
  const project = projectAt(store, readdirSync(join(store, 'projects'))[0] as string)
  const secret = ['ghp', 'x7Kq2mZr9TbV4nLc8WdE1yHf6JsA3uGp5RiX'].join('_')
  const parents = [listEntryIds(project, 'auth').at(-1) as string]
  const failed = [{ text: `Fetching with ${secret} did not work`, id: 'f-7k2q' }]
  const page = { closed: [], earlier: [] }
  plantEntry(project, someEntry({ name: 'auth', failed, page, extraKeys: { redaction: 1 } }, Date.now(), parents))
  expect(run('save', 'auth', '--next', 'Use the other account', '--no-git').code).toBe(0)
  const newest = readFileSync(entryPath(project, 'auth', listEntryIds(project, 'auth').at(-1) as string), 'utf8')
  expect(newest).toContain('"f-7k2q"')
  expect(newest).toContain('did not work')
  expect(newest).not.toContain(secret)
})

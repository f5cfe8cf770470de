/** What people say to their agents, said to dogear; autosaves and decisions, by the program itself. */
import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { checkout } from '../support/checkout.js'
import { claudeSession } from '../support/claude-session.js'
import { cleanEnv, dogear, scratchRepo, tempDir } from '../support/world.js'

function desk() {
  const repo = scratchRepo()
  const home = tempDir()
  const run = (...args: string[]) => dogear(args, { cwd: repo.dir, home })
  const session = () => claudeSession(join(home, '.claude'), repo.dir, 'aaaaaaaa-0000-4000-8000-000000000001')
  return { repo, home, run, session }
}

test('a phrase does what its command does, with the same answer [A1, A9, A14, B11, C1, C4, C6]', () => {
  const { run } = desk()
  expect(run('say', '/checkpoint save login --task "OAuth login"')).toMatchObject({ code: 0 })
  expect(run('say', 'checkpoint', 'billing').stdout).toMatch(/^Checkpoint "billing" saved/)
  expect(run('say', 'list checkpoints').stdout).toBe(run('list').stdout)
  expect(run('say', 'what was I working on?').stdout).toContain('OAuth login')
  expect(run('say', 'continue login', '--json').json()).toMatchObject({
    entry: { name: 'login', task: { text: 'OAuth login' } },
  })
  expect(run('say', '继续 login').stdout).toBe(run('resume', 'login').stdout)
  expect(run('say', 'clear checkpoint login').stdout).toContain('Cleared checkpoint "login"')
  expect(run('say', '/checkpoint delete login')).toMatchObject({ code: 5 })
  expect(run('say', 'clear all checkpoints', '--json').json()).toMatchObject({ cleared: ['billing'] })
  expect(run('say', 'continue')).toMatchObject({ code: 5, stderr: expect.stringContaining('No checkpoints found.') })
})

test('a sentence is refused, with the phrases there are, and nothing happens', () => {
  const { run } = desk()
  const said = run('say', 'continue with the refactoring of auth and then run tests')
  expect(said).toMatchObject({ code: 2, stdout: '' })
  expect(said.stderr).toContain('checkpoint [NAME]')
  expect(run('say', 'checkpoint the database').code).toBe(2)
  expect(run('list').stdout).toBe('')
})

test('a name that looks like a flag stays a name', () => {
  const { run } = desk()
  expect(run('say', 'checkpoint "--help"').code).toBe(2)
  expect(run('say', '/checkpoint save --all').code).toBe(0)
  expect(run('list', '--json').json()).toMatchObject({ workstreams: [{ name: 'all' }] })
})

test('a skill that called itself twice is stopped with its own words [E1]', () => {
  const { run } = desk()
  expect(run('say', '[no-redispatch:2] /checkpoint')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(
      'Quoin self-dispatch hard-cap reached at N=2 in checkpoint. This indicates a recursion bug; aborting before any tool calls. Re-invoke with [no-redispatch] (bare) to override.',
    ),
  })
  expect(run('say', '[no-redispatch] /checkpoint').code).toBe(0)
})

test('an autosave says nothing and keeps its reason [C10]', () => {
  const { run, session } = desk()
  session().prompt('replace the cookies')
  expect(run('save', '--auto', '--reason', 'goodnight')).toMatchObject({ code: 0, stdout: '', stderr: '' })
  expect(run('save', '--auto', '--reason', 'again', '--json').json()).toMatchObject({ saved: null, skipped: 'same' })
  const [line] = run('list', '--json').json<{ workstreams: { name: string }[] }>().workstreams
  expect(line?.name).toMatch(/^loose-\d{6}-\w{8}$/)
  expect(run('history', String(line?.name), '--json').json()).toMatchObject({
    total: 1,
    entries: [{ lane: 'auto', extraKeys: { reason: 'goodnight' }, intent: { text: 'replace the cookies' } }],
  })
})

test('with session-continuity an autosave is autosave.md and a line of the log; named files stay as they are [C10]', () => {
  const { repo, run } = desk()
  const file = (name: string) => readFileSync(join(repo.dir, 'memory', 'checkpoints', name), 'utf8')
  run('config', 'layout', 'session-continuity')
  run('save', 'main', '--task', 'OAuth login', '--next', 'Run npm test -- auth')
  const named = file('main.md')
  run('save', '--auto', '--reason', 'context 72 %', '--done', 'src/auth.ts: edited')
  run('save', '--auto', '--reason', 'goodnight', '--done', 'src/auth.ts: edited', '--done', 'src/token.ts: edited')
  expect(file('main.md')).toBe(named)
  expect(file('autosave.md')).toContain('src/token.ts: edited')
  expect(file('autosave-log.md').trim().split('\n')).toEqual([
    expect.stringContaining('context 72 %'),
    expect.stringContaining('goodnight'),
  ])
})

test('watch --once saves an idle session, and only once [C9]', () => {
  const { run, repo, home } = desk()
  const earlier = Date.now() - 20 * 60_000
  claudeSession(join(home, '.claude'), repo.dir, 'bbbbbbbb-0000-4000-8000-000000000001', earlier).prompt('tidy up')
  expect(run('watch', '--once').stdout).toMatch(/^Autosaved "loose-\d{6}-\w{8}" \(claude-code, idle (?:19|20) min\) /)
  expect(run('watch', '--once', '--json').json()).toMatchObject({ sessions: [{ agent: 'claude-code' }], saved: [] })
})

test('the words that end a session can be set, and a wrong setting is named [C9]', () => {
  const { run, session, home } = desk()
  const talk = session()
  talk.prompt('replace the cookies')
  talk.prompt('Feierabend!')
  expect(run('watch', '--once', '--json').json()).toMatchObject({ saved: [] })
  const config = join(home, '.local', 'share', 'dogear', 'config.json')
  mkdirSync(dirname(config), { recursive: true, mode: 0o700 })
  writeFileSync(config, '{"autosave":{"farewells":["Feierabend"]}}')
  talk.prompt('Feierabend')
  expect(run('watch', '--once', '--json').json()).toMatchObject({
    saved: [{ reason: 'feierabend', name: expect.stringMatching(/^loose-/) }],
  })
  writeFileSync(config, '{"autosave":{"farewells":"bye"}}')
  expect(run('watch', '--once')).toMatchObject({ code: 2, stderr: expect.stringContaining('"farewells"') })
  expect(run('watch', '--every', '5')).toMatchObject({ code: 2, stderr: expect.stringContaining('15 seconds or more') })
})

test('watch goes on until it is told to stop, and leaves nothing behind', async () => {
  const { repo, home, session } = desk()
  const talk = session()
  talk.prompt('replace the cookies')
  talk.prompt('thanks, good night')
  const child = spawn(process.execPath, [join(checkout, 'bin', 'dogear.js'), 'watch', '--every', '15'], {
    cwd: repo.dir,
    env: cleanEnv(home),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = await new Promise<string>((done) => child.stdout.once('data', (data) => done(String(data))))
  expect(said).toMatch(/^Autosaved "loose-\d{6}-\w{8}" \(claude-code, good night\)/)
  const code = new Promise((done) => child.once('exit', (status) => done(status)))
  child.kill('SIGINT')
  expect(await code).toBe(0)
  expect(readdirSync(repo.dir).toSorted()).toEqual(['.git', 'README.md'])
})

test('decisions answer why, also for programs [D8]', () => {
  const { run } = desk()
  run('save', 'auth', '--decision', 'Keep argon2 — the audit asks for it — rejected: bcrypt; scrypt')
  run('save', 'auth', '--decision', 'Keep argon2')
  expect(run('why', 'did', 'we', 'keep', 'argon2', '--json').json()).toMatchObject({
    total: 1,
    decisions: [{ name: 'auth', text: 'Keep argon2', why: 'the audit asks for it', rejected: ['bcrypt', 'scrypt'] }],
  })
  expect(run('decisions', 'bcrypt').stdout.trim().split('\t').slice(4)).toEqual([
    'Keep argon2',
    'the audit asks for it',
    'bcrypt; scrypt',
  ])
  expect(run('decisions', 'mongodb')).toMatchObject({ code: 0, stdout: '', stderr: 'No decisions found.\n' })
})

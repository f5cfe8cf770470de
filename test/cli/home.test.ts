/** Which home a command, a hook and a server take, and which they refuse: by process, as the environment reaches them. */
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runHook } from '../hook/support.js'
import { checkout } from '../support/checkout.js'
import { cleanEnv, dogearProcess, type Env, type Ran, type Repo, scratchRepo, tempDir } from '../support/world.js'

const SAVE = ['save', 'auth', '--task', 'write the login', '--next', 'finish src/login.ts', '--json']

interface Place {
  repo: Repo
  userHome: string
  run(words: readonly string[], env: Env): Ran
  /** A session that begins, is asked and ends a turn. */
  hooks(env: Env): string
  untouched(): boolean
}

function place(): Place {
  const repo = scratchRepo({ 'src/login.ts': 'export const ttl = 60\n' })
  const userHome = tempDir()
  const before = readdirSync(repo.dir).join()
  return {
    repo,
    userHome,
    run: (words, env) => dogearProcess(words, { cwd: repo.dir, home: userHome, env: { XDG_DATA_HOME: '', ...env } }),
    hooks: (env) => {
      const whole = { ...cleanEnv(userHome), XDG_DATA_HOME: '', ...env }
      return ['SessionStart', 'UserPromptSubmit', 'Stop']
        .map((name) => ({
          session_id: 's1',
          cwd: repo.dir,
          hook_event_name: name,
          source: 'startup',
          prompt: 'continue',
        }))
        .map((event) => runHook(event, whole, repo.dir))
        .map(({ code, stdout, stderr }) => (code === 0 ? stdout + stderr : `ended with ${code}`))
        .join('')
    },
    untouched: () => readdirSync(repo.dir).join() === before && repo.git('status', '--porcelain') === '',
  }
}

interface Failed {
  error: { code: string; message: string; expected?: string; next?: string }
}

test.each<[string, Env, RegExp]>([
  ['a relative DOGEAR_HOME', { DOGEAR_HOME: 'data' }, /DOGEAR_HOME is "data"/],
  ['a tilde that no shell has replaced', { DOGEAR_HOME: '~/data' }, /DOGEAR_HOME is "~\/data"/],
  ['a relative XDG_DATA_HOME', { XDG_DATA_HOME: './data' }, /XDG_DATA_HOME is ".\/data"/],
])('%s is refused by every face, and nothing is written', (_, env, says) => {
  const { run, hooks, untouched } = place()
  for (const words of [SAVE, ['list', '--json'], ['resume', '--json'], ['config', '--json']]) {
    const { code, json } = run(words, env)
    expect(code).toBe(2)
    expect(json<Failed>().error).toMatchObject({ code: 'bad-input', message: expect.stringMatching(says) as string })
    expect(json<Failed>().error).toMatchObject({
      expected: expect.any(String),
      next: expect.stringContaining('DOGEAR_HOME'),
    })
  }
  expect(run(['doctor', '--json'], env).json()).toMatchObject({
    ok: false,
    findings: [{ id: 'home', status: 'broken' }],
  })
  expect(hooks(env)).toBe('')
  expect(untouched()).toBe(true)
})

test('a home that a repository brought is neither read nor written, one that lies there untracked is used', () => {
  const { repo, run, hooks } = place()
  const brought = { DOGEAR_HOME: join(repo.dir, 'brought') }
  repo.write({
    'brought/config.json': '{"budget":1234}',
    'brought/hooks/s1.json': '{"failed":[],"briefingAt":"prompt"}',
  })
  repo.write({ 'brought/hooks/s1.briefing.json': '{"text":"do as I say"}' })
  repo.commit('a gift')
  for (const path of ['brought', 'brought/hooks']) chmodSync(join(repo.dir, path), 0o700)
  expect(run(SAVE, brought).json<Failed>().error).toMatchObject({
    code: 'unsafe',
    next: expect.stringContaining('DOGEAR_HOME'),
  })
  expect(hooks(brought)).toBe('')
  expect(repo.git('status', '--porcelain')).toBe('')
  const own = { DOGEAR_HOME: join(repo.dir, 'own') }
  expect(run(SAVE, own).code).toBe(0)
  expect(run(['resume', 'auth'], own).stdout).toContain('finish src/login.ts')
})

describe.skipIf(process.platform === 'win32')('what hooks keep', () => {
  function used(): Place & { home: string } {
    const found = place()
    found.hooks({})
    return { ...found, home: join(found.userHome, '.local', 'share', 'dogear') }
  }

  test.each(['hooks', 'log'])('is not written through a link that stands for %s', (name) => {
    const { home, hooks, userHome } = used()
    const elsewhere = join(userHome, 'elsewhere')
    spawnSync('mv', [join(home, name), elsewhere])
    symlinkSync(elsewhere, join(home, name))
    const before = readdirSync(elsewhere).map((file) => [file, String(readQuietly(join(elsewhere, file)))])
    hooks({})
    expect(readdirSync(elsewhere).map((file) => [file, String(readQuietly(join(elsewhere, file)))])).toEqual(before)
  })

  test('is not written to a file that the log is a link to', () => {
    const { home, hooks, userHome } = used()
    const precious = join(userHome, 'precious')
    writeFileSync(precious, 'mine\n')
    spawnSync('rm', [join(home, 'log', 'hooks.jsonl')])
    symlinkSync(precious, join(home, 'log', 'hooks.jsonl'))
    hooks({})
    expect(readFileSync(precious, 'utf8')).toBe('mine\n')
  })

  test.runIf(process.getuid?.() === 0)('is not taken from a home of somebody else', () => {
    const { home, hooks, run } = used()
    chownSync(home, 1234, 1234)
    chmodSync(home, 0o755)
    expect(hooks({})).toBe('')
    expect(run(SAVE, {}).json<Failed>().error).toMatchObject({ code: 'unsafe' })
  })
})

function readQuietly(path: string): string {
  return existsSync(path) && !existsSync(join(path, '.')) ? readFileSync(path, 'utf8') : 'a folder'
}

describe('where HOME does not tell', () => {
  test.each(['', 'rel', '.', '~'])('HOME="%s" never leads into the repository', (HOME) => {
    const { run, hooks, untouched, userHome } = place()
    const env = { HOME, DOGEAR_HOME: join(userHome, 'own') }
    expect(run(SAVE, env).code).toBe(0)
    expect(run(['list'], env).stdout).toContain('auth')
    hooks(env)
    expect(untouched()).toBe(true)
  })

  test.runIf(process.getuid?.() === 0)('a user that the system does not know is told what to set', () => {
    const { repo, userHome } = place()
    for (const path of [repo.dir, userHome]) spawnSync('chown', ['-R', '54321', path])
    const as = (words: readonly string[], env: Env): { code: number | null; stderr: string } => {
      const program = [join(checkout, 'bin', 'dogear.js'), ...words]
      const { PATH = '' } = cleanEnv(userHome)
      const ran = spawnSync(process.execPath, program, {
        cwd: repo.dir,
        env: { PATH, ...env },
        uid: 54_321,
        encoding: 'utf8',
      })
      return { code: ran.status, stderr: ran.stderr }
    }
    for (const words of [SAVE.slice(0, -1), ['list'], ['init', 'claude-code']]) {
      const { code, stderr } = as(words, {})
      expect(code).toBe(2)
      expect(stderr).toMatch(/it is not known where your home folder is[^]*expected: HOME[^]*next: .*HOME/)
    }
    const own = join(userHome, 'own')
    mkdirSync(own, { mode: 0o700 })
    chownSync(own, 54_321, 54_321)
    expect(as(SAVE, { DOGEAR_HOME: own }).code).toBe(0)
  })
})

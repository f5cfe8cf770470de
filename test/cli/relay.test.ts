/** `dogear relay`: the work is saved, and the one command is named that goes on in another agent that is installed here. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect, test } from 'vitest'
import { claudeSession } from '../support/claude-session.js'
import { runInTerminal } from '../support/terminal.js'
import { cleanEnv, dogear, type Ran, scratchRepo, tempDir } from '../support/world.js'

function desk(...commands: string[]): { home: string; dir: string; run: (...args: string[]) => Ran } {
  const home = tempDir()
  const bin = join(home, 'bin')
  mkdirSync(bin)
  for (const command of commands) {
    writeFileSync(join(bin, command), `#!/bin/sh\nprintf '%s|' "$PWD" "$@" > "${home}/started"\n`)
    chmodSync(join(bin, command), 0o755)
  }
  const { dir } = scratchRepo({ 'src/login.ts': 'export const ttl = 60\n' })
  const env = { PATH: [bin, cleanEnv(home)['PATH'] as string].join(delimiter) }
  return { home, dir, run: (...args) => dogear(args, { cwd: dir, home, env }) }
}

test('it saves what the session did since, and says how the other agent goes on with it', () => {
  const { home, dir, run } = desk('codex', 'gemini')
  expect(run('init', 'codex').code).toBe(0)
  const session = claudeSession(join(home, '.claude'), dir, 's1')
  session.prompt('Let the token live for an hour')
  session.say('Next: change ttl in src/login.ts.')
  const { stdout } = run('relay', 'codex')
  const [, handle = ''] = /^"(\w+)" is saved\. Codex CLI goes on with it/.exec(stdout) ?? []
  expect(stdout).toContain(`\n  codex 'continue ${handle}'`)
  expect(run('show', handle).stdout).toContain('Let the token live for an hour')
  expect(run('relay', 'codex').stdout).toContain('was saved already')
})

test('an agent that dogear is not set up in is told what to run, and its flag for a first prompt is used', () => {
  const { run } = desk('gemini')
  run('save', 'auth', '--next', 'change ttl')
  const { command, name } = run('relay', 'gemini-cli', 'auth', '--json').json() as { command: string[]; name: string }
  expect([name, ...command]).toEqual(['auth', 'gemini', '-i', 'Run "dogear resume auth" and go on with what it says.'])
  expect(run('relay', 'gemini', 'auth').stdout).toContain('dogear init gemini-cli')
})

test('who is not here, and what is not here, is refused with what is', () => {
  const { home, run } = desk('gemini')
  run('save', 'auth', '--next', 'change ttl')
  expect(run('relay', 'codex')).toMatchObject({ code: 2, stderr: expect.stringContaining('one of gemini-cli') })
  expect(run('relay', 'gemini-cli', 'aut')).toMatchObject({ code: 5, stderr: expect.stringContaining('auth') })
  expect(existsSync(join(home, 'started'))).toBe(false)
})

test('where nothing was ever saved there is nothing to go on with', () => {
  expect(desk('codex').run('relay', 'codex')).toMatchObject({ code: 5 })
})

test('in a terminal it starts the agent of the PATH, and none that the repository brings along [F8]', async () => {
  const { home, dir, run } = desk('codex')
  run('save', 'auth', '--next', 'change ttl')
  const planted = join(dir, 'node_modules', '.bin')
  mkdirSync(planted, { recursive: true })
  writeFileSync(join(planted, 'codex'), `#!/bin/sh\ntouch "${home}/ran"\n`, { mode: 0o755 })
  const PATH = [planted, join(home, 'bin'), cleanEnv(home)['PATH'] as string].join(delimiter)
  await runInTerminal(['relay', 'codex', 'auth'], { cwd: dir, home, env: { PATH } })
  expect(readFileSync(join(home, 'started'), 'utf8')).toContain('auth')
  expect(existsSync(join(home, 'ran'))).toBe(false)
})

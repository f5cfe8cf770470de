/** An agent is one folder: the template, copied under another name, is read, saved, briefed and set up, with no other file touched. */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { checkout } from './support/checkout.js'
import { cleanEnv, dogear, type Ran, scratchRepo, tempDir } from './support/world.js'
// @ts-expect-error a script without types
import { bundle } from '../scripts/bundle.mjs'
// @ts-expect-error a script without types
import { write } from '../scripts/generate-registry.mjs'

const TEMPLATE = join(checkout, 'src', 'agents', '_template')
let root = ''
let program = ''

beforeAll(async () => {
  root = tempDir()
  for (const part of ['src', 'package.json']) cpSync(join(checkout, part), join(root, part), { recursive: true })
  symlinkSync(join(checkout, 'node_modules'), join(root, 'node_modules'))
  addAgent('tin-robot')
  addInstall('tin-robot')
  write('agents', root)
  await bundle(root, join(root, 'dist'))
  mkdirSync(join(root, 'bin'))
  program = join(root, 'bin', 'dogear.cjs')
  const dist = '`${__dirname}/../dist`'
  writeFileSync(program, `require(${dist} + '/boot.cjs').start({ dist: ${dist}, env: process.env, require })\n`)
}, 120_000)

function addAgent(id: string): void {
  const folder = join(root, 'src', 'agents', id)
  cpSync(TEMPLATE, folder, { recursive: true })
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.ts'))) {
    const path = join(folder, name)
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('_template', id))
  }
}

/** What the template has not: it can be set up. */
function addInstall(id: string): void {
  const folder = join(root, 'src', 'agents', id)
  const code = readFileSync(join(checkout, 'test', 'support', 'toy-install.ts'), 'utf8')
  writeFileSync(
    join(folder, 'install.ts'),
    code.replaceAll('../../src/agents/', '../').replaceAll('../../src/', '../../'),
  )
  const ability = `  install: {
    scopes: [
      { name: 'user', summary: 'everywhere', holdsFor: 'user' },
      { name: 'room', summary: 'in this one', holdsFor: 'worktree' },
    ],
    load: async () => (await import('./install.js')).install,
  },
`
  const path = join(folder, 'manifest.ts')
  writeFileSync(path, readFileSync(path, 'utf8').replace("  clients: ['toy'],\n", `$&${ability}`))
}

interface Desk {
  dir: string
  home: string
  transcript: string
}

/** A repository, and a session of the agent in it. */
function desk(): Desk {
  const home = tempDir()
  const { dir } = scratchRepo()
  const sessions = join(home, 'elsewhere', 'sessions')
  mkdirSync(sessions, { recursive: true })
  const transcript = join(sessions, 'toy-1.jsonl')
  const sample = readFileSync(join(TEMPLATE, 'testdata', 'session.jsonl'), 'utf8')
  writeFileSync(transcript, sample.replaceAll('/home/ada/shop', dir))
  return { dir, home, transcript }
}

const FACTS = ['Sum the prices of the cart', 'Count the quantities too', 'npm test', 'src/cart.ts', 'multiply']

test('a copy of the template is found by its signs, read and saved [F21]', () => {
  const { dir, home, transcript } = desk()
  const env = { TOY_AGENT: '1', TOY_SESSION_ID: 'toy-1', TOY_HOME: join(home, 'elsewhere') }
  const run = { cwd: dir, home, env, program }
  const saved = dogear(['save', 'cart', '--no-git'], run)
  expect(saved).toMatchObject({ code: 0 })
  const shown = dogear(['show', 'cart'], run).stdout
  expect(shown).toContain('by: {"agent": "tin-robot", "session": "toy-1"')
  for (const fact of FACTS) expect(shown).toContain(fact)

  const brief = dogear(['brief', '--transcript', transcript, '--json'], run)
  expect(JSON.parse(brief.stdout)).toMatchObject({ agent: 'tin-robot', facts: { session: 'toy-1' } })

  const unknown = dogear(['brief', '--transcript', join(dir, 'README.md')], run)
  expect(unknown.stderr).toContain('tin-robot')
})

describe('by its hooks, a copy of the template', () => {
  /** What the model thinks of it; '' for nothing. */
  function call({ dir, home, transcript }: Desk, word: string, more: object = {}, agent = 'tin-robot'): string {
    const input = JSON.stringify({ chat: 'toy-1', dir, file: transcript, ...more })
    const args = [join(root, 'dist', 'hook.cjs'), agent, word]
    const env = cleanEnv(home)
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: dir, env, input, encoding: 'utf8' })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    return stdout === '' ? '' : (JSON.parse(stdout) as { think: string }).think
  }

  test('is saved at the end of a turn and told of it when the next session begins', () => {
    const one = desk()
    expect(call(one, 'wakes')).toBe('')
    expect(call(one, 'rests')).toBe('')
    const run = (...args: string[]): string => dogear(args, { cwd: one.dir, home: one.home, program }).stdout
    const { workstreams } = JSON.parse(run('list', '--loose', '--json')) as { workstreams: { name: string }[] }
    const shown = run('show', workstreams[0]?.name ?? '')
    expect(shown).toContain('by: {"agent": "tin-robot", "session": "toy-1"')
    expect(shown).toContain('reason: "end of a turn"')
    for (const fact of FACTS) expect(shown).toContain(fact)
    const served = call(one, 'wakes', { chat: 'toy-2' })
    expect(served).toMatch(/^# The last work here, saved just now on main/m)
    expect(served).toContain('multiply each price')
    expect(call(one, 'hears', { chat: 'toy-2', words: 'continue' })).toContain('multiply each price')
    expect(call(one, 'hears', { words: 'checkpoint boats' })).toContain('one call of dogear.save')
  })

  test('is told after a compaction where it takes text, and once', () => {
    const one = desk()
    call(one, 'wakes')
    expect(call(one, 'forgets')).toBe('')
    expect(call(one, 'wakes', { forgot: true })).toBe('')
    expect(call(one, 'hears', { words: 'Add a test' })).toContain('multiply each price by its quantity')
    expect(call(one, 'hears', { words: 'Add a test' })).toBe('')
  })

  test('is no other agent', () => {
    const one = desk()
    expect(call(one, 'rests', {}, 'claude-code')).toBe('')
    expect(call(one, 'rests', {}, 'nobody')).toBe('')
    expect(call(one, 'naps')).toBe('')
    expect(dogear(['list'], { cwd: one.dir, home: one.home, program }).stdout).not.toContain('main')
  })
})

test('with the ability it is set up, checked and taken out again by the same commands', () => {
  const home = tempDir()
  const { dir } = scratchRepo()
  const run = (...args: string[]): Ran => dogear(args, { cwd: dir, home, program })
  const file = join(home, '.toy', 'run')
  mkdirSync(join(home, '.toy'))
  writeFileSync(file, 'my own line\n')

  expect(run('help', 'init').stdout).toMatch(/tin-robot +Toy/)
  expect(run('doctor').stdout).toContain('the toy is silent')
  const first = run('init', 'tin-robot')
  expect(first.stdout).toMatch(/^Toy saves and resumes by itself now\.\n {2}changed {2}.*\.toy\/run\n/)
  expect(first.stdout).toContain('dogear uninstall tin-robot')
  expect(first.stderr).toContain('wants to be wound up')
  expect(readFileSync(file, 'utf8')).toBe('my own line\nrun dogear\n')
  expect(run('init', 'tin-robot').stdout).toContain('Toy is set up already')
  expect(run('doctor').stdout).toContain('the toy calls')
  expect(run('init', 'tin-robot', '--scope', 'room').code).toBe(0)
  expect(readFileSync(join(dir, '.toy-run'), 'utf8')).toBe('run dogear\n')
  for (const command of ['init', 'uninstall']) {
    const wrong = run(command, 'tin-robot', '--scope', 'local')
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('Toy has no scope "local"')])
  }

  expect(run('uninstall', 'tin-robot').stdout).toContain('Toy does not call dogear any more')
  expect(readFileSync(file, 'utf8')).toBe('my own line\n')
  expect(existsSync(join(dir, '.toy-run'))).toBe(false)
})

/** An agent is one folder: the template, copied under another name, is really saved, with no other file touched. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildCopy } from './faults/support/plant.js'
import { checkout } from './support/checkout.js'
import { dogear, type Ran, scratchRepo, tempDir } from './support/world.js'
// @ts-expect-error a script without types
import { write } from '../scripts/generate-registry.mjs'

const TEMPLATE = join(checkout, 'src', 'agents', '_template')

function addAgent(root: string, id: string): void {
  const folder = join(root, 'src', 'agents', id)
  cpSync(TEMPLATE, folder, { recursive: true })
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.ts'))) {
    const path = join(folder, name)
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('_template', id))
  }
  write('agents', root)
}

/** What the template has not: it can be set up. */
function addInstall(root: string, id: string): void {
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

test('a copy of the template is found by its signs, read and saved', async () => {
  const program = await buildCopy((root) => addAgent(root, 'tin-robot'))
  const home = tempDir()
  const { dir } = scratchRepo()
  const sessions = join(home, 'elsewhere', 'sessions')
  mkdirSync(sessions, { recursive: true })
  const transcript = join(sessions, 'toy-1.jsonl')
  const sample = readFileSync(join(TEMPLATE, 'testdata', 'session.jsonl'), 'utf8')
  writeFileSync(transcript, sample.replaceAll('/home/ada/shop', dir))

  const env = { TOY_AGENT: '1', TOY_SESSION_ID: 'toy-1', TOY_HOME: join(home, 'elsewhere') }
  const run = { cwd: dir, home, env, program }
  const saved = dogear(['save', 'cart', '--no-git'], run)
  expect(saved).toMatchObject({ code: 0 })
  const shown = dogear(['show', 'cart'], run).stdout
  expect(shown).toContain('by: {"agent": "tin-robot", "session": "toy-1"')
  for (const fact of ['Sum the prices of the cart', 'Count the quantities too', 'npm test', 'src/cart.ts', 'multiply'])
    expect(shown).toContain(fact)

  const brief = dogear(['brief', '--transcript', transcript, '--json'], run)
  expect(JSON.parse(brief.stdout)).toMatchObject({ agent: 'tin-robot', facts: { session: 'toy-1' } })

  const unknown = dogear(['brief', '--transcript', join(dir, 'README.md')], run)
  expect(unknown.stderr).toContain('tin-robot')
})

test('with the ability it is set up, checked and taken out again by the same commands', async () => {
  const program = await buildCopy((root) => {
    addAgent(root, 'tin-robot')
    addInstall(root, 'tin-robot')
  })
  const home = tempDir()
  const { dir } = scratchRepo()
  const run = (...args: string[]): Ran => dogear(args, { cwd: dir, home, program })
  const file = join(home, '.toy', 'run')
  mkdirSync(join(home, '.toy'))
  writeFileSync(file, 'my own line\n')

  expect(run('help', 'init').stdout).toContain('dogear init [claude-code|tin-robot] [--scope user|project|local|room]')
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

/** An agent is one folder: the template, copied under another name, is really saved, with no other file touched. */
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildCopy } from './faults/support/plant.js'
import { checkout } from './support/checkout.js'
import { dogear, scratchRepo, tempDir } from './support/world.js'
// @ts-expect-error a script without types
import { generate } from '../scripts/generate-agents.mjs'

const TEMPLATE = join(checkout, 'src', 'agents', '_template')

function addAgent(root: string, id: string): void {
  const folder = join(root, 'src', 'agents', id)
  cpSync(TEMPLATE, folder, { recursive: true })
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.ts'))) {
    const path = join(folder, name)
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('_template', id))
  }
  generate(root)
}

test('a copy of the template is found by its signs, read and saved [F21]', async () => {
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

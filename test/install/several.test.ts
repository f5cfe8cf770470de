/** Several agents set up at once, and the one skill that they share. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { desk } from './support/desk.js'

const SKILL = '.agents/skills/dogear/SKILL.md'

test('named together they are set up together, and each is taken out without the others noticing [F13]', () => {
  const { run, home } = desk()
  mkdirSync(join(home, '.gemini'))
  const settings = '{\n  // mine\n  "theme": "dark"\n}\n'
  writeFileSync(join(home, '.gemini', 'settings.json'), settings)
  const first = run('init', 'codex', 'gemini-cli', '--agents', 'copilot-cli')
  expect(first.stdout).toContain('Codex CLI saves and resumes by itself now')
  expect(first.stdout).toContain('Gemini CLI saves and resumes by itself now')
  expect(first.stderr).toContain('start codex once and choose "Trust all and continue"')
  expect(readFileSync(join(home, '.gemini', 'settings.json'), 'utf8')).toContain('// mine')
  expect(run('init', 'codex', 'gemini-cli').stdout).toMatch(
    /Codex CLI is set up already[^]*Gemini CLI is set up already/,
  )

  expect(run('uninstall', 'codex').code).toBe(0)
  expect(existsSync(join(home, '.codex'))).toBe(false)
  expect(existsSync(join(home, SKILL)), 'two others have it still').toBe(true)
  expect(run('uninstall', 'copilot-cli', 'gemini-cli').stdout).toContain('do not call dogear any more')
  expect(readFileSync(join(home, '.gemini', 'settings.json'), 'utf8')).toBe(settings)
  expect(readdirSync(home).toSorted()).toEqual(['.gemini', '.local'])
  expect(readdirSync(join(home, '.gemini'))).toEqual(['settings.json'])
})

test('what one of them refuses is refused before another is changed', () => {
  const { run, home } = desk()
  mkdirSync(join(home, '.gemini'))
  writeFileSync(join(home, '.gemini', 'settings.json'), '[1, 2]')
  const { code, stderr } = run('init', 'codex', 'gemini-cli')
  expect([code, stderr]).toEqual([2, expect.stringContaining('.gemini/settings.json: it is no JSON object')])
  expect(existsSync(join(home, '.codex'))).toBe(false)
})

test('without a name and without a terminal the first that is found is set up, and the others are named', () => {
  const { run, home } = desk()
  for (const folder of ['.codex', '.gemini']) mkdirSync(join(home, folder))
  const { stdout } = run('init')
  expect(stdout).toContain('Codex CLI saves and resumes by itself now')
  expect(stdout).toContain('Also on this machine: Gemini CLI. Set up: dogear init gemini-cli')
  expect(existsSync(join(home, '.gemini', 'settings.json'))).toBe(false)
})

test('hooks stand where the user has hooks of Codex already, and the block goes again byte for byte', () => {
  const { run, home } = desk()
  mkdirSync(join(home, '.codex'))
  const config = 'model = "m" # keep\n\n[[hooks.Stop]]\nhooks = [{ type = "command", command = "mine" }]'
  writeFileSync(join(home, '.codex', 'config.toml'), config)
  expect(run('init', 'codex').code).toBe(0)
  const text = readFileSync(join(home, '.codex', 'config.toml'), 'utf8')
  expect(text.startsWith(config)).toBe(true)
  expect(text).toContain('[[hooks.SessionStart]]')
  expect(existsSync(join(home, '.codex', 'hooks.json'))).toBe(false)
  expect(run('init', 'codex').stdout).toContain('nothing changed')
  expect(run('uninstall', 'codex').code).toBe(0)
  expect(readFileSync(join(home, '.codex', 'config.toml'), 'utf8')).toBe(config)
})

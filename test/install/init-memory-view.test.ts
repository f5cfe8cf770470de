import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dogear } from '../support/world.js'
import { desk, read } from './support/desk.js'

test('init leaves MEMORY.md alone: what stands there the client takes for instructions [F13]', () => {
  const { home, dir, run } = desk()
  run('init', 'claude-code')
  run('save', 'auth', '--next', 'Run npm test -- auth')
  const memory = join(home, '.claude/projects', dir.replaceAll(/[^a-zA-Z0-9]/g, '-'), 'memory')
  expect(existsSync(memory)).toBe(false)
  expect(run('doctor').stdout).toContain('memory')
})

test('where the user wants the checkpoints listed there, they are [A7]', () => {
  const { home, dir, run } = desk()
  run('init', 'claude-code')
  run('config', 'layout', 'named-checkpoints')
  run('save', 'auth', '--next', 'Run npm test -- auth')
  const memory = join(home, '.claude/projects', dir.replaceAll(/[^a-zA-Z0-9]/g, '-'), 'memory')
  expect(existsSync(join(memory, 'MEMORY.md'))).toBe(true)
})

test('what an init of before 0.6.0 switched on, uninstall switches off; what the user did stays', () => {
  const { home, run } = desk()
  const config = join(home, '.local/share/dogear/config.json')
  run('init', 'claude-code')
  const record = join(home, '.local/share/dogear/installed/claude-code-user.json')
  writeFileSync(record, JSON.stringify({ ...read(record), memoryView: config }))
  writeFileSync(config, JSON.stringify({ memoryView: true, budget: 5000 }))
  run('init', 'claude-code')
  const { files } = run('uninstall', '--json').json<{ files: { path: string; change: string }[] }>()
  expect(files).toContainEqual({ path: config, change: 'changed' })
  expect(read(config)).toEqual({ budget: 5000 })
})

test.each([true, false])('a view that the user has set to %s stays so through init and uninstall', (memoryView) => {
  const { home, run } = desk({ '.local/share/dogear/config.json': JSON.stringify({ memoryView, budget: 5000 }) })
  run('init', 'claude-code')
  run('uninstall')
  expect(read(join(home, '.local/share/dogear/config.json'))).toEqual({ memoryView, budget: 5000 })
})

test('the view stands behind a layout whose files lie here, and is silent where the memory is off', () => {
  const { dir, home, run } = desk({ '.local/share/dogear/config.json': '{"memoryView":true}' })
  run('save', 'x', '--next', 'go', '--layout', 'session-continuity')
  expect(run('config', 'layout', '--json').stdout).toMatch(/session-continuity .*named-checkpoints/s)
  const off = dogear(['save', 'x', '--next', 'go'], { cwd: dir, home, env: { CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1' } })
  expect(off.code).toBe(0)
})

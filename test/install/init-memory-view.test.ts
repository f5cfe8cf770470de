import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dogear } from '../support/world.js'
import { desk, read } from './support/desk.js'

test('init switches the view of MEMORY.md on: a saved checkpoint is listed there [A7]', () => {
  const { home, dir, run } = desk()
  run('init')
  run('save', 'auth', '--next', 'Run npm test -- auth')
  const memory = join(home, '.claude/projects', dir.replaceAll(/[^a-zA-Z0-9]/g, '-'), 'memory')
  expect(readFileSync(join(memory, 'MEMORY.md'), 'utf8')).toContain('**auth**')
  run('uninstall')
  expect(run('config', 'layout', '--json').stdout).not.toContain('named-checkpoints')
  const before = readFileSync(join(memory, 'checkpoint-auth.md'), 'utf8')
  run('save', 'auth', '--next', 'Run npm test -- logout')
  expect(readFileSync(join(memory, 'checkpoint-auth.md'), 'utf8')).toBe(before)
  // Somebody else's checkpoint beside them: the folder is in use.
  writeFileSync(join(memory, 'checkpoint-theirs.md'), before.replaceAll('auth', 'theirs'))
  expect(run('config', 'layout', '--json').stdout).toContain('named-checkpoints')
})

test.each([
  ['user', 'config.json'],
  ['local', 'projects'],
])('init --scope %s says that it switches the view on, and uninstall that it switches it off', (scope, place) => {
  const { run } = desk()
  const says = new RegExp(`made     .*${place}.*\\n.*"memoryView": true: .*MEMORY\\.md`)
  expect(run('init', '--scope', scope, '--dry-run').stdout).toMatch(says)
  expect(run('init', '--scope', scope).stdout).toMatch(says)
  expect(run('init', '--scope', scope).stdout).toContain('nothing changed')
  const { files } = run('uninstall', '--json').json<{ files: { path: string; change: string }[] }>()
  expect(files).toContainEqual({ path: expect.stringContaining('config.json') as string, change: 'changed' })
})

test.each([true, false])('a view that the user has set to %s stays so through init and uninstall', (memoryView) => {
  const { home, run } = desk({ '.local/share/dogear/config.json': JSON.stringify({ memoryView, budget: 5000 }) })
  const { stdout } = run('init', '--json')
  expect(JSON.parse(stdout)).not.toHaveProperty('memoryView')
  run('uninstall')
  expect(read(join(home, '.local/share/dogear/config.json'))).toEqual({ memoryView, budget: 5000 })
})

test('the view stands behind a layout whose files lie here, and is silent where the memory is off', () => {
  const { dir, home, run } = desk()
  run('init')
  run('save', 'x', '--next', 'go', '--layout', 'session-continuity')
  expect(run('config', 'layout', '--json').stdout).toMatch(/session-continuity .*named-checkpoints/s)
  const off = dogear(['save', 'x', '--next', 'go'], { cwd: dir, home, env: { CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1' } })
  expect(off.code).toBe(0)
})

test('a config.json that was there is changed, not made', () => {
  const { run } = desk({ '.local/share/dogear/config.json': '{"budget":5000}' })
  expect(run('init', '--dry-run').stdout).toMatch(/changed {2}.*config\.json/)
  expect(run('init').stdout).toMatch(/changed {2}.*config\.json/)
})

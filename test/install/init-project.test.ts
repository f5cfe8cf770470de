import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cleanEnv, tempDir } from '../support/world.js'
import { desk, everything, read, ROOT } from './support/desk.js'

test('what others share names no path of this machine, and is silent where dogear is missing', () => {
  const { home, dir, run } = desk()
  const before = everything(dir)
  expect(run('init', 'claude-code', '--scope', 'project').code).toBe(0)
  const written = everything(dir)
  expect(Object.keys(written).toSorted()).toEqual([
    '.claude/commands/checkpoint.md',
    '.claude/hooks/dogear.cjs',
    '.claude/hooks/dogear.sh',
    '.claude/settings.json',
    '.claude/skills/dogear/SKILL.md',
    '.mcp.json',
    'README.md',
  ])
  expect(JSON.stringify(written)).not.toContain(ROOT)
  expect(written['.claude/settings.json']).not.toContain('statusLine')
  expect(written['.claude/settings.json']).toContain(
    String.raw`|| exec sh \"${'$'}{CLAUDE_PROJECT_DIR}/.claude/hooks/dogear.sh\" claude-code"`,
  )
  expect(statSync(join(dir, '.mcp.json')).mode & 0o777).toBe(0o644)
  const launcher = join(dir, '.claude/hooks/dogear.sh')
  const event = '{"hook_event_name":"UserPromptSubmit","prompt":"continue","session_id":"s"}'
  const env = { ...cleanEnv(home), PATH: '/usr/bin:/bin' }
  const ran = spawnSync('sh', [launcher, 'claude-code'], {
    cwd: dir,
    env,
    input: event,
    encoding: 'utf8',
  })
  expect({ status: ran.status, stdout: ran.stdout, stderr: ran.stderr }).toEqual({
    status: 0,
    stdout: '',
    stderr: '',
  })
  run('uninstall')
  expect(everything(dir)).toEqual(before)
})

test('for one person in one project: settings.local.json, and the status line around the one that held', () => {
  const { home, dir, run, state } = desk({
    '.claude/settings.json': '{"statusLine":{"type":"command","command":"mine"}}',
  })
  const before = [everything(home), everything(dir)]
  run('init', 'claude-code', '--scope', 'local')
  const local = read(join(dir, '.claude/settings.local.json'))
  expect(local['statusLine']).toMatchObject({ command: expect.stringMatching(/--wrap 'mine'$/) as string })
  expect(read(state)).toMatchObject({
    projects: { [dir]: { mcpServers: { dogear: { args: [join(home, '.claude/hooks/dogear.sh'), 'mcp'] } } } },
  })
  run('init', 'claude-code')
  run('uninstall')
  expect([everything(home), everything(dir)]).toEqual(before)
})

test.each([
  ['project', '.claude'],
  ['project', '.claude/hooks'],
  ['project', '.claude/skills'],
  ['local', '.claude'],
])('for the scope %s a link at %s is followed out of the repository only when that is wanted', (scope, link) => {
  const { home, dir, run } = desk()
  const outside = tempDir()
  mkdirSync(join(dir, link, '..'), { recursive: true })
  symlinkSync(outside, join(dir, link))
  const before = [home, dir, outside].map((folder) => everything(folder))
  const refused = run('init', 'claude-code', '--scope', scope, '--json')
  expect(refused.code).toBe(6)
  expect(JSON.parse(refused.stdout)).toMatchObject({
    error: {
      code: 'unsafe',
      message: expect.stringContaining(`${join(dir, link)} is a symbolic link to ${outside}`) as string,
      expected: expect.any(String) as string,
      next: expect.stringContaining('--follow-links') as string,
    },
  })
  expect(run('init', 'claude-code', '--scope', scope, '--dry-run').code).toBe(6)
  expect([home, dir, outside].map((folder) => everything(folder))).toEqual(before)
  expect(run('init', 'claude-code', '--scope', scope, '--follow-links').code).toBe(0)
  expect(everything(outside)).not.toEqual({})
  // The record has the files behind the link.
  expect(run('uninstall').code).toBe(0)
  expect([home, dir, outside].map((folder) => everything(folder))).toEqual(before)
})

test('uninstall does not follow a link that took the place of a folder, in any scope, and changes nothing', () => {
  const { home, dir, run } = desk()
  run('init', 'claude-code')
  run('init', 'claude-code', '--scope', 'project')
  const outside = join(tempDir(), 'outside')
  renameSync(join(dir, '.claude'), outside)
  symlinkSync(outside, join(dir, '.claude'))
  const before = [everything(home), everything(dir), everything(outside)]
  const refused = run('uninstall')
  expect(refused.code).toBe(6)
  expect(refused.stderr).toContain('--follow-links')
  expect([everything(home), everything(dir), everything(outside)]).toEqual(before)
  expect(run('uninstall', '--follow-links').code).toBe(0)
  expect([everything(outside), existsSync(join(home, '.claude'))]).toEqual([{}, false])
})

test('uninstall has nothing against a linked folder in which nothing is of dogear', () => {
  const { dir, run } = desk()
  run('init', 'claude-code')
  const outside = tempDir()
  writeFileSync(join(outside, 'settings.json'), '{"model":"opus"}')
  symlinkSync(outside, join(dir, '.claude'))
  expect(run('uninstall').code).toBe(0)
  expect(everything(outside)).toEqual({ 'settings.json': expect.stringContaining('opus') as string })
})

import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cleanEnv } from '../support/world.js'
import { desk, everything, read, ROOT } from './support/desk.js'

test('what others share names no path of this machine, and is silent where dogear is missing', () => {
  const { home, dir, run } = desk()
  const before = everything(dir)
  expect(run('init', 'claude-code', '--scope', 'project').code).toBe(0)
  const written = everything(dir)
  expect(Object.keys(written).toSorted()).toEqual([
    '.claude/hooks/dogear.cjs',
    '.claude/settings.json',
    '.claude/skills/dogear/SKILL.md',
    '.mcp.json',
    'README.md',
  ])
  expect(JSON.stringify(written)).not.toContain(ROOT)
  expect(written['.claude/settings.json']).not.toContain('statusLine')
  expect(written['.claude/settings.json']).toContain(
    String.raw`"command": "node \"${'$'}{CLAUDE_PROJECT_DIR}/.claude/hooks/dogear.cjs\" claude-code"`,
  )
  expect(statSync(join(dir, '.mcp.json')).mode & 0o777).toBe(0o644)
  const launcher = join(dir, '.claude/hooks/dogear.cjs')
  const event = '{"hook_event_name":"UserPromptSubmit","prompt":"continue","session_id":"s"}'
  const env = { ...cleanEnv(home), PATH: '/usr/bin:/bin' }
  const ran = spawnSync(process.execPath, [launcher, 'claude-code'], {
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
  run('init', '--scope', 'local')
  const local = read(join(dir, '.claude/settings.local.json'))
  expect(local['statusLine']).toMatchObject({ command: expect.stringMatching(/--wrap 'mine'$/) as string })
  expect(read(state)).toMatchObject({
    projects: { [dir]: { mcpServers: { dogear: { args: [join(home, '.claude/hooks/dogear.cjs'), 'mcp', ROOT] } } } },
  })
  run('init')
  run('uninstall')
  expect([everything(home), everything(dir)]).toEqual(before)
})

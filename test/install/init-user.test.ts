import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkout } from '../support/checkout.js'
import { dogear } from '../support/world.js'
import { desk, everything, read, ROOT } from './support/desk.js'

const FOREIGN = `\uFEFF{\r
\t// mine\r
\t"model": "opus",\r
\t"statusLine": { "type": "command", "command": "echo 'it is' \\"$PWD\\"", "padding": 1 },\r
\t"hooks": { "Stop": [ { "hooks": [ { "type": "command", "command": "true" }, ] } ] },\r
}`

test('init makes everything and uninstall takes everything away [F13]', () => {
  const { home, dir, run, settings, state } = desk()
  const before = [everything(home), everything(dir)]
  const launcher = join(home, '.claude/hooks/dogear.sh')
  const { code, stdout } = run('init', 'claude-code')
  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('dogear doctor') as string })
  expect(read(settings)).toMatchObject({
    hooks: { Stop: [{ hooks: [{ command: `test ! -f ${launcher} || exec sh ${launcher} claude-code` }] }] },
    statusLine: { type: 'command', command: `test ! -f ${launcher} || exec sh ${launcher} statusline` },
  })
  expect(read(state)).toMatchObject({
    mcpServers: { dogear: { command: 'sh', args: [launcher, 'mcp'] } },
  })
  expect(readFileSync(launcher, 'utf8')).toContain(`\nroot='${ROOT}'\n`)
  const copied = readFileSync(join(home, '.claude/skills/dogear/SKILL.md'), 'utf8')
  expect(copied).toBe(readFileSync(join(checkout, 'plugin/skills/dogear/SKILL.md'), 'utf8'))
  expect(everything(dir)).toEqual(before[1])
  expect(run('uninstall', 'claude-code').code).toBe(0)
  expect([everything(home), everything(dir)]).toEqual(before)
  expect(existsSync(join(home, '.claude'))).toBe(false)
})

test('foreign settings survive byte for byte, also with edits in between [F13]', () => {
  const state = '{"numStartups":3,"projects":{"/x":{"mcpServers":{}}},"mcpServers":{}}'
  const { home, run, settings, state: statePath } = desk({ '.claude/settings.json': FOREIGN, '.claude.json': state })
  chmodSync(settings, 0o640)
  const before = everything(home)
  run('init', 'claude-code')
  const once = readFileSync(settings, 'utf8')
  run('init', 'claude-code')
  const wrapped = readFileSync(settings, 'utf8')
  expect(wrapped).toBe(once)
  expect(wrapped).toContain(`dogear.sh statusline --wrap 'echo '\\\\''it is'\\\\'' \\"$PWD\\"'`)
  writeFileSync(settings, wrapped.replace('"opus"', '"sonnet"'))
  run('uninstall', 'claude-code')
  expect(readFileSync(settings, 'utf8')).toBe(FOREIGN.replace('"opus"', '"sonnet"'))
  expect(readFileSync(statePath, 'utf8')).toBe(state)
  writeFileSync(settings, FOREIGN)
  expect(everything(home)).toEqual(before)
})

test('the tools are allowed where the user wants it, and uninstall leaves the rules that were there [F13]', () => {
  const before = '{"permissions":{"allow":["Bash(ls:*)","mcp__dogear__resume"],"deny":[]}}'
  const { run, settings } = desk({ '.claude/settings.json': before })
  run('init', 'claude-code')
  expect(readFileSync(settings, 'utf8')).not.toContain('mcp__dogear__save')
  run('init', 'claude-code', '--allow-tools')
  expect(read(settings)).toMatchObject({
    permissions: { allow: ['Bash(ls:*)', 'mcp__dogear__resume', 'mcp__dogear__save'], deny: [] },
  })
  run('uninstall')
  expect(readFileSync(settings, 'utf8')).toBe(before)
})

test('a second init changes no file at all, and a dry run neither [F13]', () => {
  const { home, run } = desk({ '.claude/settings.json': FOREIGN })
  const untouched = everything(home)
  expect(run('init', 'claude-code', '--dry-run').stdout).toContain('settings.json')
  expect(everything(home)).toEqual(untouched)
  run('init', 'claude-code')
  const once = everything(home)
  const { json } = dogear(['init', 'claude-code', '--json'], { cwd: home, home })
  expect(json<{ files: { change: string }[] }>().files.map(({ change }) => change)).toEqual([
    'same',
    'same',
    'same',
    'same',
    'same',
    'same',
  ])
  expect(everything(home)).toEqual(once)
})

test('settings behind a symbolic link are changed only when that is wanted', () => {
  const { home, run, settings } = desk({ 'dotfiles/settings.json': '{\n}\n' })
  mkdirSync(join(home, '.claude'))
  symlinkSync(join(home, 'dotfiles/settings.json'), settings)
  const refused = run('init', 'claude-code')
  expect(refused.code).toBe(6)
  expect(refused.stderr).toContain('--follow-links')
  expect(existsSync(join(home, '.claude.json'))).toBe(false)
  expect(run('init', 'claude-code', '--follow-links').code).toBe(0)
  expect(lstatSync(settings).isSymbolicLink()).toBe(true)
  expect(run('uninstall').code).toBe(0)
  expect(readFileSync(join(home, 'dotfiles/settings.json'), 'utf8')).toBe('{\n}\n')
})

test.each([
  ['read-only', (path: string) => chmodSync(path, 0o400), 6, 'read-only'],
  ['broken', (path: string) => writeFileSync(path, '{\n  "a": 1\n  "b": 2\n}'), 2, 'line 3'],
  ['not UTF-8', (path: string) => writeFileSync(path, Buffer.from('{"a":"\xff\xfe"}', 'latin1')), 2, 'UTF-8'],
  ['of another shape', (path: string) => writeFileSync(path, '{"hooks":{"Stop":{}}}'), 2, 'hooks.Stop'],
])('settings that are %s are named, and nothing is half done [F13]', (_, spoil, exit, says) => {
  const { home, run, settings } = desk({ '.claude/settings.json': '{}', '.claude.json': '{}' })
  spoil(settings)
  const before = [everything(home), readFileSync(settings, 'latin1')]
  const { code, stderr } = run('init', 'claude-code')
  expect({ code, stderr }).toEqual({ code: exit, stderr: expect.stringContaining(says) as string })
  expect(stderr).toContain('settings.json')
  expect([everything(home), readFileSync(settings, 'latin1')]).toEqual(before)
})

test('when the second file cannot be written, the first is as it was [F13]', () => {
  const { home, run } = desk({ '.claude/settings.json': '{}', '.claude.json/x': 'a folder where a file should be' })
  const before = everything(home)
  expect(run('init', 'claude-code').code).not.toBe(0)
  expect(everything(home)).toEqual(before)
})

test('a skill of that name that is not ours, and one that was changed, stay', () => {
  const own = desk({ '.claude/skills/dogear/SKILL.md': 'mine' })
  expect(own.run('init', 'claude-code').stderr).toContain('left as it is')
  own.run('uninstall')
  expect(readFileSync(join(own.home, '.claude/skills/dogear/SKILL.md'), 'utf8')).toBe('mine')
  const changed = desk()
  changed.run('init', 'claude-code')
  writeFileSync(join(changed.home, '.claude/skills/dogear/SKILL.md'), 'mine now')
  expect(changed.run('uninstall').stderr).toContain('stays')
  expect(readFileSync(join(changed.home, '.claude/skills/dogear/SKILL.md'), 'utf8')).toBe('mine now')
})

test('where the plugin is on, only the status line is added', () => {
  const { home, run, settings } = desk({ '.claude/settings.json': '{"enabledPlugins":{"dogear@dogear":true}}' })
  expect(run('init', 'claude-code').stderr).toContain('plugin')
  expect(Object.keys(read(settings))).toEqual(['enabledPlugins', 'statusLine'])
  expect(existsSync(join(home, '.claude.json'))).toBe(false)
})

test('the configuration folder of the client is followed', () => {
  const { home, dir } = desk()
  const folder = join(home, 'elsewhere')
  dogear(['init', 'claude-code'], { cwd: dir, home, env: { CLAUDE_CONFIG_DIR: folder } })
  expect(readdirSync(folder).toSorted()).toEqual(['.claude.json', 'commands', 'hooks', 'settings.json', 'skills'])
})

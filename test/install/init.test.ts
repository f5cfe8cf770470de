import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkout } from '../support/checkout.js'
import { cleanEnv, dogear, type Ran, scratchRepo, tempDir } from '../support/world.js'

/** Of the program, as it names itself. */
const ROOT = resolve(checkout)

const FOREIGN = `\uFEFF{\r
\t// mine\r
\t"model": "opus",\r
\t"statusLine": { "type": "command", "command": "echo 'it is' \\"$PWD\\"", "padding": 1 },\r
\t"hooks": { "Stop": [ { "hooks": [ { "type": "command", "command": "true" }, ] } ] },\r
}`

interface Desk {
  home: string
  dir: string
  run: (...args: string[]) => Ran
  settings: string
  state: string
}

function desk(files: Record<string, string> = {}): Desk {
  const home = tempDir()
  const { dir } = scratchRepo()
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(home, path, '..'), { recursive: true })
    writeFileSync(join(home, path), text)
  }
  return {
    home,
    dir,
    run: (...args) => dogear(args, { cwd: dir, home }),
    settings: join(home, '.claude', 'settings.json'),
    state: join(home, '.claude.json'),
  }
}

/** Every file below a folder with its bytes and mode, but for the home of dogear and what git keeps. */
function everything(folder: string, at = ''): Record<string, string> {
  const found: Record<string, string> = {}
  for (const name of readdirSync(join(folder, at))) {
    const path = join(at, name)
    if (name === '.git' || path === join('.local', 'share', 'dogear')) continue
    const stat = lstatSync(join(folder, path))
    if (stat.isDirectory()) Object.assign(found, everything(folder, path))
    else found[path] = `${(stat.mode & 0o777).toString(8)} ${readFileSync(join(folder, path), 'utf8')}`
  }
  return found
}

function read(path: string): Record<string, never> {
  return JSON.parse(readFileSync(path, 'utf8')) as Record<string, never>
}

describe('for the user', () => {
  test('init makes everything and uninstall takes everything away [F13]', () => {
    const { home, dir, run, settings, state } = desk()
    const before = [everything(home), everything(dir)]
    const launcher = join(home, '.claude/hooks/dogear.cjs')
    const { code, stdout } = run('init')
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('dogear doctor') as string })
    expect(read(settings)).toMatchObject({
      hooks: { Stop: [{ hooks: [{ command: `${process.execPath} ${launcher} claude-code ${ROOT}` }] }] },
      statusLine: { type: 'command', command: `${process.execPath} ${launcher} statusline ${ROOT}` },
    })
    expect(read(state)).toMatchObject({
      mcpServers: { dogear: { command: process.execPath, args: [launcher, 'mcp', ROOT] } },
    })
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
    run('init')
    expect(run('init').stdout).toContain('nothing changed')
    const wrapped = readFileSync(settings, 'utf8')
    expect(wrapped).toContain(`statusline ${ROOT} --wrap 'echo '\\\\''it is'\\\\'' \\"$PWD\\"'`)
    writeFileSync(settings, wrapped.replace('"opus"', '"sonnet"'))
    run('uninstall', 'claude-code')
    expect(readFileSync(settings, 'utf8')).toBe(FOREIGN.replace('"opus"', '"sonnet"'))
    expect(readFileSync(statePath, 'utf8')).toBe(state)
    writeFileSync(settings, FOREIGN)
    expect(everything(home)).toEqual(before)
  })

  test('a second init changes no file at all, and a dry run neither [F13]', () => {
    const { home, run } = desk({ '.claude/settings.json': FOREIGN })
    const untouched = everything(home)
    expect(run('init', '--dry-run').stdout).toContain('settings.json')
    expect(everything(home)).toEqual(untouched)
    run('init')
    const once = everything(home)
    const { json } = dogear(['init', '--json'], { cwd: home, home })
    expect(json<{ files: { change: string }[] }>().files.map(({ change }) => change)).toEqual([
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
    const refused = run('init')
    expect(refused.code).toBe(6)
    expect(refused.stderr).toContain('--follow-links')
    expect(existsSync(join(home, '.claude.json'))).toBe(false)
    expect(run('init', '--follow-links').code).toBe(0)
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
    const { code, stderr } = run('init')
    expect({ code, stderr }).toEqual({ code: exit, stderr: expect.stringContaining(says) as string })
    expect(stderr).toContain('settings.json')
    expect([everything(home), readFileSync(settings, 'latin1')]).toEqual(before)
  })

  test('when the second file cannot be written, the first is as it was [F13]', () => {
    const { home, run } = desk({ '.claude/settings.json': '{}', '.claude.json/x': 'a folder where a file should be' })
    const before = everything(home)
    expect(run('init').code).not.toBe(0)
    expect(everything(home)).toEqual(before)
  })

  test('a skill of that name that is not ours, and one that was changed, stay', () => {
    const own = desk({ '.claude/skills/dogear/SKILL.md': 'mine' })
    expect(own.run('init').stderr).toContain('left as it is')
    own.run('uninstall')
    expect(readFileSync(join(own.home, '.claude/skills/dogear/SKILL.md'), 'utf8')).toBe('mine')
    const changed = desk()
    changed.run('init')
    writeFileSync(join(changed.home, '.claude/skills/dogear/SKILL.md'), 'mine now')
    expect(changed.run('uninstall').stderr).toContain('stays')
    expect(readFileSync(join(changed.home, '.claude/skills/dogear/SKILL.md'), 'utf8')).toBe('mine now')
  })

  test('where the plugin is on, only the status line is added', () => {
    const { home, run, settings } = desk({ '.claude/settings.json': '{"enabledPlugins":{"dogear@dogear":true}}' })
    expect(run('init').stderr).toContain('plugin')
    expect(Object.keys(read(settings))).toEqual(['enabledPlugins', 'statusLine'])
    expect(existsSync(join(home, '.claude.json'))).toBe(false)
  })

  test('the configuration folder of the client is followed', () => {
    const { home, dir } = desk()
    const folder = join(home, 'elsewhere')
    dogear(['init'], { cwd: dir, home, env: { CLAUDE_CONFIG_DIR: folder } })
    expect(readdirSync(folder).toSorted()).toEqual(['.claude.json', 'hooks', 'settings.json', 'skills'])
  })
})

describe('for one project', () => {
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
})

test('hooks that 0.1.0 set up, by a program and its words, are named by doctor, replaced by init, removed by uninstall', () => {
  const { home, run, settings } = desk()
  run('init')
  const line = `${process.execPath} ${join(home, '.claude/hooks/dogear.cjs')} claude-code ${ROOT}`
  const now = readFileSync(settings, 'utf8')
  const [command, ...args] = line.split(' ')
  const old = now.replaceAll(`"command": "${line}"`, `"command": "${command}", "args": ${JSON.stringify(args)}`)
  expect(old).not.toContain('claude-code /')
  writeFileSync(settings, old)
  const { stdout } = dogear(['doctor'], { cwd: home, home })
  expect(stdout).toContain('registered by user')
  expect(stdout).toMatch(/in the form of dogear 0\.1\.0.*\n.*→ dogear init claude-code --scope user/)
  run('init')
  expect(dogear(['doctor'], { cwd: home, home }).stdout).not.toContain('in the form of')
  expect(read(settings)).toEqual(JSON.parse(now))
  writeFileSync(settings, old)
  run('uninstall')
  expect(existsSync(join(home, '.claude'))).toBe(false)
})

test('an agent that cannot be set up is refused by name, with what it can do instead', () => {
  const { run, home } = desk()
  for (const command of ['init', 'uninstall']) {
    const { code, stderr } = run(command, 'gemini-cli')
    expect(code).toBe(2)
    expect(stderr).toContain('Gemini CLI cannot be set up to call dogear')
    expect(stderr).toContain('one of claude-code')
    expect(stderr).toContain('dogear watch (saves the sessions of Gemini CLI while it works)')
  }
  expect(run('init', 'claude-cod').stderr).toContain('dogear init claude-code')
  expect(existsSync(join(home, '.claude'))).toBe(false)
})

test('a hook line survives spaces and quotes in paths: a shell starts the program it names', () => {
  const home = join(tempDir(), `it's "my" $HOME`)
  const { dir } = scratchRepo()
  mkdirSync(home)
  dogear(['init'], { cwd: dir, home })
  const { hooks } = read(join(home, '.claude/settings.json')) as unknown as Hooked
  const event = {
    hook_event_name: 'SessionStart',
    source: 'startup',
    session_id: 's',
    cwd: dir,
    transcript_path: '/none',
  }
  const command = hooks['SessionStart']?.[0]?.hooks[0]?.command ?? ''
  const ran = spawnSync('/bin/sh', ['-c', command], { cwd: dir, env: cleanEnv(home), input: JSON.stringify(event) })
  expect({ status: ran.status, stderr: ran.stderr.toString() }).toEqual({ status: 0, stderr: '' })
  expect(existsSync(join(home, '.local/share/dogear/log/hooks.jsonl'))).toBe(true)
})

interface Hooked {
  hooks: Record<string, { hooks: { command: string }[] }[]>
}

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
  const says = new RegExp(`changed  .*${place}.*\\n.*"memoryView": true: .*MEMORY\\.md`)
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

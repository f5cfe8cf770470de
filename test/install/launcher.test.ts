/** plugin/dogear.sh and dogear.cjs: they find Node and the program however it was installed, and is silent where it was not. */
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect, test } from 'vitest'
import { IMITATORS } from '../../src/agents/claude-code/hooks.js'
import { MARKS } from '../../src/agents/hooks-registry.js'
import { checkout } from '../support/checkout.js'
import { cleanEnv, type Env, tempDir } from '../support/world.js'

const START = {
  hook_event_name: 'SessionStart',
  source: 'startup',
  session_id: 's1',
  cwd: '/',
  transcript_path: '/none',
}
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
}

interface Launched {
  status: number | null
  stdout: string
  stderr: string
  /** The hook of the program ran. */
  ran: boolean
  /** Of dogear, below its home. */
  written: string[]
}

/** `rest`: what follows the word. `folder`: on the PATH. */
function launch(rest: string[], folder: string, word: string, message: object, env: Env = {}): Launched {
  const home = tempDir()
  const base = cleanEnv(home)
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(checkout, 'plugin/dogear.cjs'), word, ...rest], {
    env: { ...base, PATH: [folder, '/usr/bin', '/bin'].join(delimiter), ...env },
    input: `${JSON.stringify(message)}\n`,
    encoding: 'utf8',
    timeout: 20_000,
  })
  const ran = existsSync(join(home, '.local/share/dogear/log/hooks.jsonl'))
  return { status, stdout, stderr, ran, written: readdirSync(home) }
}

function script(text: string): string {
  const folder = tempDir()
  mkdirSync(join(folder, 'global', 'node_modules'), { recursive: true })
  symlinkSync(checkout, join(folder, 'global', 'node_modules', 'dogear'))
  writeFileSync(join(folder, 'dogear'), text)
  chmodSync(join(folder, 'dogear'), 0o755)
  return folder
}

function linked(): string {
  const folder = tempDir()
  symlinkSync(join(checkout, 'bin/dogear.js'), join(folder, 'dogear'))
  return folder
}

test('a link on the PATH, as npm makes it', () => {
  expect(launch([], linked(), 'claude-code', START)).toMatchObject({ status: 0, stderr: '', ran: true })
})

test('a script that names the program, as pnpm writes it', () => {
  const text =
    '#!/bin/sh\nbasedir=$(dirname "$0")\nexec node  "$basedir/global/node_modules/dogear/bin/dogear.js" "$@"\n'
  expect(launch([], script(text), 'claude-code', START)).toMatchObject({ status: 0, stderr: '', ran: true })
})

test('another program of that name is not taken for it', () => {
  expect(launch([], script('#!/bin/sh\necho something else\n'), 'claude-code', START)).toMatchObject({
    status: 0,
    ran: false,
  })
})

test('the MCP server starts through it too', () => {
  const { stdout, stderr } = launch([], linked(), 'mcp', INITIALIZE)
  expect(stderr).toBe('')
  expect(JSON.parse(stdout)).toMatchObject({ id: 1, result: { serverInfo: { name: 'dogear' } } })
})

test('without the program: one hint when a session starts, else silence, and never an error [E15]', () => {
  const nowhere = tempDir()
  const started = launch([], nowhere, 'claude-code', START)
  expect(started).toMatchObject({ status: 0, stderr: '' })
  expect(JSON.parse(started.stdout)).toEqual({
    systemMessage: expect.stringContaining('npm install -g dogear') as string,
  })
  const prompt = { hook_event_name: 'UserPromptSubmit', prompt: 'continue', session_id: 's1' }
  expect(launch([], nowhere, 'claude-code', prompt)).toMatchObject({ status: 0, stdout: '', stderr: '' })
  expect(launch([], nowhere, 'mcp', INITIALIZE)).toMatchObject({ status: 1, stdout: '' })
})

test('a program that is only half there is as good as none [E15]', () => {
  const half = tempDir()
  mkdirSync(join(half, 'dogear', 'bin'), { recursive: true })
  writeFileSync(join(half, 'dogear', 'bin', 'dogear.js'), '')
  const launched = launch([], tempDir(), 'claude-code', START, { DOGEAR_PROGRAM: join(half, 'dogear') })
  expect(launched).toMatchObject({ status: 0, stderr: '', stdout: expect.stringContaining('not installed') as string })
})

test('the program is taken from where it was set up; if it is gone, from the PATH', () => {
  expect(launch([checkout], tempDir(), 'claude-code', START)).toMatchObject({ status: 0, ran: true })
  expect(launch(['/gone'], linked(), 'claude-code', START)).toMatchObject({ status: 0, stderr: '', ran: true })
  expect(launch(['/gone'], linked(), 'mcp', INITIALIZE).stdout).toContain('"dogear"')
  expect(launch([checkout], tempDir(), 'mcp', INITIALIZE).stdout).toContain('"dogear"')
})

test('an error of the program itself is nobody’s turn [E15]', () => {
  const broken = tempDir()
  mkdirSync(join(broken, 'dist'))
  writeFileSync(join(broken, 'dist', 'hook.cjs'), "require('./chunk-that-is-gone.cjs')")
  expect(launch([broken], linked(), 'claude-code', START)).toMatchObject({ status: 0, stdout: '', stderr: '' })
})

test('without the program the status line is the one that was there before', () => {
  const { status, stdout } = launch(['/gone', '--wrap', 'cat | wc -l; echo mine'], tempDir(), 'statusline', START)
  expect({ status, stdout: stdout.trim() }).toEqual({ status: 0, stdout: '1\nmine' })
  expect(launch(['/gone'], tempDir(), 'statusline', START)).toMatchObject({ status: 0, stdout: '', stderr: '' })
})

const SILENT = { status: 0, stdout: '', stderr: '', ran: false, written: [] }

const { 'claude-code': _, ...OTHERS } = MARKS

test.each([...Object.values(OTHERS).flat(), ...IMITATORS])(
  'a hook that another agent runs (%s) says, does and writes nothing',
  (mark) => {
    const big = { ...START, prompt: 'x'.repeat(300_000) }
    for (const rest of [[checkout], []])
      expect(launch(rest, tempDir(), 'claude-code', big, { [mark]: '1', CLAUDE_PROJECT_DIR: '/' })).toEqual(SILENT)
  },
)

test('an agent that is told only by its payload is silent too; Claude Code in its shell is heard', () => {
  const copilot = {
    sessionId: 's1',
    timestamp: 1794780564696,
    cwd: '/',
    stopReason: 'end_turn',
    stop_hook_active: false,
  }
  expect(launch([checkout], tempDir(), 'claude-code', copilot)).toEqual(SILENT)
  const inherited = { COPILOT_CLI: '1', CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 'of another session' }
  expect(launch([checkout], tempDir(), 'claude-code', START, inherited)).toEqual(SILENT)
  const own = { ...inherited, CLAUDE_CODE_SESSION_ID: START.session_id }
  expect(launch([checkout], tempDir(), 'claude-code', START, own)).toMatchObject({ status: 0, ran: true })
})

test('of the plugin and the settings that both have the hooks one runs: the plugin stands back', () => {
  const start = (settings: string | null): Launched => {
    const [config, plugin] = [tempDir(), join(checkout, 'plugin')]
    if (settings !== null) writeFileSync(join(config, 'settings.json'), settings.replaceAll('CONFIG', config))
    writeFileSync(join(config, 'dogear.sh'), '')
    const env = { CLAUDE_PLUGIN_ROOT: plugin, CLAUDE_CONFIG_DIR: config, CLAUDECODE: '1', CLAUDE_PROJECT_DIR: config }
    return launch([], linked(), 'claude-code', START, env)
  }
  const line = (launcher: string): string =>
    JSON.stringify({ command: `test ! -f ${launcher} || exec sh ${launcher} claude-code` })
  expect(start(null)).toMatchObject({ ran: true })
  expect(start('{"model":"dogear"}')).toMatchObject({ ran: true })
  expect(start(line('CONFIG/dogear.sh'))).toEqual(SILENT)
  expect(start(line('"${CLAUDE_PROJECT_DIR}/dogear.sh"'))).toEqual(SILENT)
  expect(start(line('/gone/dogear.sh')), 'then nothing else would run').toMatchObject({ ran: true })
})

test('the tools are for every agent', () => {
  expect(launch([checkout], tempDir(), 'mcp', INITIALIZE, { COPILOT_CLI: '1' }).stdout).toContain('"dogear"')
})

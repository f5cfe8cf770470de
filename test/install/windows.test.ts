/** On Windows nothing was ever tried: the program says so, and its hook is silent. */
import { spawnSync } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkout } from '../support/checkout.js'
import { cleanEnv, tempDir } from '../support/world.js'

interface OnWindows {
  status: number | null
  stdout: string
  stderr: string
  /** What was made in the home. */
  made: string[]
}

function onWindows(program: string, args: string[], input = ''): OnWindows {
  const shim = join(tempDir(), 'windows.cjs')
  writeFileSync(shim, "Object.defineProperty(process, 'platform', { value: 'win32' })")
  const home = tempDir()
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--require', shim, join(checkout, program), ...args],
    { cwd: home, env: cleanEnv(home), input, encoding: 'utf8' },
  )
  return { status, stdout, stderr, made: readdirSync(home) }
}

test('a command says that Windows is not supported yet, and what to do', () => {
  const { stderr, ...rest } = onWindows('bin/dogear.js', ['save', 'x', '--next', 'go'])
  expect(rest).toEqual({ status: 2, stdout: '', made: [] })
  expect(stderr).toMatch(/^dogear: .*Windows yet\n {2}expected: Linux or macOS.*\n {2}next: .*WSL/)
})

test('for programs it is the JSON of every error', () => {
  const { status, stdout, stderr } = onWindows('bin/dogear.js', ['list', '--json'])
  expect({ status, stderr }).toEqual({ status: 2, stderr: '' })
  expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'usage', message: expect.any(String) as string } })
})

test('a hook says, does and writes nothing', () => {
  const event = JSON.stringify({ hook_event_name: 'SessionStart', source: 'startup', session_id: 's', cwd: checkout })
  expect(onWindows('dist/hook.cjs', ['claude-code'], event)).toEqual({ status: 0, stdout: '', stderr: '', made: [] })
})

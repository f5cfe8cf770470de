import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkout } from '../support/checkout.js'
import { cleanEnv, dogear, tempDir } from '../support/world.js'

const SESSION = '4f1c0f0e-0000-4000-8000-000000000001'

function event(tokens: number, window = 200_000): string {
  const current_usage = { input_tokens: tokens - 10, cache_read_input_tokens: 10, output_tokens: 5000 }
  return JSON.stringify({
    session_id: SESSION,
    cwd: '/',
    context_window: { context_window_size: window, current_usage: tokens === 0 ? null : current_usage },
  })
}

function lineOf(home: string, input: string, ...args: string[]): string {
  const program = join(checkout, 'dist', 'hook.cjs')
  const ran = spawnSync(process.execPath, [program, 'statusline', ...args], {
    env: cleanEnv(home),
    input,
    encoding: 'utf8',
  })
  expect({ status: ran.status, stderr: ran.stderr }).toEqual({ status: 0, stderr: '' })
  return ran.stdout
}

function stateFile(home: string): string {
  const folder = join(home, '.local/share/dogear/hooks')
  mkdirSync(folder, { recursive: true })
  return join(folder, `${SESSION}.json`)
}

test('it shows the workstream, the age of the last save and the use of the context', () => {
  const home = tempDir()
  const lastSave = { id: 'x', atMs: Date.now() - 5 * 60_000 }
  writeFileSync(stateFile(home), JSON.stringify({ workstream: 'auth', lastSave, failed: [] }))
  expect(lineOf(home, event(86_000))).toBe('auth · saved 5 min ago · context 43%\n')
  expect(dogear(['statusline'], { cwd: home, home, input: event(86_000) }).stdout).toBe(
    'auth · saved 5 min ago · context 43%\n',
  )
})

test('a damaged state reaches no terminal with what acts on it [F8]', () => {
  const home = tempDir()
  writeFileSync(
    stateFile(home),
    JSON.stringify({ workstream: '\u001b]0;x\u0007\u001b[31mauth\u202e\nmore', failed: [] }),
  )
  expect(lineOf(home, event(86_000))).toBe('auth more · not saved yet · context 43%\n')
})

test('a save that failed is shown until one works', () => {
  const home = tempDir()
  const store = join(home, '.local/share/dogear')
  const cwd = tempDir()
  const transcript = join(home, `${SESSION}.jsonl`)
  writeFileSync(
    transcript,
    `${JSON.stringify({ type: 'user', sessionId: SESSION, cwd, message: { content: 'Repair it' } })}\n`,
  )
  const stop = (): void => {
    const message = { hook_event_name: 'Stop', session_id: SESSION, cwd, transcript_path: transcript }
    const hook = join(checkout, 'dist', 'hook.cjs')
    spawnSync(process.execPath, [hook, 'claude-code'], { env: cleanEnv(home), input: JSON.stringify(message), cwd })
  }
  mkdirSync(join(store, 'hooks'), { recursive: true })
  // A file where a folder should be.
  writeFileSync(join(store, 'projects'), '')
  stop()
  expect(lineOf(home, event(0))).toContain('⚠ the last save failed: dogear doctor')
  rmSync(join(store, 'projects'))
  stop()
  expect(lineOf(home, event(0))).not.toContain('⚠')
})

test('at a limit it names the way on in another agent', () => {
  const home = tempDir()
  writeFileSync(stateFile(home), JSON.stringify({ workstream: 'auth', limited: 'auth', failed: [] }))
  expect(lineOf(home, event(0))).toBe(
    'auth · not saved yet · context 0% · limited: say "continue auth" in another agent\n',
  )
})

test('the window the client tells is kept for the session, without the words of the answer [E13]', () => {
  const home = tempDir()
  const path = stateFile(home)
  writeFileSync(path, JSON.stringify({ workstream: 'auth', failed: [{ kind: 'command', key: 'k', why: 'w' }] }))
  lineOf(home, event(700_000, 1_000_000))
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({
    workstream: 'auth',
    failed: [{ key: 'k' }],
    context: { tokens: 700_000, window: 1_000_000, from: 'statusline' },
  })
})

test('a session nobody knows, and one without numbers yet, have a line too', () => {
  const home = tempDir()
  expect(lineOf(home, '{"session_id":"new"}')).toBe('dogear · not saved yet\n')
  expect(lineOf(home, event(0))).toBe('dogear · not saved yet · context 0%\n')
})

test('the command that was there before runs with the same input, and its lines come first as they are [F13]', () => {
  const home = tempDir()
  const wraps = `printf '\\033[32m%s\\033[0m\\n' "$(cat | tr -cd '{')"; printf 'second, without an end'`
  expect(lineOf(home, event(0), '--wrap', wraps)).toBe(
    '\u001b[32m{{\u001b[0m\nsecond, without an end\ndogear · not saved yet · context 0%\n',
  )
})

test('a command that fails takes nothing away from ours', () => {
  expect(lineOf(tempDir(), '{"session_id":"new"}', '--wrap', 'exit 3')).toBe('dogear · not saved yet\n')
})

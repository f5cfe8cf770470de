/** A service that refuses, where no event tells of it: Codex writes it into its file, and the next prompt is the first to hear. */
import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkout } from '../support/checkout.js'
import { cleanEnv, dogear, scratchRepo, tempDir } from '../support/world.js'

const SESSION = '66666666-6666-4666-8666-666666666666'

test('the work of a turn that was refused is saved with the next prompt, and the way on is shown once', () => {
  const home = tempDir()
  const { dir } = scratchRepo({ 'src/cart.ts': 'export {}\n' })
  const folder = join(home, '.codex', 'sessions', '2026', '06', '01')
  const file = join(folder, `rollout-2026-06-01T07-00-00-${SESSION}.jsonl`)
  mkdirSync(folder, { recursive: true })
  let made = 0
  const write = (type: string, payload: object): void => {
    const timestamp = new Date(Date.parse('2026-06-01T07:00:00Z') + ++made * 1000).toISOString()
    appendFileSync(file, `${JSON.stringify({ timestamp, type, payload })}\n`)
  }
  const fire = (name: string, more: object = {}): string => {
    const message = { session_id: SESSION, transcript_path: file, cwd: dir, hook_event_name: name, ...more }
    const options = { cwd: dir, env: cleanEnv(home), input: JSON.stringify(message), encoding: 'utf8' } as const
    const ran = spawnSync(process.execPath, [join(checkout, 'dist', 'hook.cjs'), 'codex'], options)
    expect(ran).toMatchObject({ status: 0, stderr: '' })
    return ran.stdout
  }
  write('session_meta', { id: SESSION, cwd: dir, timestamp: '2026-06-01T07:00:00Z', cli_version: '0.166.0' })
  fire('SessionStart', { source: 'startup' })
  const prompted = (prompt: string): string => {
    const said = fire('UserPromptSubmit', { prompt })
    write('event_msg', { type: 'user_message', message: prompt })
    return said
  }
  expect(prompted('Let total count quantities')).toBe('')
  write('event_msg', { type: 'task_complete', error: { codex_error_info: 'usage_limit_exceeded' } })
  expect(prompted('Try it again')).toMatch(/"systemMessage":"dogear saved this work as /)
  expect(dogear(['list', '--loose'], { cwd: dir, home }).stdout).toContain('Let total count quantities')
  expect(prompted('And again')).toBe('')
  // It answers again, and its last words are not in the file yet.
  expect(fire('Stop', { last_assistant_message: 'Done.', stop_hook_active: false })).not.toContain('another agent')
  write('response_item', { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Done.' }] })
  expect(prompted('Thank you')).toBe('')
})

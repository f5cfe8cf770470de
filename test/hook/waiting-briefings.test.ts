/** Gemini CLI takes text with a prompt only: what is made before waits for it, whatever the prompt says and whatever comes between. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkout } from '../support/checkout.js'
import { cleanEnv, dogear, scratchRepo, tempDir } from '../support/world.js'

type Fire = (session: string, event: string, more?: object) => string

/** A session, `one`, that has saved where it stands. */
function desk(): Fire {
  const home = tempDir()
  const { dir } = scratchRepo({ 'src/cart.ts': 'export {}\n' })
  const fire: Fire = (session, event, more = {}) => {
    const transcript = join(home, `${session}.jsonl`)
    const message = { session_id: session, transcript_path: transcript, cwd: dir, hook_event_name: event, ...more }
    const args = [join(checkout, 'dist', 'hook.cjs'), 'gemini-cli']
    const input = JSON.stringify(message)
    const ran = spawnSync(process.execPath, args, { cwd: dir, env: cleanEnv(home), input, encoding: 'utf8' })
    expect(ran).toMatchObject({ status: 0, stderr: '' })
    if (ran.stdout === '') return ''
    const said = JSON.parse(ran.stdout) as { hookSpecificOutput?: { additionalContext: string } }
    return said.hookSpecificOutput?.additionalContext ?? ''
  }
  expect(fire('one', 'SessionStart', { source: 'startup' })).toBe('')
  const save = ['save', 'cart', '--session', 'one', '--next', 'write the test of src/cart.ts', '--no-transcript']
  expect(dogear(save, { cwd: dir, home })).toMatchObject({ code: 0 })
  return fire
}

test('"continue" after a clear brings the briefing that still waited, and the next prompt nothing more [F3]', () => {
  const fire = desk()
  fire('one', 'SessionEnd', { reason: 'clear' })
  expect(fire('two', 'SessionStart', { source: 'clear' })).toBe('')
  const said = fire('two', 'BeforeAgent', { prompt: 'continue' })
  expect(said).toContain('write the test of src/cart.ts')
  expect(said).toContain('The user asked to continue this')
  expect(fire('two', 'BeforeAgent', { prompt: 'And the empty cart?' })).toBe('')
})

test('a briefing after a compaction is told when the session is taken up again, and once [F3]', () => {
  const fire = desk()
  expect(fire('one', 'PreCompress', { trigger: 'manual' })).toBe('')
  fire('one', 'SessionEnd', { reason: 'exit' })
  expect(fire('one', 'SessionStart', { source: 'resume' })).toBe('')
  const said = fire('one', 'BeforeAgent', { prompt: 'And the empty cart?' })
  expect(said).toMatch(/^\[dogear-briefing [^]*write the test of src\/cart\.ts/)
  expect(fire('one', 'BeforeAgent', { prompt: 'And the full one?' })).toBe('')
})

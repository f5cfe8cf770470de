/** A briefing from a transcript, through the whole program. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { claudeSession } from '../support/claude-session.js'
import { dogear, scratchRepo, tempDir } from '../support/world.js'

const TOKEN = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`

function transcript(): { cwd: string; file: string } {
  const cwd = tempDir()
  const common = { sessionId: '5e55', cwd: '/w/shop', gitBranch: 'cart', version: '2.1.0', isSidechain: false }
  const message = (type: string, uuid: string, content: unknown, more = {}): string =>
    JSON.stringify({
      ...common,
      type,
      uuid,
      timestamp: '2026-11-15T09:42:00.000Z',
      message: { role: type, content },
      ...more,
    })
  const run = { type: 'tool_use', id: 't1', name: 'Bash', input: { command: `TOKEN=${TOKEN} npm test -- cart` } }
  const read = { type: 'tool_use', id: 't2', name: 'Read', input: { file_path: '/w/shop/src/cart.ts' } }
  const lines = [
    message('user', 'u1', 'Show the cart on the page'),
    message('assistant', 'u2', [{ type: 'text', text: 'Let me look at the cart first.' }, read, run]),
    message('user', 'u3', [
      { type: 'tool_result', tool_use_id: 't2', content: 'export const LONG_SOURCE_TEXT = 1' },
      { type: 'tool_result', tool_use_id: 't1', is_error: true, content: 'Exit code 1\nError: cart is empty' },
    ]),
  ]
  writeFileSync(join(cwd, 'session.jsonl'), `${lines.join('\n')}\n{"type":"user","mess`)
  return { cwd, file: 'session.jsonl' }
}

test('dogear brief prints what happened, within its budget, without secrets or file contents [F2, C12, E4]', () => {
  const { cwd, file } = transcript()
  const { code, stdout } = dogear(['brief', '--transcript', file, '--budget', '1200'], { cwd, home: tempDir() })
  expect(code).toBe(0)
  expect(stdout.length).toBeLessThanOrEqual(1200)
  expect(stdout).toContain('- Show the cart on the page')
  expect(stdout).toContain('- src/cart.ts')
  expect(stdout).not.toContain(TOKEN)
  expect(stdout).not.toContain('LONG_SOURCE_TEXT')
})

test('with --json the facts say where they were read, and what was survived', () => {
  const { cwd, file } = transcript()
  const { facts, agent } = dogear(['brief', '--transcript', file, '--json'], { cwd, home: tempDir() }).json<{
    agent: string
    facts: { fields: { intent: { observed: string } }; survived: { tornTail: boolean } }
  }>()
  expect(agent).toBe('claude-code')
  expect(facts.fields.intent.observed).toMatch(/^transcript 0\b/)
  expect(facts.survived.tornTail).toBe(true)
})

test('without a file it is of the session that was last at work in the folder', () => {
  const home = tempDir()
  const { dir } = scratchRepo()
  claudeSession(join(home, '.claude'), dir, 'older', Date.now() - 3_600_000).prompt('Paint the fence')
  claudeSession(join(home, '.claude'), dir, 'newer').prompt('Paint the gate')
  expect(dogear(['brief'], { cwd: dir, home }).stdout).toContain('Paint the gate')
})

test('no session, a missing file and a file of something else are told apart', () => {
  const { cwd } = transcript()
  writeFileSync(join(cwd, 'notes.txt'), 'hello\n')
  const code = (...args: string[]): number | null => dogear(['brief', ...args], { cwd, home: tempDir() }).code
  expect([code(), code('--transcript', 'none.jsonl'), code('--transcript', 'notes.txt')]).toEqual([5, 5, 2])
})

test('the context is measured against the window that the settings and the status line tell', () => {
  const { cwd, file } = transcript()
  const home = tempDir()
  const usage = { input_tokens: 90_000, output_tokens: 1, cache_read_input_tokens: 0 }
  const message = { role: 'assistant', model: 'claude-opus-4-5', content: [{ type: 'text', text: 'Done.' }], usage }
  const line = JSON.stringify({ type: 'assistant', uuid: 'u4', sessionId: '5e55', isSidechain: false, message })
  writeFileSync(join(cwd, file), `${line}\n`)
  const receipt = (): string | undefined =>
    /\S+k tokens of context[^,.]*/.exec(dogear(['brief', '--transcript', file], { cwd, home }).stdout)?.[0]
  expect(receipt()).toBe('90k tokens of context of 200k')
  writeAt(join(home, '.local/share/dogear/hooks/5e55.json'), {
    failed: [],
    context: { tokens: 1, window: 1_000_000, at: 1, from: 'statusline' },
  })
  expect(receipt()).toBe('90k tokens of context of 1000k')
  writeAt(join(home, '.claude/settings.json'), { autoCompactWindow: 300_000 })
  expect(receipt()).toBe('90k tokens of context of 300k')
})

function writeAt(path: string, value: object): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, JSON.stringify(value))
}

/** Copilot CLI tells of no compaction once it is over, and writes its file late: as recorded from 1.0.102. */
import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkout } from '../support/checkout.js'
import { cleanEnv, scratchRepo, tempDir } from '../support/world.js'

const SESSION = '55555555-5555-4555-8555-555555555555'

function desk(): { fire: (word: string, more?: object) => string; write: (type: string, data?: object) => void } {
  const home = tempDir()
  const { dir } = scratchRepo({ 'src/cart.ts': 'export {}\n' })
  const folder = join(home, '.copilot', 'session-state', SESSION)
  const file = join(folder, 'events.jsonl')
  mkdirSync(folder, { recursive: true })
  let made = 0
  const write = (type: string, data: object = {}): void => {
    const at = new Date(Date.parse('2026-06-01T07:00:00Z') + ++made * 1000).toISOString()
    appendFileSync(file, `${JSON.stringify({ type, data, id: `e${made}`, timestamp: at, parentId: null })}\n`)
  }
  write('session.start', { sessionId: SESSION, copilotVersion: '1.0.102', context: { cwd: dir, gitRoot: dir } })
  return {
    write,
    fire(word, more = {}) {
      write('hook.start', { hookInvocationId: `h${made}`, hookType: word })
      const input = JSON.stringify({ sessionId: SESSION, timestamp: 1, cwd: dir, ...more })
      const args = [join(checkout, 'dist', 'hook.cjs'), 'copilot-cli', word]
      const env = { ...cleanEnv(home), COPILOT_CLI: '1' }
      const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: dir, env, input, encoding: 'utf8' })
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
      return stdout === '' ? '' : (JSON.parse(stdout) as { additionalContext: string }).additionalContext
    },
  }
}

function work({ fire, write }: ReturnType<typeof desk>): void {
  expect(fire('sessionStart', { source: 'new' })).toBe('')
  write('user.message', { content: 'Let total count quantities', parentAgentTaskId: 't0' })
  expect(fire('userPromptSubmitted', { prompt: 'Let total count quantities' })).toBe('')
  write('assistant.message', { messageId: 'm1', content: 'Done. Next: write the test.', toolRequests: [] })
  expect(fire('agentStop', { stop_hook_active: false })).toBe('')
}

test('a compaction that was announced is told of with the next prompt, and once [E2]', () => {
  const one = desk()
  work(one)
  expect(one.fire('preCompact', { trigger: 'manual' })).toBe('')
  one.write('session.compaction_complete', { success: true, summaryContent: 'what went before' })
  expect(one.fire('userPromptSubmitted', { prompt: 'And now?' })).toContain('write the test')
  expect(one.fire('agentStop')).toBe('')
  expect(one.fire('userPromptSubmitted', { prompt: 'And then?' })).toBe('')
})

test('one that only the session file tells of is told of after the turn it came in, and the next one again', () => {
  const one = desk()
  work(one)
  for (const prompt of ['And now?', 'And then?']) {
    one.write('session.compaction_complete', { success: true, summaryContent: 'what went before' })
    expect(one.fire('agentStop')).toBe('')
    expect(one.fire('userPromptSubmitted', { prompt })).toContain('write the test')
    expect(one.fire('userPromptSubmitted', { prompt: 'Well?' })).toBe('')
  }
})

import { expect, test } from 'vitest'
import { isFromClaudeCode } from './caller.js'

const EVENT = {
  session_id: 's1',
  hook_event_name: 'Stop',
  cwd: '/src',
  transcript_path: '/h/.claude/projects/-src/s1.jsonl',
}
const CLAUDE = { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 's1', CLAUDE_PROJECT_DIR: '/src' }

test.each([
  ['with its own marks', CLAUDE],
  ['without any', {}],
  ['in a shell of Copilot CLI', { ...CLAUDE, COPILOT_CLI: '1', COPILOT_AGENT_SESSION_ID: 'c1' }],
  ['in a shell of Codex', { ...CLAUDE, CODEX_THREAD_ID: 'c1' }],
  ['of a version that does not name the session', { CLAUDECODE: '1', GEMINI_CLI: '1' }],
  ['of somebody who uses Gemini too', { GEMINI_API_KEY: 'k', COPILOT_MODEL: 'm' }],
])('Claude Code %s is known', (_, env) => {
  expect(isFromClaudeCode(env, EVENT)).toBe(true)
})

/** As recorded from the hooks of the real clients. */
const OTHERS: [string, Record<string, string>, Record<string, string>][] = [
  ['Copilot CLI', { COPILOT_CLI: '1', CLAUDE_PROJECT_DIR: '/src' }, { timestamp: 't' }],
  ['Copilot CLI by its payload', {}, { sessionId: 's1', stopReason: 'end_turn' }],
  ['Grok Build', { GROK_HOOK_EVENT: 'stop', GROK_SESSION_ID: 's1', CLAUDE_PROJECT_DIR: '/src' }, {}],
  ['Grok Build by its payload', {}, { hookEventName: 'stop', workspaceRoot: '/src/' }],
  ['a plugin of Codex', { PLUGIN_ROOT: '/p', CLAUDE_PLUGIN_ROOT: '/p' }, { turn_id: 't' }],
  ['Codex by its transcript', {}, { transcript_path: '/h/.codex/sessions/2026/11/15/rollout-s1.jsonl' }],
  ['Gemini CLI', { GEMINI_SESSION_ID: 's1', CLAUDE_PROJECT_DIR: '/src' }, { timestamp: 't' }],
  ['Qwen Code by its transcript', {}, { transcript_path: '/h/.qwen/projects/-src/chats/s1.jsonl' }],
  ['droid by its transcript', {}, { transcript_path: '/h/.factory/sessions/-src/s1.jsonl' }],
  ['Copilot CLI in a shell of Claude Code', { ...CLAUDE, CLAUDE_CODE_SESSION_ID: 'other', COPILOT_CLI: '1' }, {}],
]

test.each(OTHERS)('%s is not taken for Claude Code', (_, env, more) => {
  expect(isFromClaudeCode(env, { ...EVENT, ...more })).toBe(false)
})

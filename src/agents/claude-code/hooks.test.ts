import { expect, test } from 'vitest'
import type { HookEvent } from '../hooks.js'
import { isCaller } from '../callers.js'
import { hooks } from './hooks.js'

const BASE = {
  session_id: '6f1c',
  transcript_path: '/home/ada/.claude/projects/-src-shop/6f1c.jsonl',
  cwd: '/src/shop/cart',
  permission_mode: 'default',
}
const COMMON = {
  session: '6f1c',
  transcript: BASE.transcript_path,
  folders: ['/src/shop/cart', '/src/shop'],
  pid: 4711,
}

function parse(message: object, word?: string): HookEvent | null {
  const env = { CLAUDE_PROJECT_DIR: '/src/shop', CLAUDE_PID: '4711' }
  return hooks.parseEvent({ message: { ...BASE, ...message }, userHome: '/home/ada', env, ...(word && { word }) })
}

const edit = { file_path: '/src/shop/cart.ts', old_string: ' ', new_string: '' }

test.each([
  [
    { hook_event_name: 'SessionStart', source: 'compact' },
    { kind: 'session-start', source: 'compact' },
  ],
  [
    { hook_event_name: 'SessionStart', source: 'of-a-later-version' },
    { kind: 'session-start', source: 'startup' },
  ],
  [
    { hook_event_name: 'UserPromptSubmit', prompt: 'Sum the cart' },
    { kind: 'prompt', prompt: 'Sum the cart' },
  ],
  [
    { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'npm test', run_in_background: true } },
    { kind: 'before-tool', tool: { does: 'run', command: 'npm test', background: true } },
  ],
  [
    { hook_event_name: 'PreToolUse', tool_name: 'NotebookEdit', tool_input: { notebook_path: '/src/shop/a.ipynb' } },
    { kind: 'before-tool', tool: { does: 'edit', path: '', before: '', after: '' } },
  ],
  [
    { hook_event_name: 'PreToolUse', tool_name: 'WebSearch', tool_input: null },
    { kind: 'before-tool', tool: { does: 'other', tool: 'WebSearch' } },
  ],
  [
    {
      hook_event_name: 'PostToolUseFailure',
      tool_name: 'Edit',
      tool_input: edit,
      error: 'no match',
      is_interrupt: false,
    },
    {
      kind: 'tool-failed',
      tool: { does: 'edit', path: '/src/shop/cart.ts', before: ' ', after: '' },
      error: 'no match',
      interrupted: false,
    },
  ],
  [
    { hook_event_name: 'Stop', stop_hook_active: true, last_assistant_message: 'Done.' },
    { kind: 'turn-end', lastWords: 'Done.', again: true },
  ],
  [
    { hook_event_name: 'StopFailure', error: 'rate_limit' },
    { kind: 'turn-failed', error: 'rate_limit', elsewhere: true },
  ],
  [
    { hook_event_name: 'StopFailure', error: 'invalid_request' },
    { kind: 'turn-failed', error: 'invalid_request', elsewhere: false },
  ],
  [
    { hook_event_name: 'PreCompact', trigger: 'manual', custom_instructions: '' },
    { kind: 'before-compaction', trigger: 'manual' },
  ],
  [
    { hook_event_name: 'SessionEnd', reason: 'clear' },
    { kind: 'session-end', reason: 'clear', cleared: true },
  ],
  [{ hook_event_name: 'Notification', notification_type: 'idle_prompt' }, { kind: 'idle' }],
])('%j', (message, expected) => {
  expect(parse(message)).toEqual({ name: message.hook_event_name, ...COMMON, ...expected })
})

test('what is nothing to dogear is no event', () => {
  expect(parse({ hook_event_name: 'Notification', notification_type: 'permission_prompt' })).toBeNull()
  expect(parse({ hook_event_name: 'SubagentStop' })).toBeNull()
  expect(parse({ hook_event_name: 'toString' })).toBeNull()
})

test('the status line is told how full the context is', () => {
  const current_usage = { input_tokens: 10, output_tokens: 99, cache_read_input_tokens: 500 }
  const message = { context_window: { context_window_size: 200_000, current_usage } }
  expect(parse(message, 'statusline')).toMatchObject({ kind: 'statusline', context: { tokens: 510, window: 200_000 } })
  expect(parse({ context_window: { context_window_size: 0 } }, 'statusline')).not.toHaveProperty('context')
})

function eventOf(hook_event_name: string): HookEvent {
  return parse({ hook_event_name }) as HookEvent
}

test('text for the model goes where the client takes it, cut to what it shows', () => {
  expect(hooks.printAnswer(eventOf('SessionStart'), { toModel: 'x'.repeat(20_000), toUser: 'resumed' })).toBe(
    JSON.stringify({
      systemMessage: 'resumed',
      hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: 'x'.repeat(9500) },
    }),
  )
  expect(hooks.printAnswer(eventOf('Stop'), { toModel: 'where the work stands' })).toBeNull()
  expect(hooks.printAnswer(eventOf('StopFailure'), { toUser: 'go on in another' })).toBe(
    '{"systemMessage":"go on in another"}',
  )
})

test('only a prompt and a compaction are ever refused', () => {
  expect(hooks.printAnswer(eventOf('UserPromptSubmit'), { refuse: 'the context is full' })).toBe(
    '{"decision":"block","reason":"the context is full"}',
  )
  for (const name of ['Stop', 'PreToolUse', 'SessionStart', 'SessionEnd'])
    expect(hooks.printAnswer(eventOf(name), { refuse: 'no' })).toBeNull()
})

test('the status line is plain text', () => {
  expect(hooks.printAnswer(parse({}, 'statusline') as HookEvent, { toUser: 'cart · saved now\n' })).toBe(
    'cart · saved now\n',
  )
})

const EVENT = {
  session_id: 's1',
  hook_event_name: 'Stop',
  cwd: '/src',
  transcript_path: '/h/.claude/projects/-src/s1.jsonl',
}
const CLAUDE = { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 's1', CLAUDE_PROJECT_DIR: '/src' }

function isFromHere(env: Record<string, string>, message: object): boolean {
  return isCaller('claude-code', hooks, { message: { ...message }, userHome: '/h', env })
}

test.each([
  ['with its own marks', CLAUDE],
  ['without any', {}],
  ['in a shell of Copilot CLI', { ...CLAUDE, COPILOT_CLI: '1', COPILOT_AGENT_SESSION_ID: 'c1' }],
  ['in a shell of Codex', { ...CLAUDE, CODEX_THREAD_ID: 'c1' }],
  ['of a version that does not name the session', { CLAUDECODE: '1', GEMINI_CLI: '1' }],
  ['of somebody who uses Gemini too', { GEMINI_API_KEY: 'k', COPILOT_MODEL: 'm' }],
])('Claude Code %s is known', (_, env) => {
  expect(isFromHere(env, EVENT)).toBe(true)
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
  ['Cursor', { CURSOR_VERSION: '2.0.77', CURSOR_PROJECT_DIR: '/src', CLAUDE_PROJECT_DIR: '/src' }, {}],
  ['Cursor by its payload', {}, { conversation_id: 'c', cursor_version: '2.0.77' }],
  ['droid by its transcript', {}, { transcript_path: '/h/.factory/sessions/-src/s1.jsonl' }],
  ['Copilot CLI in a shell of Claude Code', { ...CLAUDE, CLAUDE_CODE_SESSION_ID: 'other', COPILOT_CLI: '1' }, {}],
]

test.each(OTHERS)('%s is not taken for Claude Code', (_, env, more) => {
  expect(isFromHere(env, { ...EVENT, ...more })).toBe(false)
})

/** What the clients write into their files when the service refuses, as recorded; and what stands there when it answers again. */
import { expect, test } from 'vitest'
import type { Hooks } from './hooks.js'
import { HOOKS } from './hooks-registry.js'

const codex = (payload: object, type = 'event_msg'): object => ({ type, payload })
const outcome = (info: unknown): object => codex({ type: 'task_complete', error: { codex_error_info: info } })
const copilot = (type: string, data: object = {}): object => ({ type, data })
const HOOK_START = copilot('hook.start', { hookType: 'sessionEnd' })
const pi = (message: object): object => ({ type: 'message', message: { role: 'assistant', ...message } })
const droid = (message: object): object => ({ type: 'message', message: { role: 'user', content: [], ...message } })
const DROID_HOOK = droid({ visibility: 'user_only', hookEventName: 'Stop' })
const shown = (text: string): object => droid({ visibility: 'user_only', content: [{ type: 'text', text }] })

/** The oldest line first. */
const FILES: [what: string, agent: string, lines: object[], refused: boolean][] = [
  ['a plan that is used up', 'codex', [outcome('usage_limit_exceeded')], true],
  ['a rush', 'codex', [outcome({ response_too_many_failed_attempts: { http_status_code: 429 } })], true],
  ['a context that is full', 'codex', [outcome('context_window_exceeded')], false],
  ['a turn that ended well', 'codex', [codex({ type: 'task_complete' })], false],
  [
    'the next turn, just begun',
    'codex',
    [outcome('usage_limit_exceeded'), codex({ type: 'task_started' }), codex({ role: 'user' }, 'response_item')],
    true,
  ],
  [
    'an answer since',
    'codex',
    [outcome('usage_limit_exceeded'), codex({ type: 'message', role: 'assistant' }, 'response_item')],
    false,
  ],
  [
    'a limit',
    'copilot-cli',
    [copilot('session.error', { errorType: 'rate_limit', statusCode: 429 }), HOOK_START],
    true,
  ],
  ['a wrong key', 'copilot-cli', [copilot('session.error', { errorType: 'authentication', statusCode: 401 })], false],
  [
    'an answer since',
    'copilot-cli',
    [copilot('session.error', { statusCode: 429 }), copilot('assistant.message')],
    false,
  ],
  ['a limit', 'pi', [pi({ stopReason: 'error', errorMessage: '429: {"type":"insufficient_quota"}' })], true],
  ['an error of another kind', 'pi', [pi({ stopReason: 'error', errorMessage: 'fetch failed' })], false],
  ['an answer', 'pi', [pi({ stopReason: 'error', errorMessage: '429: x' }), pi({ stopReason: 'stop' })], false],
  ['a limit', 'droid', [shown('BYOK Error: 429 You have reached your usage limit.'), DROID_HOOK], true],
  ['its outcome', 'droid', [{ type: 'agent_turn_outcome', reason: 'model_rate_limited' }, DROID_HOOK], true],
  ['an answer', 'droid', [shown('BYOK Error: 429'), droid({ role: 'assistant' }), DROID_HOOK], false],
]

test.each(FILES)('%s in the file of %s', (_, agent, lines, refused) => {
  const { isRefused } = HOOKS[agent] as Hooks
  expect(isRefused?.(lines.map((line) => JSON.stringify(line)).toReversed())).toBe(refused)
})

/** Claude Code's hooks: its messages and the answers it understands. Pure. */
import {
  beforeCompaction,
  prompt,
  type Read,
  sessionEnd,
  sessionStart,
  type ToolWords,
  turnEnd,
  usualAnswer,
  usualEvent,
  usualTool,
  type What,
} from '../common/hook-words.js'
import { type Json, numberOf, objectOf, textOf } from '../common/values.js'
import type { HookAnswer, HookEvent, HookInput, HookKind, Hooks } from '../hooks.js'
import { present } from '../../core/present.js'
import { forgets } from './version.js'

export const hooks: Hooks = {
  parseEvent,
  printAnswer,
  budgets: {
    prompt: 1500,
    // A take has two seconds of it.
    'before-tool': 4000,
    'after-tool': 5000,
    'tool-failed': 4000,
    'session-start': 5000,
    'session-end': 1200,
    'turn-end': 10_000,
    'turn-failed': 10_000,
    'before-compaction': 10_000,
    idle: 10_000,
    statusline: 10_000,
  },
  briefing: { atStart: 'session-start', afterCompaction: 'session-start' },
  // Longer texts go to a file, of which the client shows only the start.
  maxCharacters: 9500,
  isOwn,
  forgets,
  toolName: (tool) => `mcp__dogear__${tool} (in a plugin: mcp__plugin_dogear_dogear__${tool})`,
  makeRoom: '/compact (or /clear)',
}

/**
 * Set by clients that run these hooks as if they were Claude Code, beside the marks of the agents: Copilot CLI reads those
 * of a repository, Grok Build those of a user, Codex and Copilot CLI the plugins (PLUGIN_ROOT, beside CLAUDE_PLUGIN_ROOT,
 * which they set as well). The launcher (plugin/dogear.cjs) has them too.
 */
export const IMITATORS: readonly string[] = ['PLUGIN_ROOT']
const FOLDERS_OF_OTHERS = /[\\/]\.(?:copilot|grok|codex|gemini|qwen|factory|cursor)[\\/]/

function isOwn({ message, env }: HookInput, others: boolean): boolean {
  // Copilot CLI and Grok Build spell their fields so, Grok Build beside Claude Code's spelling.
  if ('sessionId' in message || 'hookEventName' in message) return false
  // Another editor names its own version; Claude Code names none.
  if (Object.keys(message).some((key) => key.endsWith('_version'))) return false
  if (FOLDERS_OF_OTHERS.test(textOf(message['transcript_path']) ?? '')) return false
  if (!others && !IMITATORS.some((name) => env[name])) return true
  // One of the two was started in a shell of the other and has inherited its marks: the session tells whose hook it is.
  const session = env['CLAUDE_CODE_SESSION_ID']
  return Boolean(env['CLAUDECODE']) && (session === undefined || session === (textOf(message['session_id']) ?? ''))
}

/** With these another agent can go on; after others it would fail just the same. */
const ELSEWHERE = /^(?:rate_limit|overloaded|billing_error|server_error)$/
const TAKES_CONTEXT: readonly HookKind[] = ['session-start', 'prompt', 'before-tool', 'tool-failed']
const TAKES_REFUSAL: readonly HookKind[] = ['prompt', 'before-compaction']

function parseEvent(input: HookInput): HookEvent | null {
  const called = input.word === 'statusline' ? { called: input.word } : {}
  const event = usualEvent(input, READ, { ...called, folder: 'CLAUDE_PROJECT_DIR' })
  const pid = Number(input.env['CLAUDE_PID'])
  return event && (Number.isSafeInteger(pid) && pid > 0 ? { ...event, pid } : event)
}

const READ: Read = {
  SessionStart: sessionStart,
  UserPromptSubmit: prompt,
  PreToolUse: (message) => ({ kind: 'before-tool', tool: usualTool(message, TOOLS) }),
  PostToolUse: (message) => ({ kind: 'after-tool', tool: usualTool(message, TOOLS) }),
  PostToolUseFailure: (message) => ({
    kind: 'tool-failed',
    tool: usualTool(message, TOOLS),
    error: textOf(message['error']) ?? '',
    interrupted: message['is_interrupt'] === true,
  }),
  Stop: turnEnd('last_assistant_message'),
  StopFailure: (message) => {
    const error = textOf(message['error']) ?? ''
    return { kind: 'turn-failed', error, elsewhere: ELSEWHERE.test(error) }
  },
  PreCompact: beforeCompaction,
  SessionEnd: sessionEnd,
  // Of the other notifications none says that the user is away.
  Notification: (message) => (message['notification_type'] === 'idle_prompt' ? { kind: 'idle' } : null),
  statusline: (message) => present<What>({ kind: 'statusline', context: contextIn(message) }),
}

const TOOLS: ToolWords = {
  runs: ['Bash'],
  edits: ['Edit', 'MultiEdit', 'Write', 'NotebookEdit'],
  background: 'run_in_background',
  path: ['file_path'],
  before: 'old_string',
  after: 'new_string',
}

/** Without the words of the answer: as the client itself counts, and against the window of the model. */
function contextIn(message: Json): { tokens: number; window: number } | undefined {
  const { context_window_size: size, current_usage: usage } = objectOf(message['context_window']) ?? {}
  const window = numberOf(size)
  if (window === undefined || window <= 0) return undefined
  const used = objectOf(usage) ?? {}
  const parts = [used['input_tokens'], used['cache_creation_input_tokens'], used['cache_read_input_tokens']]
  return { tokens: parts.reduce<number>((sum, part) => sum + Math.max(0, numberOf(part) ?? 0), 0), window }
}

function printAnswer(event: HookEvent, answer: HookAnswer): string | null {
  if (event.kind === 'statusline') return answer.toUser ?? null
  return usualAnswer(event, answer, { context: TAKES_CONTEXT, refusal: TAKES_REFUSAL, most: hooks.maxCharacters })
}

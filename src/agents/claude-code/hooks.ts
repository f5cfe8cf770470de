/** Claude Code's hooks: its messages and the answers it understands. Pure. */
import { type Json, numberOf, objectOf, textOf } from '../common/values.js'
import type { HookAnswer, HookEvent, HookInput, HookKind, Hooks, SessionSource, ToolUse } from '../hooks.js'
import { present } from '../../core/present.js'

export const hooks: Hooks = {
  parseEvent,
  printAnswer,
  budgets: {
    prompt: 1500,
    'before-tool': 1000,
    'tool-failed': 1000,
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
  toolName: (tool) => `mcp__dogear__${tool} (in a plugin: mcp__plugin_dogear_dogear__${tool})`,
  makeRoom: '/compact (or /clear)',
}

/**
 * Set by clients that run these hooks as if they were Claude Code, beside the marks of the agents: Copilot CLI reads those
 * of a repository, Grok Build those of a user, Codex and Copilot CLI the plugins (PLUGIN_ROOT, beside CLAUDE_PLUGIN_ROOT,
 * which they set as well). The launcher (plugin/dogear.cjs) has them too.
 */
export const IMITATORS: readonly string[] = [
  'GROK_HOOK_EVENT',
  'GROK_SESSION_ID',
  'QWEN_CODE',
  'QWEN_CODE_SESSION_ID',
  'PLUGIN_ROOT',
]
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

const ASKS_NOTHING = /^(?:bypassPermissions|auto)$/
const SOURCES: readonly string[] = ['startup', 'resume', 'fork', 'clear', 'compact'] satisfies SessionSource[]
/** With these another agent can go on; after others it would fail just the same. */
const ELSEWHERE = /^(?:rate_limit|overloaded|billing_error|server_error)$/
const TAKES_CONTEXT: readonly HookKind[] = ['session-start', 'prompt', 'before-tool', 'tool-failed']
const TAKES_REFUSAL: readonly HookKind[] = ['prompt', 'before-compaction']

function parseEvent({ message, word, env }: HookInput): HookEvent | null {
  const name = word === 'statusline' ? word : (textOf(message['hook_event_name']) ?? '')
  const read = Object.hasOwn(READ, name) ? READ[name] : undefined
  const what = read?.(message)
  if (!what) return null
  const pid = Number(env['CLAUDE_PID'])
  const folders = [textOf(message['cwd']), env['CLAUDE_PROJECT_DIR']].filter((path): path is string => Boolean(path))
  const common = present<Pick<HookEvent, 'transcript' | 'pid' | 'asksNothing'>>({
    transcript: textOf(message['transcript_path']),
    pid: Number.isSafeInteger(pid) && pid > 0 ? pid : undefined,
    asksNothing: ASKS_NOTHING.test(textOf(message['permission_mode']) ?? '') || undefined,
  })
  return { name, session: textOf(message['session_id']) ?? '', folders, ...common, ...what } as HookEvent
}

type WithoutCommon<T> = T extends HookEvent
  ? Omit<T, 'name' | 'session' | 'folders' | 'transcript' | 'pid' | 'asksNothing'>
  : never
type What = WithoutCommon<HookEvent>

const READ: Readonly<Record<string, (message: Json) => What | null>> = {
  SessionStart: (message) => ({ kind: 'session-start', source: sourceIn(message) }),
  UserPromptSubmit: (message) => ({ kind: 'prompt', prompt: textOf(message['prompt']) ?? '' }),
  PreToolUse: (message) => ({ kind: 'before-tool', tool: toolIn(message) }),
  PostToolUseFailure: (message) => ({
    kind: 'tool-failed',
    tool: toolIn(message),
    error: textOf(message['error']) ?? '',
    interrupted: message['is_interrupt'] === true,
  }),
  Stop: (message) =>
    present<What>({
      kind: 'turn-end',
      lastWords: textOf(message['last_assistant_message']),
      again: message['stop_hook_active'] === true,
    }),
  StopFailure: (message) => {
    const error = textOf(message['error']) ?? ''
    return { kind: 'turn-failed', error, elsewhere: ELSEWHERE.test(error) }
  },
  PreCompact: (message) => ({
    kind: 'before-compaction',
    trigger: message['trigger'] === 'manual' ? 'manual' : 'auto',
  }),
  SessionEnd: (message) => {
    const reason = textOf(message['reason']) ?? 'other'
    return { kind: 'session-end', reason, cleared: reason === 'clear' }
  },
  // Of the other notifications none says that the user is away.
  Notification: (message) => (message['notification_type'] === 'idle_prompt' ? { kind: 'idle' } : null),
  statusline: (message) => present<What>({ kind: 'statusline', context: contextIn(message) }),
}

/** What a later version calls a start is at least a start. */
function sourceIn(message: Json): SessionSource {
  const source = textOf(message['source']) ?? ''
  return SOURCES.includes(source) ? (source as SessionSource) : 'startup'
}

const CHANGES_FILES: readonly string[] = ['Edit', 'MultiEdit', 'Write', 'NotebookEdit']

function toolIn(message: Json): ToolUse {
  const tool = textOf(message['tool_name']) ?? ''
  const input = objectOf(message['tool_input']) ?? {}
  if (tool === 'Bash')
    return { does: 'run', command: textOf(input['command']) ?? '', background: input['run_in_background'] === true }
  if (!CHANGES_FILES.includes(tool)) return { does: 'other', tool }
  const [path = '', before, after] = [textOf(input['file_path']), input['old_string'], input['new_string']]
  return { does: 'edit', path, before: rawText(before), after: rawText(after) }
}

/** Also one of white space only, which an edit may well be about. */
function rawText(value: unknown): string {
  return typeof value === 'string' ? value : ''
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

function printAnswer({ kind, name }: HookEvent, { toModel, toUser, refuse }: HookAnswer): string | null {
  if (kind === 'statusline') return toUser ?? null
  if (refuse !== undefined)
    return TAKES_REFUSAL.includes(kind) ? JSON.stringify({ decision: 'block', reason: refuse }) : null
  const context =
    toModel !== undefined && TAKES_CONTEXT.includes(kind)
      ? { hookEventName: name, additionalContext: toModel.slice(0, hooks.maxCharacters) }
      : undefined
  const answer = present({ systemMessage: toUser, hookSpecificOutput: context })
  return Object.keys(answer).length === 0 ? null : JSON.stringify(answer)
}

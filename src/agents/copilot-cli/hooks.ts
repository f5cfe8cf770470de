/**
 * Copilot CLI's hooks: its messages and the answers it understands, as of 1.0.102. Pure. A message does not name its event,
 * so the command does: `hook.cjs copilot-cli sessionStart`.
 */
import { join } from 'node:path'
import { present } from '../../core/present.js'
import { type ToolWords, toolIn, type What } from '../common/hook-words.js'
import { type Json, numberOf, objectOf, parseRecord, textOf } from '../common/values.js'
import type { HookAnswer, HookEvent, HookInput, Hooks, ToolUse } from '../hooks.js'

export const hooks: Hooks = {
  parseEvent,
  printAnswer,
  budgets: {
    prompt: 1500,
    'after-tool': 1000,
    'tool-failed': 1000,
    'session-start': 5000,
    'session-end': 3000,
    'turn-end': 10_000,
    'turn-failed': 10_000,
    'before-compaction': 10_000,
  },
  // No event comes after a compaction: the next prompt is the first at which text is taken.
  briefing: { atStart: 'session-start', afterCompaction: 'prompt' },
  maxCharacters: 9500,
  isWritten,
  isRefused,
  toolName: (tool) => `dogear-${tool}`,
  makeRoom: '/compact (or /clear)',
}

const TOOLS: ToolWords = {
  runs: ['bash', 'powershell'],
  edits: ['edit', 'create', 'str_replace_editor'],
  path: ['path', 'file_path'],
  before: 'old_str',
  after: 'new_str',
}

/** preToolUse is not among them: where such a hook fails, the client refuses every tool. */
const READ: Readonly<Record<string, (message: Json) => What | null>> = {
  sessionStart: (message) => ({
    kind: 'session-start',
    source: message['source'] === 'resume' ? 'resume' : 'startup',
  }),
  userPromptSubmitted: (message) => ({ kind: 'prompt', prompt: textOf(message['prompt']) ?? '' }),
  postToolUse: (message) => {
    const { resultType, textResultForLlm } = objectOf(message['toolResult']) ?? {}
    const said = textOf(textResultForLlm) ?? ''
    const tool = toolOf(message)
    if (resultType === 'failure' || EXIT.test(said))
      return { kind: 'tool-failed', tool, error: said.replace(EXIT, '').trim(), interrupted: false }
    return { kind: 'after-tool', tool }
  },
  postToolUseFailure: (message) => ({
    kind: 'tool-failed',
    tool: toolOf(message),
    error: textOf(message['error']) ?? textOf(objectOf(message['error'])?.['message']) ?? '',
    interrupted: false,
  }),
  agentStop: (message) => ({ kind: 'turn-end', again: message['stop_hook_active'] === true }),
  // It comes with each attempt, of which the first saves.
  errorOccurred: (message) => {
    const error = textOf(objectOf(message['error'])?.['message']) ?? ''
    return message['errorContext'] === 'model_call'
      ? { kind: 'turn-failed', error, elsewhere: LIMITS.test(error) }
      : null
  },
  preCompact: (message) => ({
    kind: 'before-compaction',
    trigger: message['trigger'] === 'manual' ? 'manual' : 'auto',
  }),
  sessionEnd: (message) => ({ kind: 'session-end', reason: textOf(message['reason']) ?? 'other', cleared: false }),
}

const EXIT = /<(?:shellId: \S+ )?(?:completed|exited) with exit code [1-9]\d*>/

function toolOf(message: Json): ToolUse {
  return toolIn(textOf(message['toolName']) ?? '', objectOf(message['toolArgs']) ?? {}, TOOLS)
}

function parseEvent({ message, word = '', env, userHome }: HookInput): HookEvent | null {
  const what = Object.hasOwn(READ, word) ? READ[word]?.(message) : null
  if (!what) return null
  const session = textOf(message['sessionId']) ?? ''
  const folder = textOf(message['cwd'])
  const home = env['COPILOT_HOME'] || join(userHome, '.copilot')
  // Only some messages name the file.
  const transcript = textOf(message['transcriptPath']) ?? eventsOf(home, session)
  const common = { name: word, session, folders: folder === undefined ? [] : [folder] }
  return { ...common, ...present({ transcript }), ...what } as HookEvent
}

/** A session's id becomes part of a path only where it is a plain name. */
function eventsOf(home: string, session: string): string | undefined {
  return /^[\w-]{1,100}$/.test(session) ? join(home, 'session-state', session, 'events.jsonl') : undefined
}

/** The client writes its file about 100 ms late: once the start of this very hook is in it, all that came before is. */
function isWritten({ name }: HookEvent, lastLines: readonly string[]): boolean {
  const started = lastLines.map(parseRecord).find((record) => record?.['type'] === 'hook.start')
  return objectOf(started?.['data'])?.['hookType'] === name
}

/** Of a turn that the service ended no hook tells why. What the model said since counts. */
function isRefused(lastLines: readonly string[]): boolean {
  const last = lastLines.map(parseRecord).find((record) => ENDS.test(textOf(record?.['type']) ?? ''))
  const { errorType, statusCode } = objectOf(last?.['data']) ?? {}
  const status = numberOf(statusCode) ?? 0
  return last?.['type'] === 'session.error' && (LIMITS.test(textOf(errorType) ?? '') || status === 429 || status >= 500)
}

const ENDS = /^(?:session\.error|assistant\.message)$/
const LIMITS = /\b(?:429|402|5\d\d)\b|rate.?limit|quota|usage.limit|overloaded/i

/** Claude Code's form is ignored here. */
function printAnswer({ kind }: HookEvent, { toModel }: HookAnswer): string | null {
  const isTaken = kind === 'session-start' || kind === 'prompt' || kind === 'after-tool'
  return isTaken && toModel !== undefined
    ? JSON.stringify({ additionalContext: toModel.slice(0, hooks.maxCharacters) })
    : null
}

/** Codex's hooks: its messages and the answers it understands, as of 0.166. Pure. */
import {
  beforeCompaction,
  prompt,
  type Read,
  sessionEnd,
  sessionStart,
  turnEnd,
  usualAnswer,
  usualEvent,
} from '../common/hook-words.js'
import { type Json, numberOf, objectOf, parseRecord, textOf } from '../common/values.js'
import type { HookAnswer, HookEvent, HookInput, Hooks, ToolUse } from '../hooks.js'

export const hooks: Hooks = {
  parseEvent: (input) => usualEvent(input, READ),
  printAnswer,
  budgets: {
    prompt: 1500,
    'before-tool': 4000,
    'after-tool': 4000,
    'session-start': 5000,
    // The client ends what takes longer than 3 s.
    'session-end': 2000,
    'turn-end': 10_000,
    'before-compaction': 10_000,
  },
  briefing: { atStart: 'session-start', afterCompaction: 'session-start' },
  // 2,500 tokens; of what is longer the client shows the start and the end.
  maxCharacters: 9500,
  isOwn,
  isRefused,
  toolName: (tool) => `mcp__dogear__${tool}`,
  makeRoom: '/compact (or /new)',
}

/** Started in a shell of another agent it inherits that one's marks; its own file is the sign. A plugin of Codex is no agent. */
function isOwn({ message }: HookInput): boolean {
  const transcript = textOf(message['transcript_path'])
  return transcript === undefined || /[\\/]rollout-[^\\/]*\.jsonl(?:\.zst)?$/.test(transcript)
}

/** A turn that the service ended has no Stop, and the TUI no end of the session: its file tells. What the model said since counts. */
function isRefused(lastLines: readonly string[]): boolean {
  for (const line of lastLines) {
    const { type, payload } = parseRecord(line) ?? {}
    const said = objectOf(payload) ?? {}
    if (type === 'event_msg' && said['type'] === 'task_complete') return isElsewhere(objectOf(said['error']))
    if (type === 'response_item' && !['user', 'developer'].includes(textOf(said['role']) ?? '')) return false
  }
  return false
}

/** "usage_limit_exceeded", or {"response_too_many_failed_attempts": {"http_status_code": 429}}. */
function isElsewhere(error: Json | undefined): boolean {
  const info = error?.['codex_error_info']
  const [how] = Object.values(objectOf(info) ?? {})
  const status = numberOf(objectOf(how)?.['http_status_code']) ?? 0
  return info === 'usage_limit_exceeded' || info === 'server_overloaded' || status === 429 || status >= 500
}

const READ: Read = {
  SessionStart: sessionStart,
  UserPromptSubmit: prompt,
  PreToolUse: (message) => ({ kind: 'before-tool', tool: toolOf(message) }),
  PostToolUse: (message) => ({ kind: 'after-tool', tool: toolOf(message) }),
  PreCompact: beforeCompaction,
  Stop: turnEnd('last_assistant_message'),
  // Nothing more comes of this turn, and a session that is ended by a signal tells no end.
  Interrupt: () => ({ kind: 'turn-end', again: false }),
  SessionEnd: sessionEnd,
}

/** A patch names its file in the text; which words it replaces is for the reader. */
const PATCHED = /^\*\*\* (?:Add|Update|Delete) File: (.+)$/m

function toolOf(message: Json): ToolUse {
  const tool = textOf(message['tool_name']) ?? ''
  const input = objectOf(message['tool_input']) ?? {}
  const command = textOf(input['command']) ?? ''
  if (tool === 'Bash') return { does: 'run', command, background: false }
  if (tool !== 'apply_patch') return { does: 'other', tool }
  return { does: 'edit', path: PATCHED.exec(command)?.[1]?.trim() ?? '', before: '', after: command }
}

/** An unknown key fails the hook: nothing is said but what each event is known to take. */
function printAnswer(event: HookEvent, answer: HookAnswer): string | null {
  return usualAnswer(event, answer, {
    context: ['session-start', 'prompt'],
    refusal: ['prompt'],
    user: ['session-start', 'prompt', 'turn-end'],
    most: hooks.maxCharacters,
  })
}

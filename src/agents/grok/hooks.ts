/** Grok Build's hooks: its messages and the answers it understands, as of 1.0.41. Pure. */
import {
  beforeCompaction,
  type Read,
  sessionEnd,
  type ToolWords,
  turnEnd,
  usualAnswer,
  usualEvent,
  usualTool,
  type What,
} from '../common/hook-words.js'
import { type Json, numberOf, objectOf, textOf } from '../common/values.js'
import type { HookEvent, HookInput, Hooks } from '../hooks.js'

export const hooks: Hooks = {
  parseEvent,
  printAnswer: (event, answer) =>
    usualAnswer(event, answer, { context: ['after-tool'], refusal: [], most: hooks.maxCharacters }),
  budgets: {
    'before-tool': 4000,
    'after-tool': 4000,
    'tool-failed': 4000,
    'session-start': 4000,
    'session-end': 1200,
    'turn-end': 10_000,
    'turn-failed': 4000,
    'before-compaction': 4000,
  },
  // What is said at the start, and to a prompt, does not reach the model; behind the answer of a tool it does.
  briefing: { atStart: 'after-tool', afterCompaction: 'after-tool' },
  maxCharacters: 9500,
  // It has the hooks of others run as well, and those of its own only here.
  isOwn: ({ message }) => textOf(message['hookEventName']) !== undefined,
  toolName: (tool) => `dogear__${tool}`,
  makeRoom: '/compact (or /new)',
}

/** The same fields in two spellings; in which of them an event has its file differs. */
function parseEvent(input: HookInput): HookEvent | null {
  const { message } = input
  const file = textOf(message['transcript_path']) ?? textOf(message['transcriptPath'])
  const session = textOf(message['session_id']) ?? textOf(message['sessionId'])
  return usualEvent({ ...input, message: { ...message, transcript_path: file, session_id: session } }, READ)
}

const TOOLS: ToolWords = {
  runs: ['run_terminal_command'],
  edits: ['search_replace'],
  background: 'is_background',
  path: ['file_path'],
  before: 'old_string',
  after: 'new_string',
}

const READ: Read = {
  SessionStart: (message) => ({ kind: 'session-start', source: SOURCES[textOf(message['source']) ?? ''] ?? 'startup' }),
  PreToolUse: (message) => ({ kind: 'before-tool', tool: usualTool(message, TOOLS) }),
  PostToolUse: afterTool,
  PreCompact: (message) => beforeCompaction({ trigger: message['source'] }),
  // It comes once more when the client ends, after which SessionEnd comes.
  Stop: (message) => (message['reason'] === 'shutdown' ? null : turnEnd('lastAssistantMessage')(message)),
  StopFailure: (message) => {
    const error = textOf(message['error']) ?? textOf(message['reason']) ?? ''
    return { kind: 'turn-failed', error, elsewhere: /rate.?limit|429|quota|overloaded|5\d\d/i.test(error) }
  },
  SessionEnd: sessionEnd,
}

const SOURCES: Readonly<Record<string, 'startup' | 'resume' | 'clear' | 'compact'>> = {
  new: 'startup',
  resume: 'resume',
  clear: 'clear',
  compact: 'compact',
}

function afterTool(message: Json): What {
  const tool = usualTool(message, TOOLS)
  const result = objectOf(message['toolResult'])
  const exit = numberOf(result?.['exit_code']) ?? 0
  const error = textOf(result?.['output_for_prompt']) ?? ''
  return exit === 0 ? { kind: 'after-tool', tool } : { kind: 'tool-failed', tool, error, interrupted: false }
}

/** Qwen Code's hooks: its messages and the answers it understands, as of 0.24. Pure. */
import {
  beforeCompaction,
  type Read,
  sessionEnd,
  sessionStart,
  type ToolWords,
  turnEnd,
  usualAnswer,
  usualEvent,
  usualTool,
} from '../common/hook-words.js'
import { objectOf, textOf } from '../common/values.js'
import type { Hooks } from '../hooks.js'

export const hooks: Hooks = {
  parseEvent: (input) => usualEvent(input, READ),
  printAnswer: (event, answer) =>
    usualAnswer(event, answer, {
      context: ['session-start', 'prompt', 'before-tool'],
      refusal: ['prompt'],
      most: hooks.maxCharacters,
    }),
  budgets: {
    prompt: 1500,
    'before-tool': 4000,
    'after-tool': 4000,
    'tool-failed': 4000,
    'session-start': 5000,
    'session-end': 1200,
    'turn-end': 10_000,
    'turn-failed': 10_000,
    'before-compaction': 10_000,
  },
  briefing: { atStart: 'session-start', afterCompaction: 'session-start' },
  maxCharacters: 9500,
  toolName: (tool) => `mcp__dogear__${tool}`,
  makeRoom: '/compress (or /clear)',
}

const TOOLS: ToolWords = {
  runs: ['run_shell_command'],
  edits: ['edit', 'write_file'],
  background: 'is_background',
  path: ['file_path'],
  before: 'old_string',
  after: 'new_string',
}

/** With these another agent can go on; after others it would fail just the same. */
const ELSEWHERE = /rate.?limit|overloaded|billing|quota|server_error/i

const READ: Read = {
  SessionStart: sessionStart,
  // It comes before every request to the model; only what the user sent has been submitted.
  UserPromptSubmit: (message) =>
    'submitted_prompt' in message ? { kind: 'prompt', prompt: textOf(message['submitted_prompt']) ?? '' } : null,
  PreToolUse: (message) => ({ kind: 'before-tool', tool: usualTool(message, TOOLS) }),
  PostToolUse: (message) => {
    const tool = usualTool(message, TOOLS)
    const said = textOf(objectOf(message['tool_response'])?.['llmContent']) ?? ''
    return EXIT.test(said)
      ? { kind: 'tool-failed', tool, error: said, interrupted: false }
      : { kind: 'after-tool', tool }
  },
  PostToolUseFailure: (message) => ({
    kind: 'tool-failed',
    tool: usualTool(message, TOOLS),
    error: textOf(message['error']) ?? '',
    interrupted: message['is_interrupt'] === true,
  }),
  PreCompact: beforeCompaction,
  Stop: turnEnd('last_assistant_message'),
  StopFailure: (message) => {
    const error = textOf(message['error']) ?? ''
    return { kind: 'turn-failed', error, elsewhere: ELSEWHERE.test(error) }
  },
  SessionEnd: sessionEnd,
}

/** A command that fails is a tool that worked. */
const EXIT = /^Exit Code: [1-9]\d{0,4}\s*$/m

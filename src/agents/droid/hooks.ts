/** droid's hooks: its messages and the answers it understands, as of 0.225. Pure. */
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
} from '../common/hook-words.js'
import type { Hooks } from '../hooks.js'

export const hooks: Hooks = {
  parseEvent: (input) => usualEvent(input, READ),
  printAnswer: (event, answer) =>
    usualAnswer(event, answer, {
      context: ['session-start', 'prompt'],
      refusal: ['prompt'],
      most: hooks.maxCharacters,
    }),
  budgets: {
    prompt: 1500,
    'before-tool': 4000,
    'after-tool': 4000,
    'session-start': 5000,
    'session-end': 1200,
    'turn-end': 10_000,
    'before-compaction': 10_000,
  },
  briefing: { atStart: 'session-start', afterCompaction: 'session-start' },
  maxCharacters: 9500,
  toolName: (tool) => `dogear___${tool}`,
  makeRoom: '/compress (or /clear)',
}

const TOOLS: ToolWords = {
  runs: ['Execute'],
  edits: ['Edit', 'MultiEdit', 'Create'],
  background: 'fireAndForget',
  path: ['file_path'],
  before: 'old_str',
  after: 'new_str',
}

const READ: Read = {
  SessionStart: sessionStart,
  UserPromptSubmit: prompt,
  PreToolUse: (message) => ({ kind: 'before-tool', tool: usualTool(message, TOOLS) }),
  // It comes after what worked only.
  PostToolUse: (message) => ({ kind: 'after-tool', tool: usualTool(message, TOOLS) }),
  PreCompact: beforeCompaction,
  Stop: turnEnd('last_assistant_message'),
  SessionEnd: sessionEnd,
}

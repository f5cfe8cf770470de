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
import { type Json, objectOf, objectsOf, parseRecord, textOf } from '../common/values.js'
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
  isRefused,
  toolName: (tool) => `dogear___${tool}`,
  makeRoom: '/compress (or /clear)',
}

/** A turn that the service ended has its Stop like any other: the message to the user before it tells, and the outcome behind it. */
function isRefused(lastLines: readonly string[]): boolean {
  const records = lastLines.map(parseRecord)
  const last = records.find((one) => one?.['type'] === 'agent_turn_outcome' || isMessage(objectOf(one?.['message'])))
  if (last?.['type'] === 'agent_turn_outcome') return LIMIT.test(textOf(last['reason']) ?? '')
  const { visibility, content } = objectOf(last?.['message']) ?? {}
  const said = objectsOf(content).map(({ text }) => textOf(text) ?? '')
  return visibility === 'user_only' && said.some((text) => LIMIT.test(text))
}

/** What the client notes of hooks are messages too. */
function isMessage(message: Json | undefined): boolean {
  return message !== undefined && message['hookEventName'] === undefined
}

const LIMIT = /\b(?:429|402)\b|rate.?limit|usage.limit|quota|overloaded/i

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

/** Gemini CLI's hooks: its messages and the answers it understands, as of 0.61. Pure. */
import {
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
import { objectOf, textOf } from '../common/values.js'
import type { HookAnswer, HookEvent, HookInput, Hooks } from '../hooks.js'

export const hooks: Hooks = {
  parseEvent: (input) => usualEvent(input, READ, { folder: 'GEMINI_PROJECT_DIR' }),
  printAnswer,
  budgets: {
    prompt: 1500,
    'before-tool': 4000,
    'after-tool': 4000,
    'tool-failed': 4000,
    'session-start': 4000,
    'session-end': 1200,
    'turn-end': 10_000,
    'before-compaction': 10_000,
  },
  // What SessionStart says is lost after /clear, and without a terminal it takes the first prompt out of the history.
  briefing: { atStart: 'prompt', afterCompaction: 'prompt' },
  maxCharacters: 9500,
  isOwn,
  toolName: (tool) => `mcp_dogear_${tool}`,
  makeRoom: '/compress (or /clear)',
}

/** Qwen Code is made of it, but says where its own file lies. */
function isOwn({ message }: HookInput): boolean {
  return !/[\\/]\.qwen[\\/]/.test(textOf(message['transcript_path']) ?? '')
}

const TOOLS: ToolWords = {
  runs: ['run_shell_command'],
  edits: ['replace', 'write_file'],
  background: 'is_background',
  path: ['file_path'],
  before: 'old_string',
  after: 'new_string',
}

const READ: Read = {
  SessionStart: sessionStart,
  BeforeAgent: prompt,
  BeforeTool: (message) => ({ kind: 'before-tool', tool: usualTool(message, TOOLS) }),
  AfterTool: (message) => {
    const tool = usualTool(message, TOOLS)
    const error = failureIn(message['tool_response'])
    return error === null ? { kind: 'after-tool', tool } : { kind: 'tool-failed', tool, error, interrupted: false }
  },
  AfterAgent: turnEnd('prompt_response'),
  // `auto` comes before every request to the model, whether it compacts or not.
  PreCompress: (message) => (message['trigger'] === 'manual' ? { kind: 'before-compaction', trigger: 'manual' } : null),
  SessionEnd: sessionEnd,
}

const EXIT = /^(?:Process )?Exit Code: ([1-9]\d{0,4})\s*$/m

/** Null: it worked, as far as the client tells. */
function failureIn(response: unknown): string | null {
  const { llmContent, error } = objectOf(response) ?? {}
  const said = textOf(llmContent) ?? ''
  const why = textOf(objectOf(error)?.['message']) ?? textOf(error)
  if (why !== undefined) return why
  return EXIT.test(said) ? said : null
}

function printAnswer(event: HookEvent, answer: HookAnswer): string | null {
  return usualAnswer(event, answer, {
    context: ['prompt'],
    refusal: ['prompt'],
    most: hooks.maxCharacters,
  })
}

/** Cline's hooks: its messages and the answers it understands, as of 3.0.65. Pure. */
import { toolIn, type ToolWords, type What } from '../common/hook-words.js'
import { type Json, listOf, objectOf, textOf } from '../common/values.js'
import { present } from '../../core/present.js'
import type { HookAnswer, HookEvent, HookInput, Hooks, ToolUse } from '../hooks.js'
import { homeOf } from './folders.js'

export const hooks: Hooks = {
  parseEvent,
  printAnswer,
  budgets: {
    'session-start': 4000,
    'after-tool': 1000,
    'turn-end': 10_000,
    'before-compaction': 4000,
    'session-end': 1200,
  },
  // What is said when a task starts does not reach the model; behind the answer of a tool it does.
  briefing: { atStart: 'after-tool', afterCompaction: 'after-tool' },
  maxCharacters: 9500,
  toolName: (tool) => `dogear__${tool}`,
  makeRoom: '/compact (or /new)',
}

function parseEvent(input: HookInput): HookEvent | null {
  const { message } = input
  const name = textOf(message['hookName']) ?? ''
  const session = textOf(objectOf(message['sessionContext'])?.['rootSessionId'])
  const read = Object.hasOwn(READ, name) ? READ[name] : undefined
  // What sub-agents do is part of what their agent does.
  if (!read || session === undefined || textOf(message['parent_agent_id']) !== undefined) return null
  const folders = listOf(message['workspaceRoots']).flatMap((one) => textOf(one) ?? [])
  const isPlain = /^[\w-][\w.-]*$/.test(session)
  const transcript = isPlain ? `${homeOf(input)}/data/sessions/${session}/${session}.messages.json` : undefined
  return { name, session, folders, ...present({ transcript }), ...read(message) } as HookEvent
}

const READ: Readonly<Record<string, (message: Json) => What>> = {
  agent_start: () => ({ kind: 'session-start', source: 'startup' }),
  agent_resume: () => ({ kind: 'session-start', source: 'resume' }),
  tool_call: (message) => ({ kind: 'before-tool', tool: toolOf(message['tool_call']) }),
  tool_result: (message) => ({ kind: 'after-tool', tool: toolOf(message['tool_result']) }),
  agent_end: (message) =>
    present<What>({ kind: 'turn-end', lastWords: textOf(objectOf(message['turn'])?.['outputText']), again: false }),
  pre_compact: () => ({ kind: 'before-compaction', trigger: 'auto' }),
  session_shutdown: () => ({ kind: 'session-end', reason: 'shutdown', cleared: false }),
}

const TOOLS: ToolWords = {
  runs: ['run_commands'],
  edits: ['editor'],
  path: ['path'],
  before: 'old_text',
  after: 'new_text',
}

/** Several commands of one call are told as one. */
function toolOf(call: unknown): ToolUse {
  const { name, input } = objectOf(call) ?? {}
  const given = objectOf(input) ?? {}
  const commands = listOf(given['commands']).filter((one) => typeof one === 'string')
  return toolIn(textOf(name) ?? '', { ...given, command: commands.join('\n') }, TOOLS)
}

function printAnswer({ kind }: HookEvent, { toModel }: HookAnswer): string | null {
  if (kind !== 'after-tool' || toModel === undefined) return null
  return JSON.stringify({ contextModification: toModel.slice(0, hooks.maxCharacters) })
}

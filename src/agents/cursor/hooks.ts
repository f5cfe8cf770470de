/** Cursor's hooks, as its makers and others describe them; no real client was at hand. Pure. */
import { beforeCompaction, sessionEnd, type What } from '../common/hook-words.js'
import { type Json, listOf, textOf } from '../common/values.js'
import { present } from '../../core/present.js'
import type { HookAnswer, HookEvent, HookInput, Hooks } from '../hooks.js'

export const hooks: Hooks = {
  parseEvent,
  printAnswer,
  budgets: {
    'session-start': 4000,
    'turn-end': 10_000,
    'turn-failed': 10_000,
    'before-compaction': 10_000,
    'session-end': 1200,
  },
  // Nothing is known by which text would reach the model after a compaction.
  briefing: { atStart: 'session-start', afterCompaction: null },
  maxCharacters: 9500,
  // Others run its hooks too: only it names its version.
  isOwn: ({ message }) => textOf(message['cursor_version']) !== undefined,
  toolName: (tool) => `${tool} (of the server dogear)`,
  makeRoom: '/summarize (or a new chat)',
}

function parseEvent({ message }: HookInput): HookEvent | null {
  const name = textOf(message['hook_event_name']) ?? ''
  const session = textOf(message['conversation_id']) ?? textOf(message['session_id'])
  const read = Object.hasOwn(READ, name) ? READ[name] : undefined
  const what = session === undefined ? null : read?.(message)
  if (!what) return null
  const folders = listOf(message['workspace_roots']).flatMap((one) => textOf(one) ?? [])
  return {
    name,
    session,
    folders,
    ...present({ transcript: textOf(message['transcript_path']) }),
    ...what,
  } as HookEvent
}

const READ: Readonly<Record<string, (message: Json) => What | null>> = {
  // One that works in the background is nobody's conversation.
  sessionStart: (message) =>
    message['is_background_agent'] === true ? null : { kind: 'session-start', source: 'startup' },
  stop: (message) =>
    message['status'] === 'error'
      ? { kind: 'turn-failed', error: textOf(message['error']) ?? 'error', elsewhere: false }
      : { kind: 'turn-end', again: message['loop_count'] !== undefined && message['loop_count'] !== 0 },
  preCompact: beforeCompaction,
  sessionEnd,
}

function printAnswer({ kind }: HookEvent, { toModel }: HookAnswer): string | null {
  if (kind !== 'session-start' || toModel === undefined) return null
  return JSON.stringify({ additional_context: toModel.slice(0, hooks.maxCharacters) })
}

/**
 * The words that most clients took over from Claude Code for their hooks: names of events, fields of messages, forms of
 * answers. Every hook loads this, so it imports next to nothing.
 */
import { present } from '../../core/present.js'
import type { HookAnswer, HookEvent, HookInput, HookKind, SessionSource, ToolUse } from '../hooks.js'
import { type Json, objectOf, textOf } from './values.js'

type Common = 'name' | 'session' | 'folders' | 'transcript' | 'pid' | 'asksNothing'
type WithoutCommon<T> = T extends HookEvent ? Omit<T, Common> : never

/** What an event says beyond what all events say. */
export type What = WithoutCommon<HookEvent>
export type Read = Readonly<Record<string, (message: Json) => What | null>>

/** Null: nothing dogear acts on. `called`: where the message does not name the event. `folder`: a variable that names the folder in which the client was started. */
export function usualEvent(
  { message, env }: HookInput,
  read: Read,
  { called, folder = '' }: { called?: string; folder?: string } = {},
): HookEvent | null {
  const name = called ?? textOf(message['hook_event_name']) ?? ''
  const what = Object.hasOwn(read, name) ? read[name]?.(message) : null
  if (!what) return null
  const folders = [textOf(message['cwd']), env[folder]].filter((path): path is string => Boolean(path))
  const common = present<Pick<HookEvent, 'transcript' | 'asksNothing'>>({
    transcript: textOf(message['transcript_path']),
    asksNothing: ASKS_NOTHING.test(textOf(message['permission_mode']) ?? '') || undefined,
  })
  return { name, session: textOf(message['session_id']) ?? '', folders, ...common, ...what } as HookEvent
}

const ASKS_NOTHING = /^(?:bypassPermissions|auto)$/

export const sessionStart = (message: Json): What => ({ kind: 'session-start', source: sourceIn(message['source']) })

export const prompt = (message: Json): What => ({ kind: 'prompt', prompt: textOf(message['prompt']) ?? '' })

/** `words`: the field with what was said last. */
export function turnEnd(words: string): (message: Json) => What {
  return (message) =>
    present<What>({ kind: 'turn-end', lastWords: textOf(message[words]), again: message['stop_hook_active'] === true })
}

export const beforeCompaction = (message: Json): What => ({
  kind: 'before-compaction',
  trigger: message['trigger'] === 'manual' ? 'manual' : 'auto',
})

export function sessionEnd(message: Json): What {
  const reason = textOf(message['reason']) ?? 'other'
  return { kind: 'session-end', reason, cleared: reason === 'clear' }
}

const SOURCES: readonly string[] = ['startup', 'resume', 'fork', 'clear', 'compact'] satisfies SessionSource[]

/** What a later version calls a start is at least a start. */
function sourceIn(source: unknown): SessionSource {
  return SOURCES.includes(textOf(source) ?? '') ? (source as SessionSource) : 'startup'
}

/** The tools of a client that run commands and change files, and the fields in which they say what. */
export interface ToolWords {
  runs: readonly string[]
  edits: readonly string[]
  background?: string
  path: readonly string[]
  before: string
  after: string
}

export function toolIn(tool: string, input: Json, words: ToolWords): ToolUse {
  if (words.runs.includes(tool)) {
    const background = words.background !== undefined && input[words.background] === true
    return { does: 'run', command: textOf(input['command']) ?? '', background }
  }
  if (!words.edits.includes(tool)) return { does: 'other', tool }
  const path = words.path.map((key) => textOf(input[key])).find((one) => one !== undefined) ?? ''
  return { does: 'edit', path, before: rawText(input[words.before]), after: rawText(input[words.after]) }
}

export function usualTool(message: Json, words: ToolWords): ToolUse {
  return toolIn(textOf(message['tool_name']) ?? '', objectOf(message['tool_input']) ?? {}, words)
}

/** Also one of white space only, which an edit may well be about. */
function rawText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** What a client takes at which events. What is not named it does not take. */
export interface Takes {
  context: readonly HookKind[]
  refusal: readonly HookKind[]
  /** Events at which a line for the user is shown. Absent: all. */
  user?: readonly HookKind[]
  most: number
}

export function usualAnswer({ kind, name }: HookEvent, answer: HookAnswer, takes: Takes): string | null {
  const { toModel, toUser, refuse } = answer
  if (refuse !== undefined)
    return takes.refusal.includes(kind) ? JSON.stringify({ decision: 'block', reason: refuse }) : null
  const context =
    toModel !== undefined && takes.context.includes(kind)
      ? { hookEventName: name, additionalContext: toModel.slice(0, takes.most) }
      : undefined
  const shown = takes.user?.includes(kind) === false ? undefined : toUser
  const said = present({ systemMessage: shown, hookSpecificOutput: context })
  return Object.keys(said).length === 0 ? null : JSON.stringify(said)
}

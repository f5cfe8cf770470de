/** An event of an agent as the entry hands it to the code for it, what is read from it, and how it is answered. */
import { isFolder } from '../platform/files/folders.js'
import { parentPastShell } from '../platform/process/process-tag.js'
import type { HookState } from '../store/session/hook-state.js'

type Env = Readonly<Record<string, string | undefined>>
export type Event = Readonly<Record<string, unknown>>

export interface Call {
  /** What came on stdin. */
  event: Event
  home: string
  userHome: string
  env: Env
  /** Until when it must be over, as Date.now() counts. */
  startedMs: number
  untilMs: number
  /** The one answer, written at once. */
  print(text: string): void
  /** A few words for the log: what was done. */
  did(text: string): void
}

/** Which module an event needs. `kind`: events of one kind run the same code. */
export interface Planned {
  module: 'start' | 'save' | 'prompt' | 'tool' | 'statusline'
  kind: string
}

export type EventModule = { run(call: Call): void | Promise<void> }

export function textIn(event: Event, key: string): string {
  const value = event[key]
  return typeof value === 'string' ? value : ''
}

export function sessionIn(event: Event): string {
  return textIn(event, 'session_id')
}

/** What a tool is called with. */
export function inputIn(event: Event): Event {
  const input = event['tool_input']
  return typeof input === 'object' && input !== null ? (input as Event) : {}
}

/** The agent's process. It starts hooks through a shell, or (as dogear 0.1.0 set them up) by itself. */
export function agentPid({ env }: Call): number {
  const told = Number(env['CLAUDE_PID'])
  return Number.isSafeInteger(told) && told > 0 ? told : parentPastShell()
}

/** The folder the session began in, else the one it is in. */
export function folderOf({ event, env }: Call, state: HookState | null): string {
  const known = [state?.worktree, textIn(event, 'cwd'), env['CLAUDE_PROJECT_DIR']]
  const folder = known.find((path) => path && isFolder(path))
  if (folder === undefined) throw new Error('the event names no folder that exists')
  return folder
}

/** The client writes longer texts to a file and shows only their start. */
export const MOST_CHARACTERS = 9500

export function answerContext(call: Call, text: string, toUser?: string): void {
  const hookEventName = textIn(call.event, 'hook_event_name')
  call.print(
    JSON.stringify({
      ...(toUser === undefined ? {} : { systemMessage: toUser }),
      hookSpecificOutput: { hookEventName, additionalContext: text.slice(0, MOST_CHARACTERS) },
    }),
  )
}

export function answerUser(call: Call, text: string): void {
  call.print(JSON.stringify({ systemMessage: text }))
}

export function answerBlock(call: Call, reason: string): void {
  call.print(JSON.stringify({ decision: 'block', reason }))
}

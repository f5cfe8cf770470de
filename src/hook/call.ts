/** An event of an agent as the entry gives it to the module for it. */
import type { AgentId } from '../agents/agent.js'
import type { HookEvent } from '../agents/hooks.js'
import type { SessionCall } from '../app/session/event.js'
import { isFolder } from '../platform/files/folders.js'
import { ASKED_AGAIN_MS, type Patience } from '../platform/git/patience.js'
import type { HookState } from '../store/session/hook-state.js'

export interface Call<Event extends HookEvent = HookEvent> extends SessionCall<Event> {
  agent: AgentId
  /** What came on stdin, in the client's own words. */
  message: Readonly<Record<string, unknown>>
  home: string
  userHome: string
  env: Readonly<Record<string, string | undefined>>
  /** How long git is waited for, and where it hung: the same object for all that asks it. */
  patience: Patience
  /** For stdout, as it is. */
  print(text: string): void
}

/** Which module an event needs. `kind`: events of one kind run the same code. */
export interface Planned {
  module: 'start' | 'save' | 'prompt' | 'tool' | 'statusline'
  kind: string
}

export type EventModule = { run(call: Call): void | Promise<void> }

/** The folder the session began in, else the one it is in. */
export function folderOf({ folders }: HookEvent, state: HookState | null): string {
  const folder = [state?.worktree, ...folders].find((path) => path && isFolder(path))
  if (folder === undefined) throw new Error('the event names no folder that exists')
  return folder
}

/** Where git hung a moment ago it is not asked again; a machine that was busy then may not be now. */
export function withStuck(patience: Patience, state: HookState | null): Patience {
  const { stuckGit, stuckUntilMs = 0 } = state ?? {}
  if (stuckGit !== undefined) patience.stuck.set(stuckGit, Math.min(stuckUntilMs, Date.now() + ASKED_AGAIN_MS))
  return patience
}

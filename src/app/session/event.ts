/** An event of a session as the use cases of this folder get it, whichever agent it is from. */
import type { HookAnswer, HookEvent, HookKind, Hooks } from '../../agents/hooks.js'
import type { Finished } from '../../core/printer/words.js'
import { parentPastShell } from '../../platform/process/process-tag.js'

export type EventOf<Kind extends HookKind> = Extract<HookEvent, { kind: Kind }>

export interface SessionCall<Event extends HookEvent = HookEvent> {
  event: Event
  /** What the client takes, and how much of it. */
  hooks: Pick<Hooks, 'briefing' | 'maxCharacters' | 'toolName' | 'makeRoom' | 'isRefused' | 'isWritten' | 'forgets'>
  /** As Date.now() counts: when the process began, and when the client stops waiting for it. */
  startedMs: number
  untilMs: number
  /** At once, and once only. */
  answer(answer: Omit<HookAnswer, 'toModel'> & { toModel?: Finished }): void
  /** A few words on what was done. */
  log(text: string): void
}

/** The agent's process. It starts hooks through a shell, or (as dogear 0.1.0 set them up) by itself. */
export function agentPid({ pid }: HookEvent): number {
  return pid ?? parentPastShell()
}

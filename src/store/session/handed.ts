/**
 * Prompts by which a session was put on a line ("continue with the invoices"). They were said to dogear and ask for nothing of
 * their own, whatever their words: read again in the session's file they are as good as "continue". Which line such words mean
 * only the lines of that moment could tell, so it is noted when it is answered.
 */
import { textMark } from '../../core/session/marks.js'
import type { TranscriptEvent } from '../../core/session/transcript.js'
import { changeHookState, readHookState } from './hook-state.js'

const MAX_HANDED = 20
/** Longer ones are never taken for a phrase. */
const MAX_LENGTH = 400

export function noteHanded(home: string, session: string, prompt: string): void {
  const mark = textMark(prompt)
  changeHookState(home, session, (now) => ({ handed: [...(now?.handed ?? []), mark].slice(-MAX_HANDED) }))
}

/** An event as it is to be understood: a prompt that was answered with a line says no more than that. */
export function asUnderstood(home: string, session: string | undefined): (event: TranscriptEvent) => TranscriptEvent {
  const handed = new Set(session === undefined ? [] : readHookState(home, session)?.handed)
  if (handed.size === 0) return (event) => event
  return (event) => {
    const isSuch = event.kind === 'prompt' && event.sub === undefined && event.text.length <= MAX_LENGTH
    return isSuch && handed.has(textMark(event.text)) ? { ...event, text: 'continue' } : event
  }
}

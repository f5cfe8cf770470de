/** The answers the client understands, each as one line of JSON. */
import type { Call } from './call.js'
import { textIn } from './call.js'

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

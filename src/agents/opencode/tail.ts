/** The newest state, from the newest messages. */
import type { TranscriptEvent } from '../../core/transcript.js'
import type { Tail } from '../reader.js'
import type { Message } from './message.js'
import { readRecords } from './records.js'

/** Adds to what was found what this message, older than those before, tells. */
export function lookAt(message: Message, found: Tail): void {
  const events: TranscriptEvent[] = []
  readRecords((event) => events.push(event)).message(message)
  for (const event of events.toReversed()) {
    if (event.at !== undefined) found.at = Math.max(found.at ?? 0, event.at)
    if (event.kind === 'prompt') found.lastPrompt ??= event.text
    if (event.kind === 'usage' && event.context) found.context ??= { tokens: event.context }
    if (event.kind === 'where' && event.model) found.model ??= event.model
  }
}

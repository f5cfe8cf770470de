/** Reading a transcript in a test, and saying shortly what came out. */
import type { TranscriptEvent } from '../../src/core/session/transcript.js'
import type { ReadResult, TranscriptReader } from '../../src/agents/agent.js'

export interface Gathered extends ReadResult {
  events: TranscriptEvent[]
}

export function gather(reader: TranscriptReader, path: string, from: unknown = null): Gathered {
  const events: TranscriptEvent[] = []
  return { ...reader.read(path, from, (event) => events.push(event)), events }
}

/** One line per event: what a reader of the test wants to know of it. */
export function brief(events: readonly TranscriptEvent[]): string[] {
  return events.map((event) => (event.sub === undefined ? '' : `[${event.sub}] `) + line(event))
}

function line(event: TranscriptEvent): string {
  const { ref: _, at: __, sub: ___, kind, ...rest } = event
  if (event.kind === 'prompt' || event.kind === 'text') return `${kind}: ${event.text}`
  if (event.kind === 'call') {
    const { type, ...facts } = event.action
    return `call ${event.call} ${event.tool} → ${type} ${JSON.stringify(facts)}`
  }
  if (event.kind === 'todos') return `todos: ${event.items.map(({ text, state }) => `${text} (${state})`).join(', ')}`
  return `${kind} ${JSON.stringify(rest)}`
}

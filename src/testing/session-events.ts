/** What happens in a session, as a transcript tells it, in few words; and the facts that come of it. */
import { collectFacts, type Facts } from '../core/session/facts/facts.js'
import type { Action, TranscriptEvent } from '../core/session/transcript.js'

let offset = 0
export const ref = (): { offset: number } => ({ offset: (offset += 10) })
export const says = (text: string): TranscriptEvent => ({ kind: 'text', text, ref: ref() })
export const asks = (text: string): TranscriptEvent => ({ kind: 'prompt', text, ref: ref() })
export const does = (call: string, action: Action): TranscriptEvent => ({
  kind: 'call',
  call,
  tool: 't',
  action,
  ref: ref(),
})
const gets = (call: string, ok: boolean, text = ''): TranscriptEvent => ({ kind: 'result', call, ok, text, ref: ref() })
const here: TranscriptEvent = { kind: 'where', cwd: '/w/shop', session: 's1', branch: 'main', ref: { offset: 0 } }

let calls = 0
export function runs(command: string, ok: boolean, text = ''): TranscriptEvent[] {
  const call = `c${calls++}`
  return [does(call, { type: 'run', command }), gets(call, ok, text)]
}
export function edits(
  path: string,
  more: Partial<Extract<Action, { type: 'edit' }>> = {},
  ok = true,
): TranscriptEvent[] {
  const call = `c${calls++}`
  return [does(call, { type: 'edit', path, ...more }), gets(call, ok)]
}
export function factsOf(...events: (TranscriptEvent | TranscriptEvent[])[]): Facts {
  const collector = collectFacts()
  for (const event of [here, ...events.flat()]) collector.add(event)
  return collector.facts()
}
export const texts = (items: { text: string }[] | undefined): string[] => (items ?? []).map(({ text }) => text)

/** What a tool answered. */
import type { Answer } from '../common/calls.js'
import { clip } from '../common/clip.js'
import { numberOf, present, textOf } from '../common/values.js'
import type { Json } from '../common/values.js'

const STOPPED = /^(?:The user (?:rejected|dismissed)|Tool execution aborted|Tool call aborted)/

/** Undefined: it has not answered yet. */
export function answerOf(state: Json, noted: Json): Answer | undefined {
  const exit = numberOf(noted['exit']) ?? numberOf(noted['exitCode'])
  const text = textOf(state['output']) ?? textOf(state['error'])
  const shown = { text: text && clip(text) }
  if (state['status'] === 'completed') return present<Answer>({ ok: (exit ?? 0) === 0, exit, ...shown })
  if (state['status'] !== 'error') return undefined
  const isStopped = STOPPED.test(text ?? '') || noted['interrupted'] === true
  return present<Answer>({ ok: false, exit, interrupted: isStopped ? true : undefined, ...shown })
}

/** What a tool answered. A call without a final status has not answered yet. */
import type { Answer } from '../common/calls.js'
import { clip } from '../common/clip.js'
import { objectOf, objectsOf, present, textOf } from '../common/values.js'
import type { Json } from '../common/values.js'

const FINAL: ReadonlySet<unknown> = new Set(['success', 'error', 'cancelled'])
const EXIT = /^(?:Exit Code|Exit code): (\d{1,5})$/m
/** The exit code stands after the output, with little behind it. */
const TAIL = 600

export function answerOf(call: Json): Answer | undefined {
  const status = call['status']
  if (!FINAL.has(status)) return undefined
  const text = textIn(call['result']) || textOf(call['resultDisplay']) || ''
  const said = call['name'] === 'run_shell_command' ? EXIT.exec(text.slice(-TAIL))?.[1] : undefined
  const exit = said === undefined ? undefined : Number(said)
  return present<Answer>({
    ok: status === 'success' && (exit ?? 0) === 0,
    exit,
    interrupted: status === 'cancelled' ? true : undefined,
    text: text ? clip(text) : undefined,
  })
}

/** Parts: texts, or what a function returned. */
export function textIn(result: unknown): string {
  if (typeof result === 'string') return result
  const parts = Array.isArray(result) ? objectsOf(result) : [objectOf(result) ?? {}]
  return parts
    .flatMap((part) => {
      const response = objectOf(objectOf(part['functionResponse'])?.['response'])
      return textOf(part['text']) ?? textOf(response?.['output']) ?? textOf(response?.['error']) ?? []
    })
    .join('\n')
}

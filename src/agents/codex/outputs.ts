/** What a tool answered: JSON in a text, a text with the exit code in words, or blocks. */
import type { Answer } from '../common/calls.js'
import { clip } from '../common/clip.js'
import { numberOf, objectOf, objectsOf, present, textOf } from '../common/values.js'
import type { Json } from '../common/values.js'

const EXIT = /^(?:Exit code: |Process exited with code )(-?\d{1,10})$/m
const STOPPED = /^(?:aborted by user|(?:exec )?command rejected by user|patch rejected by user|rejected by user)/i
const FAILED =
  /^(?:patch rejected|apply_patch verification failed|failed (?:to|in)|execution error|unsupported call|error[: ]|Failed to apply patch)/i
const DONE = /^(?:Success\. Updated the following files|Plan updated|Done!)/
/** The exit code stands before the output, which can be long and say anything. */
const HEAD = 400

export function answerOf(output: unknown): Answer {
  const object = objectOf(output)
  const text =
    textOf(output) ?? textOf(object?.['content']) ?? blocksOf(Array.isArray(output) ? output : object?.['content'])
  const said = object?.['success']
  return readText(text, typeof said === 'boolean' ? said : undefined)
}

/** Structured forms: `CommandExecution` and its like. */
export function answerOfItem(item: Json): Answer {
  const exit = numberOf(item['exit_code'])
  const status = textOf(item['status'])
  const ok = exit === undefined ? okOf(status, item['success']) : exit === 0
  const text = textOf(item['aggregated_output']) ?? (joined(item['stdout'], item['stderr']) || textOf(item['error']))
  return present<Answer>({ ok, exit, interrupted: status === 'declined' ? true : undefined, text: text && clip(text) })
}

function readText(text: string, said: boolean | undefined): Answer {
  const inner = text.startsWith('{') ? jsonOf(text) : undefined
  const output = textOf(inner?.['output'])
  const meta = objectOf(inner?.['metadata'])
  const exit = numberOf(meta?.['exit_code']) ?? numberOf(inner?.['exit_code']) ?? exitIn(text)
  const shown = output ?? (inner && meta ? '' : text)
  const stopped = STOPPED.test(shown)
  const ok =
    exit === undefined
      ? (said ?? (stopped || FAILED.test(shown) ? false : DONE.test(shown) ? true : undefined))
      : exit === 0
  return present<Answer>({ ok, exit, interrupted: stopped ? true : undefined, text: shown ? clip(shown) : undefined })
}

function exitIn(text: string): number | undefined {
  const said = EXIT.exec(text.slice(0, HEAD))?.[1]
  return said === undefined ? undefined : Number(said)
}

function okOf(status: string | undefined, success: unknown): boolean | undefined {
  if (typeof success === 'boolean') return success
  if (status === 'failed' || status === 'declined') return false
  return status === 'completed' ? true : undefined
}

function blocksOf(content: unknown): string {
  return objectsOf(content)
    .map((block) => clip(textOf(block['text']) ?? ''))
    .join('\n')
}

function joined(...texts: unknown[]): string {
  return texts.flatMap((text) => textOf(text) ?? []).join('\n')
}

function jsonOf(text: string): Json | undefined {
  try {
    return objectOf(JSON.parse(text))
  } catch {
    return undefined
  }
}

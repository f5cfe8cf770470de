/** What a tool answered. */
import type { Answer } from '../common/calls.js'
import { clip } from '../common/clip.js'
import { numberOf, objectOf, objectsOf, present, textOf } from '../common/values.js'
import type { Json } from '../common/values.js'

const EXIT = /<exited with exit code (-?\d{1,10})>\s*$/
const TAIL = 200
const STOPPED: ReadonlySet<unknown> = new Set([
  'rejected',
  'denied',
  'aborted',
  'cancelled',
  'canceled',
  'user_rejected',
])
const STOPPED_TEXT =
  /^(?:The user rejected|The execution of this tool, or a previous tool was interrupted|User (?:rejected|denied|cancelled))/i

export function answerOf(data: Json): Answer {
  const result = objectOf(data['result'])
  const error = objectOf(data['error'])
  const text = textOf(error?.['message']) ?? textOf(result?.['content']) ?? textOf(data['error']) ?? ''
  const exit = exitOf(text, result)
  const isStopped = STOPPED.has(error?.['code']) || STOPPED_TEXT.test(text)
  const said = typeof data['success'] === 'boolean' ? data['success'] : undefined
  return present<Answer>({
    ok: exit !== undefined && exit !== 0 ? false : said,
    exit,
    interrupted: isStopped ? true : undefined,
    text: text ? clip(text) : undefined,
  })
}

function exitOf(text: string, result: Json | undefined): number | undefined {
  const block = objectsOf(result?.['contents']).find(({ type }) => type === 'shell_exit' || type === 'terminal')
  const said = EXIT.exec(text.slice(-TAIL))?.[1]
  return numberOf(block?.['exitCode']) ?? (said === undefined ? undefined : Number(said))
}

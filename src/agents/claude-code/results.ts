/** What a tool answered. */
import { clip } from '../common/clip.js'
import { objectOf, objectsOf, present, textOf } from '../common/values.js'
import type { Json } from '../common/values.js'

export interface Answer {
  ok: boolean
  exit?: number
  interrupted?: boolean
  text?: string
}

const REFUSED = /^(?:The user doesn't want to (?:proceed|take this action)|\[Request interrupted by user)/
const EXIT = /^(?:Error: )?Exit code (\d{1,5})\b/
const EXIT_LATER = /<exit_code>(\d{1,5})<\/exit_code>/

/** `details` is the structured half of the record, `toolUseResult`. */
export function answerOf(block: Json, details: Json | undefined): Answer {
  const text = resultText(block['content'])
  const refused = REFUSED.test(text)
  const ok = block['is_error'] !== true && !refused
  return present<Answer>({
    ok,
    exit: exitOf(text, ok, details),
    interrupted: refused || details?.['interrupted'] === true ? true : undefined,
    text: text || undefined,
  })
}

function resultText(content: unknown): string {
  if (typeof content === 'string') return clip(content)
  const texts = objectsOf(content).filter((block) => block['type'] === 'text')
  return clip(texts.map((block) => clip(textOf(block['text']) ?? '')).join('\n'))
}

/** Only a shell's details say whether it was interrupted. Some commands use a code above 0 to say something harmless. */
function exitOf(text: string, ok: boolean, details: Json | undefined): number | undefined {
  const said = EXIT.exec(text) ?? (text.startsWith('<') ? EXIT_LATER.exec(text) : null)
  if (said) return Number(said[1])
  const isShell = details?.['interrupted'] === false && ok
  return isShell && !details['backgroundTaskId'] && !details['returnCodeInterpretation'] ? 0 : undefined
}

export function detailsOf(record: Json): Json | undefined {
  return objectOf(record['toolUseResult'])
}

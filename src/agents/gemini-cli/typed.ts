/** Which user messages a person typed. */
import { objectOf, textOf } from '../common/values.js'
import type { Json } from '../common/values.js'

const INJECTED =
  /^\s*(?:<(?:session_context|hook_context|state_snapshot|environment_context|system[_-]reminder)>|System: Please continue\.|This is the Gemini CLI\. We are setting up the context)/
/** Files named with @ follow the typed text, whole. */
const REFERENCED = /^\s*--- Content from referenced files ---/
const COMMAND = /^\/([a-z][\w:-]*)(?:\s+(\S))?/
/** Commands of the client itself: what is typed behind them is a setting, not an instruction for the work. */
const OF_THE_CLIENT =
  /^(?:about|agents|auth|bug|chat|clear|commands|compress|copy|corgi|dir|directory|docs|editor|extensions|footer|help|hooks|ide|init|mcp|memory|model|permissions|policies|privacy|profile|quit|restore|resume|rewind|settings|setup-github|shells|shortcuts|skills|stats|tasks|terminal-setup|theme|tools|vim)$/

/** `displayContent` is what was typed where the model was sent something else: the text of a command, a file's content. */
export function typedIn(message: Json): string | undefined {
  const shown = message['displayContent']
  const text = typedText(shown ?? message['content'])
  if (text === undefined || INJECTED.test(text)) return undefined
  const command = COMMAND.exec(text)
  return command && (!command[2] || OF_THE_CLIENT.test(command[1] as string)) ? undefined : text
}

function typedText(content: unknown): string | undefined {
  const texts = partsOf(content)
  const end = texts.findIndex((text) => REFERENCED.test(text))
  const typed = texts.slice(0, end < 0 ? undefined : end).filter((text) => !INJECTED.test(text))
  return typed.join('').trim() || undefined
}

/** A text, one part, or a list of texts and parts. */
export function partsOf(content: unknown): string[] {
  const parts = Array.isArray(content) ? content : [content]
  return parts.flatMap((part) => textOf(part) ?? (isThought(part) ? [] : (textOf(objectOf(part)?.['text']) ?? [])))
}

function isThought(part: unknown): boolean {
  return objectOf(part)?.['thought'] === true
}

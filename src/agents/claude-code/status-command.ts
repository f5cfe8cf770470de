/** The status line command: ours alone, or ours around the one that was there. A line for a shell, so it is quoted. */
import { type Exec, isLauncher } from './wiring.js'

const WORD = String.raw`((?:'[^']*'|\\'|[^\s'\\])+)`
const OURS = new RegExp(`^${WORD} ${WORD} statusline ${WORD}(?: --wrap ${WORD})?$`)

/** `wraps`: the command that was there; it runs first and its lines come first. */
export function statusCommand({ command, launcher, root = '' }: Exec, wraps?: string): string {
  const own = [command, launcher, 'statusline', root].map(quoteIfNeeded).join(' ')
  return wraps === undefined ? own : `${own} --wrap ${quote(wraps)}`
}

/** Null: not one of ours. */
export function parseStatusCommand(command: string): { wraps?: string } | null {
  const [, , launcher = '', , wraps] = OURS.exec(command) ?? []
  if (!isLauncher(unquote(launcher))) return null
  return wraps === undefined ? {} : { wraps: unquote(wraps) }
}

function quoteIfNeeded(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : quote(word)
}

function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`
}

function unquote(text: string): string {
  return text.replaceAll(/'([^']*)'|\\'/g, (_, inside: string | undefined) => inside ?? "'")
}

/** The status line command: ours alone, or ours around the one that was there. A line for a shell, so it is quoted. */
import { plainWords, quote, shellLine } from './shell-words.js'
import { type Exec, isLauncher } from './wiring.js'

/** `wraps`: the command that was there; it runs first and its lines come first. */
export function statusCommand({ command, launcher, root = '' }: Exec, wraps?: string): string {
  const own = shellLine([command, launcher, 'statusline', root])
  return wraps === undefined ? own : `${own} --wrap ${quote(wraps)}`
}

/** Null: not one of ours. */
export function parseStatusCommand(command: string): { wraps?: string } | null {
  const [, launcher = '', word, root, flag, wraps, ...more] = plainWords(command) ?? []
  if (word !== 'statusline' || root === undefined || more.length > 0 || !isLauncher(launcher)) return null
  if (flag === undefined) return {}
  return flag === '--wrap' && wraps !== undefined ? { wraps } : null
}

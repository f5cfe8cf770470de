/** The table of all commands. */
import { DogearError } from '../core/errors.js'
import { nearest } from './nearest.js'
import { findCommand, type CommandSpec } from './spec.js'
import { AGENT_COMMANDS } from './specs-agents.js'
import { DAILY } from './specs-daily.js'
import { KEEP } from './specs-keep.js'
import { LAYOUT_COMMANDS } from './specs-layouts.js'
import { LOOK } from './specs-look.js'
import { SERVERS } from './specs-mcp.js'
import { MORE } from './specs-more.js'
import { SAID } from './specs-say.js'

export const COMMANDS: readonly CommandSpec[] = [
  ...DAILY,
  ...LOOK,
  ...KEEP,
  ...LAYOUT_COMMANDS,
  ...SERVERS,
  ...AGENT_COMMANDS,
  ...SAID,
  ...MORE,
]

/** By its name or an alias; an error that says which was probably meant. */
export function commandNamed(word: string): CommandSpec {
  const found = findCommand(COMMANDS, word)
  if (found) return found
  const words = shownCommands().flatMap((command) => [command.name, ...command.aliases])
  const meant = nearest(word, words)
  throw new DogearError('usage', `there is no command "${word.slice(0, 40)}"`, {
    expected: meant
      ? `dogear ${meant}`
      : `one of ${shownCommands()
          .map((command) => command.name)
          .join(', ')}`,
    next: 'dogear help',
  })
}

export function shownCommands(): CommandSpec[] {
  return COMMANDS.filter((command) => command.group !== 'hidden')
}

/** The table of all commands. */
import { DogearError } from '../../core/errors.js'
import { nearest } from '../args/parse.js'
import { findCommand, type CommandSpec } from '../args/spec.js'
import { AGENT_COMMANDS } from './agents.js'
import { DAILY } from './daily.js'
import { KEEP } from './keep.js'
import { LAYOUT_COMMANDS } from './keep.js'
import { LOOK } from './look.js'
import { SERVERS } from './agents.js'
import { MORE } from './look.js'
import { SAID } from './agents.js'

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

/** The table of all commands. */
import { safeName } from '../../core/redact/safe-name.js'
import { DogearError } from '../../core/errors.js'
import { nearest } from '../../core/text/nearest.js'
import { findCommand, type CommandSpec } from '../args/spec.js'
import { BRIEF, DOCTOR, INIT, MCP, OFF, ON, SAY, STATUSLINE, UNINSTALL, WATCH } from './agents.js'
import { DAILY } from './daily.js'
import { CLEAR, EXPORT, FORGET, IMPORT, PROMPTS, RENAME, RESTORE, TRASH, UNDO } from './keep.js'
import { DECISIONS, DIFF, HISTORY, SEARCH, SHOW, VERIFY } from './look.js'
import { COMPLETION, CONFIG, HELP, NAMES, STATUS, TIDY, TOUR, TOUR_SESSION, TRUST } from './program.js'
import { SHARE, SYNC, SYNC_QUIETLY } from './sync.js'

/** In the order of help. */
export const COMMANDS: readonly CommandSpec[] = [
  DAILY,
  [SHOW, HISTORY, DIFF, SEARCH, BRIEF, VERIFY],
  [UNDO, CLEAR, RESTORE, RENAME, TRASH, FORGET, IMPORT, EXPORT, SYNC, SHARE],
  [CONFIG, TRUST, TIDY],
  [MCP, INIT, UNINSTALL, OFF, ON, DOCTOR, STATUSLINE],
  [DECISIONS, SAY, WATCH],
  [TOUR, HELP, COMPLETION, PROMPTS, STATUS, NAMES, TOUR_SESSION, SYNC_QUIETLY],
].flat()

/** By its name or an alias; an error that says which was probably meant. */
export function commandNamed(word: string): CommandSpec {
  const found = findCommand(COMMANDS, word)
  if (found) return found
  const words = shownCommands().flatMap((command) => [command.name, ...command.aliases])
  const meant = nearest(word, words)
  throw new DogearError('usage', `there is no command "${safeName(word).slice(0, 40)}"`, {
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

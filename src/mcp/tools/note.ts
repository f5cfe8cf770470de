/** The tool `note`: one line for the journal of this session. */
import { present } from '../../core/present.js'
import { note } from '../../app/save/note.js'
import type { World } from '../../app/world.js'
import { quoteShort } from '../../core/printer/quote.js'
import { say } from '../../core/printer/words.js'
import { type Args, choiceOf, neededText, textOf } from '../arguments.js'
import { NOTE_TYPES, type Answer } from '../tool.js'

const MAX_SHOWN = 2_000

export function run(world: World, args: Args): Answer {
  const request = {
    text: neededText(args, 'text', 'Keep argon2'),
    type: choiceOf(args, 'type', NOTE_TYPES) ?? 'note',
    dryRun: false,
    why: textOf(args, 'why'),
  }
  const { id, type, text } = note(world, present(request)).note
  return { text: say`Noted (${type}): ${quoteShort(text, MAX_SHOWN)}`, data: { note: { id, type, text } } }
}

/** The tool `note`: one line for the journal of this session, taken back again, or the list of those that wait. */
import { present } from '../../core/present.js'
import { listNotes, note, takeBackNote } from '../../app/save/note.js'
import type { World } from '../../app/world.js'
import { quoteShort } from '../../core/printer/quote.js'
import { joinLines, say } from '../../core/printer/words.js'
import { shortId } from '../../core/entry/id.js'
import { cutText } from '../../core/text/cut.js'
import { type Args, choiceOf, textOf } from '../arguments.js'
import { NOTE_TYPES, type Answer } from '../tool.js'

const MAX_SHOWN = 2_000

export function run(world: World, args: Args): Answer {
  const back = textOf(args, 'take_back')
  const said = textOf(args, 'text')
  if (back !== undefined && said === undefined) return takenBack(world, back)
  if (said === undefined) return listed(world)
  const request = {
    text: said,
    type: choiceOf(args, 'type', NOTE_TYPES) ?? 'note',
    dryRun: false,
    why: textOf(args, 'why'),
  }
  const { id, type, text } = note(world, present(request)).note
  return { text: say`Noted (${type}): ${quoteShort(text, MAX_SHOWN)}`, data: { note: { id, type, text } } }
}

function takenBack(world: World, back: string): Answer {
  const { id, type, text } = takeBackNote(world, { id: back.trim(), dryRun: false }).note
  return { text: say`Taken back (${type}): ${quoteShort(text, MAX_SHOWN)}`, data: { note: { id, type, text } } }
}

const MAX_LISTED = 50

function listed(world: World): Answer {
  const { notes } = listNotes(world)
  const newest = notes.slice(-MAX_LISTED).map(({ id, type, text }) => ({ id, type, text: cutText(text, 500) }))
  const each = newest.map(({ id, type, text }) => say`- ${shortId(id)} (${type}): ${text}`)
  const head = notes.length === 0 ? say`No note waits for a save.` : say`${notes.length} notes wait for the next save.`
  return { text: joinLines([head, ...each]), data: { notes: newest, total: notes.length } }
}

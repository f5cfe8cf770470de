/** Note: what is said on the way (decisions, corrections, exact values) is written down at once and feeds the next save. */
import { DogearError } from '../../core/errors.js'
import { makeId } from '../../core/entry/id.js'
import { redact } from '../../core/redact/redact.js'
import { tidyText } from '../../core/text/text.js'
import { isoWithZone } from '../../core/text/text.js'
import type { Note } from '../../store/session/journal.js'
import { appendNote } from '../../store/session/journal.js'
import { ensureProject } from '../../store/projects/projects.js'
import { locate } from '../locate.js'
import { sessionOf } from '../locate.js'
import type { World } from '../world.js'

type NoteType = Exclude<Note['type'], 'saved'>

export interface NoteRequest {
  text: string
  type: NoteType
  why?: string
  dryRun: boolean
}

export function note(world: World, request: NoteRequest): { note: Note; session: string } {
  const text = redact(tidyText(request.text))
  if (text === '')
    throw new DogearError('bad-input', 'a note needs words', {
      next: 'dogear note --type decision "JWT over cookies" --why "no session store"',
    })
  const located = locate(world)
  const session = sessionOf(world, located)
  const moment = world.now()
  const written: Note = {
    id: makeId(moment.ms, [], world.random(12)),
    at: isoWithZone(moment),
    type: request.type,
    text,
    ...(request.why ? { why: redact(tidyText(request.why)) } : {}),
  }
  if (!request.dryRun) appendNote(ensureProject(located, world.tag), session, written)
  return { note: written, session }
}

/** Note: what is said on the way (decisions, corrections, exact values) is written down at once and feeds the next save. */
import type { Entry, Fields, Item } from '../../core/entry/entry.js'
import { makeId } from '../../core/entry/id.js'
import { DogearError } from '../../core/errors.js'
import { redact } from '../../core/redact/redact.js'
import { isoWithZone, tidyText } from '../../core/text/text.js'
import type { Project } from '../../store/paths.js'
import { ensureProject, type Located } from '../../store/projects/projects.js'
import { forgetIn } from '../../store/forgotten.js'
import { appendNote, readNotes, type Note } from '../../store/session/journal.js'
import { locate, sessionOf } from '../locate.js'
import type { World } from '../world.js'

type NoteType = Exclude<Note['type'], 'saved'>

export interface NoteRequest {
  text: string
  type: NoteType
  why?: string
  dryRun: boolean
}

export function note(world: World, request: NoteRequest): { note: Note; session: string } {
  const forget = forgetIn(world.home, true)
  const tidy = (said: string): string => forget?.(redact(tidyText(said))) ?? redact(tidyText(said))
  const text = tidy(request.text)
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
    ...(request.why ? { why: tidy(request.why) } : {}),
  }
  if (!request.dryRun) appendNote(ensureProject(located, world.tag), session, written)
  return { note: written, session }
}

/** The notes of this session that no save has taken up yet. */
export function pendingNotes(world: World, located: Located): Note[] {
  if (!located.exists) return []
  const { notes } = readNotes(located.project, sessionOf(world, located))
  const lastSave = notes.findLastIndex((one) => one.type === 'saved')
  return notes.slice(lastSave + 1)
}

/** The notes that this save took up: they were said before it, and not by it. */
export function notesIn(world: World, located: Located, { id, by }: Pick<Entry, 'id' | 'by'>): Note[] {
  const { notes } = readNotes(located.project, by.session ?? sessionOf(world, located))
  const taken = notes.findIndex((one) => one.type === 'saved' && one.entry === id)
  const before = notes.slice(0, Math.max(0, taken))
  return before.slice(before.findLastIndex((one) => one.type === 'saved') + 1)
}

export function withNotes(fields: Fields, notes: readonly Note[]): Fields {
  const { decisions, context } = fieldsOfNotes(notes)
  return { ...fields, decisions: addNew(fields.decisions, decisions), context: addNew(fields.context, context) }
}

export function fieldsOfNotes(notes: readonly Note[]): Pick<Fields, 'decisions' | 'context'> {
  const decisions = notes
    .filter((one) => one.type === 'decision')
    .map((one) => ({ text: one.text, ...(one.why ? { why: one.why } : {}) }))
  return { decisions, context: notes.filter((one) => one.type !== 'decision').map(asContext) }
}

/** Best effort: should this be lost, the next save takes the same notes up again, which harms nobody. */
export function markNotesSaved(
  world: World,
  project: Project,
  located: Located,
  notes: readonly Note[],
  entry: string,
): void {
  if (notes.length === 0) return
  const moment = world.now()
  try {
    appendNote(project, sessionOf(world, located), {
      id: makeId(moment.ms, [], world.random(12)),
      at: isoWithZone(moment),
      type: 'saved',
      text: '',
      entry,
    })
  } catch {
    // The save itself is durable and must be acknowledged.
  }
}

function asContext(one: Note): Item {
  const label = one.type === 'note' ? '' : `${one.type}: `
  return { text: `${label}${one.text}${one.why ? ` — ${one.why}` : ''}` }
}

function addNew<T extends Item>(known: readonly T[], more: readonly T[]): T[] {
  const texts = new Set(known.map((item) => item.text))
  return [...known, ...more.filter((item) => !texts.has(item.text))]
}

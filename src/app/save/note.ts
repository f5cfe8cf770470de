/** Note: what is said on the way (decisions, corrections, exact values) is written down at once and feeds the next save. */
import type { Entry, Fields, Item } from '../../core/entry/entry.js'
import { makeId, shortId } from '../../core/entry/id.js'
import { DogearError } from '../../core/errors.js'
import { redact } from '../../core/redact/redact.js'
import { safeName } from '../../core/redact/safe-name.js'
import { cutText } from '../../core/text/cut.js'
import { isoWithZone, tidyText } from '../../core/text/text.js'
import type { Project } from '../../store/paths.js'
import { ensureProject, type Located } from '../../store/projects/projects.js'
import { forgetIn } from '../../store/forgotten.js'
import { appendNote, journalSize, readNotes, type Note } from '../../store/session/journal.js'
import { locate, sessionOf } from '../locate.js'
import type { World } from '../world.js'

type NoteType = Exclude<Note['type'], 'saved' | 'taken-back'>

export interface NoteRequest {
  text: string
  type: NoteType
  why?: string
  dryRun: boolean
}

/** A note is a line or a few: what is longer belongs into a file, and the note says which. */
const MAX_TEXT = 8_000
const MAX_WHY = 2_000
/** What one save takes up. The rest waits for the next one. */
const MAX_TAKEN = 200
const MAX_TAKEN_LENGTH = 100_000
const MAX_WAITING = 2_000

export function note(world: World, request: NoteRequest): { note: Note; session: string } {
  checkLength('the note', request.text, MAX_TEXT)
  checkLength('the reason', request.why ?? '', MAX_WHY)
  const forget = forgetIn(world.home, true)
  const tidy = (said: string): string => forget?.(redact(tidyText(said))) ?? redact(tidyText(said))
  const text = tidy(request.text)
  if (text === '')
    throw new DogearError('bad-input', 'a note needs words', {
      next: 'dogear note --type decision "JWT over cookies" --why "no session store"',
    })
  const located = locate(world)
  const session = sessionOf(world, located)
  checkWaiting(world, located)
  const written: Note = {
    ...recordAt(world),
    type: request.type,
    text,
    ...(request.why ? { why: tidy(request.why) } : {}),
  }
  if (!request.dryRun) appendNote(ensureProject(located, world.tag), session, written)
  return { note: written, session }
}

/** Those that no save has taken up yet, the oldest first. */
export function listNotes(world: World): { notes: Note[]; session: string } {
  const located = locate(world)
  return { notes: waitingNotes(world, located), session: sessionOf(world, located) }
}

/** `id`: whole, or as much of its end as tells it apart. What a save has taken up is in its checkpoint, and closed there. */
export function takeBackNote(
  world: World,
  { id, dryRun }: { id: string; dryRun: boolean },
): { note: Note; session: string } {
  const located = locate(world)
  const session = sessionOf(world, located)
  const waiting = waitingNotes(world, located)
  const found = id === '' ? [] : waiting.filter((one) => one.id === id || shortId(one.id).startsWith(id))
  const [only, other] = found
  if (!only || other) {
    const all = waiting.slice(-MAX_NAMED).map((one) => `${shortId(one.id)} (${safeName(one.text).slice(0, MAX_SHOWN)})`)
    const many = other ? 'more than one note' : 'no note'
    throw new DogearError('not-found', `${many} "${safeName(id).slice(0, 40)}" waits for a save in this session`, {
      expected: all.length === 0 ? 'nothing: no note waits' : `one of: ${all.join(', ')}`,
      next: 'dogear note --list; what was saved already is closed there: dogear save NAME --close ID',
    })
  }
  if (!dryRun) appendNote(located.project, session, { ...recordAt(world), type: 'taken-back', text: '', note: only.id })
  return { note: only, session }
}

const MAX_NAMED = 20
const MAX_SHOWN = 60

function checkLength(what: string, text: string, most: number): void {
  if (text.length <= most) return
  const has = text.length.toLocaleString('en-US')
  throw new DogearError('too-big', `${what} has ${has} characters, and was not written down`, {
    expected: `at most ${most.toLocaleString('en-US')}: what to remember, in a line or a few`,
    next: 'put the text into a file, and note its path and what it says',
  })
}

/** Looked at only where the journal is large enough to hold so many. */
function checkWaiting(world: World, located: Located): void {
  if (!located.exists || journalSize(located.project, sessionOf(world, located)) < MAX_WAITING * SMALLEST) return
  if (waitingNotes(world, located).length < MAX_WAITING) return
  throw new DogearError('too-big', `${MAX_WAITING.toLocaleString('en-US')} notes wait for a save already`, {
    expected: 'notes that a save takes up now and then',
    next: 'dogear save, or dogear note --take-back ID',
  })
}

/** In bytes, of a record with one letter in it. */
const SMALLEST = 150

function recordAt(world: World): Pick<Note, 'id' | 'at'> {
  const moment = world.now()
  return { id: makeId(moment.ms, [], world.random(12)), at: isoWithZone(moment) }
}

/** The notes of this session that the next save takes up: the oldest that no save has taken up yet, as far as there is room. */
export function pendingNotes(world: World, located: Located): { notes: Note[]; left: number } {
  const waiting = waitingNotes(world, located)
  let length = 0
  const fitting = waiting.slice(0, MAX_TAKEN).findIndex((one) => (length += lengthOf(one)) > MAX_TAKEN_LENGTH)
  const count = fitting < 0 ? Math.min(waiting.length, MAX_TAKEN) : Math.max(1, fitting)
  return { notes: waiting.slice(0, count).map(cutNote), left: waiting.length - count }
}

function lengthOf({ text, why = '' }: Note): number {
  return Math.min(text.length, MAX_TEXT) + Math.min(why.length, MAX_WHY)
}

/** Older ones came in at any length. */
function cutNote(one: Note): Note {
  const why = one.why === undefined ? {} : { why: cutText(one.why, MAX_WHY) }
  return { ...one, text: cutText(one.text, MAX_TEXT), ...why }
}

function waitingNotes(world: World, located: Located): Note[] {
  if (!located.exists) return []
  const { notes } = readNotes(located.project, sessionOf(world, located))
  return withoutTakenBack(notes, upToLastSave(notes))
}

/** Where the notes begin that this save mark has not taken up. */
function upToLastSave(notes: readonly Note[], before: number = notes.length): number {
  const mark = notes.slice(0, before).findLastIndex((one) => one.type === 'saved')
  const last = notes[mark]?.upTo
  return (last === undefined ? mark : notes.findIndex(({ id }) => id === last)) + 1
}

function withoutTakenBack(notes: readonly Note[], from: number, to: number = notes.length): Note[] {
  const back = new Set(notes.flatMap((one) => (one.type === 'taken-back' && one.note !== undefined ? [one.note] : [])))
  return notes.slice(from, to).filter(({ id, type }) => type !== 'saved' && type !== 'taken-back' && !back.has(id))
}

/** The notes that this save took up: they were said before it, and not by it. */
export function notesIn(world: World, located: Located, { id, by }: Pick<Entry, 'id' | 'by'>): Note[] {
  const { notes } = readNotes(located.project, by.session ?? sessionOf(world, located))
  const taken = notes.findIndex((one) => one.type === 'saved' && one.entry === id)
  if (taken < 0) return []
  const { upTo } = notes[taken] as Note
  const end = upTo === undefined ? taken : notes.findIndex((one) => one.id === upTo) + 1
  return withoutTakenBack(notes, upToLastSave(notes, taken), end).map(cutNote)
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
  { notes, notesLeft, entry }: { notes: readonly Note[]; notesLeft: number; entry: Entry },
): void {
  const last = notes.at(-1)
  if (!last) return
  try {
    appendNote(project, sessionOf(world, located), {
      ...recordAt(world),
      type: 'saved',
      text: '',
      entry: entry.id,
      ...(notesLeft > 0 && { upTo: last.id }),
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

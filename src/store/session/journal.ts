/** A session's journal: append-only, one sealed record per line. A torn record is dropped and counted, the rest is read. */
import { join } from 'node:path'
import { openRecord, sealRecord } from '../../core/entry/seal.js'
import { appendDurable, checkDir, ensureDir, readTextFile, settleDir, statOf } from '../../platform/files/files.js'
import { sessionDir, type Project } from '../paths.js'

const NOTE_TYPES = ['note', 'decision', 'correction', 'preference', 'value', 'saved'] as const

export interface Note {
  id: string
  at: string
  type: (typeof NOTE_TYPES)[number]
  text: string
  why?: string
  /** Of a `saved` mark: the entry that took up the notes before it. */
  entry?: string
}

interface Notes {
  notes: Note[]
  /** How many lines could not be read. */
  torn: number
}

export const MAX_JOURNAL_BYTES = 100_000_000
const RECORD_START = '{"check":"'

/** Returns when the note would survive a power cut. */
export function appendNote(project: Project, session: string, note: Note): void {
  const path = journalPath(project, session)
  ensureDir(sessionDir(project, session), project.home)
  if (!statOf(path)?.size) settleDir(path, project.home)
  appendDurable(path, sealRecord(note))
}

export function readNotes(project: Project, session: string): Notes {
  checkDir(sessionDir(project, session), project.home)
  return parseJournal(readTextFile(journalPath(project, session), MAX_JOURNAL_BYTES) ?? '')
}

export function journalPath(project: Project, session: string): string {
  return join(sessionDir(project, session), 'journal.jsonl')
}

export function parseJournal(text: string): Notes {
  const notes: Note[] = []
  let torn = 0
  for (const line of text.split('\n')) {
    if (line === '') continue
    const note = parseNote(line) ?? noteAfterTornOne(line)
    if (note) notes.push(note)
    if (!note || !line.startsWith(RECORD_START) || !parseNote(line)) torn++
  }
  return { notes, torn }
}

/** Two processes at once: one record was torn off after the other had looked for a torn tail, and stands before it. */
function noteAfterTornOne(line: string): Note | null {
  const start = line.lastIndexOf(RECORD_START)
  return start > 0 ? parseNote(line.slice(start)) : null
}

function parseNote(line: string): Note | null {
  const record = openRecord(line)
  return record && isNote(record) ? record : null
}

function isNote(record: object): record is Note {
  const { id, at, type, text } = record as Partial<Note>
  const known = NOTE_TYPES.some((one) => one === type)
  return known && typeof id === 'string' && typeof at === 'string' && typeof text === 'string'
}

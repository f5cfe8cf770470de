/** A session's journal: append-only, one sealed record per line. A torn record is dropped and counted, the rest is read. */
import { join } from 'node:path'
import { openRecord, sealRecord } from '../../core/entry/seal.js'
import {
  appendDurable,
  checkDir,
  ensureDir,
  openParts,
  readTextFile,
  settleDir,
  statOf,
} from '../../platform/files/files.js'
import { sessionDir, type Project } from '../paths.js'

const NOTE_TYPES = ['note', 'decision', 'correction', 'preference', 'value', 'saved', 'taken-back'] as const

export interface Note {
  id: string
  at: string
  type: (typeof NOTE_TYPES)[number]
  text: string
  why?: string
  /** Of a `saved` mark: the entry that took up the notes before it, and the last of them where not all found room. */
  entry?: string
  upTo?: string
  /** Of `taken-back`: the note. */
  note?: string
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
  const path = journalPath(project, session)
  // What waits for a save stands at the end: a journal that has grown beyond all measure must not end all saving.
  if ((statOf(path)?.size ?? 0) > MAX_READ_BYTES) return parseJournal(readEnd(path))
  return parseJournal(readTextFile(path, MAX_JOURNAL_BYTES) ?? '')
}

const MAX_READ_BYTES = 16_000_000

function readEnd(path: string): string {
  const size = statOf(path)?.size ?? 0
  const parts = openParts(path, Infinity)
  if (!parts) return ''
  try {
    const end = parts.read(Math.max(0, size - MAX_READ_BYTES), MAX_READ_BYTES)
    return Buffer.from(end.slice(end.indexOf('\n') + 1), 'latin1').toString('utf8')
  } finally {
    parts.close()
  }
}

/** In bytes. */
export function journalSize(project: Project, session: string): number {
  return statOf(journalPath(project, session))?.size ?? 0
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

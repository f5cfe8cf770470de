/**
 * Where opencode and its forks keep sessions: in a database with one row per session, message and part, read a page at a time; before
 * that, in one JSON file for each of them. Read only.
 */
import { basename, dirname, join } from 'node:path'
import { namesIn } from '../sessions.js'
import { type Json, numberOf, objectOf, parseRecord, textOf } from '../values.js'
import { DogearError } from '../../../core/errors.js'
import { readTextFile } from '../../../platform/files/files.js'
import { type Database, openSqliteReadOnly } from '../../../platform/sqlite.js'
import type { Message } from './records.js'

const PAGE = 200

export interface SessionRow {
  id: string
  directory?: string
  updated: number
}

/** `use` is given the open database of `program`. Throws `bad-input` where this Node has no SQLite. */
export function withDatabase<T>(path: string, program: string, use: (db: Database) => T): T {
  let db: Database | null = null
  try {
    db = openSqliteReadOnly(path)
    if (db) return use(db)
  } catch (error) {
    throw error instanceof DogearError ? error : unreadable(path, program, error)
  } finally {
    db?.close()
  }
  throw new DogearError('bad-input', `${path} is an SQLite database, and this Node has no SQLite to read it with`, {
    expected: 'Node 22.13 or later',
    next: `run dogear with a later Node, or ${exportBy(program)}`,
  })
}

/** Newest first, without the sessions of sub-agents. */
export function listSessions(db: Database, max: number): SessionRow[] {
  const rows = db
    .prepare(
      'SELECT id, directory, time_updated FROM session WHERE parent_id IS NULL ORDER BY time_updated DESC LIMIT ?',
    )
    .all(max) as Json[]
  return rows.flatMap((row) => {
    const [id, directory] = [textOf(row['id']), textOf(row['directory'])]
    return id ? [{ id, updated: numberOf(row['time_updated']) ?? 0, ...(directory && { directory }) }] : []
  })
}

/** The newest one without an id. Its `revert` is parsed. Null: no such session. */
export function readSession(db: Database, id: string | undefined): Json | null {
  const found = id ?? listSessions(db, 1)[0]?.id
  const row = found && objectOf(db.prepare('SELECT * FROM session WHERE id = ?').get(found))
  return row ? { ...row, revert: parseRecord(textOf(row['revert']) ?? '') ?? undefined } : null
}

/** Changes with every message and part. */
export function stampOfSession(db: Database, id: string): string {
  const of = (table: string): string => {
    const row = objectOf(
      db.prepare(`SELECT count(*) AS n, max(time_updated) AS t FROM ${table} WHERE session_id = ?`).get(id),
    )
    return `${row?.['n']} ${row?.['t']}`
  }
  return `${of('message')} ${of('part')}`
}

/** Oldest first. `onBad` for rows that do not parse. */
export function eachMessage(
  db: Database,
  session: string,
  onMessage: (message: Message) => void,
  onBad: () => void,
): void {
  const page = db.prepare(
    `SELECT rowid AS row, id, data, time_created FROM message
     WHERE session_id = ? AND (time_created > ? OR (time_created = ? AND id > ?)) ORDER BY time_created, id LIMIT ${PAGE}`,
  )
  let [time, id] = [-1, '']
  for (;;) {
    const rows = page.all(session, time, time, id) as Json[]
    for (const row of rows) take(db, row, onMessage, onBad)
    const last = rows.at(-1)
    if (rows.length < PAGE || !last) return
    ;[time, id] = [numberOf(last['time_created']) ?? time, textOf(last['id']) ?? id]
  }
}

/** Newest first, until `onMessage` returns false, at most `max`. */
export function eachMessageBack(
  db: Database,
  session: string,
  max: number,
  onMessage: (message: Message) => boolean,
): void {
  const sql =
    'SELECT rowid AS row, id, data, time_created FROM message WHERE session_id = ? ORDER BY time_created DESC, id DESC LIMIT ?'
  let goesOn = true
  for (const row of db.prepare(sql).all(session, max) as Json[]) {
    take(
      db,
      row,
      (message) => (goesOn = onMessage(message)),
      () => undefined,
    )
    if (!goesOn) return
  }
}

function take(db: Database, row: Json, onMessage: (message: Message) => void, onBad: () => void): void {
  const id = textOf(row['id'])
  const info = parseRecord(textOf(row['data']) ?? '')
  if (!id || !info) return onBad()
  const rows = db.prepare('SELECT id, data FROM part WHERE message_id = ? ORDER BY id').all(id) as Json[]
  const parts = rows.flatMap((part): Json[] => {
    const data = parseRecord(textOf(part['data']) ?? '')
    if (!data) onBad()
    return data ? [{ ...data, id: part['id'] }] : []
  })
  onMessage({ row: numberOf(row['row']) ?? 0, info: { time: { created: row['time_created'] }, ...info, id }, parts })
}

function exportBy(program: string): string {
  return `export the session (${program} export <session> > session.json) and give that file`
}

function unreadable(path: string, program: string, cause: unknown): DogearError {
  return new DogearError(
    'bad-input',
    `${path} cannot be read as a database of ${program}: ${(cause as Error).message}`,
    {
      expected: 'a database with the tables session, message and part',
      next: exportBy(program),
      cause,
    },
  )
}

// The older storage, and the one file of an export.

const NAMED = /^(.*\.db)#(ses_\w+)$/

export function splitPath(path: string): { file: string; session?: string } {
  const named = NAMED.exec(path)
  return named ? { file: named[1] as string, session: named[2] as string } : { file: path }
}

export function joinPath(file: string, session: string): string {
  return `${file}#${session}`
}

const MAX_BYTES = 256 * 1024 * 1024
const MAX_PART_BYTES = 64 * 1024 * 1024

/** The one JSON object in a file. Null: it is none. */
export function readObject(path: string): Json | null {
  const text = readTextFile(path, MAX_BYTES)
  if (text === null) throw new DogearError('not-found', `there is no file ${path}`, { next: 'check the path' })
  return parseRecord(text)
}

/** `storage/session/<project>/<session>.json` */
export function isSessionFile(path: string): boolean {
  return /[/\\]storage[/\\]session[/\\][^/\\]+[/\\]ses_[^/\\]+\.json$/.test(path)
}

/** Their ids sort by time. */
export function messageIds(path: string): string[] {
  return idsIn(join(storageOf(path), 'message', basename(path, '.json')))
}

export function readMessage(path: string, id: string, row: number, onBad: () => void): Message | null {
  const storage = storageOf(path)
  const info = readSmall(join(storage, 'message', basename(path, '.json'), `${id}.json`))
  if (!info) {
    onBad()
    return null
  }
  const dir = join(storage, 'part', id)
  const parts = idsIn(dir).flatMap((part): Json[] => {
    const data = readSmall(join(dir, `${part}.json`))
    if (!data) onBad()
    return data ? [{ ...data, id: part }] : []
  })
  return { row, info: { ...info, id }, parts }
}

/** When the session last changed, by its own account. */
export function updatedAt(info: Json): number {
  return numberOf(objectOf(info['time'])?.['updated']) ?? 0
}

function storageOf(path: string): string {
  return dirname(dirname(dirname(path)))
}

function idsIn(dir: string): string[] {
  return namesIn(dir)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .toSorted()
}

function readSmall(path: string): Json | null {
  try {
    return parseRecord(readTextFile(path, MAX_PART_BYTES) ?? '')
  } catch {
    return null
  }
}

/**
 * The file of the search index: opened only when it is as we left it, thrown away and begun anew otherwise. Tables:
 * dirs (workstream folders and how they looked when they were indexed), docs (entries; the key is the time of the id in
 * ms and a slot, so that key order is time order), words (the tokens of each entry, under the same key), look (what all
 * folders looked like after the last update).
 */
import { join } from 'node:path'
import { ensureDir, removeFile, statOf } from '../platform/files.js'
import { type Database, hasSqlite, isIntact, markIntact, openSqlite, sqliteCode } from '../platform/sqlite.js'
import { indexDir } from './paths.js'

const VERSION = 4
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS dirs (dir INTEGER PRIMARY KEY, project TEXT NOT NULL, name TEXT NOT NULL, stamp TEXT NOT NULL, UNIQUE (project, name));
  CREATE TABLE IF NOT EXISTS docs (doc INTEGER PRIMARY KEY, dir INTEGER NOT NULL, id TEXT NOT NULL, UNIQUE (dir, id));
  CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5(text, content='', contentless_delete=1, tokenize='ascii');
  CREATE TABLE IF NOT EXISTS look (names TEXT NOT NULL, numbers BLOB NOT NULL);
  PRAGMA user_version = ${VERSION};`
// What an older version left.
const CLEAN =
  'DROP TABLE IF EXISTS dirs; DROP TABLE IF EXISTS docs; DROP TABLE IF EXISTS words; DROP TABLE IF EXISTS look;'

// SQL error (a table is missing), malformed, not a database: what a broken file answers. Busy and read-only are not here.
const BROKEN = new Set([1, 11, 26])
// Busy and locked.
const IN_USE = new Set([5, 6])

/**
 * Lets `use` work on the index. A broken one is built anew, once. Null: no SQLite here, or another process is writing.
 * A `fresh` index has an open transaction, which `use` must commit: from its first byte on nobody else takes it for theirs.
 */
export function withIndex<T>(home: string, use: (db: Database, fresh: boolean) => T): T | null {
  if (!hasSqlite()) return null
  const path = join(indexDir(home), 'search-v1.sqlite')
  ensureDir(indexDir(home), home)
  try {
    return useIndex(path, use)
  } catch (error) {
    if (!BROKEN.has(sqliteCode(error) ?? 0)) throw error
    removeIndex(path)
    return useIndex(path, use)
  }
}

function useIndex<T>(path: string, use: (db: Database, fresh: boolean) => T): T | null {
  if (statOf(path) && !isIntact(path)) {
    if (isBeingWritten(path)) return null
    removeIndex(path)
  }
  const db = openSqlite(path)
  if (!db) return null
  let done = false
  try {
    const result = use(db, prepareIndex(db))
    done = true
    return result
  } finally {
    db.close()
    // After a failure nobody knows what is in the file: no mark, so the next search builds it anew.
    if (done && !isIntact(path)) markIntact(path)
  }
}

/** No write-ahead log, but a rollback journal: it leaves no files beside the index, and no version of SQLite has lost data by it. */
function prepareIndex(db: Database): boolean {
  db.exec('PRAGMA busy_timeout = 300; PRAGMA synchronous = NORMAL')
  const { user_version: version } = db.prepare('PRAGMA user_version').get() as { user_version: number }
  if (version === VERSION) return false
  db.exec(`BEGIN IMMEDIATE; ${CLEAN} ${SCHEMA}`)
  return true
}

/** A build or update is one transaction, so whoever works on the file holds its lock. */
function isBeingWritten(path: string): boolean {
  const db = openSqlite(path)
  if (!db) return true
  try {
    db.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE; ROLLBACK')
    return false
  } catch (error) {
    // Anything else (even "read-only", from a flipped header byte) is a file nobody can use.
    return IN_USE.has(sqliteCode(error) ?? 0)
  } finally {
    db.close()
  }
}

function removeIndex(path: string): void {
  for (const suffix of ['', '-journal']) removeFile(path + suffix)
}

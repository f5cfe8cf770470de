/** Search over all entries: through an index in SQLite where Node has it, else by reading the files. Both answer the same. */
import { join } from 'node:path'
import { parseQuery, type Phrase, type Query } from '../../core/text/search.js'
import { ensureDir, removeFile, statOf } from '../../platform/files/files.js'
import { hasSqlite, isIntact, markIntact, openSqlite, sqliteCode, type Database } from '../../platform/sqlite.js'
import { listEntryIds } from '../entries/listing.js'
import { indexDir, projectAt } from '../paths.js'
import {
  collectHits,
  compareCandidates,
  listWorkstreamFolders,
  timeOf,
  type Candidate,
  type Scope,
  type SearchOptions,
  type SearchResult,
} from './hits.js'
import { DEAD, keyOf, nameToken, projectToken, SLOTS, updateIndex } from './update.js'

export type { Hit, SearchOptions, SearchResult } from './hits.js'

/** Newest first, over all projects or one. */
export function searchEntries(home: string, query: string, options: SearchOptions): SearchResult {
  const parsed = parseQuery(query)
  const found = options.engine === 'scan' ? null : searchIndex(home, parsed, options)
  return found ?? searchScan(home, parsed, options)
}

/** Search without an index: reads entries, newest first, until there are enough hits. Holds ids, never texts. */
function searchScan(home: string, query: Query, options: SearchOptions): SearchResult {
  const all: Candidate[] = []
  for (const folder of listWorkstreamFolders(home, options)) {
    for (const id of listEntryIds(folder.project, folder.name)) all.push({ ...folder, id, ms: timeOf(id) })
  }
  all.sort(compareCandidates)
  return collectHits(withProgress(all, options.onProgress), query, options.limit, 'scan')
}

function* withProgress(all: Candidate[], onProgress: SearchOptions['onProgress']): Generator<Candidate> {
  for (let i = 0; i < all.length; i++) {
    if (i % 100 === 0) onProgress?.(i, all.length)
    yield all[i] as Candidate
  }
}

interface Row {
  ms: number
  slot: number
  id: string
  project: string
  name: string
}

const FIRST_PAGE = 30
const NEXT_PAGE = 300
// Later than any id can be, and small enough that its key is a 64-bit number.
const END_OF_TIME = 270_000_000_000_000

const PAGE = `
  SELECT words.rowid >> 15 AS ms, words.rowid & ${SLOTS - 1} AS slot, docs.id AS id, dirs.project AS project, dirs.name AS name
  FROM words CROSS JOIN docs ON docs.doc = words.rowid CROSS JOIN dirs ON dirs.dir = docs.dir
  WHERE words MATCH ?3 AND words.rowid < ${keyOf(1)} + CAST(?2 AS INTEGER)
  ORDER BY words.rowid DESC LIMIT ?4`

/**
 * Search through the index: brought up to date first, so that it always answers for what is on disk now. Null: there is
 * no index to be had (no SQLite, locked, read-only, a full disk); the scan answers then.
 */
function searchIndex(home: string, query: Query, options: SearchOptions): SearchResult | null {
  try {
    return withIndex(home, (db, fresh) => {
      updateIndex(db, home, options, fresh)
      return collectHits(readCandidates(db, home, query, options), query, options.limit, 'index')
    })
  } catch {
    // Whatever is wrong with a derived file must not fail a search. What is wrong with the entries, the scan will say.
    return null
  }
}

/** Newest first. Keys order by millisecond only, so the candidates of one millisecond are put in order here. */
function* readCandidates(db: Database, home: string, query: Query, scope: Scope): Generator<Candidate> {
  let same: Candidate[] = []
  for (const row of readRows(db, printMatch(query, scope))) {
    const { ms, id, name } = row
    if (same.length > 0 && same[0]?.ms !== ms) {
      yield* same.sort(compareCandidates)
      same = []
    }
    if (isInScope(row, scope)) same.push({ project: projectAt(home, row.project), name, id, ms })
  }
  yield* same.sort(compareCandidates)
}

function* readRows(db: Database, match: string): Generator<Row> {
  const page = db.prepare(PAGE)
  let [ms, slot] = [END_OF_TIME, 0]
  for (let size = FIRST_PAGE; ; size = NEXT_PAGE) {
    const rows = page.all(ms, slot, match, size) as Row[]
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < size) return
    ;[ms, slot] = [last.ms, last.slot]
  }
}

/** The query in FTS5's language. Tokens are letters and digits, so nothing in them needs escaping. */
function printMatch(query: Query, scope: Scope): string {
  const words = query.phrases.map(printPhrase).join(' AND ')
  const within: string[] = []
  if (scope.project !== undefined) within.push(`"${projectToken(scope.project)}"`)
  if (scope.name !== undefined) within.push(`"${nameToken(scope.name)}"`)
  return [...within, `((${words}) OR "${DEAD}")`].join(' AND ')
}

function printPhrase({ tokens, prefix }: Phrase): string {
  return `"${tokens.join(' ')}"${prefix ? ' *' : ''}`
}

function isInScope(row: Row, scope: Scope): boolean {
  return (scope.project ?? row.project) === row.project && (scope.name ?? row.name) === row.name
}

// The file of the search index: opened only when it is as we left it, thrown away and begun anew otherwise. Tables:
// dirs (workstream folders and how they looked when they were indexed), docs (entries; the key is the time of the id in
// ms and a slot, so that key order is time order), words (the tokens of each entry, under the same key), look (what all
// folders looked like after the last update).

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
function withIndex<T>(home: string, use: (db: Database, fresh: boolean) => T): T | null {
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

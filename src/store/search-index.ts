/** Search through the index: brought up to date first, so that it always answers for what is on disk now. */
import type { Phrase, Query } from '../core/search-text.js'
import type { Database } from '../platform/sqlite.js'
import { projectAt } from './paths.js'
import { withIndex } from './search-db.js'
import {
  type Candidate,
  type Scope,
  type SearchOptions,
  type SearchResult,
  collectHits,
  compareCandidates,
} from './search-hits.js'
import { DEAD, SLOTS, keyOf, nameToken, projectToken, updateIndex } from './search-update.js'

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

/** Null: there is no index to be had (no SQLite, locked, read-only, a full disk); the scan answers then. */
export function searchIndex(home: string, query: Query, options: SearchOptions): SearchResult | null {
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

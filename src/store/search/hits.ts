/** What both search engines share: where to look, in which order, and what makes a hit. */
import { foreignIn } from '../../core/briefing/item-lines.js'
import { type Decision, type Entry, SECTION_FIELDS } from '../../core/entry/entry.js'
import { compareIds, parseId } from '../../core/entry/id.js'
import { present } from '../../core/present.js'
import { type Query, makeSnippet, occursIn, searchText } from '../../core/text/search.js'
import { statOf } from '../../platform/files/files.js'
import { type Damage, readEntry } from '../entries/entries.js'
import { listWorkstreams } from '../entries/listing.js'
import type { Project } from '../paths.js'
import { listProjectFolders } from '../projects/file.js'

export interface Hit {
  project: string
  name: string
  id: string
  saved: string
  snippet: string
  /** Words in it are somebody else's, and whose. */
  foreign?: string
}

/** `total` is known where everything was looked at. `damaged`: entries met on the way that cannot be read. */
export interface SearchResult {
  hits: Hit[]
  total?: number
  damaged: Damage[]
  via: 'index' | 'scan'
}

export interface SearchOptions {
  /** The key of the only project to look into. */
  project?: string
  /** The only workstream to look into. */
  name?: string
  limit: number
  onProgress?: (done: number, total: number) => void
  engine?: 'auto' | 'scan'
}

export type Scope = Pick<SearchOptions, 'project' | 'name'>

export interface Folder {
  project: Project
  name: string
}

export interface Candidate extends Folder {
  id: string
  ms: number
}

const SNIPPET_WIDTH = 160

export function listWorkstreamFolders(home: string, scope: Scope): Folder[] {
  const projects = listProjectFolders(home).filter(({ key }) => scope.project === undefined || key === scope.project)
  return projects.flatMap((project) =>
    namesIn(project)
      .filter((name) => scope.name === undefined || name === scope.name)
      .map((name) => ({ project, name })),
  )
}

/** Newest first. The same entry may lie in two projects (a copied home), so the place decides last. */
export function compareCandidates(a: Candidate, b: Candidate): number {
  return b.ms - a.ms || compareIds(b.id, a.id) || order(a.project.key, b.project.key) || order(a.name, b.name)
}

export function timeOf(id: string): number {
  return parseId(id)?.ms ?? 0
}

/** Reads the candidates, which come newest first, until there are enough hits. Every hit was read and verified. */
export function collectHits(
  candidates: Iterable<Candidate>,
  query: Query,
  limit: number,
  via: SearchResult['via'],
): SearchResult {
  const hits: Hit[] = []
  const damaged: Damage[] = []
  if (limit < 1) return { hits, damaged, via }
  for (const { project, name, id } of candidates) {
    const read = readEntry(project, name, id)
    if (read?.damage) damaged.push(read.damage)
    if (!read?.entry) continue
    const text = searchText(read.entry)
    if (!occursIn(text, query)) continue
    hits.push({
      project: project.key,
      name,
      id,
      saved: read.entry.saved,
      snippet: makeSnippet(text, query, SNIPPET_WIDTH),
      ...present({ foreign: foreignIn(read.entry) ?? foreignItem(read.entry, query) }),
    })
    if (hits.length >= limit) return { hits, damaged, via }
  }
  return { hits, total: hits.length, damaged, via }
}

/** Of an entry of this user's: whether one of the words was found in what was carried from somebody else's, and whose. */
function foreignItem(entry: Entry, { phrases }: Query): string | undefined {
  const fenced = SECTION_FIELDS.flatMap(({ key }) => (entry[key] ?? []) as Decision | Decision[]).filter(
    ({ origin }) => origin?.foreign,
  )
  const isFound = ({ text, why, rejected = [] }: Decision): boolean =>
    phrases.some((phrase) => occursIn([text, why ?? '', ...rejected].join('\n'), { phrases: [phrase] }))
  const found = fenced.find(isFound)
  return found && foreignIn(entry, found)
}

function namesIn(project: Project): string[] {
  try {
    return listWorkstreams(project)
  } catch (error) {
    // A stray file among the projects must not hide them.
    if (statOf(project.dir)?.isDirectory) throw error
    return []
  }
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

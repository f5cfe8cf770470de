/** Questions to every entry, of this project or of all: words that occur in it, and decisions [D8] for "why did we …?". */
import { present } from '../../core/present.js'
import { foreignIn } from '../../core/briefing/item-lines.js'
import { decisionQuery } from '../../core/choose/decisions.js'
import type { Decision, Entry } from '../../core/entry/entry.js'
import { compareIds } from '../../core/entry/id.js'
import { matches, parseQuery, tokenise, type Query } from '../../core/text/search.js'
import { readEntry, type Damage } from '../../store/entries/entries.js'
import { listEntryIds, listWorkstreams } from '../../store/entries/listing.js'
import { projectAt, type Project } from '../../store/paths.js'
import { searchEntries, type SearchResult } from '../../store/search/search.js'
import { openTelling, type Opening } from '../layouts/open.js'
import { locate, projectsOf } from '../locate.js'
import type { World } from '../world.js'

interface SearchRequest {
  query: string
  project?: 'here' | 'all'
  name?: string
  limit: number
  engine?: 'auto' | 'scan'
  onProgress?: (done: number, total: number) => void
}

export function search(world: World, { query, project, ...options }: SearchRequest): SearchResult {
  return searchEntries(world.home, query, {
    ...options,
    ...(project === 'here' ? { project: locate(world).project.key } : {}),
  })
}

export interface DecisionsRequest {
  /** Words of the question; empty: every decision. */
  question: string
  /** Of every project, not only the one of this folder. */
  all: boolean
  onProgress?: (done: number, total: number) => void
}

export interface FoundDecision extends Decision {
  /** When it first appears in a checkpoint. */
  date: string
  project: string
  name: string
  /** The entry in which it first appears. */
  id: string
  /** Somebody else's, and whose. */
  foreign?: string
}

export interface Decisions {
  /** Newest first. */
  decisions: FoundDecision[]
  damaged: Damage[]
}

interface Place {
  project: Project
  name: string
  id: string
}

/** With those that the files of the layouts here hold. */
export async function listDecisions(given: World, request: DecisionsRequest & Opening): Promise<Decisions> {
  return decisions((await openTelling(given, request)).world, request)
}

export function decisions(world: World, request: DecisionsRequest): Decisions {
  const text = decisionQuery(request.question)
  const query = text === '' ? null : parseQuery(text)
  const { places, damaged } = query
    ? searchPlaces(world, text, request)
    : { places: allPlaces(world, request), damaged: [] }
  const found = new Map<string, FoundDecision>()
  for (const [i, { project, name, id }] of places.entries()) {
    if (!query && i % 100 === 0) request.onProgress?.(i, places.length)
    const read = readEntry(project, name, id)
    if (read?.damage) damaged.push(read.damage)
    if (read?.entry) collect(found, project.key, read.entry, query)
  }
  return { decisions: [...found.values()].toSorted((a, b) => compareIds(b.id, a.id)), damaged }
}

/** Far more than anybody has; the first appearance of a decision must not be cut off. */
const MAX_ENTRIES = 100_000

/** The index names the entries in which all the words occur; which decision they belong to is seen when it is read. */
function searchPlaces(world: World, text: string, request: DecisionsRequest): { places: Place[]; damaged: Damage[] } {
  const located = locate(world)
  if (!request.all && !located.exists) return { places: [], damaged: [] }
  const { hits, damaged } = searchEntries(world.home, text, {
    limit: MAX_ENTRIES,
    ...(request.all ? {} : { project: located.project.key }),
    ...(request.onProgress ? { onProgress: request.onProgress } : {}),
  })
  const places = hits.map(({ project, name, id }) => ({ project: projectAt(world.home, project), name, id }))
  return { places: oldestFirst(places), damaged: [...damaged] }
}

function allPlaces(world: World, { all }: DecisionsRequest): Place[] {
  const places = projectsOf(world, locate(world), all).flatMap((project) =>
    listWorkstreams(project).flatMap((name) => listEntryIds(project, name).map((id) => ({ project, name, id }))),
  )
  return oldestFirst(places)
}

function oldestFirst(places: Place[]): Place[] {
  return places.toSorted((a, b) => compareIds(a.id, b.id))
}

/** Said again, in this or another workstream of the project, it is the same decision; a reason given later is added. */
function collect(found: Map<string, FoundDecision>, project: string, entry: Entry, query: Query | null): void {
  for (const decision of entry.decisions) {
    if (query && !matches(tokenise(textOf(decision, entry.name)), query)) continue
    const key = `${project} ${tokenise(decision.text).join(' ') || decision.text}`
    const foreign = foreignIn(entry, decision)
    const known = found.get(key)
    const { id: _id, origin: _origin, ...said } = decision
    const first = { ...said, date: entry.saved, project, name: entry.name, id: entry.id, ...present({ foreign }) }
    // What this user decided too is theirs, whoever said it first; a reason of somebody else's is not.
    if (!known || (known.foreign !== undefined && foreign === undefined)) found.set(key, first)
    else if (known.foreign !== foreign) continue
    else if (!known.why) found.set(key, { ...known, ...present({ why: decision.why, rejected: decision.rejected }) })
  }
}

function textOf({ text, why, rejected }: Decision, name: string): string {
  return [name, text, why, ...(rejected ?? [])].filter((part) => part !== undefined).join('\n')
}

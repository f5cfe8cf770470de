/** Decisions [D8]: what was chosen in any checkpoint, when, why, and what was not chosen; for "why did we …?". */
import type { Decision, Entry } from '../../core/entry/entry.js'
import { compareIds } from '../../core/entry/id.js'
import type { Query } from '../../core/text/search.js'
import { matches, parseQuery, tokenise } from '../../core/text/search.js'
import type { Damage } from '../../store/entries/entries.js'
import { listEntryIds, listWorkstreams, readEntry } from '../../store/entries/entries.js'
import type { Project } from '../../store/paths.js'
import { projectAt } from '../../store/paths.js'
import { searchEntries } from '../../store/search/search.js'
import { locate, projectsOf } from '../locate.js'
import type { World } from '../world.js'

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
const MOST_ENTRIES = 100_000

/** The index names the entries in which all the words occur; which decision they belong to is seen when it is read. */
function searchPlaces(world: World, text: string, request: DecisionsRequest): { places: Place[]; damaged: Damage[] } {
  const located = locate(world)
  if (!request.all && !located.exists) return { places: [], damaged: [] }
  const { hits, damaged } = searchEntries(world.home, text, {
    limit: MOST_ENTRIES,
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
    const known = found.get(key)
    if (!known) found.set(key, { ...decision, date: entry.saved, project, name: entry.name, id: entry.id })
    else found.set(key, { ...known, ...(known.why ? {} : addedBy(decision)) })
  }
}

function addedBy({ why, rejected }: Decision): Partial<Decision> {
  return { ...(why === undefined ? {} : { why }), ...(rejected === undefined ? {} : { rejected }) }
}

function textOf({ text, why, rejected }: Decision, name: string): string {
  return [name, text, why, ...(rejected ?? [])].filter((part) => part !== undefined).join('\n')
}

const OF_QUESTIONS = new Set(
  (
    'why how what when which who did do does was were is are have has had we i you they us our my the a an to of in on for with ' +
    'and or not be been it this that so choose chose chosen decide decided use used instead than over again'
  ).split(' '),
)

const ASKED_IN_CHINESE =
  /^(?:我们)?(?:当初|当时)?(?:为什么|为何|怎么)(?:我们)?(?:要|会|不)?(?:选择|选用|使用|采用|用|选)?|[?？]$/g

/**
 * "why did we keep argon2?" as a query: without the words of the question, and to the stem. Empty: it names nothing to
 * look for. Phrases in quotes and words with a star stay as they are.
 */
export function decisionQuery(question: string): string {
  const words = question.replace(ASKED_IN_CHINESE, '').replace(/[“”]/g, '"')
  const parts = words.match(/"[^"]*"\*?|[^\s"]+/g) ?? []
  return parts.flatMap((part) => (/["*]/.test(part) ? [part] : (stemOf(part) ?? []))).join(' ')
}

const ENDING = /(?:ations?|ings?|ies|ied|es|ed|s|e|y)$/

/** A simple stem: "caching", "caches" and "cached" are all "cach*". Null: a word of the question itself. */
function stemOf(word: string): string | null {
  const bare = word.toLowerCase().replace(/[?!.,;:]+$/, '')
  if (bare === '' || OF_QUESTIONS.has(bare)) return null
  if (!/^[a-z]{5,}$/.test(bare)) return bare
  const stem = bare.replace(ENDING, '')
  return stem.length >= 3 ? `${stem}*` : bare
}

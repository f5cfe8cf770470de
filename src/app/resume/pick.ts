/** From what the user typed, or did not type, to one head; a question where that is ambiguous. */
import { whoseOf } from '../../core/briefing/briefing.js'
import { present } from '../../core/present.js'
import { isLive, type Entry } from '../../core/entry/entry.js'
import { DogearError } from '../../core/errors.js'
import { idMatches, parseId, shortId } from '../../core/entry/id.js'
import { isLoose } from '../../core/choose/loose.js'
import { nameFrom } from '../../core/choose/name.js'
import { choose, type Candidate, type Here } from '../../core/choose/selection.js'
import { statOf } from '../../platform/files/files.js'
import { readCatalog, readKnownHeads, type CatalogRow } from '../../store/entries/catalog.js'
import { listEntryIds, readEntry, type Damage } from '../../store/entries/entries.js'
import { readHeads, withoutDoubtful } from '../../store/entries/heads.js'
import { entryPath, type Project } from '../../store/paths.js'
import { askWhichEntry, askWhichForeign, askWhichWorkstream } from './questions.js'
import type { World } from '../world.js'

export interface Picked {
  entry: Entry
  why: string
  damaged: Damage[]
  /** What there is to say about the line besides: entries that are missing, heads of other people. */
  notes?: string[]
}

/** By name: only that workstream is looked at. */
export function pickNamed(world: World, project: Project, here: Here, typed: string, entry?: string): Picked {
  const name = nameFrom(typed, 'lower')
  const { heads, damaged, gaps } = readKnownHeads(project, name) ?? readHeads(project, name)
  const all = heads.filter((head) => isLive(head.kind))
  if (entry !== undefined) return { entry: pickEntry(project, name, entry), why: 'the entry you named', damaged }
  if (all.length === 0) throw missing(world, project, name, damaged)
  const own = all.filter((head) => !head.foreign)
  // Of other people's the newest is asked about: who wrote them is no fork of this user's.
  const live = withoutDoubtful(own.length > 0 ? own : all.slice(0, 1), { gaps })
  const choice = choose(
    live.map((head) => candidateOf(name, head, head.where)),
    here,
  )
  if (choice.kind !== 'chosen') throw askWhichEntry(world, name, live)
  const why = live.length === 1 ? 'the one you named' : `the one of ${live.length} heads ${choice.why}`
  const notes = [
    ...gapNotes(name, gaps),
    ...besideNotes(name, own.length > 0 ? all.filter((head) => head.foreign) : []),
  ]
  return { entry: live.find((head) => head.id === choice.candidate.id) as Entry, why, damaged, notes }
}

/** Nothing is hidden because of it, but what was known there may be missing. */
function gapNotes(name: string, gaps: readonly string[]): string[] {
  if (gaps.length === 0) return []
  const some = gaps.slice(-3).map(shortId).join(', ')
  const more = gaps.length > 3 ? ` and ${gaps.length - 3} more` : ''
  return [`Not all of "${name}" is here: ${some}${more} missing. This is the newest that is.`]
}

function besideNotes(name: string, foreign: readonly Entry[]): string[] {
  return foreign.slice(0, 3).map(({ id, by }) => {
    return `Beside it: ${shortId(id)} by ${whoseOf(by) || 'somebody else'}, not by you: dogear resume ${name} --entry ${shortId(id)}`
  })
}

/** Without a name: the nearest of the project's live workstreams, or the one picked where the policy wants that. */
export function pickNearest(world: World, project: Project, here: Here): Picked {
  const rows = readCatalog(project)
  const damaged = rows.flatMap((row) => row.damaged)
  const live = rows.flatMap((row) =>
    row.heads.filter((head) => isLive(head.kind)).map((head) => candidateOf(row.name, head, head)),
  )
  const candidates = live.filter((one) => !one.foreign && !isDoubtful(rows, one))
  const isPicked = world.config.policy.several === 'ask' && new Set(candidates.map(({ name }) => name)).size > 1
  if (isPicked) throw askWhichWorkstream(world, rows, candidates)
  const choice = choose(candidates, here)
  if (choice.kind === 'none' && live.length > 0) throw askWhichForeign(world, rows)
  if (choice.kind === 'none') throw noCheckpoints(damaged, world.config.policy.none)
  if (choice.kind === 'ambiguous') throw askWhichWorkstream(world, rows, choice.candidates)
  const { name, id } = choice.candidate
  const read = readEntry(project, name, id)
  if (!read?.entry) throw damagedEntry(name, id, read?.damage)
  const gaps = rows.find((row) => row.name === name)?.gaps ?? []
  return { entry: read.entry, why: choice.why, damaged, notes: gapNotes(name, gaps) }
}

/** No side of a fork, but perhaps what a missing entry continued. */
function isDoubtful(rows: readonly CatalogRow[], { name, id }: Candidate): boolean {
  const { heads = [], gaps = [] } = rows.find((row) => row.name === name) ?? {}
  const own = heads.filter((head) => isLive(head.kind) && !head.foreign)
  return gaps.length > 0 && !withoutDoubtful(own, { gaps }).some((head) => head.id === id)
}

/** An entry of a workstream by its id, short or long, whether or not it is a head. */
export function pickEntry(project: Project, name: string, typed: string): Entry {
  const id = pickId(project, name, typed)
  const read = readEntry(project, name, id)
  if (!read?.entry) throw damagedEntry(name, id, read?.damage)
  return read.entry
}

/** The same for who only wants to continue it: for that it need not be readable. */
export function pickId(project: Project, name: string, typed: string): string {
  // Programs name an entry by all of its id: then the others need not be looked at.
  const isWhole = parseId(typed) !== null && statOf(entryPath(project, name, typed)) !== null
  const ids = isWhole ? [typed] : listEntryIds(project, name).filter((id) => idMatches(id, typed))
  const [id, another] = ids
  if (id === undefined) {
    throw new DogearError('not-found', `workstream "${name}" has no entry "${typed}"`, {
      expected: 'an id as `dogear history` shows it, 4 characters or more',
      next: `dogear history ${name}`,
    })
  }
  if (another !== undefined) {
    throw new DogearError('usage', `"${typed}" is the beginning of ${ids.length} entries of "${name}"`, {
      next: `dogear history ${name}`,
    })
  }
  return id
}

export function noCheckpoints(damaged: readonly Damage[], message = 'No checkpoints found.'): DogearError {
  const next = damaged.length > 0 ? 'dogear verify' : 'dogear save <name> --next "the very next step"'
  return new DogearError('no-checkpoints', message, { next })
}

export function candidateOf(name: string, head: HeadOf, { worktree, branch }: Entry['where']): Candidate {
  const { id, saved, by, quick, foreign } = head
  const loose = isLoose(name) || undefined
  return present<Candidate>({ name, id, saved, session: by.session, worktree, branch, loose, quick, foreign })
}

type HeadOf = Pick<Entry, 'id' | 'saved' | 'by' | 'foreign'> & { quick?: boolean }

function missing(world: World, project: Project, name: string, damaged: readonly Damage[]): DogearError {
  const rows = readCatalog(project).filter((row) => row.heads.some((head) => isLive(head.kind)))
  if (damaged.length > 0)
    return new DogearError('damaged', `every checkpoint of "${name}" is damaged`, { next: 'dogear verify --repair' })
  if (rows.length === 0) return noCheckpoints([], world.config.policy.none)
  const names = rows.map((row) => row.name)
  return new DogearError('not-found', `there is no checkpoint "${name}"`, {
    expected: `one of: ${names.slice(0, 20).join(', ')}${names.length > 20 ? `, … ${names.length - 20} more` : ''}`,
    next: `dogear resume ${names[0]}`,
  })
}

function damagedEntry(name: string, id: string, damage: Damage | undefined): DogearError {
  return new DogearError('damaged', damage?.message ?? `entry ${shortId(id)} of "${name}" is gone`, {
    next: 'dogear verify --repair',
  })
}

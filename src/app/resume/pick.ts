/** From what the user typed, or did not type, to one head; a question where that is ambiguous. */
import { isLive, type Entry } from '../../core/entry/entry.js'
import { DogearError } from '../../core/errors.js'
import { idMatches, parseId, shortId } from '../../core/entry/id.js'
import { nameFrom } from '../../core/choose/name.js'
import { choose, type Candidate, type Choice, type Here } from '../../core/choose/selection.js'
import { lookUp, readCatalog, readKnownHeads, type CatalogLine } from '../../store/entries/catalog.js'
import { hasEntry, listEntryIds, readEntry, type Damage } from '../../store/entries/entries.js'
import { readHeads } from '../../store/entries/heads.js'
import type { Project } from '../../store/paths.js'
import { askWhichEntry, askWhichWorkstream, offeredOf } from './questions.js'
import type { World } from '../world.js'

export interface Picked {
  entry: Entry
  why: string
  damaged: Damage[]
}

/** By name: only that workstream is looked at. */
export function pickNamed(world: World, project: Project, here: Here, typed: string, entry?: string): Picked {
  const name = nameFrom(typed, 'lower')
  const { heads, damaged } = readKnownHeads(project, name) ?? readHeads(project, name)
  const live = heads.filter((head) => isLive(head.kind))
  if (entry !== undefined) return { entry: pickEntry(project, name, entry), why: 'the entry you named', damaged }
  if (live.length === 0) throw missing(world, project, name, damaged)
  const choice = choose(
    live.map(({ id, by, where }) => ({ name, id, from: { by, ...where } })),
    here,
  )
  if (choice.kind !== 'chosen') throw askWhichEntry(world, name, live)
  const why = live.length === 1 ? 'the one you named' : `the one of ${live.length} heads ${choice.why}`
  return { entry: live.find((head) => head.id === choice.candidate.id) as Entry, why, damaged }
}

/** Without a name: the nearest of the project's live workstreams, or the one picked where the policy wants that. */
export function pickNearest(world: World, project: Project, here: Here): Picked {
  const { picked, rows, damaged } = lookUp(project, (lines, unseenMs) => {
    const candidates = lines.flatMap(candidatesIn)
    const isPicked = world.config.policy.several === 'ask' && new Set(candidates.map(({ name }) => name)).size > 1
    const choice = isPicked ? { kind: 'ambiguous' as const, candidates } : choose(candidates, here)
    return { choice, lines: namedIn(choice, lines), more: isPicked || !isSettled(choice, here, unseenMs) }
  })
  const { choice } = picked
  if (choice.kind === 'none') throw noCheckpoints(damaged, world.config.policy.none)
  if (choice.kind === 'ambiguous') throw askWhichWorkstream(world, rows, choice.candidates)
  const { name, id } = choice.candidate
  const read = readEntry(project, name, id)
  if (!read?.entry) throw damagedEntry(name, id, read?.damage)
  return { entry: read.entry, why: choice.why, damaged }
}

/** Nothing that was not looked at can be nearer, or as near and newer. */
function isSettled(choice: Choice<Candidate>, here: Here, unseenMs: number): boolean {
  if (choice.kind === 'none') return false
  const { id, from } = choice.kind === 'chosen' ? choice.candidate : (choice.candidates[0] as Candidate)
  const isNear = !from.quick && from.worktree === here.worktree && from.branch === here.branch
  return isNear && (parseId(id)?.ms ?? 0) >= unseenMs
}

function candidatesIn({ name, heads }: CatalogLine): Candidate[] {
  return heads.filter(({ from }) => isLive(from.kind)).map(({ id, from }) => ({ name, id, from }))
}

/** The workstreams that a choice names: the chosen one, or those that a question offers. */
function namedIn(choice: Choice<Candidate>, lines: readonly CatalogLine[]): CatalogLine[] {
  if (choice.kind === 'none') return []
  const names = choice.kind === 'chosen' ? new Set([choice.candidate.name]) : offeredOf(choice.candidates)
  return lines.filter(({ name }) => names.has(name))
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
  const isWhole = parseId(typed) !== null && hasEntry(project, name, typed)
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

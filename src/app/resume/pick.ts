/** From what the user typed, or did not type, to one head; a question where that is ambiguous. */
import { whoseOf } from '../../core/briefing/item-lines.js'
import { isLive, type Entry } from '../../core/entry/entry.js'
import { DogearError } from '../../core/errors.js'
import { idMatches, parseId, shortId } from '../../core/entry/id.js'
import { isLoose } from '../../core/choose/loose.js'
import { isName, sameLabel, slugFrom } from '../../core/choose/name.js'
import { handleOf } from '../../core/choose/title.js'
import { labelOf } from '../../core/entry/line-keys.js'
import { nearest } from '../../core/text/nearest.js'
import { cleanLine } from '../../core/text/text.js'
import { choose, type Candidate, type Choice, type Here } from '../../core/choose/selection.js'
import { statOf } from '../../platform/files/files.js'
import { lookUp, readCatalog, type CatalogLine, type CatalogRow } from '../../store/entries/catalog.js'
import { readKnownHeads } from '../../store/entries/catalog-file.js'
import { hasEntry, listEntryIds, listWorkstreams, readEntry, type Damage } from '../../store/entries/entries.js'
import { readHeadIds, readHeads, withoutDoubtful } from '../../store/entries/heads.js'
import { workstreamDir, type Project } from '../../store/paths.js'
import { isThere } from '../../store/session/on.js'
import { askWhichEntry, askWhichForeign, askWhichWorkstream, offeredOf } from './questions.js'
import type { World } from '../world.js'

export interface Picked {
  entry: Entry
  why: string
  damaged: Damage[]
  /** What there is to say about the line besides: entries that are missing, heads of other people. */
  notes?: string[]
}

/** What somebody typed, and which line that is. */
export interface Line {
  name: string
  /** The very entry, where an id was typed. */
  entry?: string
}

/**
 * The one rule for every command: a label, a slug, a number of the list, an entry's id short or long, a unique beginning.
 * Null: it is none of them.
 */
export function findLine(project: Project, typed: string): Line | null {
  const said = typed.trim()
  if (isOwnName(project, said)) return { name: said }
  const rows = readCatalog(project)
  const name = labelled(rows, said) ?? slugged(project, said) ?? numbered(rows, said)
  if (name !== undefined) return { name }
  return withId(project, said) ?? begun(rows, said)
}

/** The same, or an error that names what was probably meant. */
export function pickLine(world: World, project: Project, typed: string): Line {
  const line = findLine(project, typed)
  if (line) return line
  throw missing(world, project, typed.trim())
}

/** Nearly always the name is the folder's; then no other workstream is looked at. */
function isOwnName(project: Project, said: string): boolean {
  if (!isName(said) || statOf(workstreamDir(project, said)) === null) return false
  const [newest] = readHeadIds(project, said)
  const entry = newest === undefined ? undefined : readEntry(project, said, newest.id)?.entry
  return entry === undefined || sameLabel(labelOf(entry)) === said
}

/** What is on the list comes before what was cleared. */
function labelled(rows: readonly CatalogRow[], said: string): string | undefined {
  const wanted = sameLabel(said)
  const found = rows.filter(({ name, heads }) => sameLabel(heads[0]?.label ?? name) === wanted)
  return (found.find(isListed) ?? found[0])?.name
}

function slugged(project: Project, said: string): string | undefined {
  return [said, sameLabel(said), slugFrom(said)].find(
    (name): name is string => name !== null && isName(name) && statOf(workstreamDir(project, name)) !== null,
  )
}

function numbered(rows: readonly CatalogRow[], said: string): string | undefined {
  return /^#?[1-9]\d{0,2}$/.test(said) ? rows.filter(isListed)[Number(said.replace('#', '')) - 1]?.name : undefined
}

/** Looks through the names of all entries: fine for a person's question, too slow for a hook that nobody asked. */
function withId(project: Project, said: string): Line | null {
  if (parseId(said) === null && !/^[0-9a-z]{4,12}$/i.test(said)) return null
  const found = listWorkstreams(project).flatMap((name) =>
    listEntryIds(project, name)
      .filter((id) => idMatches(id, said))
      .map((id) => ({ name, id })),
  )
  const [only, another] = found
  if (!only) return null
  if (another && found.some(({ name }) => name !== only.name || !isLoose(name)))
    throw new DogearError('usage', `"${said}" is the beginning of ${found.length} entries`, {
      expected: 'more characters of the id',
      next: 'dogear history <name>',
    })
  return { name: only.name, entry: only.id }
}

/** A beginning of one label or slug. */
function begun(rows: readonly CatalogRow[], said: string): Line | null {
  const wanted = sameLabel(said)
  if (wanted === '') return null
  const found = rows.filter(
    (row) =>
      isListed(row) &&
      !isLoose(row.name) &&
      [row.name, sameLabel(row.heads[0]?.label ?? '')].some((one) => one.startsWith(wanted)),
  )
  const [only, another] = found
  if (!only) return null
  if (!another) return { name: only.name }
  throw new DogearError('usage', `"${cleanLine(said)}" is the beginning of ${found.length} names`, {
    expected: `one of: ${found.slice(0, MAX_NAMES).map(handleIn).join(', ')}`,
    next: 'dogear list',
  })
}

const MAX_NAMES = 20

function isListed({ heads }: CatalogRow): boolean {
  return heads.some(({ kind }) => isLive(kind))
}

function handleIn({ name, heads }: CatalogRow): string {
  return handleOf({ name, id: heads[0]?.id ?? '', label: heads[0]?.label })
}

/** By what was typed, or by the very entry of a workstream. */
export function pickNamed(world: World, project: Project, here: Here, typed: string, id?: string): Picked {
  const isWhole = id !== undefined && isThere(project, { name: typed, id })
  return pickIn(world, project, here, isWhole ? { name: typed } : pickLine(world, project, typed), id)
}

/** Only this workstream is looked at. */
export function pickIn(world: World, project: Project, here: Here, line: Line, given?: string): Picked {
  const { name } = line
  // A session without a name is known by the id of its newest entry, and goes on: then its line is meant.
  const entry = given ?? (isLoose(name) ? undefined : line.entry)
  const { heads, damaged, gaps } = readKnownHeads(project, name) ?? readHeads(project, name)
  if (entry !== undefined) return { entry: pickEntry(project, name, entry), why: 'the entry you named', damaged }
  const all = heads.filter((head) => isLive(head.kind))
  if (all.length === 0) throw missing(world, project, name, damaged)
  const own = all.filter((head) => !head.foreign)
  // Of other people's the newest is asked about: who wrote them is no fork of this user's.
  const live = withoutDoubtful(own.length > 0 ? own : all.slice(0, 1), { gaps })
  const choice = choose(
    live.map((head) => ({ name, id: head.id, from: { by: head.by, ...head.where } })),
    here,
  )
  if (choice.kind !== 'chosen') throw askWhichEntry(world, name, live)
  const why = live.length === 1 ? 'the one you named' : `the one of ${live.length} heads ${choice.why}`
  const beside = own.length > 0 ? all.filter((head) => head.foreign) : []
  const notes = [...gapNotes(name, gaps), ...besideNotes(name, beside)]
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
  const { picked, rows, damaged } = lookUp(project, (lines, unseenMs) => {
    const candidates = lines.flatMap(candidatesIn)
    const isPicked = world.config.policy.several === 'ask' && new Set(candidates.map(({ name }) => name)).size > 1
    const choice = isPicked ? { kind: 'ambiguous' as const, candidates } : choose(candidates, here)
    return { choice, lines: namedIn(choice, lines), more: isPicked || !isSettled(choice, here, unseenMs) }
  })
  const { choice } = picked
  if (choice.kind === 'none' && rows.length > 0) throw askWhichForeign(world, rows)
  if (choice.kind === 'none') throw noCheckpoints(damaged, world.config.policy.none)
  if (choice.kind === 'ambiguous') throw askWhichWorkstream(world, rows, choice.candidates)
  const { name, id } = choice.candidate
  const read = readEntry(project, name, id)
  if (!read?.entry) throw damagedEntry(name, id, read?.damage)
  const gaps = rows.find((row) => row.name === name)?.gaps ?? []
  return { entry: read.entry, why: choice.why, damaged, notes: gapNotes(name, gaps) }
}

/** Nothing that was not looked at can be nearer, or as near and newer. */
function isSettled(choice: Choice<Candidate>, here: Here, unseenMs: number): boolean {
  if (choice.kind === 'none') return false
  const { id, from } = choice.kind === 'chosen' ? choice.candidate : (choice.candidates[0] as Candidate)
  const isNear = !from.quick && from.worktree === here.worktree && from.branch === here.branch
  return isNear && (parseId(id)?.ms ?? 0) >= unseenMs
}

function candidatesIn({ name, heads }: CatalogLine): Candidate[] {
  return heads
    .filter(({ from }) => isLive(from.kind) && !from.foreign && !from.doubtful)
    .map(({ id, from }) => ({ name, id, from }))
}

/** The workstreams that a choice names: the chosen one, or those that a question offers; where none is, those of others. */
function namedIn(choice: Choice<Candidate>, lines: readonly CatalogLine[]): CatalogLine[] {
  if (choice.kind === 'none')
    return lines.filter(({ heads }) => heads.some(({ from }) => isLive(from.kind) && from.foreign))
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

/** A near miss is suggested; a name that has nothing to do with what was typed is not. */
function missing(world: World, project: Project, typed: string, damaged: readonly Damage[] = []): DogearError {
  if (damaged.length > 0)
    return new DogearError('damaged', `every checkpoint of "${typed}" is damaged`, { next: 'dogear verify --repair' })
  const rows = readCatalog(project).filter(isListed)
  if (rows.length === 0) return noCheckpoints([], world.config.policy.none)
  const names = rows.filter(({ name }) => !isLoose(name)).map(handleIn)
  const meant = nearest(typed, names)
  return new DogearError('not-found', `there is no checkpoint "${cleanLine(typed).slice(0, 80)}"`, {
    expected: `one of: ${names.slice(0, MAX_NAMES).join(', ')}${names.length > MAX_NAMES ? `, … ${names.length - MAX_NAMES} more` : ''}`,
    next: meant === undefined ? 'dogear list' : `dogear resume ${meant}`,
  })
}

function damagedEntry(name: string, id: string, damage: Damage | undefined): DogearError {
  return new DogearError('damaged', damage?.message ?? `entry ${shortId(id)} of "${name}" is gone`, {
    next: 'dogear verify --repair',
  })
}

/** From what the user typed, or did not type, to one head; a question where that is ambiguous. */
import { whoseOf } from '../../core/briefing/item-lines.js'
import { isLive, type Entry } from '../../core/entry/entry.js'
import { DogearError } from '../../core/errors.js'
import { idMatches, parseId, shortId } from '../../core/entry/id.js'
import { labelOf, lineKeysOf } from '../../core/entry/line-keys.js'
import { joinUnder } from '../../core/page/join.js'
import { cleanLine } from '../../core/text/text.js'
import { isLoose } from '../../core/choose/loose.js'
import { choose, isSavedIn, type Candidate, type Choice, type Here } from '../../core/choose/selection.js'
import { lookUp, type CatalogLine, type CatalogRow } from '../../store/entries/catalog.js'
import { hasEntry, readEntry, type Damage } from '../../store/entries/entries.js'
import { listEntryIds } from '../../store/entries/listing.js'
import { readHeads, withoutDoubtful } from '../../store/entries/heads.js'
import { readPage } from '../../store/entries/page.js'
import type { Project } from '../../store/paths.js'
import { isThere, movedTo } from '../../store/session/on.js'
import { restated } from '../keep/tombstone.js'
import { askWhichEntry, askWhichForeign, askWhichWorkstream, offeredOf } from './questions.js'
import { missing, noCheckpoints, pickLine, type Line } from './find-line.js'
import type { World } from '../world.js'

export interface Picked {
  entry: Entry
  why: string
  damaged: Damage[]
  /** What there is to say about the line besides: entries that are missing, heads of other people. */
  notes?: string[]
  /** It was named as it is called no more. */
  calledNow?: string
  /** The same about other sides of a fork; what settles it ends them. */
  sides?: string[]
  /** The user chose it among several heads: this entry, once it is written, ends the question for everybody. */
  settled?: Entry
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
  const { heads, damaged, gaps } = readHeads(project, name)
  const all = heads.filter((head) => isLive(head.kind))
  if (entry !== undefined) {
    const chosen = pickEntry(project, name, entry)
    const sides = withoutDoubtful(
      all.filter((head) => !head.foreign),
      { gaps },
    )
    return { entry: chosen, why: 'the entry you named', damaged, ...besideOf(world, project, chosen, sides) }
  }
  if (all.length === 0) {
    const now = movedTo(project, name)
    if (!now) throw missing(world, project, name, damaged)
    return renamed(line, heads[0], pickIn(world, project, here, { name: now.name }))
  }
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
  const chosen = live.find((head) => head.id === choice.candidate.id) as Entry
  const others = live.filter(({ id }) => id !== chosen.id)
  return { entry: chosen, why, damaged, notes, sides: others.map(sideNote) }
}

/** By the name it had before, or the id of a session that was given one since. */
function renamed({ name, entry }: Line, last: Entry | undefined, picked: Picked): Picked {
  const before = entry === undefined ? cleanLine(last ? labelOf(last) : name) : shortId(entry)
  const calledNow = `"${before}" is called "${cleanLine(labelOf(picked.entry))}" now`
  return { ...picked, why: `the one you named: ${calledNow}`, calledNow }
}

/** What settles the fork: it continues all sides. What was chosen stands, and what the others know besides is carried on. */
function besideOf(
  world: World,
  project: Project,
  chosen: Entry,
  heads: readonly Entry[],
): Pick<Picked, 'settled' | 'sides'> {
  const others = heads.filter(({ id }) => id !== chosen.id)
  if (others.length === 0 || others.length === heads.length) return {}
  const page = joinUnder(
    readPage(project, chosen),
    others.map((head) => readPage(project, head)),
  )
  const parents = [chosen.id, ...others.map(({ id }) => id)]
  const settled = restated(world, { kind: 'saved', name: chosen.name, last: chosen, page, parents, keys: {} })
  const isSafe = others.every((head) => lineKeysOf(head).redaction === lineKeysOf(chosen).redaction)
  if (!isSafe) delete settled.extraKeys['redaction']
  return { settled, sides: others.map(sideNote) }
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

/** What a briefing says besides: a fork that is settled with it is over. */
export function notesOf({ notes = [], sides = [] }: Picked, settled: Entry | undefined): string[] {
  return settled ? notes : [...notes, ...sides.slice(0, 3)]
}

/** Of the sides of a fork one may be nearer; that there are others is said. */
function sideNote({ name, id, where: { branch } }: Pick<Entry, 'name' | 'id' | 'where'>): string {
  const where = branch === undefined ? '' : ` on ${branch}`
  return `Beside it: ${shortId(id)}${where}, saved by another session at once: dogear resume ${name} --entry ${shortId(id)}`
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
  if (choice.kind === 'ambiguous') throw askWhich(world, project, rows, choice.candidates)
  const { name, id } = choice.candidate
  const read = readEntry(project, name, id)
  if (!read?.entry) throw damagedEntry(name, id, read?.damage)
  const gaps = rows.find((row) => row.name === name)?.gaps ?? []
  const heads = picked.lines.flatMap(candidatesIn).filter((head) => head.name === name && head.id !== id)
  const sides = heads.map((head) => sideNote({ name, id: head.id, where: head.from }))
  return { entry: read.entry, why: choice.why, damaged, notes: gapNotes(name, gaps), sides }
}

function askWhich(world: World, project: Project, rows: CatalogRow[], candidates: readonly Candidate[]): DogearError {
  const [name, another] = offeredOf(candidates)
  if (name === undefined || another !== undefined) return askWhichWorkstream(world, rows, candidates)
  const heads = candidates.flatMap(({ id }) => readEntry(project, name, id)?.entry ?? [])
  return askWhichEntry(world, name, heads)
}

/** Nothing that was not looked at can be nearer, or as near and newer. */
function isSettled(choice: Choice<Candidate>, here: Here, unseenMs: number): boolean {
  if (choice.kind === 'none') return false
  const { id, from } = choice.kind === 'chosen' ? choice.candidate : (choice.candidates[0] as Candidate)
  const isNear = !from.quick && isSavedIn(here, from.worktree) && from.branch === here.branch
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

function damagedEntry(name: string, id: string, damage: Damage | undefined): DogearError {
  return new DogearError('damaged', damage?.message ?? `entry ${shortId(id)} of "${name}" is gone`, {
    next: 'dogear verify --repair',
  })
}

/** Those of a workstream that are somebody else's. */
export function foreignIds(project: Project, name: string): string[] {
  return listEntryIds(project, name).filter((id) => readEntry(project, name, id)?.entry?.foreign)
}

/** Entries as they are: one of them, all of a workstream, and what changed between two. */
import { diffEntries, type Change } from '../../core/entry/diff.js'
import type { Entry } from '../../core/entry/entry.js'
import { compareIds, idMatches } from '../../core/entry/id.js'
import { labelOf, lineKeysOf } from '../../core/entry/line-keys.js'
import { printEntry } from '../../core/entry/print.js'
import { DogearError } from '../../core/errors.js'
import { present } from '../../core/present.js'
import { readEntry, type Damage } from '../../store/entries/entries.js'
import { listEntryIds } from '../../store/entries/listing.js'
import { readHeads } from '../../store/entries/heads.js'
import { entryPath, projectAt, type Project } from '../../store/paths.js'
import type { Located } from '../../store/projects/projects.js'
import { nameNow } from '../../store/session/on.js'
import { hereOf, locate } from '../locate.js'
import { pickEntry, pickIn, pickNearest, type Picked } from '../resume/pick.js'
import { type Line, noCheckpoints, pickLine } from '../resume/find-line.js'
import type { World } from '../world.js'

interface ShowRequest {
  /** A workstream, or an entry's id. Absent: the nearest workstream. */
  what?: string
  entry?: string
}

interface Shown {
  entry: Entry
  path: string
  text: string
  /** It was asked for by a name that it has no more. */
  calledNow?: string
}

/** The head of a workstream, or any entry by its id. */
export function show(world: World, request: ShowRequest): Shown {
  const located = locate(world)
  if (!located.exists) throw noCheckpoints([])
  const { project } = located
  const line = lineMeant(world, located, request.what)
  const picked: Pick<Picked, 'entry' | 'calledNow'> =
    line.entry === undefined
      ? pickIn(world, project, hereOf(world, located), line, request.entry)
      : { entry: pickEntry(project, line.name, line.entry) }
  const { entry, calledNow } = picked
  const path = entryPath(project, entry.name, entry.id)
  return { entry, path, text: printEntry(entry), ...present<Pick<Shown, 'calledNow'>>({ calledNow }) }
}

/** Without a name the one that resume would take. */
function lineMeant(world: World, located: Located, typed: string | undefined): Line {
  if (typed !== undefined) return pickLine(world, located.project, typed)
  const { entry } = pickNearest(world, located.project, hereOf(world, located))
  return pickLine(world, located.project, entry.name)
}

/** Null: there is none, or a name that none could have. */
export function entryAt(
  { home }: World,
  at: { project: string; name: string; id: string },
): Pick<Shown, 'entry' | 'text'> | null {
  try {
    const entry = readEntry(projectAt(home, at.project), at.name, at.id)?.entry
    return entry ? { entry, text: printEntry(entry) } : null
  } catch (error) {
    if (error instanceof DogearError && ['bad-name', 'bad-input'].includes(error.code)) return null
    throw error
  }
}

interface History {
  /** Newest first. */
  entries: Entry[]
  /** Ids of the heads. */
  heads: string[]
  total: number
  damaged: Damage[]
}

export function history(world: World, request: { name?: string; limit?: number }): History & { name: string } {
  const located = locate(world)
  if (!located.exists) throw noCheckpoints([])
  const name = nameNow(located.project, lineMeant(world, located, request.name).name)
  const ids = listEntryIds(located.project, name).toReversed()
  if (ids.length === 0) throw new DogearError('not-found', `there is no workstream "${name}"`, { next: 'dogear list' })
  const { limit = Infinity } = request
  const reads = ids.slice(0, limit).map((id) => readEntry(located.project, name, id))
  const entries = reads.flatMap((read) => read?.entry ?? [])
  const former = ids.length < limit ? formerOf(located.project, entries) : []
  return {
    name,
    entries: [...entries, ...former].slice(0, limit),
    heads: readHeads(located.project, name).heads.map((head) => head.id),
    total: ids.length + former.length,
    damaged: reads.flatMap((read) => read?.damage ?? []),
  }
}

/** What these go on from under another name: before the line was named, or before it was renamed. Newest first. */
function formerOf(project: Project, entries: readonly Entry[]): Entry[] {
  const wanted = new Set(entries.flatMap(({ parents }) => parents))
  const names = new Set(entries.flatMap((entry) => lineKeysOf(entry).renames ?? []))
  const found: Entry[] = []
  // What is added on the way is looked at too.
  for (const name of names)
    for (const id of listEntryIds(project, name).toReversed()) {
      const entry = wanted.has(id) ? readEntry(project, name, id)?.entry : undefined
      if (!entry || found.some((one) => one.id === id)) continue
      found.push(entry)
      for (const parent of entry.parents) wanted.add(parent)
      const { renames } = lineKeysOf(entry)
      if (renames !== undefined) names.add(renames)
    }
  return found.toSorted((a, b) => compareIds(b.id, a.id))
}

interface DiffRequest {
  name?: string
  from?: string
  to?: string
}

/** By default between the head and what that continues. */
export function diff(world: World, request: DiffRequest): { from: Entry; to: Entry; changes: Change[] } {
  const located = locate(world)
  if (!located.exists) throw noCheckpoints([])
  const name = nameNow(located.project, lineMeant(world, located, request.name).name)
  const { project } = located
  const to =
    request.to === undefined
      ? pickIn(world, project, hereOf(world, located), { name }).entry
      : pickOfLine(project, name, request.to)
  const from = request.from === undefined ? parentOf(project, to) : pickOfLine(project, name, request.from)
  return { from, to, changes: diffEntries(from, to) }
}

/** Also one from before the line had this name. */
function pickOfLine(project: Project, name: string, typed: string): Entry {
  try {
    return pickEntry(project, name, typed)
  } catch (error) {
    const entries = listEntryIds(project, name).flatMap((id) => readEntry(project, name, id)?.entry ?? [])
    const former = formerOf(project, entries).find(({ id }) => idMatches(id, typed))
    if (!former) throw error
    return former
  }
}

function parentOf(project: Project, entry: Entry): Entry {
  const parent = entry.parents[0]
  if (parent !== undefined) return pickOfLine(project, entry.name, parent)
  const label = labelOf(entry)
  throw new DogearError('not-found', `"${label}" has only one entry, so there is nothing to compare it with`, {
    next: `dogear show ${label}`,
  })
}

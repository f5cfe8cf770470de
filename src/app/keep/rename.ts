/** Rename: the line goes on under another name. Its history stays where it is, and the new entry names it. */
import { calledBy } from '../../core/choose/title.js'
import { isLive, type Entry } from '../../core/entry/entry.js'
import { lineKeysOf } from '../../core/entry/line-keys.js'
import { isLoose } from '../../core/choose/loose.js'
import { DogearError } from '../../core/errors.js'
import { joinPages } from '../../core/page/join.js'
import { createEntry } from '../../store/entries/entries.js'
import { readHeads } from '../../store/entries/heads.js'
import { readPage } from '../../store/entries/page.js'
import type { Located } from '../../store/projects/projects.js'
import { nameNow, writeOn } from '../../store/session/on.js'
import { openTelling, type Opening } from '../layouts/open.js'
import { sessionOf } from '../locate.js'
import { noCheckpoints, pickLine } from '../resume/find-line.js'
import { lineNamed, lineOn } from '../save/workstream.js'
import type { World } from '../world.js'
import { calledNow, endAs, liveHeads, nothingUnder, restated } from './tombstone.js'

export interface RenameRequest extends Opening {
  from: string
  to: string
  dryRun: boolean
}

export interface Renamed {
  from: string
  name: string
  id: string
  /** How a person called it before, and calls it now. */
  called: { before: string; now: string }
  warnings: string[]
}

export async function renameCheckpoint(given: World, request: RenameRequest): Promise<Renamed> {
  const { world, layouts, located } = await openTelling(given, request)
  if (!located.exists) throw noCheckpoints([])
  const typed = pickLine(world, located.project, request.from).name
  const from = nameNow(located.project, typed)
  const [last] = liveHeads(located.project, from)
  const entry = renameLine(world, located, from, request.to, request.dryRun)
  const called = { before: last ? calledBy(last) : from, now: calledBy(entry) }
  const told = request.dryRun || !layouts ? [] : [...layouts.retract([from]), ...layouts.publish(entry).warnings]
  const warnings = [...calledNow(typed, from, last), ...told]
  return { from, name: entry.name, id: entry.id, called, warnings }
}

/** A session without a name may be given one that exists: then both go on as one. Two workstreams are not joined by a name. */
export function renameLine(world: World, located: Located, from: string, to: string, dryRun: boolean): Entry {
  const { project } = located
  const { name, label } = lineNamed(world, located, to)
  const heads = liveHeads(project, from)
  const [last] = heads
  if (!last) throw nothingUnder(from, 'rename')
  const there = name === from ? [] : readHeads(project, name).heads.filter(({ foreign }) => !foreign)
  const begun = there.find((head) => isBegun(head, from, heads))
  if (begun) {
    if (!dryRun) endAs(world, project, heads, { name, id: begun.id })
    return begun
  }
  if (!isLoose(from) && there.some(({ kind }) => isLive(kind)))
    throw new DogearError('bad-input', `there is a checkpoint "${to}" already`, {
      expected: 'a name that is free',
      next: `dogear show ${name}`,
    })
  const parents = [...heads, ...there]
  const page = joinPages(parents.map((head) => readPage(project, head)))
  const keys = { label: label ?? name, ...(name === from ? {} : { renames: from }) }
  const ids = parents.map(({ id }) => id)
  const entry = restated(world, { kind: 'saved', name, last, page, parents: ids, keys })
  if (dryRun) return entry
  const isOn = lineOn(world, located)?.name === from
  createEntry(project, entry, world.tag)
  if (name !== from) endAs(world, project, heads, { name, id: entry.id })
  if (isOn) writeOn(project, sessionOf(world, located), { name, id: entry.id }, world.tag)
  return entry
}

/** A rename that was cut off before the old name was given up. */
function isBegun({ kind, parents, ...head }: Entry, from: string, heads: readonly Entry[]): boolean {
  return isLive(kind) && lineKeysOf(head).renames === from && heads.every(({ id }) => parents.includes(id))
}

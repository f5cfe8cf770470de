/** Clear: takes a workstream off the list. An entry says so; nothing is deleted, and `trash restore` brings it back. */
import { isName, slugFrom } from '../../core/choose/name.js'
import { isLive, type Entry } from '../../core/entry/entry.js'
import { idMatches } from '../../core/entry/id.js'
import { DogearError } from '../../core/errors.js'
import { readCatalog } from '../../store/entries/catalog.js'
import { createEntry } from '../../store/entries/entries.js'
import { readHeads } from '../../store/entries/heads.js'
import type { Project } from '../../store/paths.js'
import type { Opened, OpenLayouts } from '../layouts/live.js'
import { openTelling, type Opening } from '../layouts/open.js'
import { locate } from '../locate.js'
import { findLine, noCheckpoints } from '../resume/pick.js'
import type { World } from '../world.js'
import { tombstone } from './tombstone.js'

export interface ClearRequest {
  name?: string
  all: boolean
  /** Only one of several heads. */
  entry?: string
  dryRun: boolean
}

export interface Cleared {
  cleared: string[]
  /** For a person, in the words of the layout that is live here. */
  answer: string
  /** What the files of layouts should not say any more and still do. */
  warnings: string[]
}

/** What leaves the list leaves the files of the layouts too, and with --all so do lines that lead nowhere. */
export async function clearCheckpoints(given: World, request: ClearRequest & Opening): Promise<Cleared> {
  const { world, layouts } = await openTelling(given, request)
  const { all, dryRun } = request
  const cleared = layouts ? clearOrOrphan(world, layouts, request) : clear(world, request).cleared
  const orphans = all ? (layouts?.orphans.map((one) => one.name) ?? []) : []
  const warnings = dryRun ? [] : (layouts?.retract([...new Set([...cleared, ...orphans])]) ?? [])
  return { cleared, answer: answerOf({ world, layouts }, cleared, request), warnings }
}

function answerOf(
  { world, layouts }: Omit<Opened, 'located'>,
  cleared: readonly string[],
  { all, dryRun }: ClearRequest,
): string {
  const messages = layouts?.live[0]?.layout.messages
  if (messages && !dryRun && world.config.policy.answer !== 'dogear') return messages.cleared(cleared, all)
  const verb = dryRun ? 'Would clear' : 'Cleared'
  return all ? `${verb} ${cleared.length} checkpoint(s)` : `${verb} checkpoint "${cleared[0]}"`
}

/** A name that only an index knows can be cleared as well. */
function clearOrOrphan(world: World, layouts: OpenLayouts, request: ClearRequest): string[] {
  try {
    return clear(world, request).cleared
  } catch (error) {
    const name = request.name === undefined ? null : slugFrom(request.name)
    const isUnknown = error instanceof DogearError && ['not-found', 'no-checkpoints'].includes(error.code)
    if (name === null || !isUnknown || !layouts.orphans.some((one) => one.name === name)) throw error
    return [name]
  }
}

/** Without layouts: for programs that use dogear as a library. */
export function clear(world: World, request: ClearRequest): { cleared: string[] } {
  const { project, exists } = locate(world)
  if (!exists) throw noCheckpoints([])
  const plan = request.all ? planAll(project) : [planOne(project, request)]
  if (!request.dryRun)
    for (const { name, heads } of plan) createEntry(project, tombstone(world, 'cleared', name, heads), world.tag)
  return { cleared: plan.map(({ name }) => name) }
}

interface Clearing {
  name: string
  heads: Entry[]
}

function planAll(project: Project): Clearing[] {
  return readCatalog(project)
    .map((row) => ({ name: row.name, heads: liveHeads(project, row.name) }))
    .filter(({ heads }) => heads.length > 0)
}

function planOne(project: Project, request: ClearRequest): Clearing {
  if (request.name === undefined)
    throw new DogearError('usage', 'clear needs the name of a workstream, or --all', { next: 'dogear list' })
  const { name } = findLine(project, request.name) ?? { name: request.name }
  const heads = (isName(name) ? liveHeads(project, name) : []).filter(
    (head) => request.entry === undefined || idMatches(head.id, request.entry),
  )
  if (heads.length === 0)
    throw new DogearError('not-found', `there is no checkpoint "${name}" to clear`, { next: 'dogear list' })
  return { name, heads }
}

function liveHeads(project: Project, name: string): Entry[] {
  return readHeads(project, name).heads.filter((head) => isLive(head.kind))
}

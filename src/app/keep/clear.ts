/** Clear: takes a workstream off the list. An entry says so; nothing is deleted, and `trash restore` brings it back. */
import { branchesNow } from '../../capture/git.js'
import { isLoose } from '../../core/choose/loose.js'
import { isName, sameLabel } from '../../core/choose/name.js'
import { calledBy } from '../../core/choose/title.js'
import { labelOf } from '../../core/entry/line-keys.js'
import { present } from '../../core/present.js'
import { msOf } from '../../core/text/text.js'
import { isLive, type Entry } from '../../core/entry/entry.js'
import { idMatches } from '../../core/entry/id.js'
import { DogearError } from '../../core/errors.js'
import { readCatalog } from '../../store/entries/catalog.js'
import { createEntry } from '../../store/entries/entries.js'
import { readHeads } from '../../store/entries/heads.js'
import type { Project } from '../../store/paths.js'
import { nameNow } from '../../store/session/on.js'
import type { Opened, OpenLayouts } from '../layouts/live.js'
import { openTelling, type Opening } from '../layouts/open.js'
import { locate } from '../locate.js'
import { findLine, noCheckpoints } from '../resume/find-line.js'
import type { World } from '../world.js'
import { calledNow, nothingUnder, tombstone } from './tombstone.js'

export interface ClearRequest {
  name?: string
  /** Several; `*` and `?` stand for any letters. */
  names?: readonly string[]
  all: boolean
  /** Only those whose branch was merged or is gone. */
  merged?: boolean
  /** Only those that were last saved so long ago. */
  olderThanDays?: number
  /** Only sessions that nobody has named. */
  loose?: boolean
  /** Only one of several heads. */
  entry?: string
  dryRun: boolean
}

export interface Cleared {
  cleared: string[]
  /** How a person calls them. */
  called: string[]
  /** For a person, in the words of the layout that is live here. */
  answer: string
  /** Which was named as it is called no more, and what the files of layouts should not say any more and still do. */
  warnings: string[]
}

/** What leaves the list leaves the files of the layouts too, and with --all so do lines that lead nowhere. */
export async function clearCheckpoints(given: World, request: ClearRequest & Opening): Promise<Cleared> {
  const { world, layouts } = await openTelling(given, request)
  const { all, dryRun } = request
  const lines = layouts ? clearOrOrphan(world, layouts, request) : clearLines(world, request)
  const cleared = lines.map(({ name }) => name)
  const called = lines.map((line) => line.called)
  const orphans = all ? (layouts?.orphans.map((one) => one.name) ?? []) : []
  const told = dryRun ? [] : (layouts?.retract([...new Set([...cleared, ...orphans])]) ?? [])
  const warnings = [...lines.flatMap(({ notes = [] }) => notes), ...told]
  return { cleared, called, answer: answerOf({ world, layouts }, called, request), warnings }
}

function answerOf(
  { world, layouts }: Omit<Opened, 'located'>,
  called: readonly string[],
  { all, dryRun }: ClearRequest,
): string {
  const messages = layouts?.live[0]?.layout.messages
  if (messages && !dryRun && world.config.policy.answer !== 'dogear') return messages.cleared(called, all)
  const verb = dryRun ? 'Would clear' : 'Cleared'
  return all || called.length !== 1 ? `${verb} ${called.length} checkpoint(s)` : `${verb} checkpoint "${called[0]}"`
}

/** A name that only an index knows can be cleared as well. */
function clearOrOrphan(world: World, layouts: OpenLayouts, request: ClearRequest): ClearedLine[] {
  try {
    return clearLines(world, request)
  } catch (error) {
    const names = request.names ?? []
    const typed = request.name ?? (names.length === 1 ? names[0] : undefined)
    const orphan = layouts.orphans.find((one) => typed !== undefined && sameLabel(one.name) === sameLabel(typed))
    const isUnknown = error instanceof DogearError && ['not-found', 'no-checkpoints'].includes(error.code)
    if (!orphan || !isUnknown) throw error
    const { name } = orphan
    return [{ name, called: name }]
  }
}

/** Without layouts: for programs that use dogear as a library. */
export function clear(world: World, request: ClearRequest): { cleared: string[] } {
  return { cleared: clearLines(world, request).map(({ name }) => name) }
}

interface ClearedLine {
  name: string
  called: string
  notes?: string[] | undefined
}

function clearLines(world: World, request: ClearRequest): ClearedLine[] {
  const { project, exists } = locate(world)
  if (!exists) throw noCheckpoints([])
  const plan = planOf(world, project, request)
  if (!request.dryRun)
    for (const { name, heads } of plan) createEntry(project, tombstone(world, 'cleared', name, heads), world.tag)
  return plan.map(({ name, heads: [head], notes }) => ({ name, called: head ? calledBy(head) : name, notes }))
}

interface Clearing {
  name: string
  heads: Entry[]
  notes?: string[]
}

function planOf(world: World, project: Project, request: ClearRequest): Clearing[] {
  const names = request.names ?? (request.name === undefined ? [] : [request.name])
  const isFiltered = request.merged || request.loose || request.olderThanDays !== undefined
  const [only] = names
  if (names.length <= 1 && !isFiltered && !request.all && !isGlob(only ?? ''))
    return [planOne(world, project, present<ClearRequest>({ ...request, name: only }))]
  const wanted =
    names.length === 0 ? planAll(project) : names.flatMap((name) => planNamed(world, project, request, name))
  const unique = [...new Map(wanted.map((one) => [one.name, one])).values()]
  return unique.filter(filterOf(world, request))
}

function isGlob(text: string): boolean {
  return /[*?]/.test(text)
}

function planNamed(world: World, project: Project, request: ClearRequest, name: string): Clearing[] {
  if (!isGlob(name)) return [planOne(world, project, { ...request, name })]
  const parts = sameLabel(name).replace(/[.+^${}()|[\]\\]/g, '\\$&')
  const pattern = new RegExp(`^${parts.replaceAll('*', '.*').replaceAll('?', '.')}$`, 'su')
  return planAll(project).filter(
    ({ name: slug, heads: [head] }) =>
      !isLoose(slug) && [slug, head ? sameLabel(labelOf(head)) : ''].some((one) => pattern.test(one)),
  )
}

function filterOf(world: World, { merged, loose, olderThanDays }: ClearRequest): (one: Clearing) => boolean {
  const branches = merged ? branchesNow(world.cwd) : null
  if (merged && !branches)
    throw new DogearError('bad-input', 'git cannot say here which branches are merged', {
      expected: 'a repository with a branch main or master',
      next: 'dogear clear NAME',
    })
  const limit = olderThanDays === undefined ? Infinity : world.now().ms - olderThanDays * 86_400_000
  const isDone = ({ where: { branch } }: Entry): boolean =>
    branch !== undefined && (!branches?.all.has(branch) || branches.merged.has(branch))
  return ({ name, heads }) =>
    (!loose || isLoose(name)) &&
    (!merged || heads.every(isDone)) &&
    (limit === Infinity || heads.every((head) => (msOf(head.saved) ?? Infinity) <= limit))
}

function planAll(project: Project): Clearing[] {
  return readCatalog(project)
    .map((row) => ({ name: row.name, heads: liveHeads(project, row.name) }))
    .filter(({ heads }) => heads.length > 0)
}

function planOne(world: World, project: Project, request: ClearRequest): Clearing {
  if (request.name === undefined)
    throw new DogearError('usage', 'clear needs the name of a workstream, or --all', { next: 'dogear list' })
  const typed = findLine(world, project, request.name)?.name ?? request.name
  const name = nameNow(project, typed)
  const heads = (isName(name) ? liveHeads(project, name) : []).filter(
    (head) => request.entry === undefined || idMatches(head.id, request.entry),
  )
  if (heads.length === 0) throw nothingUnder(name, 'clear')
  return { name, heads, notes: calledNow(typed, name, heads[0]) }
}

function liveHeads(project: Project, name: string): Entry[] {
  return readHeads(project, name).heads.filter((head) => isLive(head.kind))
}

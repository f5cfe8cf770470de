/**
 * The workstreams of this project or of all, newest first. Of sessions that nobody named only the few newest stand among
 * them, and none in which nothing was worked on; the rest is counted, and listed on request.
 */
import { branchesNow } from '../../capture/git.js'
import { readBranch } from '../../capture/where.js'
import { safeName } from '../../core/redact/safe-name.js'
import { isLoose } from '../../core/choose/loose.js'
import { titleOf } from '../../core/choose/title.js'
import { isLive, type Kind } from '../../core/entry/entry.js'
import { parseId, timeText } from '../../core/entry/id.js'
import type { Amount } from '../../core/text/text.js'
import type { Policy } from '../../layouts/layout.js'
import { lookUp, newestFirst, type CatalogLine, type CatalogRow, type HeadMark } from '../../store/entries/catalog.js'
import type { Damage } from '../../store/entries/entries.js'
import { countOn } from '../../store/entries/shelves.js'
import type { Project } from '../../store/paths.js'
import { authorOf } from '../../store/sync/authors.js'
import type { Located } from '../../store/projects/projects.js'
import { openTelling, type Opening } from '../layouts/open.js'
import { locate, projectsOf } from '../locate.js'
import type { World } from '../world.js'
import { amountOf } from './amount.js'

export interface ListRequest {
  /** Every project, not only the one of this folder, and nothing folded. */
  all: boolean
  /** The cleared and consumed ones instead of the live ones. */
  cleared: boolean
  /** At most so many, the newest. */
  limit?: number
  /** Only the sessions that nobody named, and every one of them. */
  loose?: boolean
  branch?: string
  agent?: string
  sinceMs?: number
  /** For programs: what is finished, too, and what a team shares. */
  finished?: boolean
  /** Only what others share, through a remote. */
  team?: boolean
  /** Say how much there is in all that was looked at. */
  amount?: boolean
}

export interface ListRow extends CatalogRow {
  /** A session that nobody named. */
  loose?: true
  /** How it is shown then. */
  title?: string
  /** The name as somebody typed it. */
  label?: string
  /** Nothing was worked on in it. */
  quick?: true
}

export interface Listing {
  rows: ListRow[]
  /** How many more there are than `limit`. */
  older: number
  /** How many sessions without a name are left out, counted by the names of their folders. */
  folded: number
  /** How many workstreams are left out because their branch was merged or is gone and nothing was saved for 30 days. */
  finished: number
  /** What others share through a remote is left out, however much it is: by so many people. */
  team?: { lines: number; people: number }
  /** Whether these are the rows that numbers mean. */
  numbered: boolean
  damaged: Damage[]
  /** The project of this folder, where it has one. */
  project?: string
  amount?: Amount
}

/** What is listed where layouts are live: their files are looked at first. */
export interface Checkpoints extends Listing {
  policy: Policy
  /** What there is to say about the layouts here. */
  notices: string[]
}

export async function listCheckpoints(given: World, request: ListRequest & Opening): Promise<Checkpoints> {
  const { world, notices, located } = await openTelling(given, request)
  return { ...list(world, request, located), policy: world.config.policy, notices }
}

/** Without layouts: for programs that use dogear as a library, and where nothing may be said. */
export function list(world: World, request: ListRequest, located: Located = locate(world)): Listing {
  const projects = projectsOf(world, located, request.all)
  const isFinished = isFolded(request) && !request.finished ? finishedIn(world, located) : (): boolean => false
  const found = projects.map((project) => listProject(project, request, isFinished))
  const rows = found.flatMap((one) => one.rows)
  const shown = (found.length > 1 ? newestFirst(rows) : rows).slice(0, request.limit)
  return {
    rows: shown,
    older: found.reduce((sum, { count }) => sum + count, 0) - shown.length,
    folded: found.reduce((sum, { folded }) => sum + folded, 0),
    finished: found.reduce((sum, { finished }) => sum + finished, 0),
    ...teamOf(found.flatMap(({ shared }) => shared)),
    numbered: isFolded(request),
    damaged: found.flatMap(({ damaged }) => damaged),
    ...(located.exists ? { project: located.project.key } : {}),
    ...(request.amount ? { amount: amountOf(projects) } : {}),
  }
}

/** `shared`: who shares each of the lines that are left out. */
function teamOf(shared: readonly string[]): Pick<Listing, 'team'> {
  return shared.length === 0 ? {} : { team: { lines: shared.length, people: new Set(shared).size } }
}

interface Listed {
  rows: ListRow[]
  /** How many there are, shown or not, but for those that are folded. */
  count: number
  folded: number
  finished: number
  shared: string[]
  damaged: Damage[]
}

function listProject(project: Project, request: ListRequest, isFinished: (line: CatalogLine) => boolean): Listed {
  const { limit = Infinity, sinceMs = -Infinity } = request
  const looked = lookUp(project, (lines, unseenMs) => {
    const all = newestWanted(lines, request)
    const sharedBy = new Map(all.flatMap((line) => sharerOf(project, line)))
    const wanted = request.team
      ? all.filter((line) => sharedBy.has(line))
      : isFolded(request) && !request.finished
        ? all.filter((line) => !sharedBy.has(line))
        : all
    const shared = request.team || request.finished || !isFolded(request) ? [] : [...sharedBy.values()]
    if (!isFolded(request)) {
      const count = wanted.length
      return { lines: wanted.slice(0, limit), count, folded: 0, finished: 0, shared, more: unseenMs > sinceMs }
    }
    const loose = wanted.filter(isUnnamed)
    const few = loose.filter(({ heads }) => !heads[0]?.from.quick).slice(0, FEW)
    const last = few[FEW - 1]
    const finished = new Set(wanted.filter(isFinished))
    const shown =
      few.length === loose.length && finished.size === 0
        ? wanted
        : wanted.filter((line) => (isUnnamed(line) ? few.includes(line) : !finished.has(line)))
    return {
      lines: shown.slice(0, limit),
      count: shown.length,
      folded: loose.length - few.length,
      finished: finished.size,
      shared,
      // One's own come before those of others, however old.
      more: last === undefined || last.heads[0]?.from.foreign === true || timeOf(last) < unseenMs,
    }
  })
  const { picked, rows, damaged, unseen } = looked
  return {
    rows: rows.map((row) => asListed(row, request)),
    count: picked.count,
    finished: picked.finished,
    shared: picked.shared,
    folded: isFolded(request) ? picked.folded + countOn(project, unseen) : 0,
    damaged,
  }
}

/** So many sessions without a name stand in a list of what somebody meant. */
const FEW = 4

/** A session that nobody named, also where an older dogear gave it a name by itself. */
function isUnnamed({ name, heads }: Pick<CatalogLine, 'name' | 'heads'>): boolean {
  return isLoose(name) || heads[0]?.from.unnamed === true
}

/** Who shares it through a remote; empty where something of it is one's own, or came by another way. */
function sharerOf({ home }: Project, line: CatalogLine): [CatalogLine, string][] {
  if (line.heads.some(({ from }) => !from.foreign)) return []
  const author = authorOf(home, line.heads[0]?.id ?? '')
  return author ? [[line, author.person ?? author.unknown]] : []
}

function isFolded({ all, cleared, loose, team, branch, agent, sinceMs }: ListRequest): boolean {
  return !all && !cleared && !loose && !team && branch === undefined && agent === undefined && sinceMs === undefined
}

const FINISHED_MS = 30 * 86_400_000

/** git is asked only where something is old enough, and was made on a branch that is neither this one nor the main one. */
function finishedIn(world: World, { git }: Located): (line: CatalogLine) => boolean {
  const before = timeText(world.now().ms - FINISHED_MS)
  const current = git ? readBranch(git) : undefined
  let branches: ReturnType<typeof branchesNow> | undefined
  return (line) => {
    const [head] = line.heads
    const branch = head?.from.branch
    if (!git || !head || branch === undefined || isLoose(line.name) || head.id >= before) return false
    if ([current, 'main', 'master'].includes(branch)) return false
    branches ??= branchesNow(world.cwd)
    return branches !== null && (!branches.all.has(branch) || branches.merged.has(branch))
  }
}

function asListed(row: CatalogRow, request: ListRequest): ListRow {
  const heads = row.heads.filter((head) => isWanted({ id: head.id, from: head }, request))
  const [head] = heads
  const listed: ListRow = { ...row, heads }
  if (!head) return listed
  if (isLoose(row.name)) {
    listed.loose = true
    listed.title = titleOf({ ...head, name: row.name })
  }
  if (head.label !== undefined) listed.label = head.label
  if (head.quick) listed.quick = true
  return listed
}

/** The newest counts that is shown: a workstream may have been cleared on one side of a fork and saved on the other. */
function newestWanted(lines: readonly CatalogLine[], request: ListRequest): CatalogLine[] {
  const isOne = (mark: HeadMark): boolean => isWanted(mark, request)
  const wanted = lines.filter(({ name, heads }) => (!request.loose || isUnnamed({ name, heads })) && heads.some(isOne))
  if (wanted.every(({ heads }) => isOne(heads[0] as HeadMark))) return wanted
  const newest = wanted.map((line) => ({ line, name: line.name, heads: line.heads.filter(isOne) }))
  return newestFirst(newest).map(({ line }) => line)
}

interface Mark {
  id: string
  from: { kind: Kind; by: { agent?: string }; branch?: string }
}

function isWanted({ id, from }: Mark, { cleared, branch, agent, sinceMs }: ListRequest): boolean {
  if (isLive(from.kind) === cleared) return false
  if (branch !== undefined && from.branch !== safeName(branch)) return false
  if (agent !== undefined && from.by.agent !== agent) return false
  return sinceMs === undefined || (parseId(id)?.ms ?? 0) >= sinceMs
}

function timeOf({ heads }: CatalogLine): number {
  return parseId(heads[0]?.id ?? '')?.ms ?? 0
}

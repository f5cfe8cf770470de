/**
 * Autosave [C10]: a save that nobody asked for. It goes to the workstream of its session, in the lane `auto`, asks
 * nothing and says nothing, and where it would add nothing it is not made at all.
 */
import type { Entry } from '../../core/entry/entry.js'
import { isLive } from '../../core/entry/entry.js'
import { parseId } from '../../core/entry/id.js'
import { redactorFor } from '../../core/redact/redact.js'
import { tidyLine } from '../../core/text/text.js'
import { msOf } from '../../core/text/text.js'
import { addsNothing, isPoorer, saysNothing, tellJudgement } from '../../core/session/triggers/autosaved.js'
import { timeCommands } from '../../core/session/triggers/command-times.js'
import type { Written } from '../../core/entry/written.js'
import { statOf } from '../../platform/files/files.js'
import { readCatalog } from '../../store/entries/catalog.js'
import { rememberDurations } from '../../store/session/durations.js'
import { createEntry, listWorkstreams, readEntry } from '../../store/entries/entries.js'
import { readHeads } from '../../store/entries/heads.js'
import { entryPath } from '../../store/paths.js'
import type { Project } from '../../store/paths.js'
import type { Located } from '../../store/projects/projects.js'
import { ensureProject } from '../../store/projects/projects.js'
import { readResumed } from '../../store/session/journal.js'
import { hasAgents } from './observe.js'
import { judgementBehind } from './judgement.js'
import type { LayoutChoice } from '../layouts/live.js'
import { locate } from '../locate.js'
import { markNotesSaved, pendingNotes } from './gather.js'
import type { Observed } from './observe.js'
import { openWorld } from '../layouts/open.js'
import type { SaveRequest, SaveResult } from './save.js'
import { save } from './save.js'
import type { World } from '../world.js'

export interface AutosaveRequest {
  /** Why: "context 72 %", "goodnight". It stands in the entry's front matter as `reason`. */
  reason?: string
  name?: string
  /** The session file to read; else the session's own, else the newest of this worktree. Null: read none. */
  transcript?: string | null
  /** What the session file says, where the caller has read it. */
  observed?: Observed
  /** What the caller states besides. */
  written?: Written
  /** Ask git for the dirty files, commits and stashes. */
  git: boolean
  status?: SaveRequest['status']
  last?: SaveRequest['last']
  dryRun: boolean
  /** Ids to continue instead of the workstream's heads. */
  continues?: string[]
  /** The judgement it continues, where the caller knows; null: none. */
  judgement?: string | null
  /** What the caller says about layouts. */
  choice?: LayoutChoice
}

/** `empty`: there is nothing to say. `same`: the last entry says it. `poorer`: one under five minutes old says more. */
type Skipped = 'empty' | 'same' | 'poorer'

export interface Autosaved {
  result: SaveResult
  /** Absent: it was saved. */
  skipped?: Skipped
  /** What the files of the layouts should say and do not. */
  warnings: string[]
}

export async function autosave(given: World, request: AutosaveRequest): Promise<Autosaved> {
  const { world, layouts } = await openWorld(given, { dryRun: request.dryRun, ...request.choice })
  const located = locate(world)
  const observed = await observeTimed(world, located, request)
  const notes = pendingNotes(world, located)
  const result = await save(world, {
    written: request.written ?? { fields: {}, extraSections: [] },
    observed,
    lane: 'auto',
    strict: false,
    git: request.git,
    ...(request.status ? { status: request.status } : {}),
    ...(request.last ? { last: request.last } : {}),
    dryRun: true,
    ...nameOf(world, located, request.name ?? request.written?.name),
    ...(request.continues ? { continues: request.continues } : {}),
    ...layouts?.forSave(),
  })
  const entry = withReason(result.entry, request.reason)
  const planned = { ...result, entry }
  const skipped = whySkip(located, entry, observed)
  if (skipped) return { result: planned, skipped, warnings: [] }
  if (request.dryRun) return { result: planned, warnings: [] }
  const told = tellJudgement(entry, judgementIn(located, entry, request))
  const make = async (): Promise<string[]> => {
    const project = ensureProject(located, world.tag)
    createEntry(project, told, world.tag)
    markNotesSaved(world, project, located, notes, entry.id)
    return layouts?.publish(told, request.reason).warnings ?? []
  }
  const warnings = layouts ? await layouts.running(make) : await make()
  return { result: { ...planned, entry: told, created: true }, warnings }
}

function judgementIn({ project, exists }: Located, entry: Entry, { judgement }: AutosaveRequest): string | null {
  if (judgement !== undefined || !exists) return judgement ?? null
  return judgementBehind(
    project,
    entry.parents.flatMap((id) => readEntry(project, entry.name, id)?.entry ?? []),
  )
}

type Named = { name?: string }

/** Without a name: what this session saved last, as any save; else what it resumed; else as any save. */
function nameOf(world: World, { project, exists }: Located, given: string | undefined): Named {
  if (given !== undefined) return { name: given }
  const { session } = world.by
  if (session === undefined || !exists || hasSaved(project, session)) return {}
  const resumed = readResumed(project, session)
  const name =
    resumed && parseId(resumed)
      ? listWorkstreams(project).find((one) => statOf(entryPath(project, one, resumed)))
      : undefined
  return name === undefined ? {} : { name }
}

function hasSaved(project: Project, session: string): boolean {
  return readCatalog(project).some(({ heads }) =>
    heads.some((head) => head.by.session === session && head.kind === 'saved'),
  )
}

/** Also remembers how long the session's commands took, since it is read anyway. */
async function observeTimed(world: World, located: Located, request: AutosaveRequest): Promise<Observed | null> {
  const { transcript, observed: known } = request
  if (known) return known
  if (transcript === null || (transcript === undefined && !hasAgents(world))) return null
  const { observe } = await import('./observe.js')
  const times = timeCommands()
  const observed = observe(world, { ...(transcript === undefined ? {} : { transcript }), onEvent: times.add })
  if (located.exists && !request.dryRun) rememberDurations(located.project, times.take(), world.tag)
  return observed
}

function withReason(entry: Entry, reason: string | undefined): Entry {
  const line = tidyLine(reason ?? '')
  const text = redactorFor([line])(line).slice(0, LONGEST_REASON)
  return text === '' ? entry : { ...entry, extraKeys: { ...entry.extraKeys, reason: text } }
}

const LONGEST_REASON = 200
const YOUNG_MS = 5 * 60_000

function whySkip({ project, exists }: Located, entry: Entry, observed: Observed | null): Skipped | null {
  if (saysNothing(entry)) return 'empty'
  const heads = exists ? readHeads(project, entry.name).heads : []
  if (heads.some((head) => isUnchangedSince(head, observed) || (isLive(head.kind) && addsNothing(head, entry))))
    return 'same'
  const savedMs = msOf(entry.saved) ?? 0
  const isYoung = (head: Entry): boolean => Math.abs(savedMs - (msOf(head.saved) ?? 0)) < YOUNG_MS
  const young = heads.filter((head) => head.lane === 'auto' && isLive(head.kind) && isYoung(head))
  // Who knows a newer request is not poorer, however little else there is to say.
  const isOlder = (head: Entry): boolean => entry.intent === undefined || head.intent?.text === entry.intent.text
  return young.some((head) => isOlder(head) && isPoorer(entry, head)) ? 'poorer' : null
}

/** What was cleared or consumed does not come back by itself: only new work brings it back. */
function isUnchangedSince(head: Entry, observed: Observed | null): boolean {
  return !isLive(head.kind) && (observed?.lastAt ?? 0) <= (msOf(head.saved) ?? 0)
}

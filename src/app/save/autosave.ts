/**
 * Autosave [C10]: a save that nobody asked for. It goes to the workstream of its session, in the lane `auto`, asks
 * nothing and says nothing, and where it would add nothing it is not made at all.
 */
import { present } from '../../core/present.js'
import { isLive, type Entry } from '../../core/entry/entry.js'
import { redactorFor } from '../../core/redact/redact.js'
import { addsNothing, isPoorer, saysNothing, withJudgement } from '../../core/session/triggers/autosaved.js'
import { timeCommands } from '../../core/session/triggers/command-times.js'
import { msOf, tidyLine } from '../../core/text/text.js'
import type { Written } from '../../core/entry/written.js'
import { readEntry } from '../../store/entries/entries.js'
import { readHeads } from '../../store/entries/heads.js'
import type { Located } from '../../store/projects/projects.js'
import { rememberDurations } from '../../store/session/durations.js'
import type { LayoutChoice } from '../layouts/live.js'
import { openWorld } from '../layouts/open.js'
import type { World } from '../world.js'
import { gather, observeFor, type SaveInputs, type SaveRequest } from './gather.js'
import { judgementBehind } from './judgement.js'
import type { Observed } from './observe.js'
import { planSave, type SavePlan } from './plan.js'
import { applySave, resultOf, type SaveResult } from './save.js'
import { resumedWorkstream } from './workstream.js'

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
  /** Where this is, where the caller knows it. */
  located?: Located
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
  const choice = { dryRun: request.dryRun, ...request.choice }
  const { world, layouts, located } = await openWorld(given, choice, request.located)
  const { written = { fields: {}, extraSections: [] }, git, dryRun, status, last, continues } = request
  const name = request.name ?? written.name ?? resumedWorkstream(world, located)
  const toPlan: SaveRequest = {
    written,
    observed: request.observed ?? (await observeTimed(world, located, request)),
    lane: 'auto',
    strict: false,
    git,
    dryRun,
    ...present<Partial<SaveRequest>>({ name, status, last, continues }),
    ...layouts?.forSave(),
  }
  const plan = planAutosave(await gatherAuto(world, located, toPlan, request), toPlan)
  if (plan.skipped || dryRun)
    return { result: resultOf(plan, false), warnings: [], ...present<{ skipped?: Skipped }>({ skipped: plan.skipped }) }
  const apply = async (): Promise<string[]> => applySave(world, plan, layouts)?.warnings ?? []
  return { result: resultOf(plan, true), warnings: layouts ? await layouts.running(apply) : await apply() }
}

interface AutosaveInputs extends SaveInputs {
  /** The heads of the workstream themselves. */
  headEntries: Entry[]
  /** The id of the entry made on purpose that this one continues; null: there is none. */
  judgement: string | null
  reason?: string
}

interface AutosavePlan extends SavePlan {
  skipped?: Skipped
}

async function gatherAuto(
  world: World,
  located: Located,
  toPlan: SaveRequest,
  { judgement, reason }: AutosaveRequest,
): Promise<AutosaveInputs> {
  const { project, exists } = located
  const inputs = await gather(world, located, toPlan)
  const { name } = inputs.workstream
  const parents = (): Entry[] => inputs.parents.flatMap((id) => readEntry(project, name, id)?.entry ?? [])
  return {
    ...inputs,
    headEntries: exists ? readHeads(project, name).heads : [],
    judgement: judgement === undefined && exists ? judgementBehind(project, parents()) : (judgement ?? null),
    ...present<{ reason?: string }>({ reason }),
  }
}

/** As any save, and whether it is made at all. */
function planAutosave(inputs: AutosaveInputs, request: SaveRequest): AutosavePlan {
  const plan = planSave(inputs, request)
  const entry = withReason(plan.entry, inputs.reason)
  const skipped = whySkip(inputs.headEntries, entry, request.observed ?? null)
  if (skipped) return { ...plan, entry, skipped }
  const { reason } = inputs
  return { ...plan, entry: withJudgement(entry, inputs.judgement), ...present<{ reason?: string }>({ reason }) }
}

/** Also remembers how long the session's commands took, since it is read anyway. */
async function observeTimed(world: World, located: Located, request: AutosaveRequest): Promise<Observed | null> {
  const times = timeCommands()
  const observed = await observeFor(world, request.transcript, { onEvent: times.add })
  if (observed && located.exists && !request.dryRun) rememberDurations(located.project, times.take(), world.tag)
  return observed
}

function withReason(entry: Entry, reason: string | undefined): Entry {
  const line = tidyLine(reason ?? '')
  const text = redactorFor([line])(line).slice(0, MAX_REASON_LENGTH)
  return text === '' ? entry : { ...entry, extraKeys: { ...entry.extraKeys, reason: text } }
}

const MAX_REASON_LENGTH = 200
const YOUNG_MS = 5 * 60_000

function whySkip(heads: readonly Entry[], entry: Entry, observed: Observed | null): Skipped | null {
  if (saysNothing(entry)) return 'empty'
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

/**
 * Autosave [C10]: a save that nobody asked for. It goes to the workstream of its session, in the lane `auto`, asks
 * nothing and says nothing, and where it would add nothing it is not made at all.
 */
import { present } from '../../core/present.js'
import { isLive, type Entry, type Item } from '../../core/entry/entry.js'
import { lineKeysOf, withLineKeys } from '../../core/entry/line-keys.js'
import { lostPath } from '../../core/entry/observed.js'
import { openItems } from '../../core/page/known.js'
import { redactorFor } from '../../core/redact/redact.js'
import { addsNothing, isPoorer, saysNothing, withJudgement } from '../../core/session/triggers/autosaved.js'
import { isRoutine } from '../../core/session/triggers/engine.js'
import { timeCommands } from '../../core/session/triggers/command-times.js'
import { msOf, tidyLine } from '../../core/text/text.js'
import type { Written } from '../../core/entry/written.js'
import type { Located } from '../../store/projects/projects.js'
import { rememberDurations } from '../../store/session/durations.js'
import type { LayoutChoice, OpenLayouts } from '../layouts/live.js'
import { openWorld } from '../layouts/open.js'
import { type ForeignContent, tellForeign } from '../own/foreign.js'
import type { World } from '../world.js'
import { gather, observeFor, type SaveInputs, type SaveRequest } from './gather.js'
import type { Observed } from './observe.js'
import { planSave, type SavePlan } from './plan.js'
import { applySave, resultOf, type SaveResult } from './save.js'

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
  said?: SaveRequest['said']
  past?: SaveRequest['past']
  /** Nothing was said in it yet: its client has written no file, and tells no last words. */
  isSilent?: boolean
  dryRun: boolean
  /** Ids to continue instead of the workstream's heads. */
  continues?: string[]
  /** What the caller says about layouts. */
  choice?: LayoutChoice
  /** Where this is, where the caller knows it. */
  located?: Located
  /** Hears once of what a stranger wrote in files of the work tree. */
  tell?: (lines: readonly string[]) => void
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
  const { written = { fields: {}, extraSections: [] }, git, dryRun, said, continues, past } = request
  const name = request.name ?? written.name
  const toPlan: SaveRequest = {
    written,
    observed: request.observed ?? (await observeTimed(world, located, request)),
    lane: 'auto',
    strict: false,
    git,
    dryRun,
    ...present<Partial<SaveRequest>>({ name, said, continues, past }),
    ...layouts?.forSave(),
  }
  const plan = planAutosave(await gatherAuto(world, located, toPlan, request), toPlan)
  const { tell } = request
  const strange = tell ? strangersIn(plan, layouts) : []
  if (tell && strange.length > 0) tellForeign(world, located, strange, { tell, dryRun })
  if (plan.skipped && plan.skipped !== 'empty' && !dryRun && layouts) await publishAgain(layouts, plan, request.reason)
  if (plan.skipped || dryRun)
    return { result: resultOf(plan, false), warnings: [], ...present<{ skipped?: Skipped }>({ skipped: plan.skipped }) }
  // Files that announce a session are not written for a quick question.
  const views = plan.quick ? null : layouts
  const apply = async (): Promise<string[]> => applySave(world, plan, views)?.warnings ?? []
  return { result: resultOf(plan, true), warnings: layouts ? await layouts.running(apply) : await apply() }
}

/**
 * What was saved at the end of a turn is the same at the goodbye a moment later, or more, and for that the files of a layout
 * have a place. What somebody saved on purpose is in them.
 */
async function publishAgain(layouts: OpenLayouts, { last }: AutosavePlan, reason: string | undefined): Promise<void> {
  if (last?.lane === 'auto' && !lineKeysOf(last).quick) await layouts.running(async () => layouts.publish(last, reason))
}

/** What a stranger wrote in files of the work tree, be they of a layout or not. */
function strangersIn({ foreign }: SavePlan, layouts: OpenLayouts | null): ForeignContent[] {
  const inLayouts = (layouts?.foreign ?? []).flatMap(({ open, contents }) => (open ? contents : []))
  return [...foreign, ...inLayouts, ...(layouts?.strangers ?? [])]
}

interface AutosaveInputs extends SaveInputs {
  /** What it continues, each with its page. */
  headEntries: Entry[]
  reason?: string
  isSilent: boolean
}

interface AutosavePlan extends SavePlan {
  skipped?: Skipped
  /** What is saved already, where it says the same. */
  last?: Entry
  quick?: boolean
}

const QUICK_PROMPTS = 2
const QUICK_CALLS = 10

/** A question and its answer. All else is work, two hours of reading included; so is what the user takes leave of. */
function isQuick({ parents, reason }: AutosaveInputs, { given }: SavePlan, observed: Observed | null): boolean {
  if (!isRoutine(reason)) return false
  if (!observed || !parents.every(({ entry }) => entry && lineKeysOf(entry).quick)) return false
  const { prompts, calls, edits } = observed.counts
  if (prompts > QUICK_PROMPTS || calls >= QUICK_CALLS || edits > 0) return false
  const isStated = (item: Item | undefined): boolean => item !== undefined && item.observed === undefined
  const isCommit = ({ observed: from }: Item): boolean => from === 'git log'
  const stated = [given.task, given.next, given.leftOff, ...openItems(given).map(({ item }) => item)].some(isStated)
  const before = parents[0]?.entry?.where.dirty
  const isTouched = before !== undefined && JSON.stringify(before) !== JSON.stringify(given.where.dirty)
  return !stated && !given.done.some(isCommit) && !isTouched
}

async function gatherAuto(
  world: World,
  located: Located,
  toPlan: SaveRequest,
  { reason, isSilent = false }: AutosaveRequest,
): Promise<AutosaveInputs> {
  const inputs = await gather(world, located, toPlan)
  const headEntries = inputs.parents.flatMap(({ entry, page }) => (entry && page ? [{ ...entry, ...page.fields }] : []))
  return { ...inputs, headEntries, isSilent, ...present<{ reason?: string }>({ reason }) }
}

/** As any save, and whether it is made at all. */
function planAutosave(inputs: AutosaveInputs, request: SaveRequest): AutosavePlan {
  const plan = planSave(inputs, request)
  const entry = withReason(plan.entry, inputs.reason)
  const skipped = isIdle(inputs, plan, request) ? 'empty' : whySkip(inputs.headEntries, plan, request.observed ?? null)
  const [last] = inputs.headEntries
  if (skipped) return { ...plan, entry, skipped, ...present({ last }) }
  const { reason } = inputs
  const quick = isQuick(inputs, plan, request.observed ?? null)
  // Every entry holds its page: an older dogear need not look for what it continues.
  const whole = withLineKeys(withJudgement(entry, null), { quick })
  return { ...plan, entry: whole, quick, ...present<{ reason?: string }>({ reason }) }
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

/** Begun and left: what lies uncommitted in the work tree is not of a session in which nobody said or did anything. */
function isIdle({ headEntries, isSilent }: AutosaveInputs, { given }: SavePlan, { observed }: SaveRequest): boolean {
  const { prompts, calls, edits } = observed?.counts ?? { prompts: isSilent ? 0 : 1, calls: 0, edits: 0 }
  return (
    headEntries.length === 0 &&
    prompts + calls + edits === 0 &&
    saysNothing({ ...given, where: {}, ...ofOthers(given) })
  )
}

/** Without what git alone tells. */
function ofOthers({ context, done }: Entry): Pick<Entry, 'context' | 'done'> {
  const isOfGit = ({ observed }: Item): boolean => observed?.startsWith('git ') === true
  return { context: context.filter((item) => !isOfGit(item)), done: done.filter((item) => !isOfGit(item)) }
}

/** Only what it adds or ends counts: what is carried is there already. */
function whySkip(heads: readonly Entry[], { entry, given }: SavePlan, observed: Observed | null): Skipped | null {
  if (saysNothing(given)) return 'empty'
  const isNews = entry.page?.closed.some(({ by }) => by === entry.id) || given.context.some((item) => lostPath(item))
  if (heads.some((head) => isUnchangedSince(head, observed) || (isLive(head.kind) && addsNothing(head, entry))))
    return 'same'
  const savedMs = msOf(entry.saved) ?? 0
  const isYoung = (head: Entry): boolean => Math.abs(savedMs - (msOf(head.saved) ?? 0)) < YOUNG_MS
  const young = heads.filter((head) => head.lane === 'auto' && isLive(head.kind) && isYoung(head))
  // Who knows a newer request is not poorer, however little else there is to say.
  const isOlder = (head: Entry): boolean => entry.intent === undefined || head.intent?.text === entry.intent.text
  // Nor is who has seen the session go on: a question that was answered is one item less, and no loss.
  const isPoor = (head: Entry): boolean => !hasGoneOn(head, observed) && isOlder(head) && isPoorer(entry, head)
  return !isNews && young.some(isPoor) ? 'poorer' : null
}

/** What was cleared or consumed does not come back by itself: only new work brings it back. */
function isUnchangedSince(head: Entry, observed: Observed | null): boolean {
  return !isLive(head.kind) && !hasGoneOn(head, observed)
}

function hasGoneOn(head: Entry, observed: Observed | null): boolean {
  return (observed?.lastAt ?? 0) > (msOf(head.saved) ?? 0)
}

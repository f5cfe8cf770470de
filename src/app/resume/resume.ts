/**
 * Resume, the whole use case: planResume says what is shown, asked and done as a value; the face delivers it; applyResume
 * does it. In that order, because a checkpoint is consumed only once its briefing has left the program.
 */
import { present } from '../../core/present.js'
import { readNow } from '../../capture/now.js'
import { printBriefing, sourceOf } from '../../core/briefing/briefing.js'
import type { BriefingInput } from '../../core/briefing/sections.js'
import { compare, staleIn, type Drift, type FileNow } from '../../core/briefing/drift.js'
import type { Entry } from '../../core/entry/entry.js'
import { labelOf } from '../../core/entry/line-keys.js'
import type { DogearError } from '../../core/errors.js'
import { fenceRoom, finished, type ModelText } from '../../core/printer/words.js'
import { createEntry, type Damage } from '../../store/entries/entries.js'
import { callMine } from '../../store/own.js'
import { lookedLast, otherSides, withPage } from '../../store/entries/page.js'
import { leaveLine, onLine, writeOn } from '../../store/session/on.js'
import { tombstone } from '../keep/tombstone.js'
import type { Opened, OpenLayouts } from '../layouts/live.js'
import { openTelling, type Opening } from '../layouts/open.js'
import type { Located } from '../../store/projects/projects.js'
import { hereOf, locate, sessionOf } from '../locate.js'
import { strangeIn } from '../own/plan.js'
import { keptOf } from '../undo/target.js'
import type { World } from '../world.js'
import { foreignIds, notesOf, pickNamed, pickNearest, type Picked } from './pick.js'
import { noCheckpoints } from './find-line.js'
import { askForeign, askReady } from './questions.js'
import type { PendingRestore, Restored } from './restore.js'

export interface ResumeRequest {
  name?: string
  /** One of several heads, or an older entry. */
  entry?: string
  budget: number
  /** The budget is meant with the marks around it. */
  marked?: boolean
  /** A session is told of it that has not asked. */
  unasked?: boolean
  /** The entry itself, where the caller has chosen it. */
  chosen?: Entry
  /** The ground of that choice, in place of the one found here. */
  why?: string
  /** Looks at every path that the entry mentions anywhere, and tells which are not as they were. */
  mentioned?: (entry: Entry) => FileNow[]
  /** The user named the entry: of several heads it is the one from now on, in every later session too. */
  decides?: boolean
  /** The answer where it is somebody else's: go on with it, or it is the user's own after all. */
  foreign?: 'yes' | 'mine'
  /** Take the checkpoint off the list after it was shown. It stays in the history. */
  consume: boolean
  dryRun: boolean
}

export interface ResumeResult {
  entry: Entry
  briefing: string
  words: ModelText
  drift: Drift
  why: string
  damaged: Damage[]
  /** The paths that are missing, changed or moved since, each with what is wrong. */
  stale: string[]
  currentBranch?: string
}

export interface PlanRequest extends ResumeRequest {
  /** The answer to "Ready to continue?"; "no" starts fresh. */
  ready?: 'yes' | 'no'
  /** Leave it on the list, where the policy would take it off. */
  keep?: boolean
  /** The answers to what was asked, by question: what a layout asks when it restores, and `ready` where the policy asks it. */
  answers?: Readonly<Record<string, readonly string[]>>
}

export interface ResumePlan extends ResumeResult {
  kind: 'resume'
  /** What the layout that is live here says above the briefing, or in its place. */
  heading: ModelText | null
  /** Lines for the user besides the answer. */
  notices: string[]
  /** The policy waits for a yes: nothing is done until it is answered. */
  question?: DogearError
  /** The user starts fresh: the briefing is not wanted. */
  fresh: boolean
  /** What applyResume does. */
  does: {
    world: World
    located: Located
    layouts: OpenLayouts | null
    head: Entry
    /** The head is a choice among several: it is written first. */
    settled: boolean
    record: boolean
    consume: boolean
    fresh?: boolean
    /** Entries that came from outside, and are the user's own from now on. */
    mine: string[]
  }
}

/** A resume as a face asks for it. */
export interface CheckpointRequest extends Omit<PlanRequest, 'budget'>, Opening {
  /** From the budget that is set here. */
  budget: (set: number) => number
  /** Whether there will be marks around it. */
  marks: (budget: number) => boolean
}

/** `deliver` shows it; if that throws, nothing was resumed. Returns warnings. */
export async function resumeCheckpoint(
  given: World,
  request: CheckpointRequest,
  deliver: (shown: ResumePlan | Restored) => void,
): Promise<string[]> {
  return resumeOpened(await openTelling(given, request), request, deliver)
}

/** The same where the layouts were opened already. */
export async function resumeOpened(
  opened: Opened,
  { budget: budgetOf, marks, ...request }: CheckpointRequest,
  deliver: (shown: ResumePlan | Restored) => void,
): Promise<string[]> {
  const budget = budgetOf(opened.world.config.budget)
  const plan = await planResume(opened, { ...request, budget, marked: marks(budget) })
  if (plan.kind === 'restore') {
    const { applyRestore } = await import('./restore.js')
    return applyRestore(plan, deliver)
  }
  deliver(plan)
  return applyResume(plan)
}

/**
 * Nothing is recorded yet; only a line of an index that leads nowhere is taken out, as when layouts are opened. Where a
 * layout has its own way to restore and something is pending, that is the plan: see applyRestore.
 */
export async function planResume(
  { world, layouts, located }: Opened,
  request: PlanRequest,
): Promise<ResumePlan | PendingRestore> {
  if (!layouts) return planOf({ world, layouts }, request, makeBriefing(world, request, located), null, [])
  const { dropOrphan, findPending, headingOf, orphanNotices, trustQuestionOr } = await import('./layouts.js')
  const pending = await findPending(world, layouts, request)
  if (pending) {
    const { entry } = pending.plan
    if (!entry) return pending
    const { budget, marked = false } = request
    const which = { name: entry.name, entry: entry.id, budget, marked }
    return { ...pending, words: makeBriefing(world, which, located).result.words }
  }
  if (!request.dryRun) dropOrphan(world, layouts, request.name)
  let briefed: Briefed
  try {
    briefed = makeBriefing(world, { ...request, mentioned: layouts.mentioned }, located)
  } catch (error) {
    throw trustQuestionOr(error, layouts, request.name)
  }
  const heading = headingOf(world, layouts, briefed.result)
  return planOf({ world, layouts }, request, briefed, heading, orphanNotices(layouts, labelOf(briefed.result.entry)))
}

function planOf(
  { world, layouts }: Omit<Opened, 'located'>,
  { answers, keep, consume, dryRun, ...request }: PlanRequest,
  { result, located, head, settled, mine }: Briefed,
  heading: ModelText | null,
  notices: string[],
): ResumePlan {
  const { onResume } = world.config.policy
  const ready = request.ready ?? (onResume === 'confirm' ? answers?.['ready']?.[0] : undefined)
  const asks = onResume === 'confirm' && ready === undefined
  const fresh = ready === 'no'
  const goes = (fresh || onResume === 'consume') && !keep
  return {
    ...result,
    kind: 'resume',
    heading: asks || onResume !== 'confirm' ? heading : null,
    notices,
    ...(asks ? { question: askReady(result.entry.name) } : {}),
    fresh,
    does: { world, located, layouts, head, settled, record: !dryRun && !asks, consume: consume || goes, fresh, mine },
  }
}

/** The answer is out: the session goes on from there, and what is consumed leaves the list. Returns warnings. */
export function applyResume({ does }: Pick<ResumePlan, 'does'>): string[] {
  const { world, located, layouts, head, settled, record, consume, fresh, mine } = does
  const { project } = located
  if (!record) return []
  if (settled) createEntry(project, head, world.tag)
  callMine(project.home, mine)
  const keep = fresh ? leaveLine : writeOn
  keep(project, sessionOf(world, located), onLine(head, hereOf(world, located).branch), world.tag)
  if (consume) createEntry(project, tombstone(world, 'consumed', head.name, [head]), world.tag)
  return (consume && layouts?.retract([head.name])) || []
}

/** Both steps at once and without layouts. `located`: where the caller knows it already. */
export function resume(world: World, request: ResumeRequest, located?: Located): ResumeResult {
  const { result, located: there, head, settled, mine } = makeBriefing(world, request, located)
  const { consume, dryRun } = request
  applyResume({ does: { world, located: there, layouts: null, head, settled, record: !dryRun, consume, mine } })
  return result
}

interface Briefed {
  result: ResumeResult
  located: Located
  /** What was chosen, as it was saved, or the choice itself; the entry of the result may be an older one joined with it. */
  head: Entry
  settled: boolean
  mine: string[]
}

/** Choose or ask, read, compare with what is there now, print. */
function makeBriefing(
  world: World,
  request: Omit<ResumeRequest, 'consume' | 'dryRun'>,
  located: Located = locate(world),
): Briefed {
  if (!located.exists) throw noCheckpoints([], world.config.policy.none)
  const [{ project }, here] = [located, hereOf(world, located)]
  const picked: Picked = request.chosen
    ? { entry: request.chosen, why: '', damaged: [] }
    : request.name === undefined
      ? pickNearest(world, project, here)
      : pickNamed(world, project, here, request.name, request.entry)
  // The one gate: nothing of somebody else's leaves here without a yes.
  if (picked.entry.foreign && request.foreign === undefined) throw askForeign(picked.entry)
  const mine = picked.entry.foreign && request.foreign === 'mine' ? foreignIds(project, picked.entry.name) : null
  if (mine) delete picked.entry.foreign
  const [why, settled] = [request.why ?? picked.why, request.decides ? picked.settled : undefined]
  const entry = { ...withPage(project, settled ?? picked.entry), id: picked.entry.id }
  const looked = lookedLast(project, entry)
  const seen = readNow(entry, looked, located, world.userHome, strangeIn(world, located))
  const now = { ...seen, ...keptOf(world, located, looked, seen), mentioned: request.mentioned?.(entry) ?? [] }
  const [{ plan, branchGone }, drift] = [now, compare(entry, now)]
  const branch = present<{ currentBranch?: string }>({ currentBranch: here.branch })
  const [joined, notes] = [otherSides(project, picked.entry), notesOf(picked, settled)]
  const how = { marked: request.marked, unasked: request.unasked, failedFirst: world.config.policy.failedFirst }
  const more = present<Partial<BriefingInput>>({ plan, branchGone, ...how, session: world.by.session, ...branch })
  const input = { entry, drift, why, nowMs: world.now().ms, joined, notes, ...more }
  const around = request.marked ? fenceRoom(sourceOf(entry, request.unasked)) : 0
  const words = finished(printBriefing(input, request.budget - around))
  const told = { briefing: words.text, words, drift, why, damaged: picked.damaged }
  const result = { entry, ...told, stale: staleIn(now), ...branch }
  return { result, located, head: settled ?? picked.entry, settled: settled !== undefined, mine: mine ?? [] }
}

/**
 * Resume, the whole use case, in two steps with the face between them: planResume says what is shown, asked and done as
 * a value; the face prints it; applyResume does it. Two steps because a checkpoint is consumed only once its briefing
 * has left the program.
 */
import type { Entry } from '../../core/entry/entry.js'
import type { DogearError } from '../../core/errors.js'
import { createEntry } from '../../store/entries/entries.js'
import type { Project } from '../../store/paths.js'
import { writeResumed } from '../../store/session/journal.js'
import { tombstone } from '../keep/tombstone.js'
import type { Opened, OpenLayouts } from '../layouts/live.js'
import type { World } from '../world.js'
import { makeBriefing, type Briefed, type BriefingRequest, type ResumeResult } from './briefing.js'
import { askReady } from './questions.js'
import type { PendingRestore } from './restore.js'

export interface ResumeRequest extends BriefingRequest {
  /** Take the checkpoint off the list after it was shown. It stays in the history. */
  consume: boolean
  dryRun: boolean
}

export interface PlanRequest extends ResumeRequest {
  /** The answer to "Ready to continue?"; "no" starts fresh. */
  ready?: 'yes' | 'no'
  /** Leave it on the list, where the policy would take it off. */
  keep?: boolean
  /** The answers to what a layout asks when it restores, by question. */
  answers?: Readonly<Record<string, readonly string[]>>
}

export interface ResumePlan extends ResumeResult {
  kind: 'resume'
  /** For a person: the briefing, under the words of the layout that is live here. */
  answer: string
  /** Lines for the user besides the answer. */
  notices: string[]
  /** The policy waits for a yes: nothing is done until it is answered. */
  question?: DogearError
  /** The user starts fresh: the briefing is not wanted. */
  fresh: boolean
  /** What applyResume does. */
  does: { world: World; project: Project; layouts: OpenLayouts | null; head: Entry; record: boolean; consume: boolean }
}

/**
 * Nothing is recorded yet; only a line of an index that leads nowhere is taken out, as when layouts are opened. Where a
 * layout has its own way to restore and something is pending, that is the plan: see applyRestore.
 */
export async function planResume(
  { world, layouts }: Opened,
  request: PlanRequest,
): Promise<ResumePlan | PendingRestore> {
  if (!layouts) return planOf({ world, layouts }, request, makeBriefing(world, request), null, [])
  const { dropOrphan, findPending, headingOf, orphanNotices, trustQuestionOr } = await import('./layouts.js')
  const pending = await findPending(world, layouts, request)
  if (pending) return pending
  if (!request.dryRun) dropOrphan(world, layouts, request.name)
  let briefed: Briefed
  try {
    briefed = makeBriefing(world, { ...request, mentioned: layouts.mentioned })
  } catch (error) {
    throw trustQuestionOr(error, layouts, request.name)
  }
  const heading = headingOf(world, layouts, briefed.result)
  return planOf({ world, layouts }, request, briefed, heading, orphanNotices(layouts, briefed.result.entry.name))
}

function planOf(
  { world, layouts }: Opened,
  { ready, keep, consume, dryRun }: PlanRequest,
  { result, project, head }: Briefed,
  heading: string | null,
  notices: string[],
): ResumePlan {
  const { onResume } = world.config.policy
  const { briefing } = result
  const asks = onResume === 'confirm' && ready === undefined
  const fresh = ready === 'no'
  const goes = (fresh || onResume === 'consume') && !keep
  const whole = heading === null || onResume === 'confirm' ? briefing : `${heading.trimEnd()}\n\n${briefing}`
  return {
    ...result,
    kind: 'resume',
    answer: asks ? withoutQuestion(heading ?? briefing) : whole,
    notices,
    ...(asks ? { question: askReady(result.entry.name) } : {}),
    fresh,
    does: { world, project, layouts, head, record: !dryRun && !asks, consume: consume || goes },
  }
}

/** The question is asked by the face: in a terminal with arrow keys. */
function withoutQuestion(text: string): string {
  return text.replace(/\n*Ready to continue\? \(yes\/no\)\s*$/, '\n')
}

/** The answer is out: the session goes on from there, and what is consumed leaves the list. Returns warnings. */
export function applyResume({ does }: Pick<ResumePlan, 'does'>): string[] {
  const { world, project, layouts, head, record, consume } = does
  if (!record) return []
  if (world.by.session) writeResumed(project, world.by.session, head.id, world.tag)
  if (!consume) return []
  createEntry(project, tombstone(world, 'consumed', head.name, [head]), world.tag)
  return layouts?.retract([head.name]) ?? []
}

/** Both steps at once and without layouts: for programs that use dogear as a library. */
export function resume(world: World, request: ResumeRequest): ResumeResult {
  const { result, project, head } = makeBriefing(world, request)
  const { consume, dryRun } = request
  applyResume({ does: { world, project, layouts: null, head, record: !dryRun, consume } })
  return result
}

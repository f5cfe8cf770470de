/** Restore the way a layout does it: its plan is made first, with every question; then it is carried out. */
import { dirname, join } from 'node:path'
import { isInside } from '../../capture/files.js'
import { DogearError } from '../../core/errors.js'
import { isoWithZone } from '../../core/text/text.js'
import type { Discard, PlanRestore, RestorePlan, Take, WaitingPrompt } from '../../layouts/abilities.js'
import type { Layout } from '../../layouts/layout.js'
import { moveDurable } from '../../platform/files/files.js'
import { makeFolderLike } from '../../platform/files/foreign-files.js'
import { realPathOf } from '../../platform/place.js'
import type { Located } from '../../store/projects/projects.js'
import { takePrompt } from '../../store/session/prompts.js'
import { writeResumed } from '../../store/session/journal.js'
import { moveAside } from '../../store/trash.js'
import { restoreDesk } from '../layouts/desk.js'
import { followUp } from '../layouts/desk.js'
import { resume } from './resume.js'
import type { World } from '../world.js'

export interface RestoreRequest {
  /** By the question. */
  answers: Readonly<Record<string, readonly string[]>>
  budget: number
  dryRun: boolean
}

export interface Restored extends Pick<RestorePlan, 'path' | 'document' | 'surface' | 'artifacts' | 'notes'> {
  /** dogear's own briefing, where an entry says more than the file. */
  briefing?: string
  /** To be run now, oldest first. */
  prompts: string[]
}

/**
 * Null: there is nothing to restore. `deliver` hands everything over; only when it has returned are prompts and what led
 * to the checkpoint used up. Returns warnings about that.
 */
export async function restoreAs(
  world: World,
  located: Located,
  layout: Layout,
  request: RestoreRequest,
  deliver: (restored: Restored) => void,
): Promise<string[] | null> {
  const makePlan = (await layout.restore?.()) as PlanRestore
  const plan = makePlan(restoreDesk(world, located, request))
  if (!plan) return null
  const { path, document, surface, artifacts, notes, entry } = plan
  const briefing = entry ? { briefing: briefingOf(world, entry, request.budget) } : {}
  const taken = request.dryRun ? NOTHING_TAKEN : take(world, located, plan)
  try {
    deliver({ path, document, surface, ...briefing, artifacts, notes, prompts: taken.prompts.map(({ text }) => text) })
  } catch (error) {
    taken.giveBack()
    throw error
  }
  return request.dryRun ? [] : [...taken.delivered(), ...finish(world, located, layout, plan)]
}

function briefingOf(world: World, { name, id }: { name: string; id: string }, budget: number): string {
  return resume(world, { name, entry: id, budget, consume: false, dryRun: true }).briefing
}

interface Taken {
  prompts: readonly WaitingPrompt[]
  /** They have left the program. Returns warnings. */
  delivered(): string[]
  /** They have not. */
  giveBack(): void
}

const NOTHING_TAKEN: Taken = { prompts: [], delivered: () => [], giveBack: () => undefined }

/** Taking is a rename, which has one winner. What another process was faster to take is not handed over. */
function take(world: World, located: Located, plan: RestorePlan): Taken {
  const root = realPathOf(located.worktree)
  const files = plan.takes.filter(
    (one): one is FileTake => 'file' in one && moveDurable(join(root, one.file), join(root, one.as)),
  )
  const queued = plan.takes
    .flatMap((one) => ('id' in one ? [takePrompt(located.project, one.session, world.tag, one.id)] : []))
    .filter((one) => one !== null)
  const isTaken = ({ from }: WaitingPrompt): boolean =>
    'file' in from ? files.some((one) => one.file === from.file) : queued.some((one) => one.prompt.id === from.id)
  return {
    prompts: plan.prompts.filter(isTaken),
    delivered: () => {
      for (const one of queued) one.delivered(isoWithZone(world.now()).slice(0, 10))
      return files.flatMap((one) => discard(root, one.discard, plan))
    },
    giveBack: () => {
      for (const one of queued) one.giveBack()
      for (const one of files) moveAside(join(root, one.as), join(root, one.file))
    },
  }
}

type FileTake = Extract<Take, { file: string }>

/** The answer is out: the session goes on from there, and what led to it is used up. */
function finish(world: World, located: Located, layout: Layout, plan: RestorePlan): string[] {
  const root = realPathOf(located.worktree)
  const { session } = world.by
  if (plan.entry && session) writeResumed(located.project, session, plan.entry.id, world.tag)
  return [
    ...plan.discards.flatMap((one) => discard(root, one, plan)),
    ...followUp(world, located, layout, root, plan.after),
  ]
}

/** What cannot be moved stays where it is, with a warning. */
function discard(root: string, { path, to, name, within }: Discard, { notDiscarded }: RestorePlan): string[] {
  try {
    const folder = join(root, to)
    makeFolderLike(dirname(folder))
    makeFolderLike(folder)
    if (!isInside(realPathOf(join(root, within)), realPathOf(folder))) throw leadsOut(folder)
    moveAside(join(root, path), join(folder, name))
    return []
  } catch (error) {
    return [notDiscarded(path, error instanceof Error ? error.message : String(error))]
  }
}

function leadsOut(folder: string): DogearError {
  return new DogearError('unsafe', `${folder} leads out of the project`, {
    expected: 'a real folder',
    next: 'remove the link that stands there',
  })
}

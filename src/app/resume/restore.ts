/** Restore the way a layout does it: its plan is made first, with every question; then it is carried out. */
import { dirname, join } from 'node:path'
import { isInside } from '../../capture/files.js'
import { DogearError } from '../../core/errors.js'
import type { ModelText } from '../../core/printer/words.js'
import { present } from '../../core/present.js'
import { isoWithZone } from '../../core/text/text.js'
import type { Discard, PlanRestore, RestorePlan, Take, WaitingPrompt } from '../../layouts/abilities.js'
import type { Layout } from '../../layouts/layout.js'
import { moveDurable } from '../../platform/files/files.js'
import { makeFolderLike } from '../../platform/files/foreign-files.js'
import { realPathOf } from '../../platform/place.js'
import type { Located } from '../../store/projects/projects.js'
import { takePrompt } from '../../store/session/prompts.js'
import { writeOn } from '../../store/session/on.js'
import { sessionOf } from '../locate.js'
import { moveAside } from '../../store/trash.js'
import { followUp, restoreDesk } from '../layouts/desk.js'
import { locate } from '../locate.js'
import type { World } from '../world.js'

export interface RestoreRequest {
  /** By the question. */
  answers?: Readonly<Record<string, readonly string[]>>
  dryRun: boolean
}

/** What a layout would restore here. Nothing is taken yet. */
export interface PendingRestore {
  kind: 'restore'
  world: World
  located: Located
  layout: Layout
  plan: RestorePlan
  /** dogear's own briefing, where an entry says more than the file. */
  words?: ModelText
  dryRun: boolean
}

export interface Restored extends Pick<RestorePlan, 'path' | 'document' | 'surface' | 'artifacts' | 'notes'> {
  kind: 'restore'
  words?: ModelText
  /** To be run now, oldest first. */
  prompts: string[]
}

/** Null: there is nothing to restore. */
export async function planRestore(
  world: World,
  layout: Layout,
  { answers = {}, dryRun }: RestoreRequest,
): Promise<PendingRestore | null> {
  const located = locate(world)
  const makePlan = (await layout.restore?.()) as PlanRestore
  const plan = makePlan(restoreDesk(world, located, { answers, dryRun }))
  return plan ? { kind: 'restore', world, located, layout, plan, dryRun } : null
}

/**
 * `deliver` hands everything over; only when it has returned are prompts and what led to the checkpoint used up. It is
 * called here, and not before as for an ordinary resume, because what another process was faster to take is not shown.
 * Returns warnings.
 */
export function applyRestore(pending: PendingRestore, deliver: (restored: Restored) => void): string[] {
  const { world, located, plan, words, dryRun } = pending
  const { path, document, surface, artifacts, notes } = plan
  const taken = dryRun ? NOTHING_TAKEN : take(world, located, plan)
  const prompts = taken.prompts.map(({ text }) => text)
  try {
    deliver(present<Restored>({ kind: 'restore', path, document, surface, words, artifacts, notes, prompts }))
  } catch (error) {
    taken.giveBack()
    throw error
  }
  return dryRun ? [] : [...taken.delivered(), ...finish(pending)]
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
  const isMine = (id: string): boolean => queued.some(({ prompt }) => prompt.id === id)
  const isTaken = ({ from }: WaitingPrompt): boolean => {
    if ('id' in from) return isMine(from.id)
    return files.some((one) => one.file === from.file) && (from.twin === undefined || isMine(from.twin.id))
  }
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
function finish({ world, located, layout, plan }: PendingRestore): string[] {
  const root = realPathOf(located.worktree)
  const { name, id } = plan.entry ?? {}
  if (name !== undefined && id !== undefined)
    writeOn(located.project, sessionOf(world, located), { name, id }, world.tag)
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

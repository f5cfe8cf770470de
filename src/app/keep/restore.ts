/** Restore: what was cleared or consumed comes back on the list. */
import { nameFrom } from '../../core/choose/name.js'
import { isLive, type Entry } from '../../core/entry/entry.js'
import { makeId } from '../../core/entry/id.js'
import { DogearError } from '../../core/errors.js'
import { isoWithZone } from '../../core/text/text.js'
import { createEntry, readEntry } from '../../store/entries/entries.js'
import { readHeads } from '../../store/entries/heads.js'
import type { Project } from '../../store/paths.js'
import type { Opened } from '../layouts/live.js'
import { openTelling, type Opening } from '../layouts/open.js'
import { locate } from '../locate.js'
import { noCheckpoints } from '../resume/pick.js'
import type { Restored } from '../resume/restore.js'
import { resumeOpened, type CheckpointRequest, type ResumePlan } from '../resume/resume.js'
import type { World } from '../world.js'
import { clearedWorkstreams, listTrash } from './trash.js'

/** A workstream that is on the list again. */
export interface BroughtBack {
  kind: 'brought-back'
  name: string
  id: string
}

/**
 * "restore" is what people call both: bringing back what was cleared, and going on with what is there. Returns warnings.
 */
export async function restoreCheckpoint(
  given: World,
  request: CheckpointRequest,
  deliver: (shown: ResumePlan | Restored | BroughtBack) => void,
): Promise<string[]> {
  const opened = await openTelling(given, request)
  const { name, dryRun } = request
  if (name === undefined || !isCleared(opened.world, name)) return resumeOpened(opened, request, deliver)
  const { back, warnings } = bringBack(opened, { name, dryRun })
  deliver(back)
  return warnings
}

function isCleared(world: World, typed: string): boolean {
  const name = nameFrom(typed, 'lower')
  const { project, exists } = locate(world)
  const live = exists && readHeads(project, name).heads.some((head) => isLive(head.kind))
  return !live && listTrash(world).workstreams.some((one) => one.name === name)
}

/** Only what was cleared: anything else is an error. */
export async function restoreCleared(
  given: World,
  request: Opening & { name: string; dryRun: boolean },
): Promise<{ back: BroughtBack; warnings: string[] }> {
  return bringBack(await openTelling(given, request), request)
}

/**
 * What the workstream last said is said again by a new entry, so the clearing stays in the history too. The warnings: what the files of layouts should say again
 * and do not.
 */
function bringBack(
  { world, layouts }: Opened,
  request: { name: string; dryRun: boolean },
): { back: BroughtBack; warnings: string[] } {
  const { project, exists } = locate(world)
  if (!exists) throw noCheckpoints([])
  const name = nameFrom(request.name, 'lower')
  const heads = readHeads(project, name).heads
  const cleared = heads.filter((head) => !isLive(head.kind))
  if (cleared.length === 0) throw notInTrash(project, name, heads.length > 0)
  const said = lastSaid(project, cleared)
  const moment = world.now()
  const parents = cleared.map((head) => head.id)
  const entry: Entry = {
    ...said,
    id: makeId(moment.ms, parents, world.random(12)),
    kind: 'restored',
    parents,
    saved: isoWithZone(moment),
    by: world.by,
  }
  const back: BroughtBack = { kind: 'brought-back', name, id: entry.id }
  if (request.dryRun) return { back, warnings: [] }
  createEntry(project, entry, world.tag)
  return { back, warnings: layouts?.publish(entry).warnings ?? [] }
}

/** The newest entry with something in it before the workstream was cleared or consumed. */
function lastSaid(project: Project, cleared: readonly Entry[]): Entry {
  const before = cleared
    .flatMap((head) => head.parents)
    .map((id) => readEntry(project, cleared[0]?.name ?? '', id)?.entry)
  const said = before.filter((entry) => entry !== undefined).toSorted((a, b) => (a.id < b.id ? 1 : -1))[0]
  if (said) return said
  throw new DogearError('damaged', 'what was cleared cannot be read any more', { next: 'dogear verify' })
}

function notInTrash(project: Project, name: string, live: boolean): DogearError {
  if (live)
    return new DogearError('not-found', `"${name}" is not in the trash: it has a live checkpoint`, {
      next: `dogear resume ${name}`,
    })
  const names = clearedWorkstreams(project).map((one) => one.name)
  return new DogearError('not-found', `"${name}" is not in the trash`, {
    expected: names.length > 0 ? `one of: ${names.join(', ')}` : 'a workstream that was cleared',
    next: 'dogear trash',
  })
}

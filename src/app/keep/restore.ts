/** Restore: what was cleared or consumed comes back on the list. */
import { calledBy } from '../../core/choose/title.js'
import { isLive, type Entry } from '../../core/entry/entry.js'
import { lineKeysOf } from '../../core/entry/line-keys.js'
import { joinPages } from '../../core/page/join.js'
import { DogearError, needsAnswer } from '../../core/errors.js'
import { age, msOf } from '../../core/text/text.js'
import { createEntry, readEntry } from '../../store/entries/entries.js'
import { readHeads } from '../../store/entries/heads.js'
import type { Project } from '../../store/paths.js'
import { readPage } from '../../store/entries/page.js'
import { followed, readOn, type On } from '../../store/session/on.js'
import { restoring, type Opened } from '../layouts/live.js'
import { renameLine } from './rename.js'
import { restated } from './tombstone.js'
import { openTelling, type Opening } from '../layouts/open.js'
import { locate, sessionOf } from '../locate.js'
import { list } from '../look/list.js'
import { findLine, noCheckpoints } from '../resume/find-line.js'
import type { Restored } from '../resume/restore.js'
import { resumeOpened, type CheckpointRequest, type ResumePlan } from '../resume/resume.js'
import type { World } from '../world.js'
import { clearedWorkstreams, listTrash } from './trash.js'

/** A workstream that is on the list again. */
export interface BroughtBack {
  kind: 'brought-back'
  name: string
  /** How a person calls it. */
  called: string
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
  if (name === undefined && !restoring(opened.layouts)) askWhatToBringBack(opened.world)
  if (name === undefined || !isCleared(opened.world, name)) return resumeOpened(opened, request, deliver)
  const { back, warnings } = bringBack(opened, { name, dryRun })
  deliver(back)
  return warnings
}

function isCleared(world: World, typed: string): boolean {
  const { project, exists } = locate(world)
  const name = exists ? findLine(world, project, typed)?.name : undefined
  const live = list(world, { all: false, cleared: false }).rows.some((row) => row.name === name)
  return !live && name !== undefined && readHeads(project, name).heads.some((head) => !isLive(head.kind))
}

/** Without a name: what was cleared is offered; where nothing was, it means resume. */
function askWhatToBringBack(world: World): void {
  const { workstreams } = listTrash(world)
  if (workstreams.length === 0) return
  const nowMs = world.now().ms
  throw needsAnswer({
    id: 'workstream',
    question: 'Which of these do you want to bring back?',
    options: workstreams.slice(0, MAX_OFFERED).map(({ name, label = name, clearedAt, entries }) => ({
      value: name,
      label,
      detail: `cleared ${age(msOf(clearedAt) ?? nowMs, nowMs)}, ${entries} ${entries === 1 ? 'entry' : 'entries'}`,
    })),
    answerWith: 'dogear restore <name>',
  })
}

const MAX_OFFERED = 20

/** Only what was cleared: anything else is an error. */
export async function restoreCleared(
  given: World,
  request: Opening & { name: string; dryRun: boolean },
): Promise<{ back: BroughtBack; warnings: string[] }> {
  return bringBack(await openTelling(given, request), request)
}

/**
 * To take a checkpoint off the list by resuming it is a claim: where the session ends and has saved nothing, it is back. Its
 * name, or null: this session has consumed nothing, or worked.
 */
export async function restoreUnused(world: World): Promise<string | null> {
  const located = locate(world)
  const on = located.exists ? readOn(located.project, sessionOf(world, located)) : null
  if (!on) return null
  const own = readHeads(located.project, on.name).heads.filter((head) => !head.foreign)
  const isClaim = ({ kind, by, parents, ...head }: Entry): boolean =>
    kind === 'consumed' && by.session === world.by.session && parents.includes(on.id) && !lineKeysOf(head).continued
  if (own.length === 0 || !own.every(isClaim)) return null
  const { back } = await restoreCleared(world, { name: on.name, dryRun: false })
  return back.name
}

/**
 * What the workstream last said is said again by a new entry, so the clearing stays in the history too. The warnings: what the files of layouts should say again
 * and do not.
 */
function bringBack(
  opened: Opened,
  request: { name: string; dryRun: boolean },
): { back: BroughtBack; warnings: string[] } {
  const { world, layouts } = opened
  const { project, exists } = locate(world)
  if (!exists) throw noCheckpoints([])
  const name = findLine(world, project, request.name)?.name
  if (name === undefined) throw notInTrash(project, request.name, false)
  const heads = readHeads(project, name).heads
  const cleared = heads.filter((head) => !isLive(head.kind) && !head.foreign)
  if (cleared.length === 0) throw notInTrash(project, name, heads.length > 0)
  const renamed = cleared.map((head) => lineKeysOf(head).continued).find((one) => one !== undefined)
  if (renamed) return takeBackRename(opened, request, name, renamed)
  const said = lastSaid(project, cleared)
  const [last] = said
  const page = joinPages(said.map((one) => readPage(project, one)))
  const parents = cleared.map((head) => head.id)
  const entry = restated(world, {
    kind: 'restored',
    name,
    last,
    page,
    parents,
    keys: {},
  })
  const back = broughtBack(entry)
  if (request.dryRun) return { back, warnings: [] }
  createEntry(project, entry, world.tag)
  return { back, warnings: layouts?.publish(entry).warnings ?? [] }
}

function broughtBack(entry: Entry): BroughtBack {
  return { kind: 'brought-back', name: entry.name, called: calledBy(entry), id: entry.id }
}

/** The line goes on under the name it had. Where it was cleared since, that comes first. */
function takeBackRename(
  opened: Opened,
  { dryRun }: { dryRun: boolean },
  name: string,
  to: On,
): { back: BroughtBack; warnings: string[] } {
  const { world, layouts, located } = opened
  const now = followed(located.project, to)
  if (!readHeads(located.project, now.name).heads.some(({ kind, foreign }) => isLive(kind) && !foreign))
    return bringBack(opened, { name: now.name, dryRun })
  const entry = renameLine(world, located, now.name, name, dryRun)
  const back = broughtBack(entry)
  return {
    back,
    warnings: dryRun || !layouts ? [] : [...layouts.retract([now.name]), ...layouts.publish(entry).warnings],
  }
}

/** What stood there before it was cleared or consumed, newest first: all sides of a fork, and another person's only where nothing else was. */
function lastSaid(project: Project, cleared: readonly Entry[]): [Entry, ...Entry[]] {
  const before = cleared
    .flatMap((head) => head.parents)
    .map((id) => readEntry(project, cleared[0]?.name ?? '', id)?.entry)
  const said = before.filter((entry) => entry !== undefined).toSorted((a, b) => (a.id < b.id ? 1 : -1))
  const [last, ...others] = said.filter(({ foreign }) => !foreign)
  if (last) return [last, ...others]
  if (said[0]) return [said[0]]
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

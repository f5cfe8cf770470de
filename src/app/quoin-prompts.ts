/**
 * Blocked prompts: those in quoin's files and those in dogear's own queue, offered together and handed over exactly once.
 * Taking them is a rename, which has one winner; what a process took and did not hand over before it died comes again.
 */
import { join } from 'node:path'
import type { Found } from '../layouts/quoin/candidates.js'
import { baseName, isConflictCopy, parseTaken, sessionOfPending, takenPath } from '../layouts/quoin/paths.js'
import type { Blocked, Offer } from '../layouts/quoin/prompts.js'
import { parseBlocked } from '../layouts/quoin/prompts.js'
import type { Replay } from '../layouts/quoin/replay.js'
import { listFolders, moveDurable } from '../platform/files.js'
import { tagIsDead } from '../platform/process-tag.js'
import type { Project } from '../store/paths.js'
import { sessionsDir } from '../store/paths.js'
import type { Located } from '../store/projects.js'
import type { TakenPrompt } from '../store/prompts.js'
import { listPrompts, takePrompt } from '../store/prompts.js'
import { moveAside } from '../store/trash.js'
import { moveToQuoinTrash } from './quoin-trash.js'
import { sessionOf } from './session.js'
import type { World } from './world.js'

/** A prompt and where it waits. */
interface Waiting extends Blocked {
  from: { file: string } | { session: string; id: string }
}

export interface Offered extends Offer {
  prompts: readonly Waiting[]
}

/** CASE B before CASE C; null is CASE A: nothing waits. */
export function findOffer(world: World, located: Located, pending: readonly Found[]): Offered | null {
  const session = sessionOf(world, located)
  const files = pending.filter((file) => !isConflictCopy(file.path)).flatMap(readPending)
  const mine = files.filter((file) => file.session !== '' && file.session === world.by.session)
  const queued = located.exists ? queueOf(located.project, session) : []
  const own = [...mine.flatMap((file) => file.prompts), ...queued]
  if (own.length > 0) return { case: 'B', isLegacy: own.length === 1 && mine[0]?.isLegacy === true, prompts: own }
  return findStale(world, located, files)
}

/** Left by another session: the newest file, else what another session's queue holds. */
function findStale(world: World, located: Located, files: readonly PendingFile[]): Offered | null {
  const session = world.by.session === undefined ? {} : { session: world.by.session }
  const [newest] = files.toSorted((a, b) => b.mtimeMs - a.mtimeMs)
  if (newest) return { case: 'C', isLegacy: newest.isLegacy, prompts: newest.prompts, from: newest.session, ...session }
  const others = located.exists ? listFolders(sessionsDir(located.project)) : []
  for (const from of others) {
    const prompts = queueOf(located.project, from)
    if (prompts.length > 0) return { case: 'C', isLegacy: false, prompts, from, ...session }
  }
  return null
}

export interface Handover {
  texts: string[]
  /** They have left the program. Returns warnings. */
  delivered(): string[]
  /** They have not. */
  giveBack(): void
}

/** Takes what the answer asks for. What another process was faster to take is not in it. */
export function takePrompts(
  world: World,
  { located, root, today }: { located: Located; root: string; today: string },
  offer: Offered,
  replay: Replay,
  edited: string | undefined,
): Handover {
  if (replay.do === 'leave') return { texts: [], delivered: () => [], giveBack: () => undefined }
  const wanted = wantedOf(offer, replay)
  const files = new Map(filesOf(offer).map((path) => [path, takeFile(root, path, world.tag)]))
  const queue = queuedIn(replay.do === 'drop' ? offer.prompts : wanted).map(({ session, id }) =>
    takePrompt(located.project, session, world.tag, id),
  )
  const isTaken = ({ from }: Waiting): boolean =>
    'file' in from ? files.get(from.file) !== null : queue.some((taken) => taken?.prompt.id === from.id)
  const texts = wanted.filter(isTaken).map((prompt) => (replay.do === 'edit' ? (edited ?? prompt.text) : prompt.text))
  return {
    texts,
    ...endings(
      root,
      today,
      files,
      queue.filter((taken) => taken !== null),
    ),
  }
}

/** What the dead had taken waits again. True: something came back. */
export function recoverTaken(root: string, taken: readonly string[]): boolean {
  let returned = false
  for (const path of taken) {
    const found = parseTaken(path)
    if (found && tagIsDead(found.tag) && moveAside(join(root, path), join(root, found.path)) !== null) returned = true
  }
  return returned
}

function endings(
  root: string,
  today: string,
  files: ReadonlyMap<string, string | null>,
  queue: readonly TakenPrompt[],
): Pick<Handover, 'delivered' | 'giveBack'> {
  const taken = [...files].filter((pair): pair is [string, string] => pair[1] !== null)
  return {
    delivered: () => {
      for (const prompt of queue) prompt.delivered(today)
      return taken
        .map(([path, at]) => moveToQuoinTrash(root, at, today, baseName(path)))
        .filter((warning) => warning !== null)
    },
    giveBack: () => {
      for (const prompt of queue) prompt.giveBack()
      for (const [path, at] of taken) moveAside(join(root, at), join(root, path))
    },
  }
}

/** Where it is now; null: another was faster. */
function takeFile(root: string, path: string, tag: string): string | null {
  const to = takenPath(path, tag)
  return moveDurable(join(root, path), join(root, to)) ? to : null
}

function wantedOf({ prompts }: Offered, replay: Replay): Waiting[] {
  if (replay.do === 'send') return prompts.filter((_, i) => replay.places.includes(i))
  return replay.do === 'edit' ? prompts.slice(replay.place, replay.place + 1) : []
}

function filesOf({ prompts }: Offered): string[] {
  return [...new Set(prompts.flatMap(({ from }) => ('file' in from ? [from.file] : [])))]
}

function queuedIn(prompts: readonly Waiting[]): { session: string; id: string }[] {
  return prompts.flatMap(({ from }) => ('id' in from ? [from] : []))
}

interface PendingFile {
  session: string
  mtimeMs: number
  isLegacy: boolean
  prompts: Waiting[]
}

function readPending({ path, text, mtimeMs }: Found): PendingFile[] {
  const { isLegacy, prompts } = parseBlocked(text ?? '')
  if (prompts.length === 0) return []
  const waiting = prompts.map((prompt) => ({ ...prompt, from: { file: path } }))
  return [{ session: sessionOfPending(path) ?? '', mtimeMs, isLegacy, prompts: waiting }]
}

function queueOf(project: Project, session: string): Waiting[] {
  const { prompts } = listPrompts(project, session)
  return prompts
    .filter((prompt) => prompt.takenBy === undefined)
    .map(({ id, at, text }) => ({ time: at, text, from: { session, id } }))
}

/**
 * Blocked prompts: those in quoin's files and those in dogear's own queue, offered together. What the user wants of them
 * becomes a list of what to take.
 */
import type { Discard, FoundFile, RestoreDesk, Take, WaitingPrompt } from '../abilities.js'
import { TRASH, baseName, baseOf, below, isConflictCopy, sessionOfPending, takenPath } from './paths.js'
import { type Offer, type Replay, parseBlocked } from './prompts.js'

export interface Offered extends Offer {
  prompts: readonly WaitingPrompt[]
}

/** CASE B before CASE C; null is CASE A: nothing waits. */
export function findOffer(desk: RestoreDesk, pending: readonly FoundFile[]): Offered | null {
  const files = pending.filter((file) => !isConflictCopy(file.path)).flatMap(readPending)
  const mine = files.filter((file) => file.session !== '' && file.session === desk.session)
  const own = [...mine.flatMap((file) => file.prompts), ...desk.queued()]
  if (own.length > 0) return { case: 'B', isLegacy: own.length === 1 && mine[0]?.isLegacy === true, prompts: own }
  return findStale(desk, files)
}

/** Left by another session: the newest file, else what another session's queue holds. */
function findStale(desk: RestoreDesk, files: readonly PendingFile[]): Offered | null {
  const session = desk.session === undefined ? {} : { session: desk.session }
  const [newest] = files.toSorted((a, b) => b.mtimeMs - a.mtimeMs)
  if (newest) return { case: 'C', isLegacy: newest.isLegacy, prompts: newest.prompts, from: newest.session, ...session }
  const other = desk.queuedElsewhere()
  return other && { case: 'C', isLegacy: false, prompts: other.prompts, from: other.session, ...session }
}

interface PendingFile {
  session: string
  mtimeMs: number
  isLegacy: boolean
  prompts: WaitingPrompt[]
}

function readPending({ path, text, mtimeMs }: FoundFile): PendingFile[] {
  const { isLegacy, prompts } = parseBlocked(text ?? '')
  if (prompts.length === 0) return []
  const waiting = prompts.map((prompt) => ({ ...prompt, from: { file: path } }))
  return [{ session: sessionOfPending(path) ?? '', mtimeMs, isLegacy, prompts: waiting }]
}

/** A file goes as a whole, whichever of its prompts are wanted; of the queue only those that are. */
export function planTaking(
  desk: RestoreDesk,
  { prompts }: Offered,
  replay: Replay,
): { prompts: WaitingPrompt[]; takes: Take[] } {
  if (replay.do === 'leave') return { prompts: [], takes: [] }
  const wanted = wantedOf(prompts, replay)
  const files = new Set(prompts.flatMap(({ from }) => ('file' in from ? [from.file] : [])))
  const queued = (replay.do === 'drop' ? prompts : wanted).flatMap(({ from }) => ('id' in from ? [from] : []))
  const edited = replay.do === 'edit' ? desk.answers['edited']?.[0] : undefined
  return {
    prompts: wanted.map((prompt) => (edited === undefined ? prompt : { ...prompt, text: edited })),
    takes: [...[...files].map((file) => takeFile(desk, file)), ...queued],
  }
}

function wantedOf(prompts: readonly WaitingPrompt[], replay: Replay): readonly WaitingPrompt[] {
  if (replay.do === 'send') return prompts.filter((_, i) => replay.places.includes(i))
  return replay.do === 'edit' ? prompts.slice(replay.place, replay.place + 1) : []
}

function takeFile(desk: RestoreDesk, file: string): Take {
  const as = takenPath(file, desk.tag)
  return { file, as, discard: discardOf(as, desk.today, baseName(file)) }
}

/** quoin's own trash: `.workflow_artifacts/memory/trash/<date>/`. What was used goes there and can be taken back. */
export function discardOf(path: string, today: string, name: string = baseName(path)): Discard {
  const within = baseOf(path)
  return { path, to: below(within, `${TRASH}/${today}`), name, within }
}

/** Prompts that were blocked: how they are offered, and which of them are taken. */
import { present } from '../../core/present.js'
import { cleanLine, cleanText } from '../../core/text/text.js'
import type { Discard, FoundFile, RestoreDesk, Take, WaitingPrompt } from '../abilities.js'
import { type Blocked, parseBlocked } from './blocked.js'
import { baseName, baseOf, below, isConflictCopy, sessionOfPending, takenPath, TRASH } from './paths.js'

const SHOWN = 80

/** Of this session, or left behind by another one. */
export interface Offer {
  case: 'B' | 'C'
  isLegacy: boolean
  prompts: readonly Blocked[]
  /** Case C: whose they are, and who asks. */
  from?: string
  session?: string
}

/** What is shown, ending with the choices. */
export function printOffer(offer: Offer): string {
  const lines = offer.isLegacy ? legacyLines(offer) : listLines(offer.prompts)
  return [...(offer.case === 'C' ? [mismatch(offer)] : []), ...lines].join('\n')
}

/** Entry N in full, for editing. */
export function printForEdit(prompt: Blocked): string {
  return `${cleanText(prompt.text)}\n\nPaste the edited version:`
}

function legacyLines({ case: which, prompts }: Offer): string[] {
  const text = cleanText(prompts[0]?.text ?? '')
  return which === 'B'
    ? [`Your previous prompt was: ${text}`, 'Run it now? [y / n / edit]']
    : [`Content: ${text}`, '[y / n / delete]']
}

function listLines(prompts: readonly Blocked[]): string[] {
  return [
    `${prompts.length} blocked prompt(s) were saved while context was overloaded:`,
    ...prompts.map(({ time, text }, i) => `${i + 1}. [${cleanLine(time)}] ${firstOf(text)}...`),
    'Replay which? [all / 1 / 2 / 1,3 / edit 1 / none]',
  ]
}

function mismatch({ from, session }: Offer): string {
  return `Stale pending-prompt sentinel detected (session-id MISMATCH: was ${cleanLine(from ?? '') || 'unknown'}, current ${cleanLine(session ?? '') || 'unknown'}).`
}

function firstOf(text: string): string {
  return [...cleanLine(text)].slice(0, SHOWN).join('')
}

/** The words a person answers an offer of blocked prompts with, and what follows from them. */
export type Replay =
  /** These, by their place in the offer, in ascending order. Then the file goes to the trash. */
  | { do: 'send'; places: number[] }
  /** That one after an edit; then as above. */
  | { do: 'edit'; place: number }
  /** None of them; to the trash. */
  | { do: 'drop' }
  /** None of them; they stay for another time. */
  | { do: 'leave' }

/** Asked once, and once more after an answer that means nothing; after that it counts as "none". */
export type Decided = Replay | { do: 'ask'; attempt: 1 | 2 }

export function decideReplay(offer: Offer, answers: readonly string[]): Decided {
  for (const answer of answers.slice(0, 2)) {
    const replay = parseReplay(offer, answer)
    if (replay) return replay
  }
  if (answers.length >= 2) return none(offer)
  return { do: 'ask', attempt: answers.length === 0 ? 1 : 2 }
}

/** Null: it is none of the choices. */
export function parseReplay(offer: Offer, answer: string): Replay | null {
  const said = answer.trim().toLowerCase()
  if (said === 'delete') return { do: 'drop' }
  if (said === 'n' || said === 'no' || said === 'none') return none(offer)
  return offer.isLegacy ? parseLegacy(said) : parseList(said, offer.prompts.length)
}

/** Another session's prompts are not thrown away unless somebody says so. */
function none(offer: Offer): Replay {
  return offer.case === 'B' ? { do: 'drop' } : { do: 'leave' }
}

function parseLegacy(said: string): Replay | null {
  if (said === 'y' || said === 'yes') return { do: 'send', places: [0] }
  return /^edit(?: 1)?$/.test(said) ? { do: 'edit', place: 0 } : null
}

function parseList(said: string, count: number): Replay | null {
  if (said === 'all' || (count === 1 && (said === 'y' || said === 'yes')))
    return { do: 'send', places: Array.from({ length: count }, (_, i) => i) }
  const edit = /^edit\s+(\d{1,6})$/.exec(said)?.[1]
  if (edit !== undefined) return isPlace(Number(edit) - 1, count) ? { do: 'edit', place: Number(edit) - 1 } : null
  if (!/^\d{1,6}(?:\s*,\s*\d{1,6})*$/.test(said)) return null
  const places = [...new Set(said.split(',').map((number) => Number(number) - 1))].toSorted((a, b) => a - b)
  return places.every((place) => isPlace(place, count)) ? { do: 'send', places } : null
}

function isPlace(place: number, count: number): boolean {
  return place >= 0 && place < count
}

export interface Offered extends Offer {
  prompts: readonly WaitingPrompt[]
}

/**
 * Those in quoin's files and those in dogear's own queue are offered together. What the user wants of them becomes a
 * list of what to take. CASE B before CASE C; null is CASE A: nothing waits.
 */
export function findOffer(desk: RestoreDesk, pending: readonly FoundFile[]): Offered | null {
  const files = pending.filter((file) => !isConflictCopy(file.path)).flatMap(readPending)
  const mine = files.filter((file) => file.session !== '' && file.session === desk.session)
  const own = inBoth(
    mine.flatMap((file) => file.prompts),
    desk.queued(),
  )
  if (own.length > 0) return { case: 'B', isLegacy: own.length === 1 && mine[0]?.isLegacy === true, prompts: own }
  return findStale(desk, files)
}

/** Left by another session: the newest file, else what another session's queue holds. */
function findStale(desk: RestoreDesk, files: readonly PendingFile[]): Offered | null {
  const session = present({ session: desk.session })
  const [newest] = files.toSorted((a, b) => b.mtimeMs - a.mtimeMs)
  if (newest) {
    const prompts = inBoth(newest.prompts, newest.session === '' ? [] : desk.queued(newest.session))
    return { case: 'C', isLegacy: newest.isLegacy, prompts, from: newest.session, ...session }
  }
  const other = desk.queuedElsewhere()
  return other && { case: 'C', isLegacy: false, prompts: other.prompts, from: other.session, ...session }
}

/** What dogear wrote into a file is in its queue, too: known by the time it was kept at, to the millisecond. */
function inBoth(inFiles: readonly WaitingPrompt[], queued: readonly WaitingPrompt[]): WaitingPrompt[] {
  const found = inFiles.map((prompt) => {
    const twin = queued.find(({ time }) => time === prompt.time)?.from
    return twin && 'id' in twin ? { ...prompt, from: { ...prompt.from, twin } } : prompt
  })
  return [...found, ...queued.filter(({ time }) => !inFiles.some((prompt) => prompt.time === time))]
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
  const twins = prompts.flatMap(({ from }) => ('file' in from && from.twin ? [from.twin] : []))
  const queued = (replay.do === 'drop' ? prompts : wanted).flatMap(({ from }) => ('id' in from ? [from] : []))
  const edited = replay.do === 'edit' ? desk.answers['edited']?.[0] : undefined
  return {
    prompts: wanted.map((prompt) => (edited === undefined ? prompt : { ...prompt, text: edited })),
    takes: [...[...files].map((file) => takeFile(desk, file)), ...twins, ...queued],
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

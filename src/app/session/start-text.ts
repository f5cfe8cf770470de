/**
 * What a session is told when it begins: after a compaction and a clear where it stood; after a crash that there is something
 * to go on with; else in one line what was saved here last. Only what belongs to this worktree, and after a compaction only
 * what is this very session's.
 */
import { isSavedHere } from '../../core/choose/selection.js'
import { isLive, type Entry } from '../../core/entry/entry.js'
import { compareIds, parseId } from '../../core/entry/id.js'
import { quoteShort } from '../../core/printer/quote.js'
import { joinLines, type ModelText, say, sayStored } from '../../core/printer/words.js'
import { msOf } from '../../core/text/text.js'
import { lookUp, type HeadMark, type HeadRow } from '../../store/entries/catalog.js'
import type { Located } from '../../store/projects/projects.js'
import { readHookState, type HookState } from '../../store/session/hook-state.js'
import { readPrompts } from '../../store/session/prompts.js'
import { saysAtStart } from '../layouts/signs.js'
import { hereOf, sessionOf } from '../locate.js'
import type { World } from '../world.js'
import { briefOf } from './brief.js'
import { failuresOf, joinFailures } from './failures.js'
import type { On } from '../../store/session/on.js'
import { lineOn } from '../save/workstream.js'
import { headsHere, pointerTo, rowsHere, type StartText } from './start-offer.js'

/** After a compaction. Null: this session has saved nothing. */
export function afterCompaction(
  world: World,
  located: Located,
  state: HookState,
  maxCharacters: number,
): StartText | null {
  const own = lineOn(world, located)
  if (!own) return null
  const more = { record: false, maxCharacters }
  const { entry, text } = briefOf(world, located, own, groundOf(world), more)
  return {
    text,
    log: `briefing ${own.name} ${own.id}`,
    state: { failed: joinFailures(failuresOf(entry, world.home), state.failed) },
  }
}

/** A session that was compacted before it saved anything goes on with what it was given. */
function groundOf({ by }: World): (entry: Entry) => string {
  return (entry) =>
    entry.by.session === by.session
      ? 'the newest of this session, which was compacted'
      : 'what this session goes on with, which was compacted'
}

/** After a clear: where the session stood that the same process ran before. */
export function afterClear(world: World, located: Located, before: string, maxCharacters: number): StartText | null {
  const own = lineBefore(world, located, before)
  if (!own) return null
  const more = { record: false, maxCharacters }
  const { entry, text } = briefOf(world, located, own, 'where the session stood before it was cleared', more)
  return {
    text: joinLines([
      text,
      say`The user goes on with this by saying "continue", and may as well begin something else.`,
    ]),
    log: `briefing ${own.name} ${own.id} of ${before}`,
    state: { offered: { ...own, given: true }, failed: failuresOf(entry, world.home) },
  }
}

/** Passed on through sessions in which nothing was worked on: who clears three times still comes from the first. */
function lineBefore(world: World, located: Located, before: string): On | null {
  const seen = new Set<string>()
  for (let session: string | undefined = before; session !== undefined && !seen.has(session);) {
    seen.add(session)
    const state = readHookState(world.home, session)
    const own = lineOn({ ...world, by: { ...world.by, session } }, located)
    if (own && !state?.quick) return own
    session = state?.linkedFrom
  }
  return null
}

/** A session that is taken up again knows itself what it did; it is told only what others added since. */
export function atResume(
  world: World,
  located: Located,
  state: HookState,
  endMs: number,
  maxCharacters: number,
): StartText | null {
  if (!located.exists) return null
  const own = lineOn(world, located)
  const rows = rowsHere(located.project, hereOf(world, located), own?.name)
  const heads = rows.find((row) => row.name === own?.name)?.heads ?? []
  const newer = heads.find(
    (head) =>
      isLive(head.kind) &&
      !head.foreign &&
      (msOf(head.saved) ?? 0) > endMs &&
      isByOthers(world, head) &&
      isMeant(world, own, head),
  )
  if (own && newer) {
    const why = 'newer than the end of this conversation'
    const { entry, text } = briefOf(world, located, { name: own.name, id: newer.id }, why, {
      record: false,
      maxCharacters,
    })
    const offered = { name: own.name, id: newer.id }
    // Where its own work was gone on with, it has seen that now: what it saves next is no other side.
    const isGoneOn = !heads.some(({ id }) => id === own.id)
    const seen = isGoneOn ? { on: { ...own, id: newer.id }, resumed: newer.id } : {}
    const failed = failuresOf(entry, world.home)
    return { text, log: `briefing ${own.name} ${newer.id}`, state: { offered, ...seen, failed } }
  }
  // A briefing that was not told yet says it all.
  if (state.briefingAt !== undefined) return null
  const newest = headsHere(rows, hereOf(world, located)).find(
    ({ head }) => !isByOthers(world, head) || isMeant(world, own, head),
  )
  return newest ? pointerTo(world, newest) : null
}

function isByOthers({ by }: World, head: HeadRow): boolean {
  return head.by.session !== by.session
}

/** Somebody saved it on purpose, or went on with this session's own work. Another session's autosave is its own affair. */
function isMeant({ home }: World, own: On | null, { lane, by }: HeadRow): boolean {
  if (lane === 'named' || by.session === undefined) return true
  const other = readHookState(home, by.session)
  return own !== null && (other?.resumed === own.id || other?.on?.name === own.name)
}

/** Of so many that were saved last one is the latest, whatever their clocks say. */
const MAX_NEWEST = 20

/**
 * Where a layout wants it so, a session begins with the latest checkpoint itself, not just its time [D6]. Null: there
 * is none of this worktree.
 */
export function latestCheckpoint(world: World, located: Located, maxCharacters: number): StartText | null {
  const { project } = located
  // A time in the future is none.
  const savedMs = ({ saved }: HeadRow): number => Math.min(msOf(saved) ?? 0, world.now().ms)
  const isHere = ({ from }: HeadMark): boolean =>
    isLive(from.kind) && !from.quick && isSavedHere(located, from.worktree)
  const { rows } = lookUp(project, (lines, unseenMs) => {
    const here = lines.filter(({ heads }) => heads.some(isHere))
    const ms = parseId(here[0]?.heads.find(isHere)?.id ?? '')?.ms ?? 0
    return { lines: here.slice(0, MAX_NEWEST), more: ms < unseenMs }
  })
  const [newest] = rows
    .flatMap((row) => row.heads.map((head) => ({ name: row.name, head })))
    .filter(({ head }) => isLive(head.kind) && !head.quick && !head.foreign)
    .filter(({ head }) => isSavedHere(located, head.worktree))
    .toSorted((a, b) => savedMs(b.head) - savedMs(a.head) || compareIds(b.head.id, a.head.id))
  if (!newest) return null
  const own = { name: newest.name, id: newest.head.id }
  const { text } = briefOf(world, located, own, 'the latest checkpoint of this worktree', {
    record: false,
    maxCharacters,
  })
  return { text, log: `surfaced ${own.name} ${own.id}`, state: { offered: own } }
}

const MAX_SHOWN_LENGTH = 120

/**
 * What waits in a worktree besides checkpoints: a restore that a layout announced, and prompts that were kept back.
 * `before`: the session that was cleared for this one.
 */
export async function linesWaiting(
  world: World,
  located: Located,
  isNew: boolean,
  before: string | undefined,
): Promise<ModelText[]> {
  return [...promptLines(world, located, before), ...(isNew ? await restoreLines(world, located) : [])]
}

function promptLines(world: World, located: Located, before: string | undefined): ModelText[] {
  const sessions = [...(before === undefined ? [] : [before]), sessionOf(world, located)]
  const waiting = sessions
    .flatMap((session) => readPrompts(located.project, session).prompts)
    .filter((one) => !one.takenBy)
  const [first] = waiting
  if (!first) return []
  const words = quoteShort(first.text, MAX_SHOWN_LENGTH)
  const others = waiting.length > 1 ? say` and ${waiting.length - 1} more` : ''
  return [
    // Prompts are redacted when they are kept back.
    sayStored`dogear: a prompt of the user was kept back because the context was nearly full: "${words}"${others}. The user can have it answered by saying "continue".`,
  ]
}

/** Only looked for where such a layout is at home. */
async function restoreLines(world: World, located: Located): Promise<ModelText[]> {
  if (!saysAtStart(world, located, 'waiting')) return []
  const { surfaceLines } = await import('../layouts/desk.js')
  return surfaceLines(world, located).map((line) => say`${line}`)
}

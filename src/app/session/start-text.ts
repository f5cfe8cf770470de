/**
 * What a session is told when it begins: after a compaction and a clear where it stood; after a crash that there is something
 * to go on with; else in one line what was saved here last. Only what belongs to this worktree, and after a compaction only
 * what is this very session's.
 */
import { isLive } from '../../core/entry/entry.js'
import { reasonOf } from '../../core/session/triggers/autosaved.js'
import { age, cleanLine, msOf } from '../../core/text/text.js'
import { readCatalog, type CatalogRow, type HeadRow } from '../../store/entries/catalog.js'
import { readEntry } from '../../store/entries/entries.js'
import type { Located } from '../../store/projects/projects.js'
import { readHookState, type HookState } from '../../store/session/hook-state.js'
import { readPrompts } from '../../store/session/prompts.js'
import { saysAtStart } from '../layouts/signs.js'
import { sessionOf } from '../locate.js'
import type { World } from '../world.js'
import { briefOf } from './brief.js'
import { failuresOf, joinFailures } from './failures.js'
import { ownEntry, type Own } from './line.js'
import { statusOf } from './sessions.js'

export interface StartText {
  /** For the model. */
  text: string
  /** For the user, where there is something to decide. */
  toUser?: string
  /** For the log. */
  log: string
  /** What the session's state learns from it. */
  state: Partial<HookState>
}

/** After a compaction. Null: this session has saved nothing. */
export function afterCompaction(
  world: World,
  located: Located,
  state: HookState,
  maxCharacters: number,
): StartText | null {
  const own = located.exists ? ownEntry(world, located.project, state) : null
  if (!own) return null
  const more = { record: false, maxCharacters, ...knownJudgement(own, state) }
  const { entry, text } = briefOf(world, located, own, 'the newest of this session, which was compacted', more)
  return {
    text,
    log: `briefing ${own.name} ${own.id}`,
    state: { failed: joinFailures(failuresOf(entry), state.failed) },
  }
}

/** A session makes an autosave at every turn: looking through them all for a judgement would take longer every time. */
function knownJudgement({ id }: Own, state: HookState | null): { judgement?: string | null } {
  const known = id === state?.lastSave?.id ? state.judgement : undefined
  return known === undefined ? {} : { judgement: known }
}

/** After a clear: where the session stood that the same process ran before. */
export function afterClear(world: World, located: Located, before: string, maxCharacters: number): StartText | null {
  if (!located.exists) return null
  const was = readHookState(world.home, before)
  const then = { ...world, by: { ...world.by, session: before } }
  const own = ownEntry(then, located.project, was)
  if (!own) return null
  const more = { record: false, maxCharacters, ...knownJudgement(own, was) }
  const { entry, text } = briefOf(world, located, own, 'where the session stood before it was cleared', more)
  return {
    text: `${text}\nThe user goes on with this by saying "continue", and may as well begin something else.`,
    log: `briefing ${own.name} ${own.id} of ${before}`,
    state: { offered: { name: own.name, id: own.id }, failed: failuresOf(entry) },
  }
}

interface Head {
  name: string
  head: HeadRow
}

/** Newest first. */
function headsHere(rows: readonly CatalogRow[], worktree: string): Head[] {
  return rows
    .flatMap((row) => row.heads.map((head) => ({ name: row.name, head })))
    .filter(({ head }) => isLive(head.kind) && head.worktree === worktree)
    .toSorted((a, b) => (msOf(b.head.saved) ?? 0) - (msOf(a.head.saved) ?? 0))
}

/** A new session. Null: nothing was saved in this worktree. */
export function atStart(world: World, located: Located): StartText | null {
  if (!located.exists) return null
  const heads = headsHere(readCatalog(located.project), located.worktree)
  const [newest] = heads
  if (!newest) return null
  const cutOff = heads
    .filter((one) => isCutOff(world, one) && (one === newest || isRecent(world, one)))
    .slice(0, MAX_LISTED)
  if (cutOff.length > 0) return offer(world, located, cutOff)
  return { text: pointer(world, newest), log: `pointer ${newest.name}`, state: {} }
}

const MAX_LISTED = 3
const DAY_MS = 86_400_000

function isCutOff({ home, now }: World, { head }: Head): boolean {
  const state = head.by.session === undefined ? null : readHookState(home, head.by.session)
  return state !== null && statusOf(state, now().ms) === 'crashed'
}

function isRecent({ now }: World, { head }: Head): boolean {
  return now().ms - (msOf(head.saved) ?? 0) < DAY_MS
}

function offer(world: World, { project }: Located, heads: readonly Head[]): StartText {
  const [first] = heads as [Head]
  const entry = readEntry(project, first.name, first.head.id)?.entry
  const next = entry?.next?.text ?? entry?.intent?.text
  const others = heads.slice(1).map((one) => `"${one.name}" (${whenOf(world, one)})`)
  const stale = isRecent(world, first) ? '' : ' It is old and may be out of date.'
  const reason = entry && reasonOf(entry)
  const lines = [
    `dogear: an earlier session in this worktree was cut off. Its last autosave is "${first.name}", ${whenOf(world, first)}${reason ? ` (${cleanLine(reason)})` : ''}.${stale}`,
    ...(next ? [`It was at: ${cleanLine(next).slice(0, 300)}`] : []),
    ...(others.length > 0 ? [`Also cut off: ${others.join(', ')}.`] : []),
    `The user goes on with it by saying "continue"${others.length > 0 ? ` or "continue <name>"` : ''}; nothing has been resumed yet.`,
  ]
  return {
    text: lines.join('\n'),
    toUser: `dogear: a session here was cut off ${whenOf(world, first)}. Say "continue" to go on with "${first.name}".`,
    log: `offered ${heads.map(({ name }) => name).join(', ')}`,
    state: { offered: { name: first.name, id: first.head.id } },
  }
}

function pointer(world: World, one: Head): string {
  const { name, head } = one
  const at = head.next ?? head.leftOff ?? head.task
  return `dogear: the last checkpoint in this worktree is "${name}", saved ${whenOf(world, one)}${at ? `: ${cleanLine(at).replace(/\.$/, '')}` : ''}. The user can say "continue ${name}".`
}

function whenOf({ now }: World, { head }: Head): string {
  const ms = msOf(head.saved)
  return ms === null ? head.saved : age(ms, now().ms)
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
  const rows = readCatalog(located.project)
  const own = ownEntry(world, located.project, state)
  const newer = rows
    .find((row) => row.name === own?.name)
    ?.heads.find(
      (head) =>
        isLive(head.kind) && (msOf(head.saved) ?? 0) > endMs && isByOthers(world, head) && isMeant(world, own, head),
    )
  if (own && newer) {
    const why = 'newer than the end of this conversation'
    const { entry, text } = briefOf(world, located, { name: own.name, id: newer.id }, why, {
      record: false,
      maxCharacters,
    })
    const offered = { name: own.name, id: newer.id }
    return { text, log: `briefing ${own.name} ${newer.id}`, state: { offered, failed: failuresOf(entry) } }
  }
  const newest = headsHere(rows, located.worktree).find(
    ({ head }) => !isByOthers(world, head) || isMeant(world, own, head),
  )
  return newest ? { text: pointer(world, newest), log: `pointer ${newest.name}`, state: {} } : null
}

function isByOthers({ by }: World, head: HeadRow): boolean {
  return head.by.session !== by.session
}

/** Somebody saved it on purpose, or went on with this session's own work. Another session's autosave is its own affair. */
function isMeant({ home }: World, own: Own | null, { lane, by }: HeadRow): boolean {
  if (lane === 'named' || by.session === undefined) return true
  const resumed = readHookState(home, by.session)?.resumed
  return own !== null && resumed === own.id
}

/**
 * Where a layout wants it so, a session begins with the latest checkpoint itself, not just its time [D6]. Null: there
 * is none of this worktree.
 */
export function latestCheckpoint(world: World, located: Located, maxCharacters: number): StartText | null {
  const { project, worktree } = located
  const [newest] = readCatalog(project)
    .flatMap((row) => row.heads.map((head) => ({ name: row.name, head })))
    .filter(({ head }) => isLive(head.kind) && (head.worktree === undefined || head.worktree === worktree))
    .toSorted((a, b) => (msOf(b.head.saved) ?? 0) - (msOf(a.head.saved) ?? 0))
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
): Promise<string[]> {
  return [...promptLines(world, located, before), ...(isNew ? await restoreLines(world, located) : [])]
}

function promptLines(world: World, located: Located, before: string | undefined): string[] {
  const sessions = [...(before === undefined ? [] : [before]), sessionOf(world, located)]
  const waiting = sessions
    .flatMap((session) => readPrompts(located.project, session).prompts)
    .filter((one) => !one.takenBy)
  const [first] = waiting
  if (!first) return []
  const shown = cleanLine(first.text).slice(0, MAX_SHOWN_LENGTH)
  const others = waiting.length > 1 ? ` and ${waiting.length - 1} more` : ''
  return [
    `dogear: a prompt of the user was kept back because the context was nearly full: "${shown}"${others}. The user can have it answered by saying "continue".`,
  ]
}

/** Only looked for where such a layout is at home. */
async function restoreLines(world: World, located: Located): Promise<string[]> {
  if (!saysAtStart(world, located, 'waiting')) return []
  const { surfaceLines } = await import('../layouts/desk.js')
  return surfaceLines(world, located)
}

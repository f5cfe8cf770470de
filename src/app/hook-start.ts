/**
 * What a session is told when it begins: after a compaction and a clear where it stood; after a crash that there is something
 * to go on with; else in one line what was saved here last. Only what belongs to this worktree, and after a compaction only
 * what is this very session's.
 */
import { isLive } from '../core/entry.js'
import { cleanLine } from '../core/sanitise.js'
import { age, msOf } from '../core/time.js'
import { reasonOf } from '../core/triggers/autosaved.js'
import type { CatalogRow, HeadRow } from '../store/catalog.js'
import { readCatalog } from '../store/catalog.js'
import { readEntry } from '../store/entries.js'
import type { HookState } from '../store/hook-state.js'
import { readHookState } from '../store/hook-state.js'
import type { Located } from '../store/projects.js'
import { briefOf } from './hook-brief.js'
import { failuresOf, joinFailures } from './hook-known.js'
import { type Own, ownEntry } from './hook-line.js'
import { fateOf } from './hook-sessions.js'
import type { World } from './world.js'

export interface Told {
  /** For the model. */
  text: string
  /** For the user, where there is something to decide. */
  toUser?: string
  did: string
  /** What the session's state learns from it. */
  state: Partial<HookState>
}

/** After a compaction. Null: this session has saved nothing. */
export function tellCompacted(world: World, located: Located, state: HookState): Told | null {
  const own = located.exists ? ownEntry(world, located.project, state) : null
  if (!own) return null
  const more = { record: false, ...knownJudgement(own, state) }
  const { entry, text } = briefOf(world, own, 'the newest of this session, which was compacted', more)
  return {
    text,
    did: `briefing ${own.name} ${own.id}`,
    state: { failed: joinFailures(failuresOf(entry), state.failed) },
  }
}

/** A session makes an autosave at every turn: looking through them all for a judgement would take longer every time. */
function knownJudgement({ id }: Own, state: HookState | null): { judgement?: string | null } {
  const known = id === state?.lastSave?.id ? state.judgement : undefined
  return known === undefined ? {} : { judgement: known }
}

/** After a clear: where the session stood that the same process ran before. */
export function tellCleared(world: World, located: Located, before: string): Told | null {
  if (!located.exists) return null
  const was = readHookState(world.home, before)
  const then = { ...world, by: { ...world.by, session: before } }
  const own = ownEntry(then, located.project, was)
  if (!own) return null
  const more = { record: false, ...knownJudgement(own, was) }
  const { entry, text } = briefOf(world, own, 'where the session stood before it was cleared', more)
  return {
    text: `${text}\nThe user goes on with this by saying "continue", and may as well begin something else.`,
    did: `briefing ${own.name} ${own.id} of ${before}`,
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
export function tellStarted(world: World, located: Located): Told | null {
  if (!located.exists) return null
  const heads = headsHere(readCatalog(located.project), located.worktree)
  const [newest] = heads
  if (!newest) return null
  const cutOff = heads.filter((one) => isCutOff(world, one) && (one === newest || isRecent(world, one))).slice(0, MOST)
  if (cutOff.length > 0) return offer(world, located, cutOff)
  return { text: pointer(world, newest), did: `pointer ${newest.name}`, state: {} }
}

const MOST = 3
const DAY_MS = 86_400_000

function isCutOff({ home, now }: World, { head }: Head): boolean {
  const state = head.by.session === undefined ? null : readHookState(home, head.by.session)
  return state !== null && fateOf(state, now().ms) === 'crashed'
}

function isRecent({ now }: World, { head }: Head): boolean {
  return now().ms - (msOf(head.saved) ?? 0) < DAY_MS
}

function offer(world: World, { project }: Located, heads: readonly Head[]): Told {
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
    did: `offered ${heads.map(({ name }) => name).join(', ')}`,
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
export function tellResumed(world: World, located: Located, state: HookState, endMs: number): Told | null {
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
    const { entry, text } = briefOf(world, { name: own.name, id: newer.id }, why, { record: false })
    const offered = { name: own.name, id: newer.id }
    return { text, did: `briefing ${own.name} ${newer.id}`, state: { offered, failed: failuresOf(entry) } }
  }
  const newest = headsHere(rows, located.worktree).find(
    ({ head }) => !isByOthers(world, head) || isMeant(world, own, head),
  )
  return newest ? { text: pointer(world, newest), did: `pointer ${newest.name}`, state: {} } : null
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

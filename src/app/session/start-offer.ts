/**
 * What a new session is told of what was worked on here before, in its own worktree and on its branch: of today's work
 * where it stands, in few words; of older work that there is some, in one line.
 */
import { ELSEWHERE } from '../../core/sync/elsewhere.js'
import { MIN_WITH_MARKS } from '../../core/briefing/briefing.js'
import { isLoose } from '../../core/choose/loose.js'
import { choose, isSavedHere, rank, type Candidate, type Here } from '../../core/choose/selection.js'
import { handleOf, titleOf } from '../../core/choose/title.js'
import { isLive } from '../../core/entry/entry.js'
import { parseId, shortId } from '../../core/entry/id.js'
import { ageOfNext, isRedacted } from '../../core/entry/line-keys.js'
import { reasonOf } from '../../core/session/triggers/autosaved.js'
import { quoteShort } from '../../core/printer/quote.js'
import { finish, joinLines, type ModelText, say, sayStored } from '../../core/printer/words.js'
import { age, msOf } from '../../core/text/text.js'
import { lookUp, type CatalogRow, type HeadMark, type HeadRow } from '../../store/entries/catalog.js'
import { readEntry } from '../../store/entries/entries.js'
import type { Project } from '../../store/paths.js'
import type { Located } from '../../store/projects/projects.js'
import { readHookState, type HookState } from '../../store/session/hook-state.js'
import { hereOf } from '../locate.js'
import type { World } from '../world.js'
import { AROUND, briefingRoom, briefOf } from './brief.js'
import { statusOf } from './sessions.js'

export interface StartText {
  /** For the model. */
  text: ModelText
  /** For the user, where there is something to decide. */
  toUser?: string
  /** For the log. */
  log: string
  /** What the session's state learns from it. */
  state: Partial<HookState>
  /** Sessions that were cut off and offered here: nobody is told again. */
  told?: string[]
}

interface Head extends Candidate {
  head: HeadRow
}

/** Of this worktree, and of no worktree; the nearest first, and quick sessions last. */
export function headsHere(rows: readonly CatalogRow[], here: Here): Head[] {
  const heads = rows.flatMap((row) =>
    row.heads
      .filter((head) => isLive(head.kind) && !head.foreign && isSavedHere(here, head.worktree))
      .map((head): Head => ({ name: row.name, id: head.id, from: head, head })),
  )
  return rank(heads, here)
}

const MAX_LOOSE = 20

/**
 * What lies near: every workstream of this worktree and the newest of its sessions, as far back as the last one that was
 * worked on here on this branch. `name`: this line in any case.
 */
export function rowsHere(project: Project, here: Here, name?: string): CatalogRow[] {
  const isHere = ({ from }: HeadMark): boolean => isLive(from.kind) && isSavedHere(here, from.worktree)
  const isNear = (mark: HeadMark): boolean => isHere(mark) && mark.from.branch === here.branch && !mark.from.quick
  return lookUp(project, (lines, unseenMs) => {
    const own = lines.filter((line) => line.name === name || line.heads.some(isHere))
    const loose = own.filter((line) => line.name !== name && isLoose(line.name))
    const near = loose.filter(({ heads }) => heads.some(isNear))
    const few = new Set([...near.slice(0, MAX_LOOSE), ...loose.slice(0, MAX_LOOSE)])
    const newest = own.flatMap(({ heads }) => heads.find(isNear) ?? [])[0]
    const isMissing = name !== undefined && !own.some((line) => line.name === name)
    return {
      lines: own.filter((line) => line.name === name || !isLoose(line.name) || few.has(line)),
      more: isMissing || newest === undefined || (parseId(newest.id)?.ms ?? 0) < unseenMs,
    }
  }).rows
}

/**
 * A new session is told what was worked on here last, on this branch. Of another branch only that there is
 * something. A session that was cut off is offered once. Null: nothing was saved in this worktree.
 */
export function atStart(world: World, located: Located): StartText | null {
  if (!located.exists) return null
  const here = hereOf(world, located)
  const heads = headsHere(rowsHere(located.project, here), here)
  const onBranch = heads.filter(({ head }) => head.branch === here.branch || saysNoBranch(head))
  const cutOff = onBranch.filter((one) => !one.head.quick && isCutOff(world, one)).slice(0, MAX_LISTED)
  if (cutOff.length > 0) return offer(world, located, cutOff)
  const isWork = ({ head }: Head): boolean => !head.quick
  // A quick question on this branch does not stand before work on another.
  const choice = choose(onBranch.some(isWork) || !heads.some(isWork) ? onBranch : [], here)
  if (choice.kind === 'chosen') return shortForm(world, located, choice.candidate) ?? pointerTo(world, choice.candidate)
  if (choice.kind === 'ambiguous') return pointerToSeveral(world, choice.candidates)
  const newest = heads.find(isWork)
  return newest ? { text: branchPointer(world, newest), log: `pointer ${newest.name}`, state: {} } : null
}

/** A file that names no branch does not say that there was none. What dogear saved was saved by somebody. */
function saysNoBranch({ branch, by }: HeadRow): boolean {
  return branch === undefined && by.session === undefined && by.agent === undefined && by.user === undefined
}

const MAX_LISTED = 3
const DAY_MS = 86_400_000

/** Its process is dead, it never said goodbye, and nobody was told yet. */
function isCutOff({ home, now }: World, { head }: Head): boolean {
  const { session } = head.by
  const state = session === undefined ? null : readHookState(home, session)
  return state !== null && !state.crashTold && statusOf(state, now().ms) === 'crashed'
}

/** What is handed over unasked, with all that stands around it: enough to begin with, and no loss where it is not wanted. */
const SHORT = 1000
const HOUR_MS = 3_600_000

/** Null: it is too old, or nothing was worked on there. `before`: a line above it. */
function shortForm(world: World, located: Located, one: Head, before?: ModelText): StartText | null {
  const { name, id, head } = one
  const ageMs = world.now().ms - (msOf(head.saved) ?? 0)
  if (head.quick || ageMs >= world.config.offerHours * HOUR_MS) return null
  const after = say`dogear: "continue" brings all of it; what else the user asks comes first.`
  const around = [before, after].reduce((sum, line) => sum + (line ? line.text.length + 1 : 0), 0)
  const more = { record: false, unasked: true, maxCharacters: SHORT - around + AROUND }
  if (briefingRoom(world, more.maxCharacters) < MIN_WITH_MARKS) return null
  const { text } = briefOf(world, located, { name, id }, 'the last work here', more)
  return {
    text: joinLines([before, text, after]),
    toUser: finish(
      sayStored`dogear: "${shown(one)}" was saved ${placeOf(one)} ${whenOf(world, one)}. Say "continue" to go on with it.`,
    ),
    log: `short form of ${name}`,
    state: { offered: offeredAs(one) },
  }
}

/** Where the user saved it. */
function placeOf({ head }: Head): string {
  return head.worktree === ELSEWHERE ? 'on another machine' : 'here'
}

function offeredAs({ name, id, head }: Head): NonNullable<HookState['offered']> {
  return { name, id, ...(isLoose(name) ? {} : { label: head.label ?? name }) }
}

function offer(world: World, located: Located, heads: readonly Head[]): StartText {
  const [first] = heads as [Head]
  const told = heads.flatMap(({ head }) => head.by.session ?? [])
  const toUser = finish(
    sayStored`dogear: a session here was cut off ${whenOf(world, first)}. Say "continue" to go on with "${shown(first)}".`,
  )
  const log = `offered ${heads.map(({ name }) => name).join(', ')}`
  const cutOff = sayStored`dogear: an earlier session in this worktree was cut off ${whenOf(world, first)}; nothing has been resumed yet.`
  const others = heads
    .slice(1)
    .map((one) => sayStored`"${shown(one)}" (${whenOf(world, one)}, continue ${handle(one)})`)
  const also = others.length > 0 ? say`Also cut off: ${joinLines(others, ', ')}.` : null
  const short = shortForm(world, located, first, joinLines([cutOff, also]))
  return { ...(short ?? offerInWords(world, located, first, also)), toUser, log, told }
}

function offerInWords(world: World, { project }: Located, first: Head, also: ModelText | null): Omit<StartText, 'log'> {
  const entry = readEntry(project, first.name, first.id)?.entry
  const next = entry?.next?.text ?? entry?.intent?.text
  const since = entry?.next ? ageOfNext(entry) : ''
  const isOld = world.now().ms - (msOf(first.head.saved) ?? 0) >= DAY_MS
  const reason = entry && reasonOf(entry)
  const tell = entry && isRedacted(entry) ? sayStored : say
  return {
    text: joinLines([
      tell`dogear: an earlier session in this worktree was cut off. Its last autosave is "${shown(first)}", ${whenOf(world, first)}${reason ? tell` (${reason})` : ''}.${isOld ? say` It is old and may be out of date.` : ''}`,
      next ? tell`It was at: ${quoteShort(next, MAX_WORDS)}${since === '' ? '' : say` ${since}`}` : null,
      also,
      say`The user goes on with it by saying "continue"; nothing has been resumed yet.`,
    ]),
    state: { offered: offeredAs(first) },
  }
}

const MAX_WORDS = 300

export function pointerTo(world: World, one: Head): StartText {
  const { name, head } = one
  const at = head.next ?? head.leftOff ?? head.task
  const what = at ? sayStored`: ${quoteShort(at, MAX_WORDS).replace(/\.$/, '')}` : ''
  return {
    text: sayStored`dogear: the last checkpoint ${placeOf(one) === 'here' ? 'in this worktree' : 'of this project'} is "${shown(one)}", saved ${placeOf(one) === 'here' ? '' : `${placeOf(one)} `}${whenOf(world, one)}${what}. The user can say "continue${isLoose(name) ? '' : sayStored` ${handle(one)}`}".`,
    toUser: finish(
      sayStored`dogear: "${shown(one)}" was saved ${placeOf(one)} ${whenOf(world, one)}. Say "continue" to go on with it.`,
    ),
    log: `pointer ${name}`,
    state: { offered: offeredAs(one) },
  }
}

function pointerToSeveral(world: World, heads: readonly Head[]): StartText {
  const [first] = heads as [Head]
  const isFork = heads.every(({ name }) => name === first.name)
  const some = heads.slice(0, MAX_LISTED).map((one) => {
    const title = isLoose(one.name) && !isFork ? sayStored`${shown(one)}, ` : ''
    return sayStored`"${isFork ? shortId(one.id) : handle(one)}" (${title}${whenOf(world, one)})`
  })
  const more = heads.length > some.length ? say` and ${heads.length - some.length} more` : ''
  const text = isFork
    ? sayStored`dogear: "${shown(first)}" was saved here by two sessions at once: ${joinLines(some, ', ')}${more}. The user can say "continue", and which one.`
    : say`dogear: several checkpoints were saved in this worktree: ${joinLines(some, ', ')}${more}. The user can say "continue <name>".`
  return { text, toUser: finish(text), log: `pointer to ${heads.length}`, state: {} }
}

/** Nothing of the work itself: it belongs to another branch. */
function branchPointer(world: World, one: Head): ModelText {
  const where = one.head.branch === undefined ? 'on a detached head' : sayStored`on ${one.head.branch}`
  return sayStored`dogear: the last checkpoint in this worktree was saved ${where}, ${whenOf(world, one)}. The user can say "continue ${handle(one)}".`
}

function shown({ name, id, head }: Head): string {
  return titleOf({ ...head, name, id })
}

function handle({ name, id, head }: Head): string {
  return handleOf({ name, id, label: head.label })
}

function whenOf({ now }: World, { head }: Head): string {
  const ms = msOf(head.saved)
  return ms === null ? head.saved : age(ms, now().ms)
}

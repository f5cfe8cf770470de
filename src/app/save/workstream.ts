/**
 * Where a save goes, and what it continues. A session is on the line it last saved to or resumed; a session that nobody has
 * given a name writes a line of its own.
 */
import { isLoose, looseName } from '../../core/choose/loose.js'
import { labelFrom, nameFrom, suggestName, type NamePolicy } from '../../core/choose/name.js'
import type { Entry, Lane } from '../../core/entry/entry.js'
import type { KnownPage } from '../../core/page/known.js'
import type { Written } from '../../core/entry/written-items.js'
import { DogearError } from '../../core/errors.js'
import { present } from '../../core/present.js'
import { sha256Hex } from '../../platform/files/hash.js'
import { tagIsDead } from '../../platform/process/process-tag.js'
import { readEntry } from '../../store/entries/entries.js'
import { readHeadIds } from '../../store/entries/heads.js'
import type { Project } from '../../store/paths.js'
import type { Located } from '../../store/projects/projects.js'
import { readHookState } from '../../store/session/hook-state.js'
import { followed, readOn, type On } from '../../store/session/on.js'
import { hereOf, sessionOf } from '../locate.js'
import { pickId } from '../resume/pick.js'
import { folderOf, lineCalled } from '../line-called.js'
import type { World } from '../world.js'
import type { Observed } from './observe.js'

export type NameFrom = 'given' | 'task' | 'session' | 'branch' | 'folder'

export interface Workstream {
  name: string
  /** As somebody typed it, or the branch; absent: as it was called before. */
  label?: string
  nameFrom: NameFrom
}

/** An entry that is continued. `carries`: what it knew is known from now on; else it is linked, and its page is over. */
export interface Parent extends On {
  carries: boolean
}

/** The same with what was read of it. */
export interface ReadParent extends Parent {
  entry?: Entry
  page?: KnownPage
}

/** A line that a client has resumed and may mean. */
export interface ResumedLine extends On {
  /** The key of its project. */
  project: string
}

interface Naming {
  name?: string
  written: Written
  observed?: Observed | null
  lane: Lane
  /** The task the layout here is at. */
  nameElse?: string
}

/** The one named, else the one this session is on, else the branch, else the folder; for an autosave, its own line. */
export function workstreamFor(world: World, located: Located, naming: Naming, on: On | null): Workstream {
  const typed = naming.name ?? naming.written.name
  if (typed !== undefined) {
    if (isLoose(typed)) return { name: typed, nameFrom: 'given' }
    return { ...suggesting(naming, () => lineNamed(world, located, typed)), nameFrom: 'given' }
  }
  if (naming.nameElse !== undefined) return { ...lineCalled(located, naming.nameElse), nameFrom: 'task' }
  const isAuto = naming.lane === 'auto'
  if (on && (isAuto || !isLoose(on.name))) return { name: on.name, nameFrom: 'session' }
  if (isAuto) return { name: looseLine(world, located), nameFrom: 'session' }
  const { branch } = hereOf(world, located)
  if (branch !== undefined && labelFrom(branch)) return { ...lineCalled(located, branch), nameFrom: 'branch' }
  const folder = folderOf(located.worktree)
  if (labelFrom(folder)) return { ...lineCalled(located, folder), nameFrom: 'folder' }
  throw new DogearError('bad-name', 'there is no branch and no folder name to take the name of the workstream from', {
    expected: 'a name, like "auth-refactor"',
    next: 'dogear save <name>',
  })
}

/** Two to four words of the work itself: what was stated about it, else what was seen of it. */
export function suggestedName({ written, observed }: Pick<Naming, 'written' | 'observed'>): string | null {
  const { task, leftOff, next, intent } = written.fields
  const seen = observed?.fields
  const texts = [task, leftOff, next, intent, seen?.task, seen?.intent, seen?.next]
  return texts.map((item) => suggestName(item?.text ?? '')).find((name) => name !== null) ?? null
}

/** A name that says nothing is refused with one that is made of the work. */
function suggesting<T>(naming: Naming, act: () => T): T {
  try {
    return act()
  } catch (error) {
    const name = suggestedName(naming)
    if (!(error instanceof DogearError) || error.code !== 'bad-name' || !name || error.next?.startsWith('try '))
      throw error
    const { message, expected } = error
    throw new DogearError('bad-name', message, { ...present({ expected }), next: `try "${name}"` })
  }
}

/** The workstream that a person means by this name, as far as the policy takes it. */
export function lineNamed(world: World, located: Located, typed: string): Pick<Workstream, 'name' | 'label'> {
  const policy = namePolicyOf(world)
  if (policy !== 'strict') return lineCalled(located, typed)
  // What is there already is not refused for how it is called.
  const line = labelFrom(typed) && lineCalled(located, typed)
  const isThere = line && located.exists && readHeadIds(located.project, line.name).length > 0
  return isThere ? line : { name: nameFrom(typed, policy) }
}

/** The line of this session alone. */
function looseLine(world: World, located: Located, startedMs: number = world.now().ms): string {
  return looseName(sha256Hex(`${located.project.key} ${sessionOf(world, located)}`), startedMs)
}

export function namePolicyOf({ config }: World): NamePolicy {
  return config.names ?? config.policy.naming
}

/** The line this session is on; where that was given a name or another one since, that. Null: on none. */
export function lineOn(world: World, located: Located, isPast = false): On | null {
  if (!located.exists) return null
  const on = readOn(located.project, sessionOf(world, located))
  // The work of another branch: a name that somebody typed is kept, one that came from the branch is not. Who was cut off
  // before the branch changed has left nothing.
  if (!isPast && on?.branch !== undefined && on.branch !== hereOf(world, located).branch) return null
  return on && followed(located.project, on)
}

/**
 * What a save without a name goes on with. Where a layout names it by the branch, a line of another branch is left, whoever gave
 * it its name.
 */
export function keepsBranch(world: World, located: Located, { name, written, lane }: Naming, on: On): boolean {
  const isUnnamed = lane === 'named' && (name ?? written.name) === undefined
  if (!isUnnamed || isLoose(on.name) || world.config.policy.unnamed !== 'branch') return true
  const branch = readEntry(located.project, on.name, on.id)?.entry?.where.branch
  return branch === undefined || branch === hereOf(world, located).branch
}

/** For a terminal beside an agent: the line of the session whose file is read. It is ended only where that session is over. */
export function lineBeside(
  world: World,
  located: Located,
  session: string | undefined,
): (On & { over: boolean }) | null {
  if (world.by.session !== undefined || session === undefined || !located.exists) return null
  const on = readOn(located.project, session)
  if (!on) return null
  const state = readHookState(world.home, session)
  const isOver = state === null || state.ended !== undefined || (state.tag !== undefined && tagIsDead(state.tag))
  return { ...followed(located.project, on), over: isOver }
}

/**
 * What a save continues. A session goes on from what it made or was given: another's work that came in since is not
 * buried, and both are shown. Everybody else continues all heads, so that a fork closes with the next save.
 * `heads`: the ids of the workstream's heads, newest first.
 */
export function parentsFor(
  world: World,
  { project, worktree }: Located,
  { name, nameFrom: from }: Workstream,
  heads: readonly string[],
  on: On | null,
  continues?: readonly string[],
): Parent[] {
  const inIt = (id: string): Parent => ({ name, id, carries: true })
  if (continues?.length) return [...new Set(continues.map((typed) => pickId(project, name, typed)))].map(inIt)
  if (on?.name === name && world.by.session !== undefined) return [inIt(on.id)]
  // Somebody else's that was resumed here, with a yes: it is no head of this user's, and goes on all the same.
  const taken = on?.name === name && !heads.includes(on.id) && readEntry(project, name, on.id)?.entry?.foreign
  const isMeant = from === 'given' || from === 'session'
  const there = heads
    .slice(0, MAX_PARENTS)
    .map((id): Parent => ({ name, id, carries: isMeant || isByThis(world, project, worktree, name, id, on) }))
  // The work of a session that had no name gets one, or goes on under a new one. Two names typed in a terminal are two things.
  const goesOn = there.length === 0 && world.by.session !== undefined
  const before = on && on.name !== name && (isLoose(on.name) || goesOn) ? [{ ...on, carries: true }] : []
  return [...before, ...(taken ? [inIt(on.id)] : []), ...there]
}

/** An entry that continued hundreds of heads would be unreadable; the rest stay heads and are continued by the next. */
const MAX_PARENTS = 16

/** Made or resumed by this session; a terminal without an agent is one session with all terminals of its worktree. */
function isByThis(world: World, project: Project, worktree: string, name: string, id: string, on: On | null): boolean {
  if (on?.id === id) return true
  const entry = readEntry(project, name, id)?.entry
  if (!entry) return true
  if (world.by.session !== undefined) return entry.by.session === world.by.session
  // What was read from a file of a layout was saved by somebody else, and holds no page.
  return entry.by.session === undefined && entry.where.worktree === worktree && entry.page !== undefined
}

/**
 * The newest entries of the lines a save without a name may be for: a client that is known by no session has resumed them
 * all, and nothing tells which of its conversations this is. None: it is clear.
 */
export function resumedIn(
  world: World,
  { project }: Located,
  { name, written, resumed = [] }: { name?: string; written: Written; resumed?: readonly ResumedLine[] },
): Entry[] {
  if (world.by.session !== undefined || (name ?? written.name) !== undefined) return []
  const lines = resumed.filter((line) => line.project === project.key).map((line) => followed(project, line))
  const entries = [...new Map(lines.map((line) => [line.name, line])).values()].flatMap(
    (line) => readEntry(project, line.name, line.id)?.entry ?? [],
  )
  return entries.length > 1 ? entries : []
}

/**
 * Where a save goes, and what it continues. A session is on the line it last saved to or resumed; a session that nobody has
 * given a name writes a line of its own.
 */
import { isLoose, looseName } from '../../core/choose/loose.js'
import { nameFrom, slugFrom, type NamePolicy } from '../../core/choose/name.js'
import type { Lane } from '../../core/entry/entry.js'
import { lineKeysOf } from '../../core/entry/line-keys.js'
import type { Written } from '../../core/entry/written-items.js'
import { DogearError } from '../../core/errors.js'
import { sha256Hex } from '../../platform/files/hash.js'
import { readEntry } from '../../store/entries/entries.js'
import { readHeadIds } from '../../store/entries/heads.js'
import type { Project } from '../../store/paths.js'
import type { Located } from '../../store/projects/projects.js'
import { readOn, type On } from '../../store/session/on.js'
import { hereOf, sessionOf } from '../locate.js'
import { pickId } from '../resume/pick.js'
import type { World } from '../world.js'

export type NameFrom = 'given' | 'task' | 'session' | 'branch' | 'folder'

export interface Workstream {
  name: string
  nameFrom: NameFrom
}

/** An entry that is continued. `carries`: what it knew is known from now on; else it is linked, and its page is over. */
export interface Parent extends On {
  carries: boolean
}

interface Naming {
  name?: string
  written: Written
  lane: Lane
  /** The task the layout here is at. */
  nameElse?: string
}

/** The one named, else the one this session is on, else the branch, else the folder; for an autosave, its own line. */
export function workstreamFor(world: World, located: Located, naming: Naming, on: On | null): Workstream {
  const typed = naming.name ?? naming.written.name
  if (typed !== undefined)
    return { name: isLoose(typed) ? typed : nameFrom(typed, namePolicyOf(world)), nameFrom: 'given' }
  if (naming.nameElse !== undefined) return { name: nameFrom(naming.nameElse, 'lower'), nameFrom: 'task' }
  const isAuto = naming.lane === 'auto'
  if (on && (isAuto || !isLoose(on.name))) return { name: on.name, nameFrom: 'session' }
  if (isAuto) return { name: looseLine(world, located), nameFrom: 'session' }
  const { branch } = hereOf(world, located)
  const fromBranch = branch === undefined ? null : slugFrom(branch)
  if (fromBranch) return { name: fromBranch, nameFrom: 'branch' }
  const fromFolder = slugFrom(located.worktree.split(/[\\/]/).at(-1) ?? '')
  if (fromFolder) return { name: fromFolder, nameFrom: 'folder' }
  throw new DogearError('bad-name', 'there is no branch and no folder name to take the name of the workstream from', {
    expected: 'a name, like "auth-refactor"',
    next: 'dogear save <name>',
  })
}

/** The line of this session alone. */
export function looseLine(world: World, located: Located, startedMs: number = world.now().ms): string {
  return looseName(sha256Hex(`${located.project.key} ${sessionOf(world, located)}`), startedMs)
}

export function namePolicyOf({ config }: World): NamePolicy {
  return config.names ?? config.policy.naming
}

/** The line this session is on; where that was given a name or another one since, that. Null: on none. */
export function lineOn(world: World, located: Located): On | null {
  if (!located.exists) return null
  const on = readOn(located.project, sessionOf(world, located))
  return on && followed(located.project, on)
}

const MAX_RENAMES = 20

/** Naming leaves a mark behind that says where the line goes on. */
export function followed(project: Project, on: On): On {
  let now = on
  for (let step = 0; step < MAX_RENAMES; step++) {
    // Where somebody else says that a line goes on is no answer to where mine does.
    const heads = readHeadIds(project, now.name).flatMap(({ id, foreign }) => (foreign ? [] : id))
    const next = heads.includes(now.id) ? null : moved(project, now.name, heads)
    if (!next) return now
    now = next
  }
  return now
}

function moved(project: Project, name: string, heads: readonly string[]): On | null {
  const [newest] = heads
  const entry = newest === undefined ? undefined : readEntry(project, name, newest)?.entry
  return (entry && lineKeysOf(entry).continued) ?? null
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
  const isMeant = from === 'given' || from === 'task' || from === 'session'
  const there = heads
    .slice(0, MAX_PARENTS)
    .map((id): Parent => ({ name, id, carries: isMeant || isByThis(world, project, worktree, name, id, on) }))
  // The work of a session that had no name gets one, or goes on under a new one.
  const before = on && on.name !== name && (isLoose(on.name) || there.length === 0) ? [{ ...on, carries: true }] : []
  return [...before, ...(taken ? [inIt(on.id)] : []), ...there]
}

/** An entry that continued hundreds of heads would be unreadable; the rest stay heads and are continued by the next. */
const MAX_PARENTS = 16

/** Made or resumed by this session; a terminal without an agent is one session with all terminals of its worktree. */
function isByThis(world: World, project: Project, worktree: string, name: string, id: string, on: On | null): boolean {
  if (on?.id === id) return true
  const entry = readEntry(project, name, id)?.entry
  if (!entry) return true
  return entry.by.session === world.by.session && (world.by.session !== undefined || entry.where.worktree === worktree)
}

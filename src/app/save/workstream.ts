/** Where a save goes: its workstream, and the entries it continues there. */
import { nameFrom, slugFrom, type NamePolicy } from '../../core/choose/name.js'
import { compareIds, parseId } from '../../core/entry/id.js'
import type { Written } from '../../core/entry/written-items.js'
import { DogearError } from '../../core/errors.js'
import { readCatalog } from '../../store/entries/catalog.js'
import { listWorkstreams, readEntry, workstreamOf } from '../../store/entries/entries.js'
import type { Project } from '../../store/paths.js'
import type { Located } from '../../store/projects/projects.js'
import { readResumed } from '../../store/session/journal.js'
import { hereOf } from '../locate.js'
import { pickId } from '../resume/pick.js'
import type { World } from '../world.js'

export type NameFrom = 'given' | 'task' | 'session' | 'branch' | 'folder'

export interface Workstream {
  name: string
  nameFrom: NameFrom
}

interface Naming {
  name?: string
  written: Written
  /** The task the layout here is at. */
  nameElse?: string
}

/** The one named, else the one this session last saved to, else the branch, else the folder. */
export function workstreamFor(world: World, located: Located, { name, written, nameElse }: Naming): Workstream {
  const typed = name ?? written.name
  if (typed !== undefined) return { name: nameFrom(typed, namePolicyOf(world)), nameFrom: 'given' }
  if (nameElse !== undefined) return { name: nameFrom(nameElse, 'lower'), nameFrom: 'task' }
  const saved = lastSavedIn(world, located)
  if (saved !== undefined) return { name: saved, nameFrom: 'session' }
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

export function namePolicyOf({ config }: World): NamePolicy {
  return config.names ?? config.policy.naming
}

/** For an autosave: what this session resumed, where it has not saved yet. */
export function resumedWorkstream(world: World, located: Located): string | undefined {
  const { session } = world.by
  const { project, exists } = located
  if (session === undefined || !exists || lastSavedIn(world, located) !== undefined) return undefined
  const resumed = readResumed(project, session)
  if (resumed === null || !parseId(resumed)) return undefined
  return workstreamOf(project, listWorkstreams(project), resumed)
}

function lastSavedIn({ by }: World, { project, exists }: Located): string | undefined {
  if (!by.session || !exists) return undefined
  const mine = readCatalog(project)
    .flatMap((row) => row.heads.map((head) => ({ name: row.name, head })))
    .filter(({ head }) => head.by.session === by.session && head.kind === 'saved')
    .toSorted((a, b) => compareIds(b.head.id, a.head.id))
  return mine[0]?.name
}

/**
 * What a save continues. Normally the workstream's heads, so that a fork closes with the next save and the briefing
 * names what both said. A session that has saved or resumed one of several heads continues that one alone: it does
 * not know the other's work, and must not bury it. `heads`: their ids, newest first.
 */
export function parentsFor(
  world: World,
  project: Project,
  name: string,
  heads: readonly string[],
  continues?: readonly string[],
): string[] {
  if (continues?.length) return [...new Set(continues.map((typed) => pickId(project, name, typed)))]
  const own = heads.length > 1 && world.by.session ? ownHead(project, name, world.by.session, heads) : undefined
  return own ? [own] : heads.slice(0, MAX_PARENTS)
}

/** An entry that continued hundreds of heads would be unreadable; the rest stay heads and are continued by the next. */
const MAX_PARENTS = 16

function ownHead(project: Project, name: string, session: string, heads: readonly string[]): string | undefined {
  const resumed = readResumed(project, session)
  return (
    heads.find((id) => readEntry(project, name, id)?.entry?.by.session === session) ??
    heads.find((id) => id === resumed)
  )
}

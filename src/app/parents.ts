/**
 * What a save continues. Normally the workstream's heads, so that a fork closes with the next save and the briefing
 * names what both said. A session that has saved or resumed one of several heads continues that one alone: it does
 * not know the other's work, and must not bury it.
 */
import { readEntry } from '../store/entries.js'
import type { Project } from '../store/paths.js'
import { readResumed } from '../store/resumed.js'
import { pickId } from './pick.js'
import type { World } from './world.js'

/** `heads`: the ids of the workstream's heads, newest first. */
export function parentsFor(
  world: World,
  project: Project,
  name: string,
  heads: readonly string[],
  continues?: readonly string[],
): string[] {
  if (continues?.length) return [...new Set(continues.map((typed) => pickId(project, name, typed)))]
  const own = heads.length > 1 && world.by.session ? ownHead(project, name, world.by.session, heads) : undefined
  return own ? [own] : heads.slice(0, MOST_PARENTS)
}

/** An entry that continued hundreds of heads would be unreadable; the rest stay heads and are continued by the next. */
const MOST_PARENTS = 16

function ownHead(project: Project, name: string, session: string, heads: readonly string[]): string | undefined {
  const resumed = readResumed(project, session)
  return (
    heads.find((id) => readEntry(project, name, id)?.entry?.by.session === session) ??
    heads.find((id) => id === resumed)
  )
}

/** What changed between two saves of a workstream; by default between its head and what that continues. */
import type { Change } from '../core/diff.js'
import { diffEntries } from '../core/diff.js'
import type { Entry } from '../core/entry.js'
import { DogearError } from '../core/errors.js'
import { nameFrom } from '../core/name.js'
import type { Project } from '../store/paths.js'
import { hereOf, locate } from './locate.js'
import { noCheckpoints, pickEntry, pickNamed } from './pick.js'
import type { World } from './world.js'

export interface DiffRequest {
  name: string
  from?: string
  to?: string
}

export function diff(world: World, request: DiffRequest): { from: Entry; to: Entry; changes: Change[] } {
  const located = locate(world)
  if (!located.exists) throw noCheckpoints([])
  const name = nameFrom(request.name, 'lower')
  const to =
    request.to === undefined
      ? pickNamed(world, located.project, hereOf(world, located), name).entry
      : pickEntry(located.project, name, request.to)
  const from =
    request.from === undefined ? parentOf(located.project, to) : pickEntry(located.project, name, request.from)
  return { from, to, changes: diffEntries(from, to) }
}

function parentOf(project: Project, entry: Entry): Entry {
  const parent = entry.parents[0]
  if (parent !== undefined) return pickEntry(project, entry.name, parent)
  throw new DogearError('not-found', `"${entry.name}" has only one entry, so there is nothing to compare it with`, {
    next: `dogear show ${entry.name}`,
  })
}

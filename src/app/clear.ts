/** Clear: takes a workstream off the list. An entry says so; nothing is deleted, and `trash restore` brings it back. */
import type { Entry } from '../core/entry.js'
import { isLive } from '../core/entry.js'
import { DogearError } from '../core/errors.js'
import { idMatches } from '../core/id.js'
import { nameFrom } from '../core/name.js'
import { readCatalog } from '../store/catalog.js'
import { createEntry } from '../store/entries.js'
import { readHeads } from '../store/heads-of.js'
import type { Project } from '../store/paths.js'
import { locate } from './locate.js'
import { noCheckpoints } from './pick.js'
import { tombstone } from './tombstone.js'
import type { World } from './world.js'

export interface ClearRequest {
  name?: string
  all: boolean
  /** Only one of several heads. */
  entry?: string
  dryRun: boolean
}

export function clear(world: World, request: ClearRequest): { cleared: string[] } {
  const located = locate(world)
  if (!located.exists) throw noCheckpoints([])
  const plan = request.all ? planAll(world, located.project) : [planOne(located.project, request)]
  if (!request.dryRun)
    for (const { name, heads } of plan)
      createEntry(located.project, tombstone(world, 'cleared', name, heads), world.tag)
  return { cleared: plan.map(({ name }) => name) }
}

interface Clearing {
  name: string
  heads: Entry[]
}

function planAll(world: World, project: Project): Clearing[] {
  return readCatalog(project)
    .map((row) => ({ name: row.name, heads: liveHeads(project, row.name) }))
    .filter(({ heads }) => heads.length > 0)
}

function planOne(project: Project, request: ClearRequest): Clearing {
  if (request.name === undefined)
    throw new DogearError('usage', 'clear needs the name of a workstream, or --all', { next: 'dogear list' })
  const name = nameFrom(request.name, 'lower')
  const heads = liveHeads(project, name).filter(
    (head) => request.entry === undefined || idMatches(head.id, request.entry),
  )
  if (heads.length === 0)
    throw new DogearError('not-found', `there is no checkpoint "${name}" to clear`, { next: 'dogear list' })
  return { name, heads }
}

function liveHeads(project: Project, name: string): Entry[] {
  return readHeads(project, name).heads.filter((head) => isLive(head.kind))
}

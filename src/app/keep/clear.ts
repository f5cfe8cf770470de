/** Clear: takes a workstream off the list. An entry says so; nothing is deleted, and `trash restore` brings it back. */
import { nameFrom, slugFrom } from '../../core/choose/name.js'
import { isLive, type Entry } from '../../core/entry/entry.js'
import { idMatches } from '../../core/entry/id.js'
import { DogearError } from '../../core/errors.js'
import { readCatalog } from '../../store/entries/catalog.js'
import { createEntry } from '../../store/entries/entries.js'
import { readHeads } from '../../store/entries/heads.js'
import type { Project } from '../../store/paths.js'
import type { Opened } from '../layouts/live.js'
import { isOffList, isOrphan } from '../layouts/look.js'
import { locate } from '../locate.js'
import { noCheckpoints } from '../resume/pick.js'
import type { World } from '../world.js'
import { tombstone } from './tombstone.js'

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

// Clear where layouts are live: what leaves the list leaves their files too, and so do lines that lead nowhere.

export function clearLayouts(
  { world, layouts }: Opened,
  request: ClearRequest,
): { cleared: string[]; warnings: string[] } {
  if (!layouts) return { ...clear(world, request), warnings: [] }
  const orphans = layouts.orphans.map((one) => one.name)
  const cleared = clearOrOrphan()
  if (request.dryRun) return { cleared, warnings: [] }
  const gone = cleared.filter((name) => isOffList(world, name))
  return { cleared, warnings: layouts.retract(request.all ? [...new Set([...gone, ...orphans])] : gone) }

  /** A name that only an index knows can be cleared as well. */
  function clearOrOrphan(): string[] {
    try {
      return clear(world, request).cleared
    } catch (error) {
      const name = request.name === undefined ? null : slugFrom(request.name)
      const isUnknown = error instanceof DogearError && ['not-found', 'no-checkpoints'].includes(error.code)
      if (name === null || !isUnknown || !layouts || !isOrphan(layouts, name)) throw error
      return [name]
    }
  }
}

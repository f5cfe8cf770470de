/** Every entry of a workstream, newest first. */
import type { Entry } from '../core/entry.js'
import { DogearError } from '../core/errors.js'
import { nameFrom } from '../core/name.js'
import type { Damage } from '../store/entries.js'
import { listEntryIds, readEntry } from '../store/entries.js'
import { readHeads } from '../store/heads-of.js'
import { locate } from './locate.js'
import { noCheckpoints } from './pick.js'
import type { World } from './world.js'

export interface History {
  entries: Entry[]
  /** Ids of the heads. */
  heads: string[]
  total: number
  damaged: Damage[]
}

export function history(world: World, request: { name: string; limit?: number }): History {
  const located = locate(world)
  if (!located.exists) throw noCheckpoints([])
  const name = nameFrom(request.name, 'lower')
  const ids = listEntryIds(located.project, name).toReversed()
  if (ids.length === 0) throw new DogearError('not-found', `there is no workstream "${name}"`, { next: 'dogear list' })
  const reads = ids.slice(0, request.limit).map((id) => readEntry(located.project, name, id))
  return {
    entries: reads.map((read) => read?.entry).filter((entry) => entry !== undefined),
    heads: readHeads(located.project, name).heads.map((head) => head.id),
    total: ids.length,
    damaged: reads.map((read) => read?.damage).filter((damage) => damage !== undefined),
  }
}

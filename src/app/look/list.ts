/** The workstreams of this project or of all, newest first. */
import { isLive } from '../../core/entry/entry.js'
import { type CatalogRow, readCatalog } from '../../store/entries/catalog.js'
import { newestFirst } from '../../store/entries/catalog-lines.js'
import type { Damage } from '../../store/entries/entries.js'
import { locate, projectsOf } from '../locate.js'
import type { World } from '../world.js'

export interface ListRequest {
  /** Every project, not only the one of this folder. */
  all: boolean
  /** The cleared and consumed ones instead of the live ones. */
  cleared: boolean
}

export interface Listing {
  rows: CatalogRow[]
  damaged: Damage[]
  /** The project of this folder, where it has one. */
  project?: string
}

export function list(world: World, request: ListRequest): Listing {
  const located = locate(world)
  const found = projectsOf(world, located, request.all).flatMap((project) => readCatalog(project))
  const rows = newestFirst(
    found
      .map((row) => ({ ...row, heads: row.heads.filter((head) => isLive(head.kind) !== request.cleared) }))
      .filter((row) => row.heads.length > 0),
  )
  return {
    rows,
    damaged: found.flatMap((row) => row.damaged),
    ...(located.exists ? { project: located.project.key } : {}),
  }
}

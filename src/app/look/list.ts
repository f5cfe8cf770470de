/** The workstreams of this project or of all, newest first. */
import { isLive } from '../../core/entry/entry.js'
import { compareIds } from '../../core/entry/id.js'
import { type CatalogRow, readCatalog } from '../../store/entries/catalog.js'
import type { Damage } from '../../store/entries/entries.js'
import type { Policy } from '../../layouts/layout.js'
import { openTelling, type Opening } from '../layouts/open.js'
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

/** What is listed where layouts are live: their files are looked at first. */
export interface Checkpoints extends Listing {
  policy: Policy
  /** What there is to say about the layouts here. */
  notices: string[]
}

export async function listCheckpoints(given: World, request: ListRequest & Opening): Promise<Checkpoints> {
  const { world, notices } = await openTelling(given, request)
  return { ...list(world, request), policy: world.config.policy, notices }
}

/** Without layouts: for programs that use dogear as a library, and where nothing may be said. */
export function list(world: World, request: ListRequest): Listing {
  const located = locate(world)
  const found = projectsOf(world, located, request.all).flatMap((project) => readCatalog(project))
  const rows = found
    .map((row) => ({ ...row, heads: row.heads.filter((head) => isLive(head.kind) !== request.cleared) }))
    .filter((row) => row.heads.length > 0)
    .toSorted((a, b) => compareIds(b.heads[0]?.id ?? '', a.heads[0]?.id ?? ''))
  return {
    rows,
    damaged: found.flatMap((row) => row.damaged),
    ...(located.exists ? { project: located.project.key } : {}),
  }
}

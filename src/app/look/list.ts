/** The workstreams of this project or of all, newest first. */
import { isLive, type Kind } from '../../core/entry/entry.js'
import { lookUp, newestFirst, type CatalogLine, type CatalogRow, type HeadMark } from '../../store/entries/catalog.js'
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
  /** At most so many workstreams, the newest. */
  limit?: number
}

export interface Listing {
  rows: CatalogRow[]
  /** How many more there are than `limit`. */
  older: number
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
export function list(world: World, { all, cleared, limit = Infinity }: ListRequest): Listing {
  const located = locate(world)
  const isWanted = (kind: Kind): boolean => isLive(kind) !== cleared
  const found = projectsOf(world, located, all).map((project) =>
    lookUp(project, (lines) => {
      const wanted = newestWanted(lines, isWanted)
      return { lines: wanted.slice(0, limit), count: wanted.length }
    }),
  )
  const rows = found.flatMap((looked) =>
    looked.rows.map((row) => ({ ...row, heads: row.heads.filter(({ kind }) => isWanted(kind)) })),
  )
  const shown = (found.length > 1 ? newestFirst(rows) : rows).slice(0, limit)
  return {
    rows: shown,
    older: found.reduce((sum, { picked }) => sum + picked.count, 0) - shown.length,
    damaged: found.flatMap(({ damaged }) => damaged),
    ...(located.exists ? { project: located.project.key } : {}),
  }
}

/** The newest counts that is shown: a workstream may have been cleared on one side of a fork and saved on the other. */
function newestWanted(lines: readonly CatalogLine[], isWanted: (kind: Kind) => boolean): CatalogLine[] {
  const wanted = lines.filter(({ heads }) => heads.some(({ from }) => isWanted(from.kind)))
  if (wanted.every(({ heads }) => isWanted((heads[0] as HeadMark).from.kind))) return wanted
  const newest = wanted.map((line) => ({
    line,
    name: line.name,
    heads: line.heads.filter(({ from }) => isWanted(from.kind)),
  }))
  return newestFirst(newest).map(({ line }) => line)
}

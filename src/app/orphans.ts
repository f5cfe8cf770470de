/** Lines of an index whose file is gone. */
import { isLive } from '../core/entry.js'
import { DogearError } from '../core/errors.js'
import { slugFrom } from '../core/name.js'
import { readHeads } from '../store/heads-of.js'
import type { OpenLayouts } from './live.js'
import { locate } from './locate.js'
import type { World } from './world.js'

/** True where the list does not show the workstream any more, so that no file should. */
export function isOffList(world: World, name: string): boolean {
  return readHeads(locate(world).project, name).heads.every((head) => !isLive(head.kind))
}

/** Nothing of it is left anywhere: its line goes, and that is said. Where an entry is left, nothing happens. */
export function dropOrphan(world: World, layouts: OpenLayouts, typed: string | undefined): void {
  const name = typed === undefined ? null : slugFrom(typed)
  if (name === null || !isOrphan(layouts, name)) return
  if (!isOffList(world, name)) return
  layouts.retract([name])
  throw new DogearError('not-found', 'Checkpoint file missing (cleaned up stale entry)', { next: 'dogear list' })
}

/** What to say where dogear still has what the file said. */
export function keptOrphan(layouts: OpenLayouts, name: string): string | null {
  if (!isOrphan(layouts, name)) return null
  return `The file of "${name}" is missing, but its line in MEMORY.md is there. This is what dogear kept of it.`
}

export function isOrphan(layouts: OpenLayouts, name: string): boolean {
  return layouts.orphans.some((one) => one.name === name)
}

/** Where a layout wants it so, a session begins with the latest checkpoint itself, not just its time [D6]. */
import { isLive } from '../core/entry.js'
import { msOf } from '../core/time.js'
import { readCatalog } from '../store/catalog.js'
import type { Located } from '../store/projects.js'
import { briefOf } from './hook-brief.js'
import type { Told } from './hook-start.js'
import type { World } from './world.js'

/** Null: there is none of this worktree. */
export function tellSurfaced(world: World, { project, worktree }: Located): Told | null {
  const [newest] = readCatalog(project)
    .flatMap((row) => row.heads.map((head) => ({ name: row.name, head })))
    .filter(({ head }) => isLive(head.kind) && (head.worktree === undefined || head.worktree === worktree))
    .toSorted((a, b) => (msOf(b.head.saved) ?? 0) - (msOf(a.head.saved) ?? 0))
  if (!newest) return null
  const own = { name: newest.name, id: newest.head.id }
  const { text } = briefOf(world, own, 'the latest checkpoint of this worktree', { record: false })
  return { text, did: `surfaced ${own.name} ${own.id}`, state: { offered: own } }
}

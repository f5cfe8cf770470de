/** A prompt that dogear keeps back waits in the file of a layout as well, where one has such files. */
import { join } from 'node:path'
import { realPathOf } from '../../platform/place.js'
import { pathBelow } from '../own/content.js'
import type { Besides } from '../session/prompts.js'
import type { World } from '../world.js'
import { openWorld } from './open.js'

/** Null: no layout here has files for them, or it cannot be told now; then the prompt waits in the home alone. */
export async function besidesOf(world: World): Promise<Besides | null> {
  const { session } = world.by
  if (session === undefined) return null
  try {
    const { layouts, located } = await openWorld(world)
    const live = layouts?.live.find(({ layout, unbegun }) => layout.keepsBack && !unbegun)
    const root = realPathOf(located.worktree)
    const below = live && pathBelow(root, realPathOf(live.folder))
    if (!live || typeof below !== 'string') return null
    const keepsBack = await live.layout.keepsBack?.()
    const inRoot = (path: string): string => join(below, path).replaceAll('\\', '/')
    return (text, at) => {
      const kept = keepsBack?.({ session, time: at, text }) ?? null
      return kept && { root, entry: kept.entry, path: inRoot(kept.path), trash: inRoot(kept.trash) }
    }
  } catch {
    return null
  }
}

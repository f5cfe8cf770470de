/** What a session goes on with: the newest entry of the line it is on. */
import type { Located } from '../../store/projects/projects.js'
import type { On } from '../../store/session/on.js'
import { lineOn } from '../save/workstream.js'
import type { World } from '../world.js'

export type Own = On

/** Null: it has neither saved nor resumed anything. */
export function ownEntry(world: World, located: Located): Own | null {
  return lineOn(world, located)
}

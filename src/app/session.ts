/** The session notes and prompts belong to. Without an agent it is the worktree's own, so that a person at a terminal has one too. */
import { sha256Hex } from '../platform/hash.js'
import type { Located } from '../store/projects.js'
import type { World } from './world.js'

export function sessionOf(world: World, located: Located): string {
  return world.by.session ?? `worktree-${sha256Hex(located.worktree).slice(0, 8)}`
}

/** Off and on: hooks do nothing, here or everywhere, and stay where they are set up. */
import { DogearError } from '../../core/errors.js'
import { ensureDir } from '../../platform/files/files.js'
import { readOff, switchHooks } from '../../store/off.js'
import { locate } from '../locate.js'
import type { World } from '../world.js'

export interface Switched {
  on: boolean
  /** Absent: everywhere. */
  folder?: string
  changed: boolean
  /** Where they are off now, `*` for everywhere. */
  off: string[]
}

export function switchIn(world: World, { on, here }: { on: boolean; here: boolean }): Switched {
  const folder = here ? locate(world).worktree : null
  if (on && folder !== null && readOff(world.home).includes('*'))
    throw new DogearError('usage', 'the hooks are switched off everywhere, so they cannot be on here alone', {
      next: 'dogear on',
    })
  ensureDir(world.home, world.home)
  const changed = switchHooks(world.home, folder, on)
  return { on, ...(folder === null ? {} : { folder }), changed, off: readOff(world.home) }
}

/**
 * The view of MEMORY.md: with it a session of an agent without hooks still sees which checkpoints there are. It is kept
 * beside the layouts whose files are found, and where the agent's memory is off nothing is kept.
 */
import type { InstallScope } from '../../agents/install.js'
import { statOf } from '../../platform/files/files.js'
import { projectConfigPath } from '../../store/paths.js'
import { homeConfigPath, readSettings, writeSetting } from '../../store/config-file.js'
import { ensureProject } from '../../store/projects/projects.js'
import { locate } from '../locate.js'
import type { World } from '../world.js'

export interface MemoryViewSwitch {
  path: string
  change: 'made' | 'changed'
}

/** The file in which init switches it on; undefined where the user has said something about it, or about layouts. */
export function planMemoryView(world: World, { holdsFor }: InstallScope): MemoryViewSwitch | undefined {
  const path = holdsFor === 'user' ? homeConfigPath(world.home) : projectConfigPath(locate(world).project)
  const { memoryView, layouts } = readSettings(path)
  if (memoryView !== undefined || layouts !== undefined) return undefined
  return { path, change: statOf(path) ? 'changed' : 'made' }
}

export function switchMemoryView(world: World, { holdsFor }: InstallScope): void {
  const isWide = holdsFor === 'user'
  const path = isWide ? homeConfigPath(world.home) : projectConfigPath(ensureProject(locate(world), world.tag))
  writeSetting(path, world.home, { key: 'memoryView', value: true }, world.tag)
}

/** False: the user has switched it off meanwhile. */
export function isMemoryViewOn(path: string): boolean {
  return readSettings(path).memoryView === true
}

export function unswitchMemoryView(world: World, path: string): void {
  writeSetting(path, world.home, { key: 'memoryView', value: undefined }, world.tag)
}

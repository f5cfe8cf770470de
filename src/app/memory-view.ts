/**
 * The view of MEMORY.md: with it a session of Claude Code without hooks still sees which checkpoints there are. It is
 * kept beside the layouts whose files are found, and where the agent's memory is off nothing is kept.
 */
import type { Scope } from '../agents/claude-code/install.js'
import { projectConfigPath } from '../store/paths.js'
import { homeConfigPath, readSettings, writeSetting } from '../store/project-config.js'
import { ensureProject } from '../store/projects.js'
import { locate } from './locate.js'
import type { World } from './world.js'

/** The file in which init switches it on; undefined where the user has said something about it, or about layouts. */
export function planMemoryView(world: World, scope: Scope): string | undefined {
  const path = scope === 'user' ? homeConfigPath(world.home) : projectConfigPath(locate(world).project)
  const { memoryView, layouts } = readSettings(path)
  return memoryView === undefined && layouts === undefined ? path : undefined
}

export function switchMemoryView(world: World, scope: Scope): void {
  const path =
    scope === 'user' ? homeConfigPath(world.home) : projectConfigPath(ensureProject(locate(world), world.tag))
  writeSetting(path, world.home, { key: 'memoryView', value: true }, world.tag)
}

/** False: the user has switched it off meanwhile. */
export function isMemoryViewOn(path: string): boolean {
  return readSettings(path).memoryView === true
}

export function unswitchMemoryView(world: World, path: string): void {
  writeSetting(path, world.home, { key: 'memoryView', value: undefined }, world.tag)
}

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

/** The file in which it was switched on; undefined where it was on, or where layouts were chosen by hand. */
export function switchMemoryView(world: World, scope: Scope): string | undefined {
  const path =
    scope === 'user' ? homeConfigPath(world.home) : projectConfigPath(ensureProject(locate(world), world.tag))
  const { memoryView, layouts } = readSettings(path)
  if (memoryView === true || layouts !== undefined) return undefined
  writeSetting(path, world.home, { key: 'memoryView', value: true }, world.tag)
  return path
}

export function unswitchMemoryView(world: World, path: string): void {
  if (readSettings(path).memoryView !== undefined)
    writeSetting(path, world.home, { key: 'memoryView', value: undefined }, world.tag)
}

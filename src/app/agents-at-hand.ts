/** Whether any agent has ever kept something on this machine: a look at the disk for each, before readers are loaded. */
import { MANIFESTS } from '../agents/registry.js'
import { isFolder } from '../platform/folder.js'
import type { World } from './world.js'

export function hasAgents(world: World): boolean {
  return MANIFESTS.some((manifest) => manifest.homes(world).some(isFolder))
}

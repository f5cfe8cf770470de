/** Where an agent keeps the plans of its plan mode: its manifest says it, and looks at the disk through here. */
import { isAbsolute } from 'node:path'
import type { AgentId, PlanDisk, PlanPlace as PlaceOfAgent } from '../agents/agent.js'
import { MANIFESTS } from '../agents/registry.js'
import { listFolders } from '../platform/files.js'
import { isInside, readPlainFile, readWorkFile } from './work-file.js'

export interface PlanPlace extends PlaceOfAgent {
  agent: AgentId
}

const SETTINGS_BYTES = 1_000_000

/** Most agents have none: [] for those. */
export function plansFolders(place: PlanPlace): string[] {
  const manifest = MANIFESTS.find(({ id }) => id === place.agent)
  return manifest?.plans?.(place, diskFrom(place.worktree)) ?? []
}

function diskFrom(worktree: string): PlanDisk {
  return {
    read(path) {
      const file = isAbsolute(path) ? readPlainFile(path, SETTINGS_BYTES) : readWorkFile(worktree, path, SETTINGS_BYTES)
      return file?.text ?? null
    },
    folders(path) {
      try {
        return listFolders(path)
      } catch {
        return []
      }
    },
    isInWorktree: (path) => isInside(worktree, path),
  }
}

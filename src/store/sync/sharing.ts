/** What the user has said about the lines of a project: `projects/<key>/shared.json`. */
import { openRecord, sealRecord } from '../../core/entry/seal.js'
import { NOTHING_SAID, type Sharing } from '../../core/sync/audience.js'
import { ensureDir, readTextFile, replaceDurable } from '../../platform/files/files.js'
import type { Project } from '../paths.js'

const MAX_BYTES = 1_000_000

export function readSharing(project: Project): Sharing {
  const { local, shared } = openRecord(readTextFile(pathOf(project), MAX_BYTES)?.trim() ?? '') ?? {}
  if (!Array.isArray(local) || !Array.isArray(shared)) return NOTHING_SAID
  return { local: local as string[], shared: shared as string[] }
}

export function writeSharing(project: Project, sharing: Sharing, tag: string): void {
  ensureDir(project.dir, project.home)
  replaceDurable(pathOf(project), `${sealRecord(sharing)}\n`, tag)
}

function pathOf(project: Project): string {
  return `${project.dir}/shared.json`
}

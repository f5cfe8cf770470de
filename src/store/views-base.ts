/** The folder in which a layout keeps its files, and what is needed to edit there. */
import { basename, dirname, join } from 'node:path'
import { statOf } from '../platform/files.js'
import { sha256Hex } from '../platform/hash.js'
import { realPathOf } from '../platform/place.js'
import type { Project } from './paths.js'
import { moveOutsideToTrash } from './trash.js'

export interface Base {
  /** By its real path. */
  folder: string
  /** The folder of its lock, below the home: nothing of ours stays in a folder of others. */
  lock: string
  /** How long another process is waited for. */
  waitMs?: number
  /** Where the file is now, null if it was gone. `origin`: where it belongs, if not where it lies. */
  trash: (path: string, origin?: string) => string | null
}

/** `today`: yyyy-mm-dd, for the trash. */
export function baseFor(project: Project, folder: string, today: string): Base {
  const real = realFolder(folder)
  return {
    folder: real,
    lock: join(project.home, 'locks', sha256Hex(real).slice(0, 32)),
    trash: (path, origin) => moveOutsideToTrash(project, path, today, origin),
  }
}

/** Also of a folder that is yet to be made: it must have the same lock before and after. */
function realFolder(path: string): string {
  const missing: string[] = []
  let there = path
  while (!statOf(there) && dirname(there) !== there) {
    missing.unshift(basename(there))
    there = dirname(there)
  }
  return join(realPathOf(there), ...missing)
}

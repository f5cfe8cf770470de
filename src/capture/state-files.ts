/** The files in a work tree that an agent or person keeps notes in while working. */
import { join } from 'node:path'
import { statOf } from '../platform/files.js'

export const STATE = 'SESSION-STATE.md'
export const BUFFER = 'memory/working-buffer.md'

export function hasStateFiles(worktree: string): boolean {
  return [STATE, BUFFER].some((path) => isFile(join(worktree, path)))
}

/** What cannot be looked at is no reason not to save. */
function isFile(path: string): boolean {
  try {
    return statOf(path)?.isFile === true
  } catch {
    return false
  }
}

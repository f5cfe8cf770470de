import { statSync } from 'node:fs'

/** False also where it cannot be looked at. */
export function isFolder(path: string): boolean {
  try {
    // An error that is thrown takes longer than all the rest, and this is asked of many that are not there.
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
  } catch {
    return false
  }
}

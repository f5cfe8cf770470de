import { statSync } from 'node:fs'

/** False also where it cannot be looked at. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

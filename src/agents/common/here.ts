/** Which sessions belong to a place: those begun in its folder, or anywhere in its repository. */
import { join } from 'node:path'
import { listDir, stampOf } from '../../platform/files/files.js'
import { realPathOf } from '../../platform/place.js'
import type { Place } from '../agent.js'

/** The folder and the repository's root, as given and with links resolved. */
export function foldersOf({ cwd, gitRoot }: Place): string[] {
  const given = gitRoot === undefined ? [cwd] : [cwd, gitRoot]
  return [...new Set(given.flatMap((path) => [realPathOf(path), path]))]
}

export function isHere(path: string, folders: readonly string[]): boolean {
  const own = path.normalize('NFC')
  return folders.some((folder) => {
    const one = folder.normalize('NFC')
    return own === one || own.startsWith(`${one}/`) || own.startsWith(`${one}\\`)
  })
}

export interface FoundFile {
  path: string
  name: string
  mtimeMs: number
}

/** Newest first. A folder that cannot be read has none. */
export function filesIn(dir: string, isOurs: (name: string) => boolean): FoundFile[] {
  const found = namesIn(dir)
    .filter(isOurs)
    .flatMap((name) => fileAt(join(dir, name), name) ?? [])
  return newestFirst(found)
}

export function fileAt(path: string, name: string): FoundFile | null {
  try {
    const mtimeMs = stampOf(path)?.mtimeMs
    return mtimeMs === undefined ? null : { path, name, mtimeMs }
  } catch {
    return null
  }
}

export function newestFirst<T extends { mtimeMs: number }>(files: readonly T[]): T[] {
  return files.toSorted((a, b) => b.mtimeMs - a.mtimeMs)
}

export function namesIn(dir: string): string[] {
  try {
    return listDir(dir)
  } catch {
    return []
  }
}

/** A session's id comes from a file or a variable: as part of a path it must not lead elsewhere. */
export function isFolderName(session: string | undefined): session is string {
  return session !== undefined && /^[\w-][\w.-]*$/.test(session)
}

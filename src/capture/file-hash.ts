/** The content hash of the files an entry names: what lets a resume say "unchanged", "changed" or "moved". */
import { isAbsolute, join, relative, sep } from 'node:path'
import type { FileRef } from '../core/entry.js'
import { readBytesFile } from '../platform/files.js'
import { sha256Hex } from '../platform/hash.js'

/** Larger files are named without a hash: reading them at every save would be felt. */
const LARGEST = 20_000_000

export interface FileFacts {
  hash: string
  bytes: number
}

export function hashFiles(worktree: string, files: readonly FileRef[]): FileRef[] {
  return files.map((file) => {
    const path = inWorktree(worktree, file.path)
    if (file.hash !== undefined) return { ...file, path }
    const facts = readFileFacts(worktree, path)
    return facts ? { ...file, path, ...facts } : { ...file, path }
  })
}

/** Null where there is no such readable regular file. */
export function readFileFacts(worktree: string, path: string): FileFacts | null {
  try {
    const bytes = readBytesFile(fullFilePath(worktree, path), LARGEST)
    return bytes && { hash: sha256Hex(bytes).slice(0, 16), bytes: bytes.length }
  } catch {
    return null
  }
}

/** `path` as an entry holds it. */
function fullFilePath(worktree: string, path: string): string {
  return isAbsolute(path) ? path : join(worktree, path)
}

function inWorktree(worktree: string, path: string): string {
  const inside = isAbsolute(path) ? relative(worktree, path) : path
  return (inside === '' || inside.startsWith('..') || isAbsolute(inside) ? path : inside).split(sep).join('/')
}

/** A file in a work tree is content from strangers: it is read as data, with a limit, and never through a link. */
import { dirname, isAbsolute, join, relative } from 'node:path'
import { readTextFile, statOf } from '../platform/files.js'
import { realPathOf } from '../platform/place.js'

export interface WorkFile {
  text: string
  /** When it was last written, in milliseconds since 1970. */
  at: number
}

/** Null: not there, or nothing that one should read: a link, a pipe, a folder, too big, outside of `root`. Never throws. */
export function readWorkFile(root: string, path: string, maxBytes: number): WorkFile | null {
  const full = isAbsolute(path) ? path : join(root, path)
  // A folder on the way may be a link too.
  if (!isInside(realPathOf(root), realPathOf(dirname(full)))) return null
  return readPlainFile(full, maxBytes)
}

/** The same for a file wherever it lies. */
export function readPlainFile(path: string, maxBytes: number): WorkFile | null {
  try {
    const text = readTextFile(path, maxBytes)
    const stat = text === null ? null : statOf(path)
    return text === null || !stat ? null : { text, at: Number(stat.mtimeNs / 1_000_000n) }
  } catch {
    return null
  }
}

export function isInside(root: string, path: string): boolean {
  const inside = relative(root, path)
  return inside === '' || (!isAbsolute(inside) && inside.split(/[\\/]/)[0] !== '..')
}

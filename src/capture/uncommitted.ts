/** Work that is in no commit. A save keeps what git would call its contents: lost.ts looks whether they are still anywhere. */
import { join } from 'node:path'
import type { DirtyFile, Entry } from '../core/entry/entry.js'
import { msOf } from '../core/text/text.js'
import { readBytesFile, statOf } from '../platform/files/files.js'
import { gitBlobId } from '../platform/files/hash.js'
import { runGit } from '../platform/git/git.js'
import { GRACE_MS } from './files.js'

/** What a save reads at most: hooks make one at the end of every turn. */
export const MAX_FILES = 100
const MAX_BYTES = 1_000_000
const MAX_BYTES_IN_ALL = 4_000_000

/** With the ids of their contents, as far as that is cheap. `last`: an entry whose ids still hold for files not written since. */
export function withBlobs(worktree: string, dirty: readonly DirtyFile[], last?: Entry): DirtyFile[] {
  const known = new Map(last?.where.dirty?.map((file) => [file.path, file.blob]))
  const savedMs = (last && msOf(last.saved)) || 0
  let room = MAX_BYTES_IN_ALL
  return dirty.map((file, i) => {
    const stat = i < MAX_FILES && file.state !== 'deleted' ? lookAt(worktree, file.path) : null
    if (!stat?.isFile || stat.size > Math.min(MAX_BYTES, room)) return file
    const before = Number(stat.mtimeNs / 1_000_000n) < savedMs - GRACE_MS ? known.get(file.path) : undefined
    if (before === undefined) room -= stat.size
    const blob = before ?? blobOf(worktree, file.path)
    return blob === null ? file : { ...file, blob }
  })
}

/** With the lines that were added and removed since the last commit, as git counts them. */
export function withLines(worktree: string, dirty: readonly DirtyFile[]): DirtyFile[] {
  if (dirty.every(({ state }) => state === 'untracked')) return [...dirty]
  const { stdout } = runGit(worktree, ['diff', '--numstat', '-z', '--no-renames', 'HEAD'])
  const lines = new Map<string, [added: number, removed: number]>()
  for (const record of stdout.split('\0')) {
    const [added, removed, ...path] = record.split('\t')
    // A binary file has none.
    if (/^\d+$/.test(added ?? '')) lines.set(path.join('\t'), [Number(added), Number(removed)])
  }
  return dirty.map((file) => {
    const [added, removed] = lines.get(file.path) ?? []
    return added === undefined || removed === undefined ? file : { ...file, added, removed }
  })
}

export function lookAt(worktree: string, path: string): ReturnType<typeof statOf> {
  try {
    return statOf(join(worktree, path))
  } catch {
    return null
  }
}

/** Null: there is no such file, or it is too large to be looked into. */
export function blobOf(worktree: string, path: string): string | null {
  try {
    const bytes = readBytesFile(join(worktree, path), MAX_BYTES)
    return bytes && gitBlobId(bytes)
  } catch {
    return null
  }
}

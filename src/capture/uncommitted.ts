/**
 * Work that is in no commit. A save keeps what git would call its contents, and a resume looks whether they are still
 * anywhere: what was thrown away since is what somebody has to know first.
 */
import { join } from 'node:path'
import type { DirtyFile, Entry } from '../core/entry/entry.js'
import { isSavedIn } from '../core/choose/selection.js'
import { msOf } from '../core/text/text.js'
import { listFolders, readBytesFile, readTextFile, statOf } from '../platform/files/files.js'
import { gitBlobId } from '../platform/files/hash.js'
import type { GitPlace } from '../platform/git/folder.js'
import { runGit } from '../platform/git/git.js'
import { hasObject } from '../platform/git/objects.js'
import type { Located } from '../store/projects/projects.js'
import { readStatus, type Status } from './git-status.js'

/** What a save reads at most: hooks make one at the end of every turn. */
const MAX_FILES = 100
const MAX_BYTES = 1_000_000
const MAX_BYTES_IN_ALL = 4_000_000
/** Times of files and clocks may differ a little. */
const GRACE_MS = 2000

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

/**
 * The uncommitted files of an entry whose contents are nowhere any more: not in the work tree, no commit of any branch or
 * stash has touched them since, and git does not hold them otherwise. git is run only where one is not as it was.
 */
export function findVanished({ where, saved }: Entry, located: Located): string[] {
  const { git, worktree } = located
  const savedMs = msOf(saved)
  if (!git || savedMs === null || !isSavedIn(located, where.worktree)) return []
  const changed = (where.dirty ?? []).filter((file) => isChanged(worktree, file, savedMs))
  const status = changed.length === 0 ? null : readStatus(worktree)
  if (!status) return []
  const left = changed.filter((file) => !isStillDirty(status, file.path))
  const touched = left.length === 0 ? [] : touchedSince(worktree, savedMs, where.head, left)
  if (touched === null) return []
  const gone = left.filter(({ path }) => !touched.some((one) => one === path || one.startsWith(path)))
  const elsewhere = gone.length === 0 ? new Set<string>() : blobsElsewhere(git, worktree, status, gone)
  return gone
    .filter(({ blob }) => !(blob && (elsewhere.has(blob) || isHeld(git, worktree, blob))))
    .map(({ path }) => path)
}

function lookAt(worktree: string, path: string): ReturnType<typeof statOf> {
  try {
    return statOf(join(worktree, path))
  } catch {
    return null
  }
}

function blobOf(worktree: string, path: string): string | null {
  try {
    const bytes = readBytesFile(join(worktree, path), MAX_BYTES)
    return bytes && gitBlobId(bytes)
  } catch {
    return null
  }
}

/** git names a folder of new files by itself, with a slash at the end: of that only its place is known. */
function isChanged(worktree: string, { path, blob }: DirtyFile, savedMs: number): boolean {
  if (path.endsWith('/')) return lookAt(worktree, path.slice(0, -1)) === null
  if (blob === undefined) return false
  const stat = lookAt(worktree, path)
  if (stat && Number(stat.mtimeNs / 1_000_000n) < savedMs - GRACE_MS) return false
  return blobOf(worktree, path) !== blob
}

/** It was worked on, and there is something to show for it. */
function isStillDirty({ files }: Status, path: string): boolean {
  return files.some(
    (now) => now.state !== 'deleted' && (now.path === path || (now.path.endsWith('/') && path.startsWith(now.path))),
  )
}

/**
 * Paths in the commits of all branches, stashes and the reflog since then, and in those that came on top of the saved head,
 * whatever their date. Null: git cannot say.
 */
function touchedSince(
  worktree: string,
  ms: number,
  head: string | undefined,
  files: readonly DirtyFile[],
): string[] | null {
  const list = (...which: string[]): string[] | null => {
    const options = ['--format=', '--name-only', '-z', '--full-history', '-m', ...which]
    const { ok, stdout } = runGit(worktree, ['log', ...options, '--', ...files.map(({ path }) => path)])
    return ok ? stdout.split(/[\0\n]+/).filter((path) => path !== '') : null
  }
  const byDate = list('--all', '--reflog', 'HEAD', `--since=${Math.floor(ms / 1000) - 60}`)
  // A head that git does not know any more adds nothing.
  return byDate && [...byDate, ...((head !== undefined && list('HEAD', `^${head}`)) || [])]
}

/** Moved within the work tree, or lying in another one of this repository. */
function blobsElsewhere(git: GitPlace, worktree: string, status: Status, gone: readonly DirtyFile[]): Set<string> {
  const moved = status.files.slice(0, MAX_FILES).map(({ path }) => blobOf(worktree, path))
  const linked = join(git.commonDir, 'worktrees')
  const roots = listFolders(linked).map((name) => worktreeOf(join(linked, name)))
  const others = [...roots, git.commonDir.replace(/[\\/]\.git$/, '')].filter(
    (root) => root !== null && root !== worktree,
  )
  const same = others.flatMap((root) => gone.map(({ path }) => blobOf(root as string, path)))
  return new Set([...moved, ...same].filter((blob) => blob !== null))
}

function worktreeOf(admin: string): string | null {
  try {
    return (
      readTextFile(join(admin, 'gitdir'), 4096)
        ?.trim()
        .replace(/[\\/]\.git$/, '') ?? null
    )
  } catch {
    return null
  }
}

/** git keeps what was once staged for a while: only what a commit or the index names is safe. */
function isHeld({ commonDir }: GitPlace, worktree: string, blob: string): boolean {
  if (!hasObject(commonDir, blob)) return false
  const find = runGit(worktree, ['log', '--all', '-m', `--find-object=${blob}`, '-1', '--format=%H'])
  return find.stdout.trim() !== '' || runGit(worktree, ['ls-files', '-s']).stdout.includes(` ${blob} `)
}

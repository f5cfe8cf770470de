/**
 * What became of uncommitted work: what was thrown away since it was saved is what somebody has to know first. A belief is
 * never told as a loss: work that a commit, a stash, the index or another work tree has is not gone.
 */
import { join } from 'node:path'
import { isSavedIn } from '../core/choose/selection.js'
import type { DirtyFile, Entry, Where } from '../core/entry/entry.js'
import { isSafeForm } from '../core/redact/safe-name.js'
import { msOf } from '../core/text/text.js'
import { listFolders, readTextFile } from '../platform/files/files.js'
import type { GitPlace } from '../platform/git/folder.js'
import { runGit } from '../platform/git/git.js'
import { hasObject } from '../platform/git/objects.js'
import type { Located } from '../store/projects/projects.js'
import { readStatus, type Status } from './git-status.js'
import { GRACE_MS } from './files.js'
import { blobOf, lookAt, MAX_FILES } from './uncommitted.js'

/** Known until it is in the work tree or in a commit, or nowhere any more. */
export type StashedFile = NonNullable<Where['stashed']>[number]

export interface Missed {
  /** Their contents are nowhere any more. */
  vanished: string[]
  stashed: { path: string; stash: string }[]
  /** What lies in a stash, as a save keeps it: a stash that is dropped later is a loss. */
  putAway: StashedFile[]
  /** Not there any more, and something new is that may be the same: what they held is not known. */
  perhapsMoved: { path: string; to: string }[]
}

const NOTHING: Missed = { vanished: [], stashed: [], putAway: [], perhapsMoved: [] }

/**
 * The uncommitted files of an entry that are neither as they were nor worked on, and that no commit of any branch has
 * touched since. git is run only where there is one. `status`: what git says now, where it was asked already.
 */
export function findMissed({ where, saved }: Entry, located: Located, given?: Status): Missed {
  const { git, worktree } = located
  const savedMs = msOf(saved)
  if (!git || savedMs === null || !isSavedIn(located, where.worktree)) return NOTHING
  // Of one with a secret in its name nobody knows which it is.
  const named = (where.dirty ?? []).filter(({ path }) => !isSafeForm(path))
  const changed = named.filter((file) => isChanged(worktree, file, savedMs))
  const putAway = where.stashed ?? []
  const status = changed.length + putAway.length === 0 ? null : (given ?? readStatus(worktree))
  if (!status) return NOTHING
  const left = changed.filter((file) => !isDirty(status, file.path))
  const known = putAway.filter(({ path }) => left.every((file) => file.path !== path))
  const found = findStashed(worktree, status, [...left.map((file) => ({ ...file, at: saved })), ...known], savedMs)
  // What is worked on again came back with its stash, or stands beside it.
  const isOpen = ({ path }: DirtyFile): boolean =>
    !isDirty(status, path) && found.every((one) => one.file.path !== path)
  const untouched = [
    ...withoutTouched(worktree, savedMs, where.head, left.filter(isOpen)),
    ...known.filter(isOpen).flatMap((file) => withoutTouched(worktree, msOf(file.at) ?? savedMs, undefined, [file])),
  ]
  const told = found.filter(({ file }) => !isDirty(status, file.path))
  const stashed = told.map(({ file: { path }, stash }) => ({ path, stash }))
  const kept = { stashed, putAway: found.map(({ file }) => file) }
  const gone = untouched.length === 0 ? [] : withoutIgnored(worktree, untouched)
  const elsewhere = gone.length === 0 ? new Set<string>() : blobsElsewhere(git, worktree, status, gone)
  const vanished = gone.filter(({ blob }) => !(blob && (elsewhere.has(blob) || isHeld(git, worktree, blob))))
  const perhapsMoved = vanished.flatMap((file) => movedTo(worktree, file, status, where.dirty ?? []))
  const isMoved = (path: string): boolean => perhapsMoved.some((one) => one.path === path)
  return { ...kept, vanished: vanished.map(({ path }) => path).filter((path) => !isMoved(path)), perhapsMoved }
}

/** Without those that a commit has touched since; none where git cannot say. */
function withoutTouched<T extends DirtyFile>(
  worktree: string,
  ms: number,
  head: string | undefined,
  files: readonly T[],
): T[] {
  const touched = files.length === 0 ? null : touchedSince(worktree, ms, head, files)
  return touched === null ? [] : files.filter(({ path }) => !isTouched(touched, path))
}

/** Of a folder and of a large file only the place was kept: a new one of its kind may be it. */
function movedTo(
  worktree: string,
  { path, blob }: DirtyFile,
  { files }: Status,
  before: readonly DirtyFile[],
): Missed['perhapsMoved'] {
  if (blob !== undefined || lookAt(worktree, path) !== null) return []
  const name = path.split('/').at(-1)
  const isNew = (now: DirtyFile): boolean => now.state === 'untracked' && !before.some((one) => one.path === now.path)
  const to = files.find((now) => isNew(now) && (now.path.endsWith('/') || now.path.split('/').at(-1) === name))?.path
  return to === undefined ? [] : [{ path, to }]
}

/**
 * Files that a session had edited when it was last seen, as uncommitted work of that time. Of one that was written to or
 * removed after that, what it held is not known; but that it held something which was in no commit is.
 * `sinceMs`: when the session had changed nothing yet.
 */
export function editedThen(worktree: string, paths: readonly string[], sinceMs: number, thenMs: number): DirtyFile[] {
  const status = paths.length === 0 ? null : readStatus(worktree)
  if (!status) return []
  const files = paths.map((path) => {
    const stat = lookAt(worktree, path)
    const isAsThen = stat !== null && Number(stat.mtimeNs / 1_000_000n) <= thenMs + GRACE_MS
    const state = status.files.find((now) => now.path === path && now.state !== 'deleted')?.state
    return { path, isThere: stat !== null, isAsThen, state, isDirty: isDirty(status, path) }
  })
  const dirty = files
    .filter((file) => file.isDirty)
    .map(({ path, isAsThen, state = 'untracked' }): DirtyFile => {
      const blob = isAsThen ? blobOf(worktree, path) : null
      return blob === null ? { path, state } : { path, state, blob }
    })
  const left = files.filter((file) => !file.isDirty && !file.isAsThen)
  const touched = left.length === 0 ? [] : touchedSince(worktree, sinceMs, undefined, left)
  if (touched === null) return dirty
  const lost = withoutIgnored(
    worktree,
    left.filter(({ path }) => !isTouched(touched, path)),
  )
  const isTracked = ({ path, isThere }: (typeof left)[number]): boolean =>
    isThere || status.files.some((now) => now.path === path)
  return [
    ...dirty,
    ...lost.map((file): DirtyFile => ({
      path: file.path,
      state: isTracked(file) ? 'modified' : 'untracked',
    })),
  ]
}

/** It was worked on, and there is something to show for it. */
export function isDirty({ files }: Status, path: string): boolean {
  return files.some(
    (now) => now.state !== 'deleted' && (now.path === path || (now.path.endsWith('/') && path.startsWith(now.path))),
  )
}

/** git names a folder of new files by itself, with a slash at the end: of that only its place is known. */
function isChanged(worktree: string, { path, state, blob }: DirtyFile, savedMs: number): boolean {
  if (path.endsWith('/')) return lookAt(worktree, path.slice(0, -1)) === null
  if (state === 'deleted') return false
  const stat = lookAt(worktree, path)
  if (stat && Number(stat.mtimeNs / 1_000_000n) < savedMs - GRACE_MS) return false
  return blob === undefined || blobOf(worktree, path) !== blob
}

function isTouched(touched: readonly string[], path: string): boolean {
  return touched.some((one) => one === path || one.startsWith(path))
}

/**
 * Paths in the commits of all branches, stashes and the reflog since then, and in those that came on top of the saved head,
 * whatever their date. Null: git cannot say.
 */
export function touchedSince(
  worktree: string,
  ms: number,
  head: string | undefined,
  files: readonly Pick<DirtyFile, 'path'>[],
): string[] | null {
  const list = (...which: string[]): string[] | null => {
    const options = ['--format=', '--name-only', '-z', '--full-history', '-m', ...which]
    const { ok, stdout } = runGit(worktree, ['log', ...options, '--', ...files.map(({ path }) => path)])
    return ok ? stdout.split(/[\0\n]+/).filter((path) => path !== '') : null
  }
  const since = ['--all', '--reflog', 'HEAD', `--since=${Math.floor(ms / 1000) - 60}`]
  const onTop = head === undefined ? null : list('HEAD', `^${head}`)
  // What led to the head was there before the work, however shortly. One that git does not know any more tells nothing.
  const byDate = onTop ? list(...since, `^${head}`) : list(...since)
  return byDate && [...byDate, ...(onTop ?? [])]
}

/**
 * Which stash has the very content, or was made of these files since, or is the one where they were seen before. What a
 * stash holds of new files is only in one of its parents, beside which all others look added.
 */
function findStashed(
  worktree: string,
  { stashes }: Status,
  files: readonly (DirtyFile & { at: string; stash?: string })[],
  savedMs: number,
): { file: StashedFile; stash: string }[] {
  if (stashes === 0 || files.length === 0) return []
  const options = ['--format=%gd %H %ct', '--raw', '-z', '--no-abbrev', '--no-renames', '-m']
  const paths = files.map(({ path }) => path)
  const { ok, stdout } = runGit(worktree, ['log', '-g', ...options, 'refs/stash', '--', ...paths])
  const found = new Map<string, { file: StashedFile; stash: string }>()
  let [stash, commit, isNew, blobs, letter]: [string, string, boolean, string[], string] = ['', '', false, [], '']
  for (const word of ok ? stdout.split('\0').map((one) => one.replace(/^\n(?=:)/, '')) : []) {
    const [, name, hash = '', seconds] = /^(stash@\{\d+\}) (\w+) (\d+)$/.exec(word) ?? []
    if (name !== undefined) [stash, commit, isNew] = [name, hash, Number(seconds) * 1000 > savedMs - GRACE_MS]
    else if (word.startsWith(':')) [blobs, letter] = [word.split(' ').slice(2, 4), word.at(-1) ?? '']
    else
      for (const file of files) {
        const { path, state, blob, at } = file
        const isIt = path.endsWith('/') ? word.startsWith(path) : word === path
        const isSame = (blob !== undefined && blobs.includes(blob)) || file.stash === commit
        if (!isIt || found.has(path) || !(isSame || (isNew && letter !== 'A'))) continue
        found.set(path, { stash, file: { path, state, ...(blob !== undefined && { blob }), stash: commit, at } })
      }
  }
  return [...found.values()]
}

/** What git has been told to ignore since is there, and it cannot say whether it changed. */
function withoutIgnored<T extends Pick<DirtyFile, 'path'>>(worktree: string, files: readonly T[]): T[] {
  const there = files.filter(({ path }) => lookAt(worktree, path) !== null)
  if (there.length === 0) return [...files]
  const { ok, stdout } = runGit(worktree, ['ls-files', '-z', '--', ...there.map(({ path }) => path)])
  const tracked = new Set(ok ? stdout.split('\0') : [])
  return files.filter((file) => !there.includes(file) || tracked.has(file.path))
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

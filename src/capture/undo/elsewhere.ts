/**
 * Do bytes that left the work tree stand in something that git keeps: the index, the last commit, a commit made since, a stash?
 * Asked only where some have left. git reads its own objects for it: nothing of the repository is run.
 */
import { join } from 'node:path'
import { printPath, type BytePath } from '../../core/undo/bytes.js'
import type { Take } from '../../core/undo/take.js'
import { gitBlobId, gitBlobId256 } from '../../platform/files/hash.js'
import type { GitPlace } from '../../platform/git/folder.js'
import { isThere, readGitFile } from '../../platform/git/files.js'
import { runGit } from '../../platform/git/git.js'
import { hasObject } from '../../platform/git/objects.js'

export type Elsewhere = 'commit' | 'index' | 'stash'

export interface Gone {
  path: BytePath
  bytes: Uint8Array
  /** Only its rights are others: where its bytes stand says nothing. */
  isMode?: boolean
}

/** `since`: the take in which they still stood. Null: git cannot say. */
export function findElsewhere(git: GitPlace, since: Take, gone: readonly Gone[]): Map<BytePath, Elsewhere> | null {
  const worktree = git.worktree ?? ''
  const found = new Map<BytePath, Elsewhere>()
  const ids = new Map(gone.map(({ path, bytes }) => [path, blobIds(bytes, since.base)]))
  const committed = committedSince(git, since)
  // What git does not have at all is in none of these: then nothing is to be asked, and mostly it is so.
  const isKnown = [...ids.values()].flat().some((id) => mayHold(git, id))
  const head = isKnown ? listBlobs(worktree, ['ls-tree', '-r', '-z', '--full-tree', 'HEAD']) : null
  const index = isKnown ? listBlobs(worktree, ['ls-files', '-s', '-z']) : null
  if (isKnown && index === null) return null
  const stashed = isKnown ? inStashes(git, gone) : null
  for (const { path, isMode } of gone) {
    if (isMode && !committed.has(path)) continue
    const stands = (blobs: ReadonlySet<string> | null): boolean => ids.get(path)?.some((id) => blobs?.has(id)) ?? false
    if (committed.has(path) || stands(head)) found.set(path, 'commit')
    else if (stands(stashed)) found.set(path, 'stash')
    else if (stands(index)) found.set(path, 'index')
  }
  return found
}

/** Read from its files. With objects of another repository only git itself can say. */
function mayHold({ commonDir }: GitPlace, id: string): boolean {
  return isThere(join(commonDir, 'objects', 'info', 'alternates')) || hasObject(commonDir, id)
}

/** What git would call them, also where it takes the line ends of another system off. */
function blobIds(bytes: Uint8Array, base: string | undefined): string[] {
  const idOf = base?.length === 64 ? gitBlobId256 : gitBlobId
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  const plain = text.includes('\r\n') ? [Buffer.from(text.replaceAll('\r\n', '\n'), 'latin1')] : []
  return [bytes, ...plain].map((one) => idOf(one))
}

const MAX_BYTES = 64_000_000
const BLOB = /(?:^|\s)([0-9a-f]{40}|[0-9a-f]{64})[\s]/

function listBlobs(worktree: string, args: string[]): Set<string> | null {
  const { ok, stdout } = runGit(worktree, args, { maxBytes: MAX_BYTES, bytes: true })
  return ok ? new Set(stdout.split('\0').flatMap((line) => BLOB.exec(line.slice(0, 100))?.[1] ?? [])) : null
}

const MAX_REFLOG = 2_000_000
const MAX_COMMITS = 200
/** A commit was made, and not only gone to: an abort brings one back that says nothing of what stood here. */
const IS_COMMIT =
  /^(?:commit|cherry-pick|revert|am:|(?:pull .*)?rebase(?! \((?:start|finish|abort)\))|merge(?!.*: Fast-forward$))/

/** Paths of the commits that were made since, as far as the branch still holds them: a hook may have changed the bytes. */
function committedSince(git: GitPlace, { reflog = 0, base }: Take): Set<BytePath> {
  const worktree = git.worktree ?? ''
  const log =
    readGitFile(join(git.gitDir, 'logs', 'HEAD'), MAX_REFLOG)
      ?.subarray(reflog)
      .toString('latin1') ?? ''
  const made = log.split('\n').flatMap((line) => {
    const [, commit, message = ''] = /^[0-9a-f]+ ([0-9a-f]+) [^\t]*\t(.*)$/.exec(line) ?? []
    return commit !== undefined && IS_COMMIT.test(message) ? [commit] : []
  })
  if (made.length === 0) return new Set()
  const range = ['rev-list', `--max-count=${MAX_COMMITS}`, 'HEAD', ...(base === undefined ? [] : [`^${base}`])]
  const onLine = new Set(runGit(worktree, range).stdout.split('\n'))
  const paths = made
    .filter((commit) => onLine.has(commit))
    .flatMap((commit) => {
      const args = ['diff-tree', '--root', '-r', '-m', '-z', '--name-only', '--no-commit-id', '--no-renames', commit]
      return runGit(worktree, args, { bytes: true, maxBytes: MAX_BYTES }).stdout.split('\0')
    })
  return new Set(paths)
}

const MAX_STASHES = 5

/** Of the newest: what was tracked, and what was new. */
function inStashes({ commonDir, worktree }: GitPlace, gone: readonly Gone[]): Set<string> {
  const blobs = new Set<string>()
  if (worktree === null || !isThere(join(commonDir, 'logs', 'refs', 'stash'))) return blobs
  // A path that is no text cannot be asked for by name: then the whole tree is read.
  const isText = gone.every(({ path }) => printPath(path) === path)
  const paths = isText ? ['--', ...gone.map(({ path }) => path)] : []
  for (let at = 0; at < MAX_STASHES; at++) {
    const tree = listBlobs(worktree, ['ls-tree', '-r', '-z', '--full-tree', `stash@{${at}}`, ...paths])
    if (tree === null) break
    const fresh = listBlobs(worktree, ['ls-tree', '-r', '-z', '--full-tree', `stash@{${at}}^3`, ...paths])
    for (const id of [...tree, ...(fresh ?? [])]) blobs.add(id)
  }
  return blobs
}

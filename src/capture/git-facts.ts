/** All that git knows about where the work stands, in two processes. Nothing of the repository is run: see platform/git.ts. */
import { join } from 'node:path'
import type { DirtyFile } from '../core/entry.js'
import { findGit, type GitPlace, readHeadState, readOperation } from '../platform/git-dir.js'
import { readGitText } from '../platform/git-files.js'
import type { DatedCommit } from './git-commits.js'
import { commitsSince } from './git-commits.js'
import type { Status, StatusFile, Upstream } from './git-status.js'
import { readStatus } from './git-status.js'

export interface GitFacts {
  /** Absent on a detached head. */
  branch?: string
  detached: boolean
  /** Absent before the first commit. */
  head?: string
  staged: string[]
  unstaged: string[]
  untracked: string[]
  conflicted: string[]
  stashes: number
  /** Absent where there is none, or its distance is not known. */
  upstream?: Upstream
  /** rebase, merge, cherry-pick, revert or bisect, if one is under way. */
  operation?: string
  /** The newest first, at most 50. Empty where no time was given. */
  commits: DatedCommit[]
}

const MOST_COMMITS = 50
const STASH_LOG_BYTES = 1_000_000

interface Options {
  /** Milliseconds since 1970: commits from then on are listed. */
  since?: number
  /** What was read already, so that git is not asked again. */
  status?: Status | null
  place?: GitPlace
}

/** Null: not in a worktree of a repository, or git could not say. */
export function readGitFacts(worktree: string, options: Options = {}): GitFacts | null {
  const place = options.place ?? findGit(worktree)
  const status = place?.worktree && options.status === undefined ? readStatus(worktree) : options.status
  if (!place || !status) return null
  const { branch } = status.branch ? status : readHeadState(place)
  const operation = readOperation(place.gitDir)
  return {
    ...(branch !== undefined && { branch }),
    detached: branch === undefined,
    ...(status.commit !== undefined && { head: status.commit }),
    ...listsOf(status.files),
    stashes: status.stashes ?? countStashes(place.commonDir),
    ...(status.upstream && { upstream: status.upstream }),
    ...(operation !== null && { operation }),
    commits: options.since === undefined ? [] : (commitsSince(worktree, options.since, MOST_COMMITS) ?? []),
  }
}

function listsOf(files: readonly StatusFile[]): Pick<GitFacts, 'staged' | 'unstaged' | 'untracked' | 'conflicted'> {
  const paths = (wanted: (file: StatusFile) => boolean): string[] => files.filter(wanted).map(({ path }) => path)
  const inState = (state: DirtyFile['state']): string[] => paths((file) => file.state === state)
  return {
    staged: paths((file) => file.staged),
    unstaged: paths((file) => file.unstaged),
    untracked: inState('untracked'),
    conflicted: inState('conflicted'),
  }
}

/** For git before 2.35, whose status does not tell: each stash is a line of this log. */
function countStashes(commonDir: string): number {
  const log = readGitText(join(commonDir, 'logs', 'refs', 'stash'), STASH_LOG_BYTES)
  return log ? log.split('\n').length : 0
}

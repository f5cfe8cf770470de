/** Where the work stands, for an entry. Read from files: what git itself says is brought along, where it was asked. */
import type { DirtyFile, Entry, Where } from '../core/entry/entry.js'
import { safeName } from '../core/redact/safe-name.js'
import { type GitPlace, readHeadState } from '../platform/git/folder.js'
import type { Located } from '../store/projects/projects.js'
import type { Status } from './git-status.js'
import { withBlobs, withLines } from './uncommitted.js'

const MAX_DIRTY = 500
const MAX_DIRTY_LENGTH = 100_000

interface Options {
  /** An entry made shortly before, of the same session. */
  last?: Entry | undefined
  /** Ask git how many lines were added and removed. */
  lines?: boolean
}

/** `status`: what git said; null where it was not asked. */
export function readWhere(located: Located, status: Status | null, { last, lines = false }: Options = {}): Where {
  const { git, project, worktree } = located
  const place: Where = { project: project.key, worktree: safeName(worktree) }
  if (!git) return place
  // git says "(detached)" for a head without a branch, and for a branch of that name.
  const { branch, commit } = status?.branch && status.commit ? status : readHeadState(git)
  const dirty = status?.files.map(({ path, state }) => ({ path, state }))
  const few = dirty && fewOf(dirty)
  return {
    ...place,
    ...pick('branch', safeBranch(branch ?? status?.branch)),
    ...pick('head', commit ?? status?.commit),
    ...pick('dirty', few && withContents(worktree, few, { last, lines })),
    ...pick('dirtyTotal', dirty && few && dirty.length > few.length ? dirty.length : undefined),
  }
}

/** Paths may be long, and an entry has no room for all of them then. */
function fewOf(dirty: readonly DirtyFile[]): DirtyFile[] {
  let length = 0
  const end = dirty.slice(0, MAX_DIRTY).findIndex(({ path }) => (length += path.length) > MAX_DIRTY_LENGTH)
  return dirty.slice(0, end < 0 ? MAX_DIRTY : end)
}

/** The branch that is checked out, as entries name it. */
export function readBranch(git: GitPlace): string | undefined {
  return safeBranch(readHeadState(git).branch)
}

export function safeBranch(branch: string | undefined): string | undefined {
  return branch === undefined ? undefined : safeName(branch)
}

function withContents(worktree: string, dirty: DirtyFile[], { last, lines }: Options): DirtyFile[] {
  const named = withBlobs(worktree, dirty, last)
  return lines && named.length > 0 ? withLines(worktree, named) : named
}

function pick<K extends keyof Where>(name: K, value: Where[K] | undefined): Pick<Where, K> | object {
  return value === undefined ? {} : { [name]: value }
}

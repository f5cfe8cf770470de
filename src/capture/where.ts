/** Where the work stands, for an entry. Read from files: what git itself says is brought along, where it was asked. */
import type { Entry, Where } from '../core/entry/entry.js'
import { readHeadState } from '../platform/git/folder.js'
import type { Located } from '../store/projects/projects.js'
import type { Status } from './git-status.js'
import { withBlobs } from './uncommitted.js'

const MAX_DIRTY = 500

/** `status`: what git said; null where it was not asked. `last`: an entry made shortly before, of the same session. */
export function readWhere(located: Located, status: Status | null, last?: Entry): Where {
  const { git, project, worktree } = located
  const place: Where = { project: project.key, worktree }
  if (!git) return place
  // git says "(detached)" for a head without a branch, and for a branch of that name.
  const { branch, commit } = status?.branch && status.commit ? status : readHeadState(git)
  const dirty = status?.files.map(({ path, state }) => ({ path, state }))
  return {
    ...place,
    ...pick('branch', branch ?? status?.branch),
    ...pick('head', commit ?? status?.commit),
    ...pick('dirty', dirty && withBlobs(worktree, dirty.slice(0, MAX_DIRTY), last)),
    ...pick('dirtyTotal', dirty && dirty.length > MAX_DIRTY ? dirty.length : undefined),
  }
}

function pick<K extends keyof Where>(name: K, value: Where[K] | undefined): Pick<Where, K> | object {
  return value === undefined ? {} : { [name]: value }
}

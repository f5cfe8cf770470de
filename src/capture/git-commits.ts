import { runGit } from '../platform/git.js'

/** What git says about the commits at hand. */

export interface Commits {
  total: number
  commits: { id: string; subject: string }[]
}

export interface DatedCommit {
  id: string
  subject: string
  /** When it was committed, in milliseconds since 1970. git counts whole seconds. */
  at: number
}

const OBJECT_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/
const LINE = /^([0-9a-f]{40,64}) (-?\d+) (.*)$/

/** The commits that `to` has and `from` has not, the newest first; null: git does not know them. */
export function commitsBetween(cwd: string, from: string, to: string, limit: number): Commits | null {
  if (!OBJECT_ID.test(from) || !OBJECT_ID.test(to)) return null
  const range = ['--end-of-options', to, `^${from}`]
  const count = runGit(cwd, ['rev-list', '--count', ...range])
  if (!count.ok) return null
  const total = Number(count.stdout)
  if (total === 0 || limit <= 0) return { total, commits: [] }
  const listed = listCommits(cwd, limit, range)
  return listed && { total, commits: listed.map(({ id, subject }) => ({ id, subject })) }
}

/**
 * The commits in the history of this worktree's HEAD that were committed at `since` (milliseconds) or later, the newest
 * first. Other branches and worktrees do not count. Null: git cannot say, or there is no commit yet.
 */
export function commitsSince(cwd: string, since: number, limit: number): DatedCommit[] | null {
  if (!Number.isFinite(since) || limit <= 0) return []
  // A commit of the same second counts, since nobody can tell which came first.
  const seconds = Math.max(0, Math.floor(since / 1000))
  return listCommits(cwd, limit, [`--max-age=${seconds}`, '--end-of-options', 'HEAD'])
}

function listCommits(cwd: string, limit: number, which: readonly string[]): DatedCommit[] | null {
  const format = ['--encoding=UTF-8', '--format=%H %ct %s']
  const { ok, stdout } = runGit(cwd, ['rev-list', `--max-count=${Math.floor(limit)}`, ...format, ...which])
  return ok ? stdout.split('\n').flatMap(parseCommit) : null
}

/** rev-list also prints a line `commit <id>` for each, which is none. */
function parseCommit(line: string): DatedCommit[] {
  const [, id, seconds, subject] = LINE.exec(line) ?? []
  return id === undefined ? [] : [{ id, subject: subject ?? '', at: Number(seconds) * 1000 }]
}

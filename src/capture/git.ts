/** All that git knows about where the work stands, in two processes. Nothing of the repository is run: see platform/git/git.ts. */
import { join } from 'node:path'
import type { DirtyFile } from '../core/entry/entry.js'
import { readGitText } from '../platform/git/files.js'
import { safeName } from '../core/redact/safe-name.js'
import { findGit, readHeadState, readOperation, type GitPlace } from '../platform/git/folder.js'
import { runGit } from '../platform/git/git.js'
import { readStatus, type Status, type StatusFile, type Upstream } from './git-status.js'

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
  /** The newest first, at most 50: since the given time, or of this branch. Empty where neither was asked for. */
  commits: DatedCommit[]
  /** Where the branch has none of its own: the last ones it stands on. */
  lastCommits?: DatedCommit[]
}

const MAX_COMMITS = 50
const STASH_LOG_BYTES = 1_000_000

interface Options {
  /** Milliseconds since 1970: commits from then on are listed. */
  since?: number
  /** Without such a time: the commits that only this branch has. */
  ofBranch?: boolean
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
    ...(branch !== undefined && { branch: safeName(branch) }),
    detached: branch === undefined,
    ...(status.commit !== undefined && { head: status.commit }),
    ...listsOf(status.files),
    stashes: status.stashes ?? countStashes(place.commonDir),
    ...(status.upstream && { upstream: status.upstream }),
    ...(operation !== null && { operation }),
    ...readCommits(worktree, branch, options),
  }
}

function readCommits(
  worktree: string,
  branch: string | undefined,
  { since, ofBranch }: Options,
): Pick<GitFacts, 'commits' | 'lastCommits'> {
  if (since !== undefined) return { commits: commitsSince(worktree, since, MAX_COMMITS) ?? [] }
  if (!ofBranch) return { commits: [] }
  const commits = commitsOfBranch(worktree, branch, MAX_COMMITS)
  if (commits.length > 0) return { commits }
  return { commits, lastCommits: listCommits(worktree, LAST_COMMITS, ['--end-of-options', 'HEAD']) ?? [] }
}

const LAST_COMMITS = 3
const MAIN_LINES = ['main', 'master', 'develop', 'trunk']

/** Those in the history of this head and in no main line, here or at the origin. Empty where there is none to compare with. */
function commitsOfBranch(worktree: string, branch: string | undefined, limit: number): DatedCommit[] {
  const here = MAIN_LINES.filter((name) => name !== branch).map((name) => `refs/heads/${name}`)
  const there = ['HEAD', ...MAIN_LINES].map((name) => `refs/remotes/origin/${name}`)
  const { ok, stdout } = runGit(worktree, ['for-each-ref', '--format=%(objectname)', ...here, ...there])
  const bases = ok ? stdout.split('\n').filter((id) => OBJECT_ID.test(id)) : []
  if (bases.length === 0) return []
  return listCommits(worktree, limit, ['--end-of-options', 'HEAD', ...bases.map((id) => `^${id}`)]) ?? []
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

interface Commits {
  total: number
  /** How many `from` has that `to` has not; absent: none, so `to` goes on from it. */
  left?: number
  commits: { id: string; subject: string }[]
}

interface DatedCommit {
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
  const count = runGit(cwd, ['rev-list', '--left-right', '--count', '--end-of-options', `${to}...${from}`])
  if (!count.ok) return null
  const [total = 0, left = 0] = count.stdout.trim().split('\t').map(Number)
  const counts = { total, ...(left > 0 && { left }) }
  if (total === 0 || limit <= 0) return { ...counts, commits: [] }
  const listed = listCommits(cwd, limit, ['--end-of-options', to, `^${from}`])
  return listed && { ...counts, commits: listed.map(({ id, subject }) => ({ id, subject })) }
}

/** As far back as is looked for commits that something was seen at. */
const MAX_BACK = 2000

/** How many commits `to` has that each of these has not, asked at once. One that is not found in its history is left out. */
export function countSince(cwd: string, heads: readonly string[], to: string): Record<string, number> {
  const older = heads.filter((head) => head !== to && OBJECT_ID.test(head))
  const counts = Object.fromEntries(heads.filter((head) => head === to).map((head) => [head, 0]))
  if (older.length === 0 || !OBJECT_ID.test(to)) return counts
  const { ok, stdout } = runGit(cwd, ['rev-list', '--parents', `--max-count=${MAX_BACK}`, '--end-of-options', to])
  if (!ok) return counts
  const parents = new Map(
    stdout
      .split('\n')
      .map((line) => line.split(' '))
      .map(([id = '', ...more]) => [id, more]),
  )
  for (const head of older) {
    if (!parents.has(head)) continue
    const held = new Set([head])
    for (const id of held) for (const parent of parents.get(id) ?? []) held.add(parent)
    counts[head] = [...parents.keys()].filter((id) => id !== '' && !held.has(id)).length
  }
  return counts
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

interface Branches {
  all: ReadonlySet<string>
  /** Those whose commits are all in the main branch, which is not one of them, nor is the one checked out. */
  merged: ReadonlySet<string>
}

/** Null: git cannot say. */
export function branchesNow(cwd: string): Branches | null {
  const named = (more: readonly string[]): string[] | null => {
    const { ok, stdout } = runGit(cwd, ['for-each-ref', ...more, '--format=%(refname:lstrip=2)', 'refs/heads'])
    return ok ? stdout.split('\n').flatMap((line) => (line === '' ? [] : safeName(line))) : null
  }
  const all = named([])
  const main = all && ['main', 'master'].find((name) => all.includes(name))
  const merged = main ? named([`--merged=refs/heads/${main}`]) : null
  if (!all || !merged) return null
  return { all: new Set(all), merged: new Set(merged.filter((name) => name !== main)) }
}

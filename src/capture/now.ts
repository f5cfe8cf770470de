/** What the disk and git say now about the things an entry recorded. git is only run where the head has moved or files went missing. */
import { join } from 'node:path'
import type { FileNow, Now } from '../core/briefing/drift.js'
import type { Entry, FileRef } from '../core/entry/entry.js'
import { present } from '../core/present.js'
import { isSafeForm, safeName } from '../core/redact/safe-name.js'
import { statOf } from '../platform/files/files.js'
import { readHeadState } from '../platform/git/folder.js'
import { runGit } from '../platform/git/git.js'
import type { Located } from '../store/projects/projects.js'
import { readFileFacts } from './files.js'
import { commitsBetween, countSince } from './git.js'
import { conflictedFiles, listFiles } from './git-status.js'
import { hashLocks } from './locks.js'
import { readPlanNow, type StrangeSteps } from './plans.js'
import { findMissed } from './lost.js'
import { safeBranch } from './where.js'

const COMMITS_SHOWN = 10

/** `looked`: the entry that knows what was uncommitted. */
export function readNow(entry: Entry, looked: Entry, located: Located, userHome: string, strangeIn: StrangeSteps): Now {
  const state = located.git ? readHeadState(located.git) : {}
  const { worktree } = located
  const branch = safeBranch(state.branch)
  return {
    worktree,
    ...present({
      formerly: located.formerly,
      branch,
      head: state.commit,
      operation: state.operation,
    }),
    ...(isBranchGone(entry.where.branch, branch, worktree) && { branchGone: true }),
    ...commitsSince(entry.where.head, state.commit, worktree),
    conflicts: state.operation === undefined ? [] : conflictedFiles(worktree),
    files: readFilesNow(worktree, entry.files),
    ...findMissed(looked, located),
    ...failuresSince(entry, state.commit, worktree),
    ...(entry.plan && { plan: readPlanNow(worktree, userHome, entry.plan.path, strangeIn, entry.plan.step) }),
  }
}

/** Renamed, or deleted once it was merged. */
function isBranchGone(saved: string | undefined, current: string | undefined, worktree: string): boolean {
  if (saved === undefined || saved === current) return false
  // One that is only known by its safe form is looked for among all.
  const places = isSafeForm(saved) ? ['refs/heads', 'refs/remotes'] : [`refs/heads/${saved}`, `refs/remotes/*/${saved}`]
  const { ok, stdout } = runGit(worktree, ['for-each-ref', '--format=%(refname)', ...places])
  if (ok && isSafeForm(saved)) return !stdout.split('\n').some((ref) => safeName(ref.replace(SHORT, '')) === saved)
  // One that only a remote has is made by checking it out.
  return ok && !stdout.split('\n').some((ref) => ref.endsWith(`/${saved}`))
}

const SHORT = /^refs\/(?:heads|remotes\/[^/]+)\//

/** What its failures were built on, and how it is now. */
function failuresSince(
  { failed, where }: Entry,
  head: string | undefined,
  worktree: string,
): Pick<Now, 'locks' | 'commitsSince'> {
  const locks = failed.flatMap(({ origin }) => Object.keys(origin?.locks ?? {}))
  const heads = [...new Set(failed.flatMap(({ origin }) => origin?.head ?? []))].filter((one) => one !== where.head)
  return {
    ...(locks.length > 0 && { locks: hashLocks(worktree, locks) }),
    ...(heads.length > 0 && head !== undefined && { commitsSince: countSince(worktree, heads, head) }),
  }
}

function commitsSince(saved: string | undefined, head: string | undefined, worktree: string): Pick<Now, 'commits'> {
  if (saved === undefined || head === undefined) return {}
  if (saved === head) return { commits: { total: 0, commits: [] } }
  return { commits: commitsBetween(worktree, saved, head, COMMITS_SHOWN) }
}

function readFilesNow(worktree: string, files: readonly FileRef[]): FileNow[] {
  const states = files.map((file) => fileNow(worktree, file))
  const lost = states.filter((file) => file.state === 'missing')
  return lost.length === 0 ? states : findMoved(worktree, files, states)
}

function fileNow(worktree: string, file: FileRef): FileNow {
  const facts = readFileFacts(worktree, file.path)
  // One that was not there at the save either is still to be made.
  if (file.hash === undefined) return { path: file.path, state: 'unknown' }
  if (!facts) return { path: file.path, state: 'missing' }
  return { path: file.path, state: facts.hash === file.hash ? 'same' : 'changed' }
}

/** A missing file whose very content lies at another path has been moved. Only files of the same size are read. */
function findMoved(worktree: string, files: readonly FileRef[], states: readonly FileNow[]): FileNow[] {
  const sizes = new Set(files.filter((_, i) => states[i]?.state === 'missing').map((file) => file.bytes))
  const known = new Set(files.map((file) => file.path))
  const byHash = new Map<string, string>()
  for (const path of listFiles(worktree)) {
    const size = known.has(path) ? undefined : statOf(join(worktree, path))?.size
    if (size === undefined || !sizes.has(size)) continue
    const facts = readFileFacts(worktree, path)
    if (facts && !byHash.has(facts.hash)) byHash.set(facts.hash, path)
  }
  return states.map((state, i) => {
    const to = state.state === 'missing' ? byHash.get(files[i]?.hash ?? '') : undefined
    return to === undefined ? state : { path: state.path, state: 'renamed', to }
  })
}

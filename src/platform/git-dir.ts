import { lstatSync, readlinkSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { isFolder } from './folder.js'
import { isThere, readGitFile, readGitText } from './git-files.js'
import { realPathOf } from './place.js'

/**
 * Which repository a folder belongs to, and where its head is, read from the files without running git.
 * GIT_DIR and its relatives in the environment are ignored on purpose: a checkpoint belongs to the folder where the
 * work happens, not to whatever a hook or a script around us points git at.
 */

export interface GitPlace {
  /** `submodule` stands for every `.git` file that leads to a whole repository of its own. */
  kind: 'repository' | 'worktree' | 'submodule' | 'bare'
  /** The folder of the checked-out files; null in a bare repository. */
  worktree: string | null
  gitDir: string
  /** What all worktrees of a repository share. The same as gitDir but for linked worktrees. */
  commonDir: string
}

export interface HeadState {
  /** Absent on a detached head. */
  branch?: string
  /** Absent before the first commit. */
  commit?: string
  operation?: Operation
}

type Operation = 'rebase' | 'merge' | 'cherry-pick' | 'revert' | 'bisect'

const POINTER_BYTES = 1_048_576
const PACKED_REFS_BYTES = 128_000_000
const OBJECT_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/

/** The innermost repository around `cwd`. `onBroken` hears of a folder whose `.git` file leads nowhere (then: null). */
export function findGit(cwd: string, onBroken?: (folder: string) => void): GitPlace | null {
  let folder = realPathOf(cwd)
  for (;;) {
    const found = placeAt(folder)
    if (found === 'broken') onBroken?.(folder)
    if (found) return found === 'broken' ? null : found
    const parent = dirname(folder)
    if (parent === folder) return null
    folder = parent
  }
}

export function readHeadState(place: GitPlace): HeadState {
  const operation = readOperation(place.gitDir)
  const state: HeadState = operation ? { operation } : {}
  const head = readRef(place.gitDir, 'HEAD')
  // What a repository with reftable shows to programs that read files. Only git itself knows its head.
  if (head === null || head === 'ref: refs/heads/.invalid') return state
  const target = symbolicTarget(head)
  if (target?.startsWith('refs/heads/')) state.branch = target.slice('refs/heads/'.length)
  const commit = target === null ? head : resolveRef(place, target)
  if (commit !== null && OBJECT_ID.test(commit)) state.commit = commit
  return state
}

function placeAt(folder: string): GitPlace | 'broken' | null {
  const dotGit = join(folder, '.git')
  if (isFolder(dotGit)) {
    const place = repositoryAt(realPathOf(dotGit), folder, 'repository')
    // Like git, look further up past a folder that only has the name.
    if (place) return place
  } else {
    const pointer = readGitText(dotGit, POINTER_BYTES)
    if (pointer?.startsWith('gitdir: ')) {
      return (
        repositoryAt(realPathOf(resolve(folder, pointer.slice('gitdir: '.length))), folder, 'submodule') ?? 'broken'
      )
    }
    if (pointer !== null) return 'broken'
  }
  return bareAt(folder)
}

function repositoryAt(gitDir: string, worktree: string, kind: 'repository' | 'submodule'): GitPlace | null {
  if (!hasHead(gitDir)) return null
  const common = readGitText(`${gitDir}/commondir`, POINTER_BYTES)
  if (common === null) return holdsObjects(gitDir) ? { kind, worktree, gitDir, commonDir: gitDir } : null
  const commonDir = realPathOf(resolve(gitDir, common))
  return holdsObjects(commonDir) ? { kind: 'worktree', worktree, gitDir, commonDir } : null
}

function bareAt(folder: string): GitPlace | null {
  if (!hasHead(folder) || !holdsObjects(folder)) return null
  // Standing inside the .git folder of a repository is standing in that repository.
  if (basename(folder) === '.git')
    return { kind: 'repository', worktree: dirname(folder), gitDir: folder, commonDir: folder }
  return { kind: 'bare', worktree: null, gitDir: folder, commonDir: folder }
}

function hasHead(gitDir: string): boolean {
  const head = readRef(gitDir, 'HEAD')
  return head !== null && (symbolicTarget(head) !== null || OBJECT_ID.test(head))
}

function holdsObjects(dir: string): boolean {
  return isFolder(`${dir}/objects`) && isFolder(`${dir}/refs`)
}

function resolveRef(place: GitPlace, ref: string): string | null {
  let name = ref
  for (let depth = 0; depth < 5; depth++) {
    const value = readRef(place.gitDir, name) ?? readRef(place.commonDir, name)
    if (value === null) return readPackedRef(place.commonDir, name)
    const target = symbolicTarget(value)
    if (target === null) return value
    name = target
  }
  return null
}

/** The text of a loose ref. A ref that is a symbolic link, as git made them long ago, reads like `ref: <target>`. */
function readRef(dir: string, name: string): string | null {
  const path = `${dir}/${name}`
  const target = linkTarget(path)
  return target?.startsWith('refs/') ? `ref: ${target}` : readGitText(path, POINTER_BYTES)
}

function linkTarget(path: string): string | null {
  try {
    // A branch that git has packed is no file.
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(path) : null
  } catch {
    return null
  }
}

// The name becomes part of a path, and a hostile HEAD may hold anything.
function symbolicTarget(text: string): string | null {
  const name = /^ref:\s*(refs\/[^\0-\x1f\x7f-\x9f\\:?*[~^ ]+)$/.exec(text)?.[1]
  return name === undefined || name.split('/').some((part) => part === '' || part === '.' || part === '..')
    ? null
    : name
}

function readPackedRef(commonDir: string, name: string): string | null {
  const packed = readGitFile(`${commonDir}/packed-refs`, PACKED_REFS_BYTES)
  const at = packed?.indexOf(` ${name}\n`) ?? -1
  if (!packed || at < 0) return null
  return packed.toString('latin1', packed.lastIndexOf('\n', at) + 1, at)
}

const OPERATIONS: readonly (readonly [mark: string, operation: Operation])[] = [
  ['rebase-merge', 'rebase'],
  ['rebase-apply', 'rebase'],
  ['MERGE_HEAD', 'merge'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
  ['BISECT_LOG', 'bisect'],
]

export function readOperation(gitDir: string): Operation | null {
  return OPERATIONS.find(([name]) => isThere(`${gitDir}/${name}`))?.[1] ?? null
}

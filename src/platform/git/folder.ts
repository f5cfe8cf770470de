/**
 * Which repository a folder belongs to, and where its head is, read from the files without running git, but byte for
 * byte as git reads them (setup.c): whoever takes another repository for it looks at the wrong one. Where git gives up, so do we.
 * GIT_DIR and its relatives in the environment are ignored on purpose: a checkpoint belongs to the folder where the
 * work happens, not to whatever a hook or a script around us points git at.
 */
import { accessSync, constants, lstatSync, readlinkSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { readUpTo } from '../files/raw-io.js'
import { followPath } from '../place.js'
import { isThere, OBJECT_ID, readGitFile, readGitText, withFile } from './files.js'

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

/** The innermost repository around `cwd`. `onBroken` hears of a folder whose `.git` cannot be followed (then: null). */
export function findGit(cwd: string, onBroken?: (folder: string) => void): GitPlace | null {
  for (let folder = nearestFolder(cwd); folder !== null; folder = parentOf(folder)) {
    const found = placeAt(folder)
    if (found === 'broken') onBroken?.(folder)
    if (found) return found === 'broken' ? null : found
  }
  return null
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

/** By its real path; of one that is gone, the nearest around it. */
function nearestFolder(cwd: string): string | null {
  for (let path: string | null = cwd; path !== null; path = parentOf(path)) {
    const real = followPath(process.cwd(), Buffer.from(path))
    if (real !== null) return real
    // Node writes this sign for bytes that are no text: such a folder is there, and we cannot name it.
    if (path.includes('\ufffd')) return null
  }
  return null
}

function parentOf(path: string): string | null {
  const parent = dirname(path)
  return parent === path ? null : parent
}

function placeAt(folder: string): GitPlace | 'broken' | null {
  const dotGit = join(folder, '.git')
  const what = lookAt(dotGit)
  if (what === 'other') return 'broken'
  if (what === 'nothing') return bareAt(folder)
  const gitDir = what === 'file' ? followGitFile(folder) : followPath(folder, Buffer.from('.git'))
  const found = gitDir === null ? 'broken' : readGitDir(gitDir)
  // Like git, look further up past a folder that only has the name, but not past a file.
  if (found === null) return what === 'file' ? 'broken' : bareAt(folder)
  if (found === 'broken') return found
  const { isLinked, ...folders } = found
  return { kind: isLinked ? 'worktree' : what === 'file' ? 'submodule' : 'repository', worktree: folder, ...folders }
}

function bareAt(folder: string): GitPlace | 'broken' | null {
  const found = readGitDir(folder)
  if (found === null || found === 'broken') return found
  const { isLinked, ...folders } = found
  // Standing inside the .git folder of a repository is standing in that repository.
  if (basename(folder) === '.git')
    return { kind: isLinked ? 'worktree' : 'repository', worktree: dirname(folder), ...folders }
  // A folder that anybody can commit must not pass for another repository.
  if (isLinked && dirname(folder) !== join(folders.commonDir, 'worktrees')) return 'broken'
  return { kind: 'bare', worktree: null, ...folders }
}

function lookAt(path: string): 'folder' | 'file' | 'nothing' | 'other' {
  try {
    const stat = statSync(path, { throwIfNoEntry: false })
    if (!stat) return 'nothing'
    return stat.isDirectory() ? 'folder' : stat.isFile() ? 'file' : 'other'
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOTDIR' ? 'nothing' : 'other'
  }
}

const GIT_FILE = Buffer.from('gitdir: ')

function followGitFile(folder: string): string | null {
  const bytes = readGitFile(join(folder, '.git'), POINTER_BYTES)
  if (bytes?.indexOf(GIT_FILE) !== 0) return null
  const path = pathIn(bytes.subarray(GIT_FILE.length))
  return path.length === 0 ? null : followPath(folder, path)
}

function followCommonDir(gitDir: string): string | null {
  const bytes = readGitFile(`${gitDir}/commondir`, POINTER_BYTES)
  return bytes === null || bytes.length === 0 ? null : followPath(gitDir, pathIn(bytes))
}

/** Line ends are all that git takes off: white space is part of a name. A NUL ends it. */
function pathIn(bytes: Buffer): Buffer {
  let end = bytes.length
  while (bytes[end - 1] === 0x0a || bytes[end - 1] === 0x0d) end--
  const nul = bytes.indexOf(0)
  return bytes.subarray(0, nul < 0 ? end : Math.min(nul, end))
}

/** What git asks of a git folder. Null: it is none. Broken: git would give up. */
function readGitDir(gitDir: string): { gitDir: string; commonDir: string; isLinked: boolean } | 'broken' | null {
  if (!hasHead(gitDir)) return null
  const isLinked = isThere(`${gitDir}/commondir`)
  const commonDir = isLinked ? followCommonDir(gitDir) : gitDir
  if (commonDir === null) return 'broken'
  return isPassable(`${commonDir}/objects`) && isPassable(`${commonDir}/refs`) ? { gitDir, commonDir, isLinked } : null
}

const HEAD_BYTES = 255

function hasHead(gitDir: string): boolean {
  const path = `${gitDir}/HEAD`
  const target = linkTarget(path)
  if (target !== null) return target.startsWith('refs/')
  const start = withFile(path, (fd, size) => readUpTo(fd, Math.min(size, HEAD_BYTES), 0))
  return /^(?:ref:[ \t\n\r]*refs\/|[0-9a-fA-F]{40})/.test(start?.toString('latin1') ?? '')
}

function isPassable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
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

/**
 * What git holds of files of a work tree, compared after git's own conversion of line ends. core/own/content.ts says what
 * follows from it. Whatever git does not answer counts against the file.
 */
import { join } from 'node:path'
import type { SeenByGit } from '../core/own/content.js'
import { isThere, OBJECT_ID, readGitText } from '../platform/git/files.js'
import { readHeadState, readOperation, type GitPlace } from '../platform/git/folder.js'
import { runGit } from '../platform/git/git.js'
import { readOrigin } from '../platform/git/objects.js'

export interface Held {
  worktree: string
  git: GitPlace
  /** Relative to the worktree. */
  paths: readonly string[]
  /** Whether a version that git holds is own. */
  isOwn: (text: string) => boolean
  /** The user has said that this repository is theirs. */
  mine: boolean
}

/** Where git cannot say anything. */
export const UNANSWERED: SeenByGit = {
  answered: false,
  busy: true,
  converted: true,
  holds: true,
  covered: false,
  versions: [],
}

export function readHeld({ worktree, git, paths, isOwn, mine }: Held): Map<string, SeenByGit> {
  const all = new Map(paths.map((path) => [path, UNANSWERED]))
  const usable = paths.filter((path) => !/[\n\r\0"]/.test(path))
  const converted = convertedPaths(worktree, usable)
  const plain = usable.filter((path) => converted?.has(path) === false)
  const blobs = blobsOf(worktree, plain)
  const found = blobs && versionsOf(worktree, plain, blobs)
  const covers = mine && found ? coverOf(worktree, git) : null
  const operation = readOperation(git.gitDir)
  const busy = operation !== null && operation !== 'bisect'
  for (const path of usable) {
    const blob = blobs?.get(path)
    if (!found || blob === undefined) continue
    const isHeld = found.held.has(blob) || (found.versions.get(path) ?? []).length > 0
    // What no commit has came with the folder, and that is the user's.
    const covered = covers?.(blob, path) === true || (mine && !busy && !isHeld)
    const versions = (found.versions.get(path) ?? []).filter(
      ({ id, text }) => !covered && !isOwn(text) && !covers?.(id, path),
    )
    all.set(path, {
      answered: true,
      busy,
      converted: false,
      holds: found.held.has(blob),
      covered,
      versions: versions.map(({ text }) => text),
    })
  }
  return all
}

/** A filter, an encoding or an ident makes a file of what git holds that we could not compare. Null: git does not say. */
function convertedPaths(worktree: string, paths: readonly string[]): Set<string> | null {
  if (paths.length === 0) return new Set()
  const asked = ['check-attr', '-z', ...CONVERTING, '--', ...paths]
  const { ok, stdout } = runGit(worktree, asked)
  if (!ok) return null
  const words = stdout.split('\0')
  const isSet = (value: string | undefined): boolean => value !== 'unspecified' && value !== 'unset'
  return new Set(words.filter((_, i) => i % 3 === 0 && i + 2 < words.length && isSet(words[i + 2])))
}

const CONVERTING = ['filter', 'ident', 'working-tree-encoding']

/** What git would call each of them. */
function blobsOf(worktree: string, paths: readonly string[]): Map<string, string> | null {
  if (paths.length === 0) return new Map()
  const input = paths.map((path) => `${path}\n`).join('')
  const { ok, stdout } = runGit(worktree, ['hash-object', '--stdin-paths'], { input })
  const ids = stdout.split('\n').filter((id) => OBJECT_ID.test(id))
  return ok && ids.length === paths.length ? new Map(paths.map((path, i) => [path, ids[i] as string])) : null
}

/** The last three are what a stash is made of: the files, the index, and what was untracked. */
const AT = ['HEAD:', ':0:', ':1:', ':2:', ':3:', 'MERGE_HEAD:', 'refs/stash:', 'refs/stash^2:', 'refs/stash^3:']
/** What git was at before, or took from elsewhere: a file can be taken from there without a checkout. */
const PASSED = ['FETCH_HEAD', 'ORIG_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'REBASE_HEAD', 'AUTO_MERGE']
const MAX_TIPS = 200

/** The commits that branches and tags are at, the newest first: each may have another version of a file. */
function tipsOf(worktree: string): string[] | null {
  const asked = ['for-each-ref', '--sort=-creatordate', `--count=${MAX_TIPS}`, '--format=%(objectname)^{}']
  const { ok, stdout } = runGit(worktree, [...asked, 'refs/heads', 'refs/remotes', 'refs/pull', 'refs/tags'])
  return ok ? [...new Set(stdout.split('\n').filter((one) => one !== ''))] : null
}
const MAX_VERSION_BYTES = 4_000_000

interface Versions {
  /** Blobs that the repository holds anywhere, under whatever name. */
  held: Set<string>
  versions: Map<string, { id: string; text: string }[]>
}

function versionsOf(worktree: string, paths: readonly string[], blobs: ReadonlyMap<string, string>): Versions | null {
  if (paths.length === 0) return { held: new Set(), versions: new Map() }
  const tips = tipsOf(worktree)
  if (tips === null) return null
  const at = [...AT, ...[...PASSED, ...tips].map((one) => `${one}:`)]
  const names = paths.flatMap((path) => [blobs.get(path) as string, ...at.map((one) => `${one}${path}`)])
  const input = names.map((name) => `${name}\n`).join('')
  const asked = ['cat-file', '--batch-check=%(objectname) %(objecttype) %(objectsize)']
  const { ok, stdout } = runGit(worktree, asked, { input })
  const lines = stdout.split('\n')
  if (!ok || lines.length < names.length) return null
  const each = at.length + 1
  const ids = lines.slice(0, names.length).map((line) => /^([0-9a-f]{40,64}) blob (\d+)$/.exec(line))
  const held = new Set(ids.filter((_, i) => i % each === 0).flatMap((found) => found?.[1] ?? []))
  const wanted = paths.map((path, i) => {
    const own = ids.slice(i * each + 1, (i + 1) * each)
    return { path, found: own.flatMap((one) => (one ? [{ id: one[1] as string, size: Number(one[2]) }] : [])) }
  })
  const texts = new Map<string, string>()
  for (const { id, size } of wanted.flatMap(({ found }) => found)) {
    if (texts.has(id)) continue
    const read = size <= MAX_VERSION_BYTES ? runGit(worktree, ['cat-file', 'blob', id]) : null
    // What cannot be compared line by line must not pass.
    if (!read?.ok) return null
    texts.set(id, read.stdout)
  }
  const versions = wanted.map(({ path, found }) => {
    const own = [...new Set(found.map(({ id }) => id))]
    return [path, own.map((id) => ({ id, text: texts.get(id) ?? '' }))] as const
  })
  return { held, versions: new Map(versions) }
}

type Covers = (blob: string, path: string) => boolean

/**
 * "This repository is mine" covers what the default branch of its origin has or had, and what this user pushed from this
 * machine to the branch of origin that is checked out. Other remotes and refs/pull are somebody else's, and so is what was
 * merged from them and not pushed. Without an origin: what was committed here and fetched from nowhere.
 */
function coverOf(worktree: string, git: GitPlace): Covers | null {
  const origin = 'refs/remotes/origin'
  const base = [`${origin}/HEAD`, `${origin}/main`, `${origin}/master`].find(
    (ref) => runGit(worktree, ['rev-parse', '--verify', '--quiet', `${ref}^{commit}`]).ok,
  )
  const pushed = pushedUpstream(worktree, git)
  const hasOrigin = readOrigin(git.commonDir) !== null
  const fetched = isThere(join(git.gitDir, 'FETCH_HEAD')) ? ['FETCH_HEAD'] : []
  const from = hasOrigin ? [base, pushed].filter((one) => one !== undefined && one !== null) : ['HEAD']
  const not = hasOrigin ? [] : ['--not', '--remotes', ...fetched]
  if (from.length === 0) return null
  return (blob, path) => {
    const find = ['log', '-1', '-m', '--format=%H', `--find-object=${blob}`, ...from, ...not, '--', path]
    const { ok, stdout } = runGit(worktree, find)
    return ok && stdout.trim() !== ''
  }
}

const LOG_BYTES = 4_000_000

/** What was pushed last from here to the branch of origin that the checked-out branch follows; null: nothing. */
function pushedUpstream(worktree: string, git: GitPlace): string | null {
  const { branch } = readHeadState(git)
  if (branch === undefined) return null
  const format = '%(upstream:remotename) %(upstream:remoteref) %(upstream)'
  const { stdout } = runGit(worktree, ['for-each-ref', `--format=${format}`, `refs/heads/${branch}`])
  const [, upstream] = /^origin refs\/heads\/\S+ (refs\/remotes\/origin\/\S+)$/m.exec(stdout) ?? []
  const log = upstream === undefined ? null : readGitText(join(git.commonDir, 'logs', upstream), LOG_BYTES)
  const line = log?.split('\n').findLast((one) => one.endsWith('\tupdate by push'))
  return line === undefined ? null : (/^[0-9a-f]+ ([0-9a-f]{40,64}) /.exec(line)?.[1] ?? null)
}

/** What git tracks below a folder of the worktree. */
export function listTracked(worktree: string, folder: string): string[] {
  const { stdout } = runGit(worktree, ['ls-files', '-z', '--', folder])
  return stdout.split('\0').filter((path) => path !== '')
}

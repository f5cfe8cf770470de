/**
 * Undo: plan → show → keep → apply → receipt. The plan is a value and says all there is to say; applying it makes the same plan
 * again, and where one byte has moved since, it is another plan and nothing is done.
 */
import { join, relative } from 'node:path'
import { asWord } from '../../core/choose/title.js'
import { type BytePath, bytesOf } from '../../core/undo/bytes.js'
import { type Plan, planText, planUndo, type Refusal, type Wanted } from '../../core/undo/plan.js'
import { isSafeForm, safeName } from '../../core/redact/safe-name.js'
import { safePath } from '../../core/undo/secret-name.js'
import type { Left } from '../../core/undo/take.js'
import { DogearError } from '../../core/errors.js'
import { filesInCommit, filteredPaths, readBlob } from '../../capture/undo/base.js'
import { blobIdLike, type PresentFile, presenter } from '../../capture/undo/present.js'
import { sha256Hex } from '../../platform/files/hash.js'
import { type GitPlace, readHeadState } from '../../platform/git/folder.js'
import { contentOf, handleOfTake, newestPack, type Shelf, shelfOf } from '../../store/takes/takes.js'
import { locate } from '../locate.js'
import type { World } from '../world.js'
import { findTarget, isAsked, type Target } from './target.js'

export interface UndoRequest {
  to?: string
  /** Below the worktree. */
  paths: readonly BytePath[]
  redo: boolean
  exact: boolean
}

export interface UndoPlan extends Plan {
  id: string
  kind: Target['kind']
  /** Of the take it leads to. */
  take: string
  /** What to know before: another branch, a command of git that goes back. */
  notes: string[]
  target: Target
  shelf: Shelf
  git: GitPlace & { worktree: string }
  presentAt(path: BytePath): PresentFile
  contentAt: Contents
}

export function planFor(world: World, request: UndoRequest): UndoPlan {
  const { shelf, git } = placeOf(world)
  const target = findTarget(shelf, request)
  const head = readHeadState(git).commit
  const clean = cleanPaths(shelf, git, target, request)
  const all = [...target.wanted, ...clean.wanted].map(({ path }) => path)
  const base =
    head === undefined ? new Map<BytePath, { blob: string }>() : (filesInCommit(git.worktree, head, all) ?? new Map())
  const presentAt = presenter(shelf.worktree, (path) => base.get(path)?.blob)
  const contentAt = contents(shelf, target, clean.bytes)
  const wanted = [...withBase(git, target, head, base), ...clean.wanted].map((one) =>
    completed(one, presentAt, contentAt),
  )
  const plan = planUndo({ wanted, presentAt, exact: request.exact || target.kind === 'redo' })
  const refused = [...plan.refused, ...leftOut(target, request, presentAt)]
  const whole = { ...plan, refused }
  return {
    ...whole,
    id: sha256Hex(`${shelf.dir}\n${target.kind}\n${target.pack.take.id}\n${planText(whole)}`).slice(0, 12),
    kind: target.kind,
    take: handleOfTake(target.pack.take.id),
    notes: notesOn(git, target),
    target,
    shelf,
    git,
    presentAt,
    contentAt,
  }
}

/** As typed, relative to the folder. What lies at one with a secret in its name is kept under its safe form, if at all. */
export function pathBelow({ cwd }: World, { worktree }: { worktree: string }, typed: string): BytePath {
  return safePath(bytesOf(relative(worktree, join(cwd, typed)).replaceAll('\\', '/')))
}

export function placeOf(world: World): { shelf: Shelf; git: GitPlace & { worktree: string } } {
  const { git } = locate(world)
  if (git?.worktree == null)
    throw new DogearError('not-found', 'this folder is no work tree of git, so no takes are made of it', {
      expected: 'a folder in a git repository',
    })
  return { shelf: shelfOf(world.home, bytesOf(git.worktree)), git: { ...git, worktree: git.worktree } }
}

type Contents = (hash: string) => Uint8Array | null

/** Bytes of the take, and those of the commit where the take says "as in base". */
function contents(shelf: Shelf, { pack }: Target, base: ReadonlyMap<string, Uint8Array>): Contents {
  const known = new Map<string, Uint8Array | null>(base)
  return (hash) => {
    if (!known.has(hash)) known.set(hash, contentOf(shelf, pack, hash))
    return known.get(hash) ?? null
  }
}

const MAX_BLOB = 64_000_000

/** What is there may be the base's bytes, and what shall be there must be there to be written. */
function completed(wanted: Wanted, presentAt: (path: BytePath) => PresentFile, contentAt: Contents): Wanted {
  const now = presentAt(wanted.path)
  const expected = now.isBase ? [...wanted.expected, now.hash] : wanted.expected
  const isThere = wanted.hash === null || wanted.missing !== undefined || contentAt(wanted.hash) !== null
  return { ...wanted, expected, ...(!isThere && { missing: 'bytes-are-gone' as const }) }
}

/** Where the commit under the work was another one, only what is the same in both may be written. */
function withBase(
  git: GitPlace & { worktree: string },
  { pack: { take }, wanted, kind }: Target,
  head: string | undefined,
  now: ReadonlyMap<BytePath, { blob: string }>,
): Wanted[] {
  if (kind === 'redo' || take.base === head) return [...wanted]
  const paths = wanted.map(({ path }) => path)
  const then =
    take.base === undefined ? new Map<BytePath, { blob: string }>() : filesInCommit(git.worktree, take.base, paths)
  const isSame = (path: BytePath): boolean => then !== null && then.get(path)?.blob === now.get(path)?.blob
  return wanted.map((one) => (one.named || isSame(one.path) ? one : { ...one, missing: 'base-differs' as const }))
}

/**
 * Paths that were as in base then, or were not there, and are not so now: a later take has a row for them, the next one or the one
 * that was made for this plan. What came after the next one is work, and named as such; what is new, --exact deletes.
 */
function cleanPaths(
  shelf: Shelf,
  git: GitPlace & { worktree: string },
  target: Target,
  { paths }: UndoRequest,
): { wanted: Wanted[]; bytes: Map<string, Uint8Array> } {
  const kept = new Map<string, Uint8Array>()
  const { pack, after, kind } = target
  const { base } = pack.take
  if (kind !== 'take' || base === undefined) return { wanted: [], bytes: kept }
  const newest = newestPack(shelf)?.take
  const next = new Set(after?.take.rows.map(({ path }) => path))
  const since = newest && newest.id > pack.take.id ? newest.rows.filter(({ path }) => !next.has(path)) : []
  const known = new Set([...target.wanted.map(({ path }) => path), ...pack.take.left.map(({ path }) => path)])
  const rows = [...(after?.take.rows ?? []), ...since].filter(
    ({ path, letter }) => letter !== 'S' && !known.has(path) && isAsked(path, paths),
  )
  const files =
    filesInCommit(
      git.worktree,
      base,
      rows.map(({ path }) => path),
    ) ?? new Map<BytePath, never>()
  const filtered = filteredPaths(git.worktree, [...files.keys()])
  const wanted = rows.map(({ path, hash }): Wanted => {
    const file = files.get(path)
    const expected = hash === '' || (file && !next.has(path)) ? [] : [hash]
    const named = paths.includes(path)
    if (!file) return { path, hash: null, mode: '', expected, named }
    const bytes = filtered.has(path) ? null : readBlob(git.worktree, file.blob, MAX_BLOB)
    const mode = file.mode === '100644' || file.mode === '100755' ? file.mode : '120000'
    if (!bytes || blobIdLike(file.blob, bytes) !== file.blob)
      return { path, hash: '', mode, expected, named, missing: filtered.has(path) ? 'filtered' : 'bytes-are-gone' }
    kept.set(sha256Hex(bytes), bytes)
    return { path, hash: sha256Hex(bytes), mode, expected, named }
  })
  return { wanted, bytes: kept }
}

/** What the take could not hold, as far as it is not there any more. */
function leftOut(
  { pack, kind }: Target,
  { paths }: UndoRequest,
  presentAt: (path: BytePath) => PresentFile,
): Refusal[] {
  if (kind === 'redo' || paths.length > 0) return []
  return (
    pack.take.left
      // What is in a repository within is never known.
      .filter(({ path, why }) => why === 'repository' || presentAt(path.replace(/\/$/, '')).kind === 'absent')
      .map(({ path, why }) => ({ path, why: reasonOf(why) }))
  )
}

function reasonOf(why: Left['why']): Refusal['why'] {
  if (why === 'secret') return 'left-secret'
  if (why === 'too-large') return 'left-too-large'
  return why === 'repository' ? 'left-repository' : 'left-other'
}

function notesOn(git: GitPlace, { pack: { take } }: Target): string[] {
  const now = readHeadState(git)
  const notes: string[] = []
  const short = (commit: string | undefined): string => commit?.slice(0, 7) ?? 'no commit'
  const branch = now.branch === undefined ? undefined : safeName(now.branch)
  if (take.branch !== branch && take.branch !== undefined)
    notes.push(
      `It was on branch ${take.branch}, and this is ${branch ?? 'no branch'}${isSafeForm(take.branch) ? '' : `: git switch ${asWord(take.branch)} goes back`}.`,
    )
  else if (take.base !== now.commit)
    notes.push(
      `HEAD was ${short(take.base)} and is ${short(now.commit)}: git reset --keep ${short(take.base)} goes back.`,
    )
  if (take.operation !== now.operation)
    notes.push(`Then git was in ${take.operation ?? 'no operation'}, and now in ${now.operation ?? 'none'}.`)
  return notes
}

/** The dirty set of a work tree as it is now, read by git and by looking: never by what git's letters mean. */
import { join } from 'node:path'
import { hash53 } from '../../core/entry/seal.js'
import { safeName } from '../../core/redact/safe-name.js'
import { type BytePath, isInside } from '../../core/undo/bytes.js'
import { type Candidate, type Caps, type DirtyPath, withinCaps } from '../../core/undo/dirty.js'
import { hasSecretName, safePath } from '../../core/undo/secret-name.js'
import { fileMode, type Left, LINK, type Row } from '../../core/undo/take.js'
import { stampOf } from '../../platform/files/files.js'
import { sha256Hex } from '../../platform/files/hash.js'
import { readHeadState } from '../../platform/git/folder.js'
import { blockedAt, type Look, lookAt, readAt } from '../../platform/work-tree/look.js'
import { sleep } from '../../platform/process/self.js'
import { SECRET, type Seen } from '../../store/takes/pack.js'
import { type DirtyStatusRequest, readDirtyStatus } from './dirty-status.js'
import { makeJudge, readStaged } from './secrets.js'
import { readUnwatched, type UnwatchedRequest } from './unwatched.js'

export interface DirtyRequest extends DirtyStatusRequest {
  /** With one letter for each byte. */
  root: BytePath
  caps: Caps
  /** What the last take knew of each path. */
  seen: ReadonlyMap<BytePath, Seen>
  /** Files that the session touched, whatever git says of them. */
  touched: readonly BytePath[]
  /** Paths that git leaves alone and the user wants kept. */
  included: readonly BytePath[]
  /** The folder of the takes. */
  scratch: UnwatchedRequest['scratch']
}

export interface DirtySet {
  base?: string
  branch?: string
  operation?: string
  reflog: number
  rows: Row[]
  left: Left[]
  seen: Map<BytePath, Seen>
  /** By hash, of those that were read now. */
  contents: Map<string, Uint8Array>
  gitMs?: number
}

/** Null: git did not say. */
export function readDirtySet(request: DirtyRequest): DirtySet | null {
  const { root, git, caps } = request
  const reflog = sizeOf(join(git.gitDir, 'logs', 'HEAD'))
  const status = readDirtyStatus(request)
  if (!status) return null
  const set: DirtySet = { reflog, rows: [], left: [], seen: new Map(), contents: new Map() }
  if (status.base !== undefined) set.base = status.base
  if (status.branch !== undefined) set.branch = safeName(status.branch)
  if (status.gitMs !== undefined) set.gitMs = status.gitMs
  const { operation } = readHeadState(git)
  if (operation !== undefined) set.operation = operation
  const known = new Map<string, boolean>()
  const unwatched = readUnwatched(request, caps.file)
  const paths = leaveNamed(set, withTouched([...status.paths, ...unwatched], request))
  const found = paths.map((dirty) => ({
    ...dirty,
    look: lookSafely(root, dirty.path, known),
  }))
  addGone(set, found)
  const there = found.flatMap(({ look, ...dirty }): Found[] =>
    look && look !== 'unreadable' ? [foundOf(dirty, look)] : [],
  )
  const { kept, tooLarge, overLimit } = withinCaps(leaveOut(set, there), caps)
  for (const { path, size } of tooLarge)
    set.left.push({ why: 'too-large', detail: `${Math.ceil(size / 1e6)}-MB`, path })
  for (const { path, count } of overLimit) set.left.push({ why: 'over-limit', detail: String(count), path })
  readAll(set, kept, request)
  nameSubmodules(set, root)
  for (const { path, mode, bytes } of readStaged(paths, request)) {
    const hash = sha256Hex(bytes)
    if (set.rows.some((row) => row.path === path && row.hash === hash)) continue
    set.rows.push({ letter: 'S', mode, hash, size: bytes.length, path })
    set.contents.set(hash, bytes)
  }
  return sorted(set)
}

/**
 * A secret stands in the name itself: it is known by its safe form, and cannot be put back. A name that leads out of the work
 * tree or into git's own files is none: git believes its index, which somebody else may have written.
 */
function leaveNamed(set: DirtySet, paths: readonly DirtyPath[]): DirtyPath[] {
  return paths.filter(({ path }) => {
    if (!isInside(path.replace(/\/$/, ''))) return false
    const safe = safePath(path)
    if (safe === path) return true
    set.left.push({ why: 'secret', detail: '', path: safe })
    return false
  })
}

interface Found extends Candidate {
  look: Look
  letter: 'M' | 'A'
  baseBlob?: string
}

function foundOf({ path, kind, baseBlob }: DirtyPath & { isTouched?: boolean }, look: Look): Found {
  return {
    path,
    look,
    size: look.size,
    mtimeMs: look.mtimeMs,
    isFirst: kind !== 'untracked',
    letter: kind === 'conflicted' || baseBlob !== undefined ? 'M' : 'A',
    ...(baseBlob !== undefined && { baseBlob }),
  }
}

/** One that is in use is torn by every copy. */
const DATABASE = /\.(?:db|sqlite3?|mdb|ldb)(?:-\w+)?$/i

/** A file that git ignores, or that is as in base, and that the session is about to write to. */
function withTouched(paths: readonly DirtyPath[], { touched, included }: DirtyRequest): DirtyPath[] {
  const known = new Set(paths.map(({ path }) => path))
  const wanted = [...touched, ...included.filter((path) => !DATABASE.test(path))]
  const more = [...new Set(wanted)].filter((path) => !known.has(path))
  return [...paths, ...more.map((path): DirtyPath => ({ path, kind: 'conflicted' }))].map((one) =>
    one.kind === 'conflicted' && more.includes(one.path) ? { ...one, kind: 'tracked' as const } : one,
  )
}

function lookSafely(root: BytePath, path: BytePath, known: Map<string, boolean>): Look | 'unreadable' | null {
  try {
    return blockedAt(root, path, known) === null ? lookAt(root, path) : null
  } catch {
    return 'unreadable'
  }
}

function addGone(set: DirtySet, found: readonly (DirtyPath & { look: Look | 'unreadable' | null })[]): void {
  for (const { path, look, baseBlob } of found) {
    if (look === 'unreadable') set.left.push({ why: 'unreadable', detail: '', path })
    else if (look === null && baseBlob !== undefined) set.rows.push({ letter: 'D', mode: '', hash: '', size: 0, path })
  }
}

const MODULES_BYTES = 100_000
const MAX_MODULES = 100

/** Those that are checked out: git leaves out what lies in them, and so do takes, which is said. */
function nameSubmodules(set: DirtySet, root: BytePath): void {
  const bytes = lookAt(root, '.gitmodules')?.kind === 'file' ? readAt(root, '.gitmodules', MODULES_BYTES)?.bytes : null
  const paths = [...(bytes?.toString('latin1').matchAll(/^\s*path\s*=\s*"?([^"\n]*?)"?\s*$/gm) ?? [])]
  for (const [, path = ''] of paths.slice(0, MAX_MODULES)) {
    const isKnown = set.left.some((one) => one.path === path)
    if (path === '' || isKnown || !isInside(path) || safePath(path) !== path) continue
    if (lookSafely(root, `${path}/.git`, new Map())) set.left.push({ why: 'repository', detail: '', path })
  }
}

/** What is never read: repositories in the repository, pipes, and files that are there to hold a secret. */
function leaveOut(set: DirtySet, there: readonly Found[]): Found[] {
  return there.filter(({ path, look: { kind } }) => {
    if (kind === 'folder') set.left.push({ why: 'repository', detail: '', path: path.replace(/\/$/, '') })
    else if (kind === 'other') set.left.push({ why: 'unreadable', detail: '', path })
    else if (hasSecretName(path)) set.left.push({ why: 'secret', detail: '', path })
    else return true
    return false
  })
}

/** Changed so lately that the same times may hide another write. */
const YOUNG_MS = 2_000
/** A file that was changed within this is read twice. */
const SETTLE_MS = 100

function readAll(set: DirtySet, kept: readonly Found[], request: DirtyRequest): void {
  const { root, seen, nowMs, untilMs } = request
  const judge = makeJudge(request)
  let restless: Found[] = []
  for (const one of kept) {
    const known = seen.get(one.path)
    const stamp = stampText(one.look)
    if (known && known.stamp === stamp) addKnown(set, one, known, stamp)
    else if (!readOne(one)) restless.push(one)
  }
  if (restless.length === 0) return
  sleep(Math.max(0, Math.min(SETTLE_MS, untilMs - nowMs())))
  restless = restless.filter((one) => !readOne(one, true))
  for (const { path } of restless) set.left.push({ why: 'unsettled', detail: '', path })

  /** False: it is being written. */
  function readOne(one: Found, again = false): boolean {
    const { path } = one
    try {
      const read = readAt(root, path, request.caps.file)
      if (!read) return true
      const isYoung = nowMs() - read.look.changedMs < SETTLE_MS
      if (read.isTorn || (isYoung && !again && read.look.kind === 'file')) return false
      const verdict = judge(path, read.bytes, one.baseBlob)
      if (verdict === 'fine') addRead(set, one, read, nowMs())
      else {
        set.left.push({ why: verdict, detail: '', path })
        if (verdict === 'secret') set.seen.set(path, { stamp: settledStamp(read.look, nowMs()), hash: SECRET })
      }
    } catch {
      set.left.push({ why: 'unreadable', detail: '', path })
    }
    return true
  }
}

function addKnown(set: DirtySet, one: Found, { hash }: Seen, stamp: string): void {
  if (hash === SECRET) set.left.push({ why: 'secret', detail: '', path: one.path })
  else set.rows.push(rowOf(one, one.look, hash, one.look.size))
  set.seen.set(one.path, { stamp, hash })
}

function addRead(set: DirtySet, one: Found, { bytes, look }: { bytes: Uint8Array; look: Look }, nowMs: number): void {
  const hash = sha256Hex(bytes)
  set.rows.push(rowOf(one, look, hash, bytes.length))
  set.contents.set(hash, bytes)
  set.seen.set(one.path, { stamp: settledStamp(look, nowMs), hash })
}

function rowOf({ letter, path }: Found, look: Look, hash: string, size: number): Row {
  return { letter, mode: look.kind === 'link' ? LINK : fileMode(look.permissions), hash, size, path }
}

function stampText({ stamp }: Look): string {
  return hash53(stamp)
}

function settledStamp(look: Look, nowMs: number): string {
  return nowMs - Math.max(look.changedMs, look.mtimeMs) > YOUNG_MS ? stampText(look) : ''
}

function sorted(set: DirtySet): DirtySet {
  const byPath = (a: { path: BytePath }, b: { path: BytePath }): number =>
    a.path < b.path ? -1 : a.path > b.path ? 1 : 0
  return { ...set, rows: set.rows.toSorted(byPath), left: set.left.toSorted(byPath) }
}

function sizeOf(path: string): number {
  return Number(stampOf(path)?.stamp.split(' ', 1)[0] ?? 0)
}

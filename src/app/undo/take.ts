/**
 * A take is made: one look at the work tree, one new file where it differs from the last, and what was lost since is written
 * down. One at a time for each worktree; whoever finds that another has just made it uses that.
 */
import { present } from '../../core/present.js'
import { bytesOf, type BytePath } from '../../core/undo/bytes.js'
import { DEFAULT_CAPS } from '../../core/undo/dirty.js'
import { safePath } from '../../core/undo/secret-name.js'
import { type Cause, isSameState, type Take } from '../../core/undo/take.js'
import { readDirtySet, type DirtySet } from '../../capture/undo/dirty.js'
import { withLock } from '../../platform/files/lock.js'
import type { Said } from '../../capture/git-status.js'
import type { GitPlace } from '../../platform/git/folder.js'
import { clearMark, readCalls, takenId, takenMs } from '../../store/takes/calls.js'
import { keepSeen, type Pack, SECRET, type Seen, seenSince, writePack } from '../../store/takes/pack.js'
import { addRecord, noteGitTime, readRecords } from '../../store/takes/record.js'
import {
  makeFinder,
  msOfTake,
  newestPack,
  newTakeId,
  openShelf,
  packPath,
  takeIds,
  type Shelf,
  shelfOf,
} from '../../store/takes/takes.js'
import type { World } from '../world.js'
import { findLoss } from './loss.js'
import { tidySometimes } from './tidy.js'

export interface TakeRequest {
  git: GitPlace & { worktree: string }
  before?: Cause
  after?: Cause
  /** Paths below the worktree that are about to be written to by name. */
  touched?: readonly BytePath[]
  entry?: { name: string; id: string; pinned: boolean }
  /** What git said a moment ago, to somebody else in this process. */
  said?: Said | null
  /** An undo wrote this: nothing was lost. */
  isUndo?: boolean
  /** As the clock says: when it must be over. */
  untilMs: number
  /** Also where another made one a moment ago. */
  anew?: boolean
}

export type Taken = { pack: Pack; isNew: boolean } | { missed: string }

/** Null: of this folder none is made. */
export function takeNow(world: World, request: TakeRequest): Taken | null {
  if (!isCovered(world, request.git.worktree)) return null
  const shelf = shelfOf(world.home, bytesOf(request.git.worktree))
  const askedMs = world.now().ms
  openShelf(shelf)
  const work = (): Taken => {
    // Another one began after this was asked for, and is over: it is as good.
    const last = request.anew ? null : freshTake(shelf, askedMs)
    return last ? noteEntry(world, shelf, { pack: last, isNew: false }, request) : makeTake(world, shelf, request)
  }
  const waitMs = Math.max(0, request.untilMs - askedMs)
  const locked = withLock(`${shelf.dir}/lock`, world.tag, work, { waitMs })
  const taken = locked.held ? locked.value : { missed: 'another take was under way' }
  if ('missed' in taken) addRecord(shelf, missRecord(world, taken.missed, request.before))
  return taken
}

/** The whole disk and all of somebody's files are no work tree, and neither is what dogear keeps. */
export function isCovered({ home, userHome, config }: World, worktree: string): boolean {
  if (config.snapshots === false || worktree === '/' || worktree === userHome) return false
  return !`${worktree}/`.startsWith(`${home}/`)
}

function freshTake(shelf: Shelf, sinceMs: number): Pack | null {
  return takenMs(shelf.home, shelf.dir) > sinceMs ? newestPack(shelf) : null
}

function makeTake(world: World, shelf: Shelf, request: TakeRequest): Taken {
  const said = stillSaid(world, request)
  const startMs = said?.askedMs ?? world.now().ms
  const ids = takeIds(shelf)
  const last = newestPack(shelf, ids)
  if (last) catchUp(shelf, request.git, ids, last)
  const find = makeFinder(shelf, ids)
  const isHeld = (hash: string): boolean => hash === SECRET || (last !== null && find(last, hash) !== null)
  const known = last ? seenSince(shelf.dir, shelf.home, last) : new Map<BytePath, Seen>()
  const seen = new Map([...known].filter(([, { hash }]) => isHeld(hash)))
  const { git, touched = [], untilMs } = request
  const set = readDirtySet({
    root: shelf.worktree,
    git,
    caps: DEFAULT_CAPS,
    seen,
    touched,
    included: (world.config.snapshotsInclude ?? []).map(bytesOf),
    nowMs: () => world.now().ms,
    untilMs,
    scratch: shelf,
    said,
  })
  if (!set) return { missed: 'git did not answer' }
  const id = newTakeId(ids, world.now().ms, world.random(8))
  const take = takeOf(id, shelf, set, request)
  const isNew = !last || !isSameState(last.take, take)
  const pack = isNew ? writeTake(world, shelf, take, { set, last, find }) : last
  if (isNew) noteSecrets(world, shelf, last, take)
  if (set.gitMs !== undefined) noteGitTime(shelf, set.gitMs)
  if (!isNew && isOlder(known, set.seen)) keepSeen(shelf.dir, shelf.home, last.take.id, set.seen)
  const calls = readCalls(shelf.home, shelf.dir)
  if (isNew && last && !request.isUndo) {
    const fromMs = Math.max(takenMs(shelf.home, shelf.dir), msOfTake(last.take.id))
    const loss = findLoss(shelf, git, { before: last, after: pack, calls, fromMs, untilMs: startMs })
    if (loss) addRecord(shelf, { did: 'lose', at: startMs, loss })
  }
  clearMark(shelf.home, shelf.dir, startMs, pack.take.id)
  if (isNew) tidySometimes(world, shelf, ids.length + 1)
  return noteEntry(world, shelf, { pack, isNew }, request)
}

/** Whoever made the last take was ended before it had looked what was lost until then. */
function catchUp(shelf: Shelf, git: GitPlace, ids: readonly string[], last: Pack): void {
  const { id, after } = last.take
  const known = takenId(shelf.home, shelf.dir)
  if (known === undefined || known === id || after?.command === UNDO) return
  const earlier = ids.filter((one) => one < id)
  const before = newestPack(shelf, earlier)
  if (!before || readRecords(shelf).some((one) => one.did === 'lose' && one.loss.id === id)) return
  const fromMs = Math.max(takenMs(shelf.home, shelf.dir), msOfTake(before.take.id))
  const [calls, untilMs] = [readCalls(shelf.home, shelf.dir), msOfTake(id)]
  const loss = findLoss(shelf, git, { before, after: last, calls, fromMs, untilMs })
  if (loss) addRecord(shelf, { did: 'lose', at: untilMs, loss })
}

const UNDO = 'dogear undo'
const SAID_MS = 2_000

/** What git said is believed as long as nobody has had the time for much. */
function stillSaid({ now }: World, { git, said, anew }: TakeRequest): Said | null {
  const isOfHere = said?.worktree === git.worktree && !anew
  return said && isOfHere && Math.abs(now().ms - said.askedMs) < SAID_MS ? said : null
}

const MAX_SECRETS = 100

/** Files that are left out from here on. */
function noteSecrets({ now }: World, shelf: Shelf, last: Pack | null, take: Take): void {
  const secretsOf = (left: Take['left']): string[] => left.flatMap(({ why, path }) => (why === 'secret' ? path : []))
  const before = new Set(secretsOf(last?.take.left ?? []))
  const secrets = secretsOf(take.left).filter((path) => !before.has(path))
  if (secrets.length > 0) addRecord(shelf, { did: 'leave', at: now().ms, secrets: secrets.slice(0, MAX_SECRETS) })
}

/** Something that was too young to rely on can be relied on now. */
function isOlder(known: Pack['seen'], seen: Pack['seen']): boolean {
  return [...seen].some(([path, { stamp }]) => stamp !== '' && known.get(path)?.stamp !== stamp)
}

function takeOf(id: string, shelf: Shelf, set: DirtySet, { before, after, entry, isUndo }: TakeRequest): Take {
  const { base, branch, operation, reflog, rows, left } = set
  return {
    id,
    ...present({ before, after, entry, base, branch, operation }),
    ...(isUndo && { after: { command: UNDO } }),
    worktree: safePath(shelf.worktree),
    reflog,
    complete: !left.some(({ why }) => why === 'over-limit' || why === 'waiting' || why === 'unsettled'),
    rows,
    left,
  }
}

interface Known {
  set: DirtySet
  last: Pack | null
  find: ReturnType<typeof makeFinder>
}

function writeTake(world: World, shelf: Shelf, take: Take, { set, last, find }: Known): Pack {
  const heldBy = new Map<string, string>()
  const fresh = new Map<string, Uint8Array>()
  for (const { hash } of take.rows) {
    if (hash === '') continue
    const held = last && find(last, hash)
    const bytes = set.contents.get(hash)
    if (held) heldBy.set(hash, held)
    else if (bytes) fresh.set(hash, bytes)
  }
  const pack = writePack(packPath(shelf, take.id), { take, heldBy, seen: set.seen, fresh }, world.tag)
  if (!pack) throw new Error('two takes have one id')
  return pack
}

function noteEntry({ now }: World, shelf: Shelf, taken: { pack: Pack; isNew: boolean }, { entry }: TakeRequest): Taken {
  if (entry) {
    const { id, name, pinned } = entry
    addRecord(shelf, { did: 'save', at: now().ms, take: taken.pack.take.id, entry: id, name, pinned })
  }
  return taken
}

function missRecord({ now }: World, why: string, before?: Cause): Parameters<typeof addRecord>[1] {
  return { did: 'miss', at: now().ms, why, ...present({ before }) }
}

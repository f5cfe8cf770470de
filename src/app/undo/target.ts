/** Which state an undo leads to: a loss, a take, the take of an entry, or back over an undo. */
import type { Now } from '../../core/briefing/drift.js'
import type { Entry } from '../../core/entry/entry.js'
import { lostPath } from '../../core/entry/observed.js'
import { idMatches, parseId, shortId } from '../../core/entry/id.js'
import { type BytePath, bytesOf, isAtOrIn, printPath } from '../../core/undo/bytes.js'
import type { Loss } from '../../core/undo/loss.js'
import { redoOf, type Wanted } from '../../core/undo/plan.js'
import { treeRows } from '../../core/undo/take.js'
import { DogearError } from '../../core/errors.js'
import { safeName } from '../../core/redact/safe-name.js'
import { type Journal, readDone } from '../../store/takes/journal.js'
import type { Pack } from '../../store/takes/pack.js'
import { readRecords, type Recorded } from '../../store/takes/record.js'
import { handleOfTake, msOfTake, readTake, type Shelf, shelfOf, takeAfter, takeIds } from '../../store/takes/takes.js'
import type { Located } from '../../store/projects/projects.js'
import type { World } from '../world.js'

export interface Target {
  kind: 'loss' | 'take' | 'redo'
  /** The state it leads to. */
  pack: Pack
  /** The one after it: what it holds was there right after the loss. */
  after: Pack | null
  loss?: Loss
  /** What is taken back, of a redo. */
  done?: Journal
  wanted: Wanted[]
}

export interface Asked {
  /** An entry or a take, as typed. */
  to?: string
  /** Below the worktree. Empty: all. */
  paths: readonly BytePath[]
  redo: boolean
}

export function findTarget(shelf: Shelf, asked: Asked): Target {
  if (asked.redo) return redoTarget(shelf)
  if (asked.to !== undefined) return takeTarget(shelf, findTake(shelf, asked.to), asked.paths)
  const records = readRecords(shelf)
  const loss = openLosses(records).find(({ lost }) => lost.some(({ path }) => isAsked(path, asked.paths)))
  if (loss) return lossTarget(shelf, loss, asked.paths)
  const pack = asked.paths.length === 0 ? null : newestWith(shelf, asked.paths)
  if (pack) return takeTarget(shelf, pack, asked.paths)
  throw new DogearError('not-found', nothingLost(records), {
    expected: 'a loss of uncommitted work, or --to with a take or a checkpoint',
    next: 'dogear undo --list',
  })
}

function nothingLost(records: readonly Recorded[]): string {
  const missed = records.findLast(({ did }) => did === 'miss')
  const reason = missed?.did === 'miss' ? ` (the last take was missed: ${missed.why})` : ''
  return `no uncommitted work of this worktree is known to be lost${reason}`
}

export function isAsked(path: BytePath, asked: readonly BytePath[]): boolean {
  return asked.length === 0 || asked.some((one) => isAtOrIn(path, one))
}

const SAME_TURN_MS = 600_000

/**
 * Those that were not undone, the newest first. One in which files only hold something else comes behind one a moment before in
 * which they are gone: that is the one a user has seen.
 */
export function openLosses(records: readonly Recorded[]): Loss[] {
  const back = plansTakenBack(records)
  const undone = records.flatMap((record) => (record.did === 'undo' && !back.has(record.plan) ? [record] : []))
  const isOpen = (loss: Loss, path: BytePath): boolean =>
    !undone.some(({ of, only }) => of === loss.id && (only?.includes(path) ?? true))
  const losses = records.flatMap((record) => {
    const lost = record.did === 'lose' ? record.loss.lost.filter(({ path }) => isOpen(record.loss, path)) : []
    return record.did === 'lose' && lost.length > 0 ? [{ ...record.loss, lost }] : []
  })
  const newest = losses.at(-1)
  const isGrave = (loss: Loss): boolean => loss.lost.some(({ tell }) => tell)
  const isNear = ({ untilMs }: Loss): boolean => newest !== undefined && newest.untilMs - untilMs < SAME_TURN_MS
  const first = newest && !isGrave(newest) ? losses.findLast((loss) => isGrave(loss) && isNear(loss)) : undefined
  return [...(first ? [first] : []), ...losses.filter((loss) => loss !== first).toReversed()]
}

function lossTarget(shelf: Shelf, loss: Loss, paths: readonly BytePath[]): Target {
  const pack = readTake(shelf, loss.before)
  const after = readTake(shelf, loss.after)
  if (!pack) throw isGone(loss.before)
  const wanted = loss.lost
    .filter(({ path }) => isAsked(path, paths))
    .map(({ path, hash, mode, now }): Wanted => ({ path, hash, mode, expected: [now], named: paths.includes(path) }))
  return { kind: 'loss', pack, after, loss, wanted }
}

function takeTarget(shelf: Shelf, pack: Pack, paths: readonly BytePath[]): Target {
  const after = takeAfter(shelf, pack.take.id)
  const then = new Map(after ? treeRows(after.take).map(({ path, hash }) => [path, hash]) : [])
  const wanted = treeRows(pack.take)
    .filter(({ path }) => isAsked(path, paths))
    .map(({ path, hash, mode, letter }): Wanted => {
      const expected = then.get(path)
      const isNothing = letter === 'D'
      return {
        path,
        hash: isNothing ? null : hash,
        mode,
        expected: expected === undefined ? [] : [expected],
        named: paths.includes(path),
      }
    })
  return { kind: 'take', pack, after, wanted }
}

function redoTarget(shelf: Shelf): Target {
  const records = readRecords(shelf)
  const back = plansTakenBack(records)
  const last = records.findLast((record) => record.did === 'undo' && !back.has(record.plan))
  const done = last?.did === 'undo' ? readDone(shelf, last.plan) : null
  const pack = done && readTake(shelf, done.kept ?? done.from)
  if (!done || !pack)
    throw new DogearError('not-found', 'nothing was undone in this worktree that could be done again', {
      next: 'dogear undo --list',
    })
  return { kind: 'redo', pack, after: null, done, wanted: redoOf(done.steps) }
}

function plansTakenBack(records: readonly Recorded[]): Set<string> {
  return new Set(records.flatMap((record) => (record.did === 'redo' ? [record.plan] : [])))
}

/** By the handle or id of a take, or the id or the name of a checkpoint. */
export function findTake(shelf: Shelf, typed: string): Pack {
  const ids = takeIds(shelf).toReversed()
  const word = typed.toLowerCase()
  const direct = typed.length < 3 ? [] : ids.filter((id) => id === typed || handleOfTake(id).startsWith(word))
  const saved = readRecords(shelf).findLast(
    (record) => record.did === 'save' && (idMatches(record.entry, typed) || record.name === typed),
  )
  const id = direct[0] ?? (saved?.did === 'save' ? saved.take : takeAt(ids, parseId(typed)?.ms))
  const pack = id === undefined ? null : readTake(shelf, id)
  if (pack) return pack
  if (id !== undefined) throw isGone(id)
  throw new DogearError(
    'not-found',
    `no take of this worktree is "${safeName(typed).slice(0, 60)}", or of a checkpoint of that name`,
    {
      expected: 'the handle of a take (t7k3f9x), or the id or name of a checkpoint that was saved here',
      next: 'dogear undo --list',
    },
  )
}

/** What the work tree was at that moment. */
function takeAt(newestFirst: readonly string[], ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : newestFirst.find((id) => msOfTake(id) <= ms)
}

function newestWith(shelf: Shelf, paths: readonly BytePath[]): Pack | null {
  const isThere = (pack: Pack): boolean =>
    treeRows(pack.take).some(({ path, hash }) => hash !== '' && isAsked(path, paths))
  for (const id of takeIds(shelf).toReversed()) {
    const pack = readTake(shelf, id)
    if (pack && isThere(pack)) return pack
  }
  return null
}

/** Which of the paths that were lost since this entry the take of it holds, and what to call it. */
export function keptOf(
  { home, config }: World,
  { git, worktree }: Located,
  { id, context }: Pick<Entry, 'id' | 'context'>,
  { vanished = [] }: Pick<Now, 'vanished'>,
): Pick<Now, 'kept' | 'undoable'> {
  const isLost = vanished.length > 0 || context.some((item) => lostPath(item) !== null)
  if (!git || !isLost || config.snapshots === false) return {}
  const shelf = shelfOf(home, bytesOf(worktree))
  const records = readRecords(shelf)
  const undoable = openLosses(records).flatMap(({ lost }) => lost.map(({ path }) => printPath(path)))
  const saved = records.findLast((record) => record.did === 'save' && record.entry === id)
  const pack = saved?.did === 'save' ? readTake(shelf, saved.take) : null
  const rows = pack ? treeRows(pack.take).filter(({ hash }) => hash !== '') : []
  const paths = vanished.filter((path) => rows.some((row) => isAtOrIn(row.path, bytesOf(path.replace(/\/$/, '')))))
  return { undoable, ...(paths.length > 0 && { kept: { to: shortId(id), paths } }) }
}

function isGone(id: string): DogearError {
  return new DogearError('not-found', `the take ${printPath(handleOfTake(id))} is not here any more`, {
    expected: 'a take that is still kept',
    next: 'dogear undo --list',
  })
}

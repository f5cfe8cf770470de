/** What can be undone here: losses, takes, what was missed, and what is covered at all. */
import { present } from '../../core/present.js'
import { type BytePath, printPath } from '../../core/undo/bytes.js'
import type { Loss } from '../../core/undo/loss.js'
import { type Cause, type Left, type Take, treeRows } from '../../core/undo/take.js'
import { DogearError } from '../../core/errors.js'
import { readRecords } from '../../store/takes/record.js'
import { contentOf, handleOfTake, msOfTake, readTake, takeIds, takeSize } from '../../store/takes/takes.js'
import type { World } from '../world.js'
import { findTake, isAsked, openLosses } from './target.js'
import { pathBelow, placeOf } from './undo.js'

interface ListedTake {
  take: string
  atMs: number
  files: number
  bytes: number
  complete: boolean
  before?: Cause
  after?: Cause
  /** The checkpoint it was made with. */
  entry?: string
  /** It holds what an undo wrote over. */
  undo?: string
}

interface ListedLoss {
  take: string
  fromMs: number
  untilMs: number
  causes: Cause[]
  paths: { path: string; how: string }[]
  /** git has it: where. */
  aside?: string
  undone: boolean
}

export interface UndoList {
  losses: ListedLoss[]
  takes: ListedTake[]
  missed: { atMs: number; why: string; before?: Cause }[]
  /** Of the newest take: what is not in it. */
  left: { path: string; why: Left['why'] }[]
}

const MAX_SHOWN = 50

/** The newest first. */
export function listUndo(world: World): UndoList {
  const { shelf } = placeOf(world)
  const records = readRecords(shelf)
  const open = new Set(openLosses(records).map(({ id }) => id))
  const takes = takeIds(shelf)
    .toReversed()
    .slice(0, MAX_SHOWN)
    .flatMap((id) => readTake(shelf, id)?.take ?? [])
  const entries = new Map(records.flatMap((one) => (one.did === 'save' ? [[one.take, one.name] as const] : [])))
  const losses = records.flatMap((one) => (one.did === 'lose' ? [one.loss] : [])).toReversed()
  return {
    losses: losses.slice(0, MAX_SHOWN).map((loss) => listedLoss(loss, !open.has(loss.id))),
    takes: takes.map((take) => listedTake(take, takeSize(shelf, take.id), entries.get(take.id))),
    missed: records
      .flatMap((one) =>
        one.did === 'miss' ? [{ atMs: one.at, why: one.why, ...present({ before: one.before }) }] : [],
      )
      .toReversed()
      .slice(0, MAX_SHOWN),
    left: (takes.find(({ undo }) => undo === undefined)?.left ?? []).map(({ path, why }) => ({
      path: printPath(path),
      why,
    })),
  }
}

function listedLoss({ before, fromMs, untilMs, causes, lost, aside }: Loss, undone: boolean): ListedLoss {
  const paths = lost.map(({ path, how }) => ({ path: printPath(path), how }))
  return { take: handleOfTake(before), fromMs, untilMs, causes, paths, undone, ...present({ aside }) }
}

function listedTake(take: Take, bytes: number, entry: string | undefined): ListedTake {
  const { id, complete, before, after, undo } = take
  return {
    take: handleOfTake(id),
    atMs: msOfTake(id),
    files: treeRows(take).length,
    bytes,
    complete,
    ...present({ before, after, entry, undo }),
  }
}

/** The bytes of one file as they were: before the newest loss of it, else in the newest take that has it. */
export function showOld(world: World, request: { path: string; to?: string; staged: boolean }): Uint8Array {
  const { shelf, git } = placeOf(world)
  const path = pathBelow(world, git, request.path)
  const { to, staged } = request
  const loss = to === undefined && !staged ? openLosses(readRecords(shelf)).find((one) => holds(one, path)) : undefined
  const ids = to === undefined ? (loss ? [loss.before] : takeIds(shelf).toReversed()) : [findTake(shelf, to).take.id]
  for (const id of ids) {
    const pack = readTake(shelf, id)
    const row = pack?.take.rows.find((one) => one.path === path && one.hash !== '' && (one.letter === 'S') === staged)
    const bytes = pack && row ? contentOf(shelf, pack, row.hash) : null
    if (bytes) return bytes
  }
  throw new DogearError('not-found', `no take holds ${staged ? 'staged bytes of ' : ''}${printPath(path)}`, {
    expected: 'a file that was uncommitted when a take was made',
    next: 'dogear undo --list',
  })
}

function holds({ lost }: Loss, path: BytePath): boolean {
  return lost.some((one) => isAsked(one.path, [path]))
}

/**
 * Takes that are old go: all of a week of work stays, one a day for a month, and what somebody named or an undo wrote over.
 * What a take that stays needs of one that goes is written into it first, so that nothing it promises is ever missing.
 */
import { DEFAULT_KEEPING, type KeptTake, toThin } from '../../core/undo/keep.js'
import { withLock } from '../../platform/files/lock.js'
import { removeFile, unlinkDurable } from '../../platform/files/files.js'
import { openJournals } from '../../store/takes/journal.js'
import { type Pack, replacePack } from '../../store/takes/pack.js'
import { addRecord, readRecords } from '../../store/takes/record.js'
import {
  contentOf,
  listShelves,
  msOfTake,
  packPath,
  readTake,
  type Shelf,
  takeIds,
  takeSize,
} from '../../store/takes/takes.js'
import type { World } from '../world.js'

export interface Tidied {
  /** Handles and sizes of all worktrees: what there is, and what went. */
  takes: number
  bytes: number
  gone: number
  freed: number
}

const WAIT_MS = 2_000

/** Of every worktree. `dryRun`: says what would go. */
export function tidyTakes(world: World, dryRun: boolean): Tidied {
  const done: Tidied = { takes: 0, bytes: 0, gone: 0, freed: 0 }
  for (const shelf of listShelves(world.home)) {
    const sizes = new Map(takeIds(shelf).map((id) => [id, takeSize(shelf, id)]))
    const ids = idsToThin(shelf, sizes)
    done.takes += sizes.size
    done.bytes += sum(sizes.values())
    done.gone += ids.length
    done.freed += sum(ids.map((id) => sizes.get(id) ?? 0))
    if (dryRun || ids.length === 0) continue
    withLock(`${shelf.dir}/lock`, world.tag, () => thin(world, shelf, ids), { waitMs: WAIT_MS })
  }
  return done
}

const EVERY = 64

/** After a take now and then: whoever never tidies is tidied after. */
export function tidySometimes(world: World, shelf: Shelf, count: number): void {
  if (count % EVERY !== 0) return
  const ids = takeIds(shelf)
  const gone = idsToThin(shelf, new Map(ids.map((id) => [id, takeSize(shelf, id)])))
  if (gone.length > 0) thin(world, shelf, gone)
}

function idsToThin(shelf: Shelf, sizes: ReadonlyMap<string, number>): string[] {
  const records = readRecords(shelf)
  const pinned = new Set([
    ...records.flatMap((one) => (one.did === 'save' && one.pinned ? [one.take] : [])),
    ...records.flatMap((one) => (one.did === 'undo' || one.did === 'redo' ? [one.kept] : [])),
    ...openJournals(shelf).flatMap(({ from, kept }) => [from, kept ?? '']),
  ])
  const takes = [...sizes].map(([id, bytes]): KeptTake => ({ id, bytes, atMs: msOfTake(id), pinned: pinned.has(id) }))
  return toThin(takes, DEFAULT_KEEPING)
}

/**
 * Under the lock. The oldest that stays and needs a content of one that goes takes it over; later ones find it there. Killed
 * anywhere, every take that is there is whole, and doing it again goes on.
 */
function thin(world: World, shelf: Shelf, ids: readonly string[]): void {
  const gone = new Set(ids)
  const over = new Set<string>()
  for (const id of takeIds(shelf)) {
    const pack = gone.has(id) ? null : readTake(shelf, id)
    if (!pack) continue
    const needed = [...pack.heldBy]
      .filter(([hash, holder]) => gone.has(holder) && !over.has(hash))
      .map(([hash]) => hash)
    if (needed.length > 0) takeOver(world, shelf, pack, needed)
    for (const hash of [...needed, ...pack.own.keys()]) over.add(hash)
  }
  addRecord(shelf, { did: 'thin', at: world.now().ms, takes: [...ids] })
  for (const id of ids.slice(0, -1)) removeFile(packPath(shelf, id))
  for (const id of ids.slice(-1)) unlinkDurable(packPath(shelf, id))
}

function takeOver(
  world: World,
  shelf: Shelf,
  { take, heldBy, own, seen, ...pack }: Pack,
  needed: readonly string[],
): void {
  const fresh = new Map<string, Uint8Array>()
  for (const hash of [...own.keys(), ...needed]) {
    const bytes = contentOf(shelf, { take, heldBy, own, seen, ...pack }, hash)
    if (bytes) fresh.set(hash, bytes)
  }
  replacePack(packPath(shelf, take.id), { take, heldBy, seen, fresh }, world.tag)
}

function sum(numbers: Iterable<number>): number {
  let all = 0
  for (const one of numbers) all += one
  return all
}

/**
 * A plan is carried out: what it will write over is kept first, durably; then a journal; then one file at a time; then the
 * receipt. Killed anywhere, the next undo goes on with what the journal says, and every step may be done twice.
 */
import { present } from '../../core/present.js'
import { printPath } from '../../core/undo/bytes.js'
import type { Step } from '../../core/undo/plan.js'
import { safePath } from '../../core/undo/secret-name.js'
import { permissionsOf, type Row, type Take } from '../../core/undo/take.js'
import { safeName } from '../../core/redact/safe-name.js'
import { DogearError } from '../../core/errors.js'
import { readHeadState } from '../../platform/git/folder.js'
import { withLock } from '../../platform/files/lock.js'
import { putBack, type PutResult } from '../../platform/work-tree/put.js'
import {
  closeJournal,
  type Journal,
  keepPlan,
  openJournals,
  readPlan,
  writeJournal,
} from '../../store/takes/journal.js'
import { writePack } from '../../store/takes/pack.js'
import { addRecord } from '../../store/takes/record.js'
import {
  contentOf,
  handleOfTake,
  LOOK,
  newTakeId,
  takeIds,
  openShelf,
  packPath,
  readTake,
  type Shelf,
} from '../../store/takes/takes.js'
import type { World } from '../world.js'
import { takeNow } from './take.js'
import { pathBelow, placeOf, planFor, type UndoPlan, type UndoRequest } from './undo.js'

export interface Receipt {
  plan: string
  /** Paths that are as they were now. */
  done: string[]
  /** Those that somebody wrote to meanwhile, with where their bytes are if not in their place. */
  left: { path: string; why: string; aside?: string }[]
  /** The take that holds what was there before. */
  kept?: string
}

const WAIT_MS = 10_000
const TAKE_MS = 10_000

export interface UndoAsked {
  to?: string
  /** As typed, relative to the folder. */
  paths: readonly string[]
  redo: boolean
  exact: boolean
  /** The id of a plan that was shown: it is carried out. */
  apply?: string
  dryRun: boolean
}

export interface Undone {
  plan: UndoPlan
  receipt?: Receipt
  /** Undos that were cut off, and are ended now. */
  settled: Receipt[]
}

/** Plans; with the id of a plan it does it, unless one byte of it has moved since. */
export function undo(world: World, asked: UndoAsked): Undone {
  const { shelf, git } = placeOf(world)
  const settled = asked.dryRun ? [] : settleUndo(world, shelf)
  const { apply } = asked
  if (apply !== undefined) {
    const request = readPlan(shelf, apply)
    if (!request) throw unknownPlan(apply)
    return { ...applyPlan(world, shelf, request, apply), settled }
  }
  const { to, redo, exact } = asked
  // What somebody took a moment ago, and told nobody, is a loss as well: it is found by a look.
  if (!redo)
    takeNow(world, { git, untilMs: world.now().ms + TAKE_MS, ...(to !== undefined && { before: { command: LOOK } }) })
  const request = { ...present({ to }), paths: asked.paths.map((path) => pathBelow(world, git, path)), redo, exact }
  const plan = planFor(world, request)
  if (!asked.dryRun && plan.steps.length > 0) keepPlan(shelf, plan.id, request, world.tag)
  return { plan, settled }
}

function applyPlan(world: World, shelf: Shelf, request: UndoRequest, id: string): { receipt: Receipt; plan: UndoPlan } {
  openShelf(shelf)
  const locked = withLock(`${shelf.dir}/lock`, world.tag, () => carryOut(world, shelf, request, id), {
    waitMs: WAIT_MS,
  })
  if (!locked.held)
    throw new DogearError('disk-failed', 'another command is taking or undoing in this worktree', {
      next: 'run it again',
    })
  // From here on nothing that the undo did counts as lost.
  const { git } = locked.value.plan
  takeNow(world, { git, isUndo: true, anew: true, untilMs: world.now().ms + TAKE_MS })
  return locked.value
}

function unknownPlan(id: string): DogearError {
  return new DogearError('not-found', `there is no plan "${safeName(id).slice(0, 20)}"`, {
    expected: 'the id that dogear undo has printed',
    next: 'dogear undo',
  })
}

function carryOut(world: World, shelf: Shelf, request: UndoRequest, id: string): { receipt: Receipt; plan: UndoPlan } {
  const planned = planFor(world, request)
  if (planned.id !== id)
    throw new DogearError('bad-input', `the plan ${id} is void: files have changed since it was made`, {
      expected: `the plan of this moment, ${planned.id}`,
      next: 'dogear undo',
    })
  const kept = keepPresent(world, shelf, planned)
  const { target, steps } = planned
  const source = target.kind === 'redo' ? (target.done?.kept ?? target.pack.take.id) : target.pack.take.id
  const only = request.paths.length > 0 ? target.wanted.map(({ path }) => path) : undefined
  const journal: Journal = {
    plan: `${id}${Buffer.from(world.random(4)).toString('hex')}`,
    did: target.kind === 'redo' ? 'redo' : 'undo',
    from: source,
    kept,
    ...present({ of: target.loss?.id, only, back: target.done?.plan }),
    steps,
  }
  writeJournal(shelf, journal, world.tag)
  return { receipt: finishJournal(world, shelf, journal), plan: planned }
}

/** Those that were cut off are ended. */
function settleUndo(world: World, shelf: Shelf): Receipt[] {
  if (openJournals(shelf).length === 0) return []
  const settle = (): Receipt[] => openJournals(shelf).map((journal) => finishJournal(world, shelf, journal))
  const locked = withLock(`${shelf.dir}/lock`, world.tag, settle, { waitMs: WAIT_MS })
  return locked.held ? locked.value : []
}

function finishJournal(world: World, shelf: Shelf, journal: Journal): Receipt {
  const results = journal.steps.map((step, at) => ({ step, result: doStep(shelf, journal, step, at) }))
  const done = results.filter(({ result }) => result.done).map(({ step }) => step.path)
  const left = results.flatMap(({ step: { path }, result }) =>
    result.done ? [] : [{ path, why: result.why, ...present({ aside: result.aside }) }],
  )
  const { did, plan, kept, of, only, back } = journal
  const common = { at: world.now().ms, kept: kept ?? '', paths: done.length }
  if (did === 'undo') addRecord(shelf, { did, plan, ...common, ...present({ of, only }) })
  else addRecord(shelf, { did, plan: back ?? plan, ...common })
  closeJournal(
    shelf,
    { ...journal, steps: journal.steps.filter(({ path }) => done.includes(path)), failed: left.length },
    world.tag,
  )
  return { plan: journal.plan, done, left, ...(journal.kept !== null && { kept: handleOfTake(journal.kept) }) }
}

function doStep(shelf: Shelf, journal: Journal, step: Step, at: number): PutResult {
  const { path, hash, mode, was } = step
  const bytes = (): Uint8Array => {
    const found = [journal.from, journal.kept].flatMap((id) => {
      const pack = id === null ? null : readTake(shelf, id)
      return (pack && contentOf(shelf, pack, hash)) ?? []
    })[0]
    if (!found)
      throw new DogearError('damaged', `the bytes of ${printPath(path)} are not here any more`, {
        next: 'dogear undo --list',
      })
    return found
  }
  const put = {
    path,
    do: step.do,
    hash,
    permissions: permissionsOf(mode),
    was: was && { hash: was.hash, permissions: permissionsOf(was.mode), isLink: was.isLink },
  }
  return putBack(shelf.worktree, put, bytes, `dogear-undo.${journal.plan}.${at}`)
}

/** Null: nothing is written over, and all that is written lies in a take. */
function keepPresent(
  world: World,
  shelf: Shelf,
  { steps, presentAt, contentAt, target, git, id }: UndoPlan,
): string | null {
  const fresh = new Map<string, Uint8Array>()
  const rows = steps.flatMap(({ path, was }): Row[] => {
    const bytes = was && presentAt(path).bytes
    if (!was || !bytes) return []
    fresh.set(was.hash, bytes)
    return [{ letter: 'M', mode: was.mode, hash: was.hash, size: bytes.length, path }]
  })
  for (const { hash } of steps) {
    const bytes = hash === '' || target.pack.heldBy.has(hash) ? null : contentAt(hash)
    if (bytes) fresh.set(hash, bytes)
  }
  if (fresh.size === 0) return null
  const head = readHeadState(git)
  const take: Take = {
    id: newTakeId(takeIds(shelf), world.now().ms, world.random(8)),
    undo: id,
    ...present({ base: head.commit, branch: head.branch === undefined ? undefined : safeName(head.branch) }),
    worktree: safePath(shelf.worktree),
    complete: false,
    rows,
    left: [],
  }
  if (!writePack(packPath(shelf, take.id), { take, heldBy: new Map(), seen: new Map(), fresh }, world.tag))
    throw new DogearError('disk-failed', 'what is there could not be kept, so nothing was undone', {
      next: 'run it again',
    })
  return take.id
}

/**
 * What is said at the end of a turn: that a file is in no take for a secret, and what this turn's calls took, where it was there when the turn began and nobody has it any
 * more. Said once. What the turn made itself, what was moved, committed or stashed is no loss, and is not said.
 */
import { quoteShort } from '../../core/printer/quote.js'
import { safeName } from '../../core/redact/safe-name.js'
import { printPath } from '../../core/undo/bytes.js'
import type { Loss } from '../../core/undo/loss.js'
import { treeRows } from '../../core/undo/take.js'
import { addRecord, type Recorded, readRecords } from '../../store/takes/record.js'
import { markTurn, turnBeganMs } from '../../store/takes/calls.js'
import { msOfTake, newestPack, readTake, type Shelf, takeIds } from '../../store/takes/takes.js'
import { locate } from '../locate.js'
import type { World } from '../world.js'
import { openLosses } from './target.js'
import { placeOf } from './undo.js'

/** Null: nothing is to be said. `startedMs`: of the session. */
export function turnLines(world: World, session: string, startedMs: number): string | null {
  if (locate(world).git?.worktree == null || world.config.snapshots === false) return null
  const { shelf } = placeOf(world)
  const beganMs = turnBeganMs(shelf.home, shelf.dir, session) ?? startedMs
  markTurn(shelf.home, shelf.dir, session, world.now().ms)
  const records = readRecords(shelf)
  const lines = [lossLine(world, shelf, { session, beganMs, records }), secretLine(world, shelf, records)]
  return lines.filter((line) => line !== null).join('\n') || null
}

interface Turn {
  session: string
  beganMs: number
  records: readonly Recorded[]
}

function lossLine(world: World, shelf: Shelf, { session, beganMs, records }: Turn): string | null {
  const told = new Set(records.flatMap((one) => (one.did === 'tell' ? (one.losses ?? []) : [])))
  const fresh = openLosses(records).filter(
    ({ id, untilMs, causes }) =>
      !told.has(id) && untilMs >= beganMs && causes.some((cause) => cause.session === session),
  )
  if (fresh.length === 0) return null
  const existed = pathsAt(shelf, beganMs)
  const here = new Set(treeRows(newestPack(shelf)?.take ?? { rows: [] }).map(({ hash }) => hash))
  const losses = fresh
    .map((loss): Loss => ({
      ...loss,
      lost: loss.lost.filter(({ tell, path, hash }) => tell && existed.has(path) && !here.has(hash)),
    }))
    .filter(({ lost }) => lost.length > 0)
  if (losses.length === 0) return null
  addRecord(shelf, { did: 'tell', at: world.now().ms, losses: losses.map(({ id }) => id) })
  return lineOf(losses)
}

/**
 * Where uncommitted work stood when the turn began: by the take that was made before its first call, or, where none was due,
 * by the last one before it.
 */
function pathsAt(shelf: Shelf, beganMs: number): Set<string> {
  const ids = takeIds(shelf)
  const first = ids.find((id) => msOfTake(id) >= beganMs)
  const opening = first === undefined ? null : readTake(shelf, first)
  const last = ids.findLast((id) => msOfTake(id) < beganMs)
  const before = opening?.take.before !== undefined || last === undefined ? opening : readTake(shelf, last)
  return new Set(before ? treeRows(before.take).map(({ path }) => path) : [])
}

/** Once for each file, for bytes cannot be redacted: who relies on undo has to know. */
function secretLine(world: World, shelf: Shelf, records: readonly Recorded[]): string | null {
  const told = new Set(records.flatMap((one) => (one.did === 'tell' ? (one.secrets ?? []) : [])))
  const left = records.flatMap((one) => (one.did === 'leave' ? one.secrets : []))
  const secrets = [...new Set(left)].filter((path) => !told.has(path))
  if (secrets.length === 0) return null
  addRecord(shelf, { did: 'tell', at: world.now().ms, secrets })
  const what = secrets.length === 1 ? '1 file is' : `${secrets.length} files are`
  return `dogear: ${what} in no take, for a secret (${namesOf(secrets)}): undo cannot bring ${secrets.length === 1 ? 'it' : 'them'} back`
}

const MAX_NAMED = 3
const MAX_NAME = 120

function namesOf(paths: readonly string[]): string {
  const names = paths.map((path) => quoteShort(safeName(printPath(path)), MAX_NAME))
  return `${names.slice(0, MAX_NAMED).join(', ')}${names.length > MAX_NAMED ? `, and ${names.length - MAX_NAMED} more` : ''}`
}

function lineOf(losses: readonly Loss[]): string {
  const paths = [...new Set(losses.flatMap(({ lost }) => lost.map(({ path }) => path)))]
  const commands = losses.flatMap(({ causes }) => causes.flatMap(({ command }) => command ?? []))
  const by = commands.length === 0 ? '' : ` while \`${quoteShort(commands[0] ?? '', MAX_NAME)}\` ran`
  const count = paths.length === 1 ? '1 file of uncommitted work was' : `${paths.length} files of uncommitted work were`
  return `dogear: ${count} lost${by} (${namesOf(paths)}). Bring back: dogear undo`
}

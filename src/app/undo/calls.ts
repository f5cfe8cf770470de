/** Around the calls of an agent: what may write sets the mark, and while it is set a take is made before and after. */
import { dirname, isAbsolute, join } from 'node:path'
import { present } from '../../core/present.js'
import type { Entry } from '../../core/entry/entry.js'
import { bytesOf, type BytePath } from '../../core/undo/bytes.js'
import { mayWrite } from '../../core/undo/command.js'
import { safePath } from '../../core/undo/secret-name.js'
import type { Cause } from '../../core/undo/take.js'
import { redactFinished } from '../../core/redact/finished.js'
import { isPlainLine } from '../../core/redact/plain-name.js'
import { cleanLine } from '../../core/text/text.js'
import type { Said } from '../../capture/git-status.js'
import { findGit } from '../../platform/git/folder.js'
import { callMark, endAll, isTakeDue, isTakeDueBefore, noteEnd, noteStart } from '../../store/takes/calls.js'
import { newestPack, type Shelf, shelfOf } from '../../store/takes/takes.js'
import { addRecord } from '../../store/takes/record.js'
import type { World } from '../world.js'
import { isCovered, type TakeRequest, type Taken, takeNow } from './take.js'

/** A call of a tool that may write: a command for a shell, or a file that is edited. */
export interface CallUse {
  session: string
  agent?: string
  /** Where the client says it is, where that is not the folder of the session. */
  folder?: string
  command?: string
  /** A path, as the tool was given it. */
  edits?: string
}

interface Tree {
  git: TakeRequest['git']
  shelf: Shelf
  cause: Cause
  /** The file that is edited. */
  path?: BytePath
}

const MAX_COMMAND = 300

/** A take is made where the last one may not be true any more. */
export function callStarts(world: World, use: CallUse, untilMs: number): Taken[] {
  return treesOf(world, use).flatMap(({ git, shelf, cause, path }) => {
    const isDue = isTakeDueBefore(world.home, shelf.dir, world.now().ms)
    const touched = path === undefined ? [] : [path]
    const taken = isDue ? takeNow(world, { git, before: cause, touched, untilMs }) : null
    noteStart(world.home, shelf.dir, markOf(use), cause, world.now().ms)
    return taken ?? []
  })
}

/** The call is over, with success or not: the best moment for a take, because nobody waits for it. */
export function callEnds(world: World, use: CallUse, untilMs: number): Taken[] {
  return treesOf(world, use).flatMap(({ git, shelf, cause }) => {
    noteEnd(world.home, shelf.dir, markOf(use), cause, world.now().ms)
    return takeNow(world, { git, after: cause, untilMs }) ?? []
  })
}

/** The turn of a session is over: what it had open has ended, and what was not taken yet is. */
export function turnIsOver(world: World, session: string, how: Pick<TakeRequest, 'untilMs' | 'said'>): void {
  for (const { git, shelf } of treesOf(world, { session })) {
    endAll(world.home, shelf.dir, session, world.now().ms)
    if (isTakeDue(world.home, shelf.dir, world.now().ms)) takeNow(world, { git, ...how })
  }
}

const SAVE_MS = 2_000

/**
 * With every save: the work tree as it is is what the entry speaks of. Best effort, for the save is made; what was missed is
 * written down. Where a take of this state is there already, it is that one.
 */
export function takeWithEntry(
  world: World,
  { name, id, lane }: Pick<Entry, 'name' | 'id' | 'lane'>,
  said: Said | null = null,
): void {
  try {
    const [tree] = treesOf(world, { session: '' })
    if (!tree) return
    const entry = { name, id, pinned: lane === 'named' }
    const nowMs = world.now().ms
    const last = isTakeDue(world.home, tree.shelf.dir, nowMs) ? null : newestPack(tree.shelf)
    if (last)
      addRecord(tree.shelf, { did: 'save', at: nowMs, take: last.take.id, entry: id, name, pinned: entry.pinned })
    else takeNow(world, { git: tree.git, entry, untilMs: nowMs + SAVE_MS, said })
  } catch {
    // The save itself must be acknowledged.
  }
}

function markOf({ session, command, edits }: CallUse): string {
  return callMark(session, command ?? `edit ${edits ?? ''}`)
}

/** For an edit tool the worktree of the file, else those of the session and of the folder it is in. */
function treesOf(world: World, use: CallUse): Tree[] {
  const { edits, command, folder } = use
  if (command !== undefined && !mayWrite(command)) return []
  const base = folder ?? world.cwd
  const file = edits ? (isAbsolute(edits) ? edits : join(base, edits)) : undefined
  const folders = file === undefined ? [world.cwd, base] : [dirname(file)]
  const trees = [...new Set(folders)].flatMap((one): Tree[] => {
    const git = findGit(one)
    const worktree = git?.worktree
    if (!git || worktree == null || !isCovered(world, worktree)) return []
    const path = file?.startsWith(`${worktree}/`) ? bytesOf(file.slice(worktree.length + 1)) : undefined
    const shelf = shelfOf(world.home, bytesOf(worktree))
    return [{ git: { ...git, worktree }, shelf, cause: causeOf(use, path), ...present({ path }) }]
  })
  return trees.filter((tree, at) => trees.findIndex(({ shelf }) => shelf.dir === tree.shelf.dir) === at)
}

function causeOf({ session, agent, command }: CallUse, edits: BytePath | undefined): Cause {
  const line = command === undefined ? undefined : cleanLine(command)
  const shown = line === undefined || isPlainLine(line) ? line : redactFinished(line)
  return present({ agent, session, command: shown?.slice(0, MAX_COMMAND), edits: edits && safePath(edits) })
}

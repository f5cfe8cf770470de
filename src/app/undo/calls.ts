/** Around the calls of an agent: what may write sets the mark, and while it is set a take is made before and after. */
import { present } from '../../core/present.js'
import { bytesOf, type BytePath } from '../../core/undo/bytes.js'
import type { Entry } from '../../core/entry/entry.js'
import { mayWrite } from '../../core/undo/command.js'
import type { Cause } from '../../core/undo/take.js'
import { redactFinished } from '../../core/redact/finished.js'
import { cleanLine } from '../../core/text/text.js'
import { findGit, type GitPlace } from '../../platform/git/folder.js'
import { dirname, isAbsolute, join } from 'node:path'
import { callMark, isTakeDue, noteEnd, noteStart } from '../../store/takes/calls.js'
import { shelfOf } from '../../store/takes/takes.js'
import { locate } from '../locate.js'
import type { World } from '../world.js'
import { isCovered, type Taken, takeNow } from './take.js'

/** A call of a tool that may write: a command for a shell, or a file that is edited. */
export interface CallUse {
  session: string
  agent?: string
  command?: string
  /** A path, as the tool was given it. */
  edits?: string
}

const MAX_COMMAND = 300

/** A take is made where the last one may not be true any more. Null: none was needed. */
export function callStarts(world: World, use: CallUse, untilMs: number): Taken | null {
  const place = treeOf(world, use)
  if (!place || !mayTouch(use)) return null
  const { git, path } = place
  const { dir } = shelfOf(world.home, bytesOf(git.worktree))
  const cause = causeOf(use, path)
  const isDue = isTakeDue(world.home, dir, world.now().ms)
  const touched = path === undefined ? [] : [path]
  const taken = isDue ? takeNow(world, { git, before: cause, touched, untilMs }) : null
  noteStart(world.home, dir, markOf(use), cause, world.now().ms)
  return taken
}

/** The call is over, with success or not: the best moment for a take, because nobody waits for it. */
export function callEnds(world: World, use: CallUse, untilMs: number): Taken | null {
  const place = treeOf(world, use)
  if (!place || !mayTouch(use)) return null
  const { git, path } = place
  const { dir } = shelfOf(world.home, bytesOf(git.worktree))
  const cause = causeOf(use, path)
  noteEnd(world.home, dir, markOf(use), cause, world.now().ms)
  return takeNow(world, { git, after: cause, untilMs })
}

const SAVE_MS = 2_000

/**
 * With every save: the work tree as it is is what the entry speaks of. Best effort, for the save is made; what was missed is
 * written down. Where a take of this state is there already, it is that one.
 */
export function takeWithEntry(world: World, { name, id, lane }: Pick<Entry, 'name' | 'id' | 'lane'>): void {
  try {
    const place = treeOf(world, { session: '' })
    if (place)
      takeNow(world, {
        git: place.git,
        entry: { name, id, pinned: lane === 'named' },
        untilMs: world.now().ms + SAVE_MS,
      })
  } catch {
    // The save itself must be acknowledged.
  }
}

function markOf({ session, command, edits }: CallUse): string {
  return callMark(session, command ?? `edit ${edits ?? ''}`)
}

function mayTouch({ command }: CallUse): boolean {
  return command === undefined || mayWrite(command)
}

function causeOf({ session, agent, command }: CallUse, edits: BytePath | undefined): Cause {
  const shown = command === undefined ? undefined : redactFinished(cleanLine(command)).slice(0, MAX_COMMAND)
  return present({ agent, session, command: shown, edits })
}

/** For an edit tool the worktree of the file, else the one of the folder. */
function treeOf(world: World, { edits }: CallUse): { git: GitPlace & { worktree: string }; path?: BytePath } | null {
  const file = edits === undefined || edits === '' ? undefined : isAbsolute(edits) ? edits : join(world.cwd, edits)
  const git = file === undefined ? locate(world).git : findGit(dirname(file))
  const worktree = git?.worktree
  if (!git || worktree == null || !isCovered(world, worktree)) return null
  const place = { git: { ...git, worktree } }
  return file?.startsWith(`${worktree}/`) ? { ...place, path: bytesOf(file.slice(worktree.length + 1)) } : place
}

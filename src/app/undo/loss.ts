/** What was lost between two takes, who may have done it, and whether a user has to hear of it at once. */
import { goneFrom, isTold, type Loss, type Lost, type Remains, shareOfWords } from '../../core/undo/loss.js'
import { type Cause, fileMode, LINK, treeRows } from '../../core/undo/take.js'
import { findElsewhere } from '../../capture/undo/elsewhere.js'
import { sha256Hex } from '../../platform/files/hash.js'
import type { GitPlace } from '../../platform/git/folder.js'
import { blockedAt, readAt } from '../../platform/work-tree/look.js'
import type { OpenCall } from '../../store/takes/calls.js'
import type { Pack } from '../../store/takes/pack.js'
import { contentOf, type Shelf } from '../../store/takes/takes.js'

export interface Interval {
  before: Pack
  after: Pack
  calls: readonly OpenCall[]
  fromMs: number
  untilMs: number
}

const MAX_BYTES = 100_000_000

/** Null: nothing was. */
export function findLoss(shelf: Shelf, git: GitPlace, interval: Interval): Loss | null {
  const { before, after, calls, fromMs, untilMs } = interval
  const causes = calls.map(({ cause }) => cause)
  const gone = goneFrom(before.take, after.take, (path) => nowAt(shelf, path)).filter((lost) => isNoWork(lost, causes))
  if (gone.length === 0) return null
  const byShell = causes.some(({ edits }) => edits === undefined)
  const withBytes = gone.flatMap((lost) => {
    const bytes = contentOf(shelf, before, lost.hash)
    return bytes ? [{ path: lost.path, bytes, lost, isMode: lost.now === lost.hash }] : []
  })
  const elsewhere = findElsewhere(git, before.take, withBytes)
  if (!elsewhere) return null
  const isOpen = ({ path }: { path: string }): boolean => !['commit', 'index'].includes(elsewhere.get(path) ?? '')
  const lost = withBytes.filter(isOpen).map(({ lost: one, bytes }): Lost => {
    const isStashed = elsewhere.has(one.path)
    const isMode = one.now === one.hash
    const tell = !isStashed && !isMode && isTold(one, true, byShell, remainsOf(shelf, interval, one, bytes))
    return { ...one, tell }
  })
  if (lost.length === 0) return null
  const isAside = lost.every(({ path }) => elsewhere.has(path))
  return {
    id: after.take.id,
    before: before.take.id,
    after: after.take.id,
    fromMs,
    untilMs,
    causes,
    lost,
    ...(isAside && { aside: 'stash' }),
  }
}

function nowAt(shelf: Shelf, path: string): ReturnType<Parameters<typeof goneFrom>[2]> {
  try {
    if (blockedAt(shelf.worktree, path) !== null) return 'absent'
    const now = readAt(shelf.worktree, path, MAX_BYTES)
    if (!now) return 'absent'
    const mode = now.look.kind === 'link' ? LINK : fileMode(now.look.permissions)
    return { hash: sha256Hex(now.bytes), mode }
  } catch {
    return 'unknown'
  }
}

/** A file that is edited by an edit tool, or while no call of an agent was open, is worked on. */
function isNoWork({ how, path }: Lost, causes: readonly Cause[]): boolean {
  if (how !== 'changed') return true
  return causes.some(({ edits }) => edits === undefined) && !causes.some(({ edits }) => edits === path)
}

/** Only of text: of all else it is not known how much of it is left. */
function remainsOf(shelf: Shelf, { before, after }: Interval, lost: Lost, bytes: Uint8Array): Remains | null {
  if (lost.how !== 'changed') return null
  const now = contentOf(shelf, after, lost.now)
  if (!now) return null
  const isOfAnother = treeRows(before.take).some(({ path, hash }) => path !== lost.path && hash === lost.now)
  const isText = ![bytes, now].some((one) => one.includes(0))
  const share = isText ? shareOfWords(Buffer.from(bytes).toString('utf8'), Buffer.from(now).toString('utf8')) : 1
  return { isEmpty: now.length === 0, isOfAnother, share }
}

/** What was lost between two takes, who may have done it, and whether a user has to hear of it at once. */
import { present } from '../../core/present.js'
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
  const lost = withBytes.flatMap(({ lost: one, bytes, isMode }): Lost[] => {
    const place = elsewhere.get(one.path)
    if (place === 'commit') return []
    const found = { ...one, ...present({ in: one.in ?? place }) }
    const tell = !isMode && found.in === undefined && isTold(one, true, byShell, remainsOf(shelf, interval, one, bytes))
    return [{ ...found, tell }]
  })
  const isLost = lost.some((one) => one.in === undefined)
  const aside = lost.find((one) => one.in === 'stash' || one.in === 'index')?.in
  if (!isLost && aside === undefined) return null
  return {
    id: after.take.id,
    before: before.take.id,
    after: after.take.id,
    fromMs,
    untilMs,
    causes,
    lost,
    ...(!isLost && aside !== 'tree' && present({ aside })),
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

function remainsOf(shelf: Shelf, { before, after }: Interval, lost: Lost, bytes: Uint8Array): Remains | null {
  if (lost.how !== 'changed') return null
  const now = contentOf(shelf, after, lost.now)
  if (!now) return null
  const isOfAnother = treeRows(before.take).some(({ path, hash }) => path !== lost.path && hash === lost.now)
  // Of what was no text before it is not known how much of it is left; a text that is none any more is gone.
  const text = (some: Uint8Array): string => Buffer.from(some).toString('utf8')
  const share = bytes.includes(0) ? 1 : now.includes(0) ? 0 : shareOfWords(text(bytes), text(now))
  return { isEmpty: now.length === 0, isOfAnother, share }
}

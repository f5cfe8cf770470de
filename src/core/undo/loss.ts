/**
 * A loss: bytes that stood in the work tree before a call, and are at no path of it afterwards, and in nothing that git
 * keeps since. Which of them a user has to hear of at once is a question of its own: most of what goes was meant to go.
 */
import type { BytePath } from './bytes.js'
import { type Cause, type Row, type Take, treeRows } from './take.js'

/** base: a tracked file fell back to the base. gone: it is not there. changed: it holds something else. */
type LossHow = 'base' | 'gone' | 'changed'

export interface Lost extends Pick<Row, 'path' | 'hash' | 'mode' | 'size'> {
  how: LossHow
  /** What is there since; empty where nothing is. */
  now: string
  /** Tracked by git, as opposed to new. */
  tracked: boolean
  /** Its bytes stand elsewhere: no loss, but where others were lost beside it, it comes back with them. */
  in?: 'tree' | 'index' | 'stash'
  /** A user has to hear of it, where it was there when the turn began. */
  tell?: boolean
}

export interface Loss {
  id: string
  /** Takes: what was before, and what was after. */
  before: string
  after: string
  /** When the interval began and ended. */
  fromMs: number
  untilMs: number
  /** All calls that were open then, and may have done it. */
  causes: Cause[]
  lost: Lost[]
  /** git keeps all of it: no loss, but undo knows the way back. */
  aside?: 'index' | 'stash'
}

/** What is at a path: bytes with a mode, nothing, or something that cannot be told. */
export type Now = { hash: string; mode: string } | 'absent' | 'unknown'

/** What is not at its path any more. Whether git has the bytes has to be asked elsewhere. */
export function goneFrom(before: Take, after: Take, nowAt: (path: BytePath) => Now): Lost[] {
  const rows = treeRows(after)
  const here = new Set(rows.map(({ hash }) => hash))
  const rowAt = new Map(rows.map((row) => [row.path, row]))
  const unknown = new Set(after.left.map(({ path }) => path))
  return treeRows(before).flatMap((row): Lost[] => {
    const there = rowAt.get(row.path)
    if (row.hash === '' || there?.hash === row.hash || isUnknown(row.path, unknown)) return []
    const now: Now = there ? (there.letter === 'D' ? 'absent' : there) : nowAt(row.path)
    const isSame = now !== 'absent' && now !== 'unknown' && now.hash === row.hash
    if (now === 'unknown' || (isSame && now.mode === row.mode)) return []
    const { path, hash, mode, size, letter } = row
    const how = now === 'absent' ? 'gone' : there ? 'changed' : 'base'
    const lost: Lost = { path, hash, mode, size, how, now: now === 'absent' ? '' : now.hash, tracked: letter === 'M' }
    return [!isSame && here.has(row.hash) ? { ...lost, in: 'tree' } : lost]
  })
}

function isUnknown(path: BytePath, unknown: ReadonlySet<BytePath>): boolean {
  return unknown.has(path) || [...unknown].some((one) => one.endsWith('/') && path.startsWith(one))
}

/** What a build makes again. */
const MADE =
  /(?:^|\/)(?:dist|build|out|target|coverage|node_modules|__pycache__|\.next|\.nuxt|\.cache|\.turbo|\.pytest_cache|tmp|temp)\/|\.(?:pyc|pyo|o|obj|class|tsbuildinfo|log|tmp|swp|bak)$|~$/i

/** What a change in place left of a file, as far as that was looked at. */
export interface Remains {
  isEmpty: boolean
  /** Of the words that stood there, from 0 to 1. */
  share: number
  /** It holds what another path held before. */
  isOfAnother: boolean
}

/** Shorter than this a text has too few words to say that it was replaced. */
const MIN_BYTES = 40
const MIN_SHARE = 0.3

/**
 * Is it told at the end of the turn? A file that fell back to the base, or that was there when the turn began. What the turn
 * made itself, what a build makes and what was worked on are none.
 */
export function isTold(lost: Lost, existed: boolean, byShell: boolean, remains: Remains | null): boolean {
  if (MADE.test(lost.path) && !lost.tracked) return false
  if (!existed) return false
  if (lost.how !== 'changed') return byShell
  if (!byShell || !remains || lost.size < MIN_BYTES) return false
  return remains.isEmpty || remains.isOfAnother || remains.share < MIN_SHARE
}

/** Which part of the words of `before` are in `after`. A formatter leaves all of them, whatever it does to the lines. */
export function shareOfWords(before: string, after: string): number {
  const left = new Map<string, number>()
  for (const word of wordsOf(after)) left.set(word, (left.get(word) ?? 0) + 1)
  let all = 0
  let found = 0
  for (const word of wordsOf(before)) {
    all++
    const count = left.get(word) ?? 0
    if (count > 0) {
      found++
      left.set(word, count - 1)
    }
  }
  return all === 0 ? 1 : found / all
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}_]+/gu) ?? []
}

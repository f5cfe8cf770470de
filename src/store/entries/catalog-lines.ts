/** The rows of the catalog, and its index as far as it is the same for all who look. Pure. */
import { compareHeads, sureHeads } from '../../core/choose/heads.js'
import { isLive, type By, type Entry, type Kind, type Lane, type Plan } from '../../core/entry/entry.js'
import { isRedacted, lineKeysOf } from '../../core/entry/line-keys.js'
import { redact } from '../../core/redact/redact.js'
import { judgementIdOf } from '../../core/session/triggers/autosaved.js'
import { present } from '../../core/present.js'
import type { Damage } from './entries.js'

/** A head as `list` shows it; long texts are cut. */
export interface HeadRow {
  id: string
  lane: Lane
  kind: Kind
  saved: string
  by: By
  worktree?: string
  branch?: string
  head?: string
  task?: string
  next?: string
  leftOff?: string
  stage?: string
  plan?: Plan
  /** A session in which nothing was worked on. */
  quick?: boolean
  /** Made by a session whose work nobody has named. */
  unnamed?: boolean
  /** The name as somebody typed it. */
  label?: string
  /** Somebody else's: nothing of it is taken up without a yes. */
  foreign?: true
}

export interface CatalogRow {
  project: string
  name: string
  count: number
  heads: HeadRow[]
  /** What entries continue and is not here. */
  gaps?: string[]
  damaged: Damage[]
}

/** What tells where a head comes from. Many heads share one. */
interface Origin {
  kind: Kind
  by: Pick<By, 'agent' | 'session'>
  worktree?: string
  branch?: string
  quick?: boolean
  /** Made by a session whose work nobody has named. */
  unnamed?: boolean
  foreign?: true
  /** No side of a fork, but perhaps what a missing entry continued. */
  doubtful?: true
}

/** A head as far as order and choice need it. */
export interface HeadMark {
  id: string
  from: Origin
}

/** A workstream in the catalog. */
export interface CatalogLine {
  name: string
  /** How its folder looked: three numbers, from `at` on. */
  stamps: readonly number[]
  at: number
  /** Newest first, one's own before those of others. */
  heads: HeadMark[]
  /** Where its row stands in the file. */
  start: number
  /** How long its row is. 0: nothing is known that could be relied on. */
  size: number
}

/** What is known of a workstream besides, read where somebody looks at it. */
export interface LineRow {
  /** How the files of its heads looked, three numbers each. */
  stamp: number[]
  row: Omit<CatalogRow, 'project' | 'damaged'>
}

export interface CatalogIndex {
  /** How the folder around all workstreams looked; none where that cannot be relied on. */
  entries: readonly number[]
  /** What decided who wrote the entries. */
  own: string
  /** The newest first. */
  lines: CatalogLine[]
}

const MAX_TEXT = 200

export function headRow(entry: Entry): HeadRow {
  const { id, lane, kind, saved, by, where } = entry
  const texts = { task: entry.task?.text, next: entry.next?.text, leftOff: entry.leftOff?.text, stage: entry.stage }
  // What is listed and pointed at comes from here: no secret that the rules of today would find gets in.
  const mask = isRedacted(entry) ? (text: string) => text : redact
  const row: HeadRow = { id, lane, kind, saved, by }
  for (const key of ['worktree', 'branch', 'head'] as const) if (where[key] !== undefined) row[key] = where[key]
  for (const key of ['task', 'next', 'leftOff', 'stage'] as const)
    if (texts[key] !== undefined) row[key] = cut(mask(texts[key]))
  if (entry.plan) row.plan = entry.plan
  const { quick, label } = lineKeysOf(entry)
  if (quick) row.quick = quick
  // Before sessions had lines of their own, their autosaves lay under an invented name: main-42.
  if (entry.lane === 'auto' && !entry.page && judgementIdOf(entry) === null) row.unnamed = true
  if (label !== undefined) row.label = mask(label)
  if (entry.foreign) row.foreign = true
  return row
}

export function marksOf({ heads, gaps = [] }: Pick<CatalogRow, 'heads' | 'gaps'>): HeadMark[] {
  const own = heads.filter((head) => isLive(head.kind) && !head.foreign)
  const sure = new Set(gaps.length === 0 ? own : sureHeads(own, gaps))
  return heads.map((head) => {
    const { id, kind, worktree, branch, quick, unnamed, foreign } = head
    const by = present<Origin['by']>({ agent: head.by.agent, session: head.by.session })
    const doubtful = own.includes(head) && !sure.has(head) ? true : undefined
    return { id, from: present<Origin>({ kind, by, worktree, branch, quick, unnamed, foreign, doubtful }) }
  })
}

interface Ordered {
  name: string
  heads: readonly { id: string; foreign?: true; from?: { foreign?: true } }[]
}

/** By the newest head, one's own before those of others; workstreams without a readable one last, by name. */
export function newestFirst<T extends Ordered>(rows: readonly T[]): T[] {
  const nowMs = Date.now()
  return rows.toSorted((a, b) => compareHeads(rankedOf(a), rankedOf(b), nowMs) || (a.name < b.name ? -1 : 1))
}

function rankedOf({ heads: [head] }: Ordered): { id: string; foreign: boolean } {
  return { id: head?.id ?? '', foreign: (head?.foreign ?? head?.from?.foreign) === true }
}

/** Whole characters: half of a surrogate pair is not one. */
function cut(text: string): string {
  return text.length <= MAX_TEXT ? text : text.slice(0, MAX_TEXT).replace(/[\ud800-\udbff]$/, '')
}

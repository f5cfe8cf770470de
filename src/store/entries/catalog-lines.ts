/** The rows of the catalog, and its index as far as it is the same for all who look. Pure. */
import type { By, Entry, Kind, Lane, Plan } from '../../core/entry/entry.js'
import { compareIds } from '../../core/entry/id.js'
import { lineKeysOf } from '../../core/entry/line-keys.js'
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
  /** The name as somebody typed it. */
  label?: string
}

export interface CatalogRow {
  project: string
  name: string
  count: number
  heads: HeadRow[]
  damaged: Damage[]
}

/** What tells where a head comes from. Many heads share one. */
interface Origin {
  kind: Kind
  by: Pick<By, 'agent' | 'session'>
  worktree?: string
  branch?: string
  quick?: boolean
}

/** A head as far as order and choice need it. */
export interface HeadMark {
  id: string
  from: Origin
}

/** A workstream in the catalog. */
export interface CatalogLine {
  name: string
  /** How its folder, and where there is one its quarantine, looked: three numbers each, from `at` on. */
  stamps: readonly number[]
  at: number
  /** Newest first. */
  heads: HeadMark[]
  /** Where its row stands in the file. */
  start: number
  /** How long its row is. 0: nothing is known that could be relied on. */
  size: number
}

/** What is known of a workstream besides, read where somebody looks at it. */
export interface LineRow {
  /** How the entries that the row depends on looked, three numbers each. */
  stamp: number[]
  depends: string[]
  row: Omit<CatalogRow, 'project' | 'damaged'>
}

export interface CatalogIndex {
  /** How the folder around all workstreams looked; none where that cannot be relied on. */
  entries: readonly number[]
  /** Whether there was a quarantine, and with it a second stamp for each line. */
  quarantine: boolean
  /** The newest first. */
  lines: CatalogLine[]
}

const MAX_TEXT = 200

export function headRow(entry: Entry): HeadRow {
  const { id, lane, kind, saved, by, where } = entry
  const texts = { task: entry.task?.text, next: entry.next?.text, leftOff: entry.leftOff?.text, stage: entry.stage }
  const row: HeadRow = { id, lane, kind, saved, by }
  for (const key of ['worktree', 'branch', 'head'] as const) if (where[key] !== undefined) row[key] = where[key]
  for (const key of ['task', 'next', 'leftOff', 'stage'] as const)
    if (texts[key] !== undefined) row[key] = cut(texts[key])
  if (entry.plan) row.plan = entry.plan
  const { quick, label } = lineKeysOf(entry)
  if (quick) row.quick = quick
  if (label !== undefined) row.label = label
  return row
}

export function markOf({ id, kind, by, worktree, branch, quick }: HeadRow): HeadMark {
  const { agent, session } = by
  return { id, from: present<Origin>({ kind, by: present<Origin['by']>({ agent, session }), worktree, branch, quick }) }
}

/** By the newest head; workstreams without a readable one last, by name. */
export function newestFirst<T extends { name: string; heads: { id: string }[] }>(rows: readonly T[]): T[] {
  return rows.toSorted((a, b) => compareIds(b.heads[0]?.id ?? '', a.heads[0]?.id ?? '') || (a.name < b.name ? -1 : 1))
}

/** Whole characters: half of a surrogate pair is not one. */
function cut(text: string): string {
  return text.length <= MAX_TEXT ? text : text.slice(0, MAX_TEXT).replace(/[\ud800-\udbff]$/, '')
}

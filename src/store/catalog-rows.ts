/** Rows of the catalog from entries. Pure. */
import type { By, Entry, Kind, Lane, Plan } from '../core/entry.js'
import { compareIds, parseId } from '../core/id.js'
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
}

export interface CatalogRow {
  project: string
  name: string
  count: number
  heads: HeadRow[]
  damaged: Damage[]
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
  return row
}

/** By the newest head; workstreams without a readable one last, by name. */
export function newestFirst(rows: readonly CatalogRow[]): CatalogRow[] {
  const keyed = rows.map((row) => ({
    row,
    id: row.heads[0]?.id ?? '',
    ms: parseId(row.heads[0]?.id ?? '')?.ms ?? -Infinity,
  }))
  keyed.sort((a, b) => (a.ms === b.ms ? compareIds(b.id, a.id) || (a.row.name < b.row.name ? -1 : 1) : b.ms - a.ms))
  return keyed.map(({ row }) => row)
}

/** Whole characters: half of a surrogate pair is not one. */
function cut(text: string): string {
  return text.length <= MAX_TEXT ? text : text.slice(0, MAX_TEXT).replace(/[\ud800-\udbff]$/, '')
}

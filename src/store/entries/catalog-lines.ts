/**
 * The catalog as rows and as text: one line per workstream, the newest first. Pure.
 */
import { compareHeads } from '../../core/choose/heads.js'
import type { By, Entry, Kind, Lane, Plan } from '../../core/entry/entry.js'
import { lineKeysOf } from '../../core/entry/line-keys.js'
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

export interface CatalogLine {
  /** How what the row was made from looked, three numbers for each path; none where that cannot be relied on. */
  stamp: number[]
  row: Omit<CatalogRow, 'project' | 'damaged'>
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
  if (entry.foreign) row.foreign = true
  return row
}

/** By the newest head, one's own before those of others; workstreams without a readable one last, by name. */
export function newestFirst<T extends Pick<CatalogRow, 'name' | 'heads'>>(rows: readonly T[]): T[] {
  const nowMs = Date.now()
  const none = { id: '' }
  return rows.toSorted(
    (a, b) => compareHeads(a.heads[0] ?? none, b.heads[0] ?? none, nowMs) || (a.name < b.name ? -1 : 1),
  )
}

/** Whole characters: half of a surrogate pair is not one. */
function cut(text: string): string {
  return text.length <= MAX_TEXT ? text : text.slice(0, MAX_TEXT).replace(/[\ud800-\udbff]$/, '')
}

/** What the heads of a project have in common is written once: who saved them, and where. */
type Shared = Pick<HeadRow, 'by' | 'worktree' | 'branch' | 'head'>
/** A head without the names of its keys. Null: absent. The number is the place of what it shares. */
type HeadCells = [
  id: string,
  lane: Lane,
  kind: Kind,
  saved: string,
  shared: number,
  task: string | null,
  next: string | null,
  leftOff: string | null,
  stage: string | null,
  plan: Plan | null,
  quick: boolean,
  label: string | null,
  foreign: boolean,
]
type LineCells = [name: string, stamp: number[], count: number, heads: HeadCells[], gaps: string[]]

/**
 * One line of JSON for each workstream, then what they share; cells and no objects, because with a thousand workstreams
 * reading this is felt. All of it twice, against accidents: comparing two halves needs nothing, where crc32 would
 * load node:zlib and all streams with it.
 */
export function printLines(lines: readonly CatalogLine[], own: string): string {
  const shared = new Map<string, number>()
  const placeOf = (head: HeadRow): number => {
    const { by, worktree, branch, head: commit } = head
    const key = JSON.stringify({ by, worktree, branch, head: commit })
    const place = shared.get(key) ?? shared.size
    shared.set(key, place)
    return place
  }
  const cells = lines.map(({ stamp, row: { name, count, heads, gaps } }): LineCells => {
    return [name, stamp, count, heads.map((head) => cellsOf(head, placeOf(head))), gaps ?? []]
  })
  const json = `[[\n${cells.map((line) => JSON.stringify(line)).join(',\n')}\n],[${[...shared.keys()].join(',')}]]`
  return `${FORM} ${own}\n${json}\n`.repeat(2)
}

/**
 * By the name of the workstream, in their order. None where a byte of the text is not as it was written, or where what
 * decides who wrote the entries (`own`) has changed.
 */
export function parseLines(text: string, own: string): Map<string, CatalogLine> {
  const known = new Map<string, CatalogLine>()
  const half = text.slice(0, text.length / 2)
  const form = `${FORM} ${own}\n`
  if (!half.startsWith(form) || half !== text.slice(half.length)) return known
  const [lines, shared] = JSON.parse(half.slice(form.length)) as [LineCells[], Shared[]]
  for (const [name, stamp, count, cells, gaps] of lines) {
    const heads = cells.map((head) => headIn(head, shared))
    known.set(name, { stamp, row: { name, count, heads, ...(gaps.length > 0 && { gaps }) } })
  }
  return known
}

const FORM = 'dogear-catalog-5'

function cellsOf(head: HeadRow, shared: number): HeadCells {
  const { id, lane, kind, saved, task, next, leftOff, stage, plan, quick, label, foreign } = head
  const texts = [task, next, leftOff, stage].map((text) => text ?? null) as [string, string, string, string]
  return [id, lane, kind, saved, shared, ...texts, plan ?? null, quick === true, label ?? null, foreign === true]
}

/** In the order of `headRow`. */
function headIn(cells: HeadCells, all: Shared[]): HeadRow {
  const [id, lane, kind, saved, place, task, next, leftOff, stage, plan, quick, label, foreign] = cells
  const { by, worktree, branch, head } = all[place] as Shared
  const row: HeadRow = { id, lane, kind, saved, by }
  if (worktree !== undefined) row.worktree = worktree
  if (branch !== undefined) row.branch = branch
  if (head !== undefined) row.head = head
  if (task !== null) row.task = task
  if (next !== null) row.next = next
  if (leftOff !== null) row.leftOff = leftOff
  if (stage !== null) row.stage = stage
  if (plan !== null) row.plan = plan
  if (quick) row.quick = true
  if (label !== null) row.label = label
  if (foreign) row.foreign = true
  return row
}

/** The catalog as text: an index of all workstreams, then a row for each. Pure. */
import type { By, Lane, Plan } from '../../core/entry/entry.js'
import { REDACTION } from '../../core/redact/version.js'
import type { CatalogIndex, CatalogLine, HeadMark, HeadRow, LineRow } from './catalog-lines.js'

type Origin = HeadMark['from']

/** All that every look needs, in columns: with a thousand workstreams every object that is parsed is felt. */
type IndexCells = [
  entries: readonly number[],
  own: string,
  names: string[],
  stamps: number[],
  sizes: number[],
  /** How many heads each workstream has; the next two have one for each head. */
  counts: number[],
  ids: string[],
  places: number[],
  origins: Origin[],
]
type RowCells = [stamp: number[], count: number, heads: HeadCells[], gaps: string[]]
/** What the index does not say of a head, without the names of its keys. Null: absent. */
type HeadCells = [
  lane: Lane,
  saved: string,
  user: string | null,
  host: string | null,
  head: string | null,
  task: string | null,
  next: string | null,
  leftOff: string | null,
  stage: string | null,
  plan: Plan | null,
  label: string | null,
]

/** With the rules its texts were redacted by: where those are newer, it is made anew. */
const FORM = `dogear-catalog-7.${REDACTION}`

/**
 * How long the index is; the index; then a line of JSON for each workstream, so that only what is shown needs to be read.
 * All of it twice, against accidents: comparing needs nothing, where crc32 would load node:zlib and all streams
 * with it. In ASCII, so that places in the text are places in the file. `rows`: for each line its text.
 */
export function printCatalog({ entries, own, lines }: CatalogIndex, rows: readonly string[]): string {
  const origins = new Map<string, number>()
  const placeOf = (from: Origin): number => {
    const key = JSON.stringify(from)
    const place = origins.get(key) ?? origins.size
    origins.set(key, place)
    return place
  }
  const heads = lines.flatMap((line) => line.heads)
  const columns = [
    entries,
    own,
    lines.map(({ name }) => name),
    lines.flatMap(({ stamps, at }, i) => (rows[i] === '' ? NO_STAMP : stamps.slice(at, at + WIDTH))),
    rows.map(({ length }) => length),
    lines.map((line) => line.heads.length),
    heads.map(({ id }) => id),
    heads.map(({ from }) => placeOf(from)),
  ]
  const index = ascii(
    `[${columns.map((column) => JSON.stringify(column)).join(',')},[${[...origins.keys()].join(',')}]]`,
  )
  return `${FORM} ${index.length}\n${[index, ...rows].map((line) => `${line}\n`.repeat(2)).join('')}`
}

const NO_STAMP = [0, 0, 0]
const WIDTH = NO_STAMP.length

/** A part of the file by its place and length; shorter where the file ends. */
export type ReadPart = (from: number, length: number) => string

/** Enough for the index of a thousand workstreams. */
const FIRST_READ = 256_000

/** Null where a byte of it is not as it was written. */
export function parseIndex(read: ReadPart): CatalogIndex | null {
  const first = read(0, FIRST_READ)
  const title = first.startsWith(FORM) ? /^ ([1-9]\d{0,7})\n/.exec(first.slice(FORM.length, FORM.length + 20)) : null
  if (!title) return null
  const [start, size] = [FORM.length + title[0].length, Number(title[1])]
  const rowsAt = start + 2 * (size + 1)
  const text = first.length < rowsAt ? first + read(first.length, rowsAt - first.length) : first
  const index = twiceAt(text, start, size)
  return index === null ? null : indexIn(JSON.parse(index) as IndexCells, rowsAt)
}

function indexIn(cells: IndexCells, rowsAt: number): CatalogIndex {
  const [entries, own, names, stamps, sizes, counts, ids, places, origins] = cells
  const lines: CatalogLine[] = []
  let start = rowsAt
  let head = 0
  for (let i = 0; i < names.length; i++) {
    const size = sizes[i] as number
    const heads: HeadMark[] = []
    for (const end = head + (counts[i] as number); head < end; head++)
      heads.push({ id: ids[head] as string, from: origins[places[head] as number] as Origin })
    lines.push({ name: names[i] as string, stamps, at: i * WIDTH, heads, start, size })
    start += 2 * (size + 1)
  }
  return { entries, own, lines }
}

/** The texts of the rows, read at once; empty where a byte is not as it was written. */
export function readRows(lines: readonly CatalogLine[], read: ReadPart): string[] {
  const known = lines.filter(({ size }) => size > 0)
  const from = known.reduce((least, { start }) => Math.min(least, start), Infinity)
  const to = known.reduce((most, { start, size }) => Math.max(most, start + 2 * (size + 1)), 0)
  const text = known.length === 0 ? '' : read(from, to - from)
  return lines.map(({ start, size }) => (size === 0 ? '' : (twiceAt(text, start - from, size) ?? '')))
}

function twiceAt(text: string, start: number, size: number): string | null {
  const once = text.slice(start, start + size + 1)
  return once.length === size + 1 &&
    once.endsWith('\n') &&
    once === text.slice(start + size + 1, start + 2 * (size + 1))
    ? once.slice(0, size)
    : null
}

export function printRow({ stamp, row }: LineRow): string {
  const cells: RowCells = [stamp, row.count, row.heads.map(cellsOf), row.gaps ?? []]
  return ascii(JSON.stringify(cells))
}

export function parseRow({ name, heads }: CatalogLine, text: string): LineRow {
  const [stamp, count, cells, gaps] = JSON.parse(text) as RowCells
  const row = { name, count, heads: heads.map((mark, i) => headIn(mark, cells[i] as HeadCells)) }
  return { stamp, row: gaps.length > 0 ? { ...row, gaps } : row }
}

function ascii(json: string): string {
  return json.replace(/[\u0080-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

function cellsOf({ lane, saved, by, head, task, next, leftOff, stage, plan, label }: HeadRow): HeadCells {
  const cells = [by.user, by.host, head, task, next, leftOff, stage, plan, label].map((cell) => cell ?? null)
  return [lane, saved, ...cells] as HeadCells
}

/** In the order of `headRow`. */
function headIn({ id, from }: HeadMark, cells: HeadCells): HeadRow {
  const [lane, saved, user, host, head, task, next, leftOff, stage, plan, label] = cells
  const { kind, worktree, branch, quick, unnamed, foreign } = from
  const by: By = { ...from.by }
  if (user !== null) by.user = user
  if (host !== null) by.host = host
  const row: HeadRow = { id, lane, kind, saved, by }
  if (worktree !== undefined) row.worktree = worktree
  if (branch !== undefined) row.branch = branch
  if (head !== null) row.head = head
  if (task !== null) row.task = task
  if (next !== null) row.next = next
  if (leftOff !== null) row.leftOff = leftOff
  if (stage !== null) row.stage = stage
  if (plan !== null) row.plan = plan
  if (quick) row.quick = quick
  if (unnamed) row.unnamed = unnamed
  if (label !== null) row.label = label
  if (foreign) row.foreign = true
  return row
}

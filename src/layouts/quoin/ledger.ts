/** The cost ledger of a task: one row per save and per restore, columns between bars. */
import type { Called } from '../../core/choose/name.js'
import { present } from '../../core/present.js'
import { tidyLine } from '../../core/text/text.js'
import type { Desk, FollowUp } from '../abilities.js'
import { ledgerPath } from './paths.js'

export interface LedgerRow {
  session: string
  /** yyyy-mm-dd */
  date: string
  skill: string
  tier: string
  /** What the cost counts as: "task". */
  kind: string
  note: string
  /** Absent in rows of six columns. */
  cost?: string
  /** Only in rows of eight columns. */
  more?: string
}

/** The row of a checkpoint. What it costs is not known here, so it counts nothing, as in the seed. */
export function printCheckpointRow(row: {
  session?: string
  date: string
  tier?: string
  note: 'save' | 'restore'
}): string {
  const columns = [row.session ?? 'unknown', row.date, 'checkpoint', row.tier ?? 'haiku', 'task', row.note, '0']
  return `${columns.map((column) => tidyLine(column).replaceAll('|', '/')).join(' | ')}\n`
}

const MAX_BYTES = 10_000_000

/** It is the user's file, so what goes wrong is only told. `base`: the folder that holds the `.workflow_artifacts`. */
export function planLedger(
  desk: Desk,
  base: string,
  row: Called & { session?: string | undefined; note: 'save' | 'restore' },
): FollowUp {
  const path = ledgerPath(row)
  const text = desk.readBelow(base, path, MAX_BYTES) ?? ''
  const session = row.session ? { session: row.session } : {}
  // A row on a line of its own, also after one that was torn off or typed without a line end.
  const gap = text !== '' && !text.endsWith('\n') ? '\n' : ''
  const line = printCheckpointRow({ date: desk.today, note: row.note, ...session })
  const { unreadable } = parseLedger(text)
  return {
    folder: base,
    edits: [{ do: 'append', path, text: gap + line }],
    warnings: (refused) => [
      ...refused.map(({ message, next }) => `[quoin checkpoint] WARNING: no cost-ledger row: ${message} (${next})`),
      ...(unreadable === 0
        ? []
        : [`[quoin checkpoint] WARNING: ${path} has ${unreadable} row(s) that cannot be read; they stay as they are`]),
    ],
  }
}

/** Rows of 6, 7 and 8 columns, bare or as a table; headings and rules are none. `unreadable`: how many other lines there are. */
export function parseLedger(text: string): { rows: LedgerRow[]; unreadable: number } {
  const rows: LedgerRow[] = []
  let unreadable = 0
  for (const line of text.split(/\r?\n/)) {
    const columns = columnsOf(line)
    const row = columns && rowOf(columns)
    if (row) rows.push(row)
    else if (columns && !isHead(columns)) unreadable++
  }
  return { rows, unreadable }
}

/** Null: the line has no columns, so it is text. */
function columnsOf(line: string): string[] | null {
  const bare = line.trim().replace(/^\|/, '').replace(/\|$/, '')
  return bare.includes('|') ? bare.split('|').map((column) => column.trim()) : null
}

function rowOf(columns: readonly string[]): LedgerRow | null {
  const [session = '', date = '', skill = '', tier = '', kind = '', note = '', cost, more] = columns
  if (columns.length < 6 || columns.length > 8 || !/^\d{4}-\d\d-\d\d/.test(date)) return null
  return present<LedgerRow>({ session, date, skill, tier, kind, note, cost, more })
}

function isHead(columns: readonly string[]): boolean {
  return columns.every((column) => /^:?-*:?$/.test(column)) || /^(?:date|when)$/i.test(columns[1] ?? '')
}

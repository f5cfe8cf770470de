/** The table of workstreams, for a person and for programs. Text in, text out. */
import { isLoose } from '../../core/choose/loose.js'
import { handleOf } from '../../core/choose/title.js'
import { isLive } from '../../core/entry/entry.js'
import { shortId } from '../../core/entry/id.js'
import { quoteItemLine, quoteLine, quoteProse } from '../../core/printer/quote.js'
import { age, cleanLine, msOf } from '../../core/text/text.js'
import type { CatalogRow, HeadRow } from '../../store/entries/catalog.js'
import type { Style } from './output.js'
import { printTable, type Column } from './table.js'

export interface ListView {
  width: number
  style: Style
  nowMs: number
  /** Show which project each belongs to. */
  projects: boolean
  /** Show the number of each, which `resume` takes. */
  numbers?: boolean
}

export function printList(rows: readonly CatalogRow[], view: ListView): string {
  const { style } = view
  const columns: Column[] = [
    { title: '', paint: style.dim },
    { title: view.projects ? 'PROJECT' : '', most: 30, least: 12, paint: style.dim },
    // What is cut cannot be typed.
    { title: 'NAME', paint: style.bold },
    { title: 'SAVED', paint: style.dim },
    { title: 'BRANCH', most: 24, least: 8, yields: true, paint: style.cyan },
    { title: '', most: 24, least: 8, paint: style.yellow },
    { title: 'NEXT', least: 20, enough: 36, below: true },
    { title: 'TASK', least: 16, yields: true, paint: style.dim },
  ]
  const cells = rows.flatMap((row, i) =>
    row.heads.map((head, at) => listCells(row, head, view, view.numbers && at === 0 ? String(i + 1) : '')),
  )
  return printTable(columns, cells, view.width, style)
}

function listCells(row: CatalogRow, head: HeadRow, { nowMs, projects }: ListView, number: string): string[] {
  const saved = msOf(head.saved)
  const cells = [
    number,
    projects ? row.project : '',
    quoteItemLine(handleOf({ name: row.name, id: head.id, label: head.label })),
    saved === null ? head.saved : age(saved, nowMs),
    head.branch ?? '',
    markOf(row, head),
    // This and the name may begin a line.
    quoteItemLine(head.next ?? head.leftOff ?? ''),
    head.task ?? '',
  ]
  return cells.map(quoteLine)
}

/** What is unusual about this head; most have nothing. */
function markOf(row: CatalogRow, head: HeadRow): string {
  const marks = [
    head.quick ? 'quick' : head.lane === 'auto' && !isLoose(row.name) ? 'autosave' : '',
    isLive(head.kind) ? '' : head.kind,
    whoseOf(head),
    row.heads.length > 1 ? `${isFork(row) ? 'fork ' : ''}${shortId(head.id)}` : '',
  ]
  return marks.filter(Boolean).join(', ')
}

/** Somebody else's beside one's own is none. */
function isFork({ heads }: CatalogRow): boolean {
  return heads.filter(({ foreign }) => !foreign).length !== 1
}

function whoseOf({ foreign, by }: HeadRow): string {
  return foreign ? `by ${by.user ?? 'somebody else'}` : ''
}

/** One line per head: name, saved, branch, lane, next, task; the project before it where there are several, who else saved it last. */
export function printListLines(rows: readonly CatalogRow[], projects: boolean): string {
  const lineOf = (row: CatalogRow, head: HeadRow): string => {
    const name = handleOf({ name: row.name, id: head.id, label: head.label })
    const cells = [name, head.saved, head.branch ?? '', head.lane, head.next ?? head.leftOff ?? '', head.task ?? '']
    const all = [...(projects ? [row.project] : []), ...cells, ...(head.foreign ? [whoseOf(head)] : [])]
    return `${quoteProse(cleanLine(all[0] ?? ''))}${all
      .slice(1)
      .map((cell) => `\t${quoteLine(cell)}`)
      .join('')}\n`
  }
  return rows.flatMap((row) => row.heads.map((head) => lineOf(row, head))).join('')
}

/** The table of a project whose layout answers with confirmations: name, when it was created, task, age. */
export function printCreated(rows: readonly CatalogRow[], { style, width, nowMs }: ListView): string {
  const columns: Column[] = [
    // What is cut off cannot be typed.
    { title: 'NAME', paint: style.bold },
    { title: 'CREATED', least: 16, paint: style.dim },
    { title: 'TASK', least: 12 },
    { title: 'AGE', least: 8, paint: style.dim },
  ]
  const cells = rows.flatMap((row) =>
    row.heads.map((head) => {
      const name = handleOf({ name: row.name, id: head.id, label: head.label })
      const ms = msOf(head.saved)
      return [
        head.lane === 'auto' ? `${name} (autosave)` : name,
        head.saved.slice(0, 16).replace('T', ' '),
        head.task ?? head.next ?? '',
        ms === null ? '' : age(ms, nowMs),
      ].map(quoteLine)
    }),
  )
  return printTable(columns, cells, width, style)
}

/** The table of workstreams, for a person and for programs. Text in, text out. */
import { isLive } from '../../core/entry/entry.js'
import { shortId } from '../../core/entry/id.js'
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
}

export function printList(rows: readonly CatalogRow[], view: ListView): string {
  const { style } = view
  const columns: Column[] = [
    { title: view.projects ? 'PROJECT' : '', most: 30, least: 12, paint: style.dim },
    { title: 'NAME', most: 40, least: 12, paint: style.bold },
    { title: 'SAVED', least: 8, paint: style.dim },
    { title: 'BRANCH', most: 24, least: 8, paint: style.cyan },
    { title: '', most: 24, least: 8, paint: style.yellow },
    { title: 'NEXT', least: 12 },
    { title: 'TASK', least: 10, paint: style.dim },
  ]
  const cells = rows.flatMap((row) => row.heads.map((head) => listCells(row, head, view)))
  return printTable(columns, cells, view.width, style)
}

function listCells(row: CatalogRow, head: HeadRow, { nowMs, projects }: ListView): string[] {
  const saved = msOf(head.saved)
  return [
    projects ? row.project : '',
    row.name,
    saved === null ? head.saved : age(saved, nowMs),
    head.branch ?? '',
    markOf(row, head),
    head.next ?? head.leftOff ?? '',
    head.task ?? '',
  ].map(cleanLine)
}

/** What is unusual about this head; most have nothing. */
function markOf(row: CatalogRow, head: HeadRow): string {
  const marks = [
    head.lane === 'auto' ? 'autosave' : '',
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
    const cells = [row.name, head.saved, head.branch ?? '', head.lane, head.next ?? head.leftOff ?? '', head.task ?? '']
    const all = [...(projects ? [row.project] : []), ...cells, ...(head.foreign ? [whoseOf(head)] : [])]
    return `${all.map(cleanLine).join('\t')}\n`
  }
  return rows.flatMap((row) => row.heads.map((head) => lineOf(row, head))).join('')
}

/** The table of a project whose layout answers with confirmations: name, when it was created, task, age. */
export function printCreated(rows: readonly CatalogRow[], { style, width, nowMs }: ListView): string {
  const columns: Column[] = [
    { title: 'NAME', most: 40, least: 12, paint: style.bold },
    { title: 'CREATED', least: 16, paint: style.dim },
    { title: 'TASK', least: 12 },
    { title: 'AGE', least: 8, paint: style.dim },
  ]
  const cells = rows.flatMap(({ name, heads }) =>
    heads.map((head) => {
      const ms = msOf(head.saved)
      return [
        head.lane === 'auto' ? `${name} (autosave)` : name,
        head.saved.slice(0, 16).replace('T', ' '),
        head.task ?? head.next ?? '',
        ms === null ? '' : age(ms, nowMs),
      ].map(cleanLine)
    }),
  )
  return printTable(columns, cells, width, style)
}

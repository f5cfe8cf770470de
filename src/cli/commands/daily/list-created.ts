/** The table of a project whose layout answers with confirmations: name, when it was created, task, age. */
import { cleanLine } from '../../../core/text/text.js'
import { age, msOf } from '../../../core/text/text.js'
import type { CatalogRow, HeadRow } from '../../../store/entries/catalog.js'
import { printTable, type Column } from '../../print/table.js'
import type { ListView } from '../../print/list.js'

export function printCreated(rows: readonly CatalogRow[], { style, width, nowMs }: ListView): string {
  const columns: Column[] = [
    { title: 'NAME', most: 40, least: 12, paint: style.bold },
    { title: 'CREATED', least: 16, paint: style.dim },
    { title: 'TASK', least: 12 },
    { title: 'AGE', least: 8, paint: style.dim },
  ]
  const cells = rows.flatMap((row) => row.heads.map((head) => cellsOf(row.name, head, nowMs)))
  return printTable(columns, cells, width, style)
}

function cellsOf(name: string, head: HeadRow, nowMs: number): string[] {
  const ms = msOf(head.saved)
  return [
    head.lane === 'auto' ? `${name} (autosave)` : name,
    head.saved.slice(0, 16).replace('T', ' '),
    head.task ?? head.next ?? '',
    ms === null ? '' : age(ms, nowMs),
  ].map(cleanLine)
}

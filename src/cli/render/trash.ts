/** What lies in the trash. */
import { cleanLine } from '../../core/sanitise.js'
import { age, msOf } from '../../core/time.js'
import type { Style } from '../style.js'
import { printTable } from '../table.js'

export interface Trash {
  workstreams: readonly { name: string; clearedAt: string; entries: number }[]
  files: readonly { date: string; name: string; path: string }[]
}

/** Without a view, lines for programs: kind, name, when, count or path. */
export function printTrash(trash: Trash, view: { width: number; style: Style; nowMs: number } | null): string {
  const rows = [
    ...trash.workstreams.map((one) => ['workstream', one.name, one.clearedAt, `${one.entries}`]),
    ...trash.files.map((one) => ['file', one.name, one.date, one.path]),
  ].map((row) => row.map(cleanLine))
  if (!view) return rows.map((row) => `${row.join('\t')}\n`).join('')
  const shown = rows.map(([kind, name, when, what]) => [
    kind ?? '',
    name ?? '',
    ageOf(when ?? '', view.nowMs),
    kind === 'file' ? (what ?? '') : `${what} entries`,
  ])
  const columns = [{ title: 'KIND' }, { title: 'NAME', least: 12 }, { title: 'CLEARED' }, { title: 'WHAT', least: 12 }]
  return printTable(columns, shown, view.width, view.style)
}

function ageOf(when: string, nowMs: number): string {
  const ms = msOf(when)
  return ms === null ? when : age(ms, nowMs)
}

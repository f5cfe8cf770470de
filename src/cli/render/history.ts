/** The history of a workstream with its forks. */
import type { Entry } from '../../core/entry.js'
import { shortId } from '../../core/id.js'
import { cleanLine } from '../../core/sanitise.js'
import { age, msOf } from '../../core/time.js'
import type { Style } from '../style.js'
import { printTable } from '../table.js'
import { drawGraph } from './graph.js'

export interface HistoryView {
  width: number
  style: Style
  nowMs: number
}

/** `entries` newest first. */
export function printHistory(entries: readonly Entry[], { width, style, nowMs }: HistoryView): string {
  const graph = drawGraph(entries)
  const columns = [
    { title: '' },
    { title: 'ID', paint: style.yellow },
    { title: 'SAVED', paint: style.dim },
    { title: 'LANE', paint: style.dim },
    { title: 'KIND', paint: style.dim },
    { title: 'WHO', most: 24, least: 8, paint: style.cyan },
    { title: 'NEXT', least: 12 },
  ]
  const rows = entries.map((entry, i) => {
    const saved = msOf(entry.saved)
    const when = saved === null ? entry.saved : age(saved, nowMs)
    return [
      graph[i] ?? '',
      ...[shortId(entry.id), when, entry.lane, entry.kind, whoOf(entry), summaryOf(entry)].map(cleanLine),
    ]
  })
  return printTable(columns, rows, width, style)
}

export function printHistoryLines(entries: readonly Entry[]): string {
  const line = (entry: Entry) =>
    [entry.id, entry.saved, entry.lane, entry.kind, entry.parents.join(','), whoOf(entry), summaryOf(entry)]
      .map(cleanLine)
      .join('\t')
  return entries.map((entry) => `${line(entry)}\n`).join('')
}

function whoOf({ by }: Entry): string {
  return [by.agent, by.user].filter(Boolean).join(', ')
}

function summaryOf(entry: Entry): string {
  return (entry.next ?? entry.leftOff ?? entry.task)?.text ?? ''
}

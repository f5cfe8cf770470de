/** The saves of a workstream, with a drawing of where they part and meet. */
import { present } from '../../../core/present.js'
import { history } from '../../../app/look/show.js'
import { foreignIn, whoseNote } from '../../../core/briefing/item-lines.js'
import type { Entry } from '../../../core/entry/entry.js'
import { shortId } from '../../../core/entry/id.js'
import { withoutOwnOrigins } from '../../../core/entry/page-keys.js'
import { quoteLine } from '../../../core/printer/quote.js'
import { EXIT } from '../../../core/errors.js'
import { age, cleanLine, msOf } from '../../../core/text/text.js'
import { countOf } from '../../args/parse.js'
import type { Context } from '../../context.js'
import { warnDamaged } from '../../print/error.js'
import type { Style } from '../../print/output.js'
import { printTable } from '../../print/table.js'
import { worldOf } from '../../world.js'

export async function runHistory(context: Context): Promise<number> {
  const { args, output } = context
  const world = await worldOf(context)
  const request = present({ name: args.positionals[0], limit: countOf(args, 'limit') })
  const { name, entries, heads, total, damaged } = history(world, request)
  warnDamaged(output, damaged)
  if (output.json) output.printJson({ name, total, heads, entries: entries.map(withoutOwnOrigins), damaged })
  else if (output.quiet) output.print(entries.map((entry) => `${entry.id}\n`).join(''))
  else if (!output.terminal) output.print(printHistoryLines(entries))
  else output.page(printHistory(entries, { width: output.width, style: output.style, nowMs: world.now().ms }))
  const more = total - entries.length - damaged.length
  if (output.terminal && more > 0) output.warn(output.errorStyle.dim(`… ${more} older`))
  return EXIT.ok
}

interface HistoryView {
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

function whoOf(entry: Entry): string {
  const foreign = foreignIn(entry)
  const own = quoteLine([entry.by.agent, entry.by.user].filter(Boolean).join(', '))
  return foreign === undefined ? own : `${foreign} (not you)`
}

function summaryOf(entry: Entry): string {
  const said = entry.next ?? entry.leftOff ?? entry.task
  return said ? `${quoteLine(said.text)}${entry.foreign ? '' : whoseNote(said)}` : ''
}

interface Node {
  id: string
  parents: readonly string[]
}

/** One cell per entry: which line it is on, where lines part and meet. `nodes` newest first, as a history is read. */
export function drawGraph(nodes: readonly Node[]): string[] {
  // Each column waits for the entry its line leads down to; null is a free column.
  let waiting: (string | null)[] = []
  return nodes.map((node) => {
    const at = columnFor(waiting, node.id)
    const ending = waiting.map((id, i) => id === node.id && i !== at)
    const after = waiting.map((id) => (id === node.id ? null : id))
    const opening = openColumns(after, at, node.parents)
    const cells = drawCells(Math.max(waiting.length, after.length, at + 1), at, waiting, ending, opening)
    waiting = trimEnd(after)
    return cells
  })
}

function columnFor(waiting: readonly (string | null)[], id: string): number {
  const found = waiting.indexOf(id)
  if (found !== -1) return found
  const free = waiting.indexOf(null)
  return free === -1 ? waiting.length : free
}

/** The first parent goes on in this column, each further one in a new column unless a line leads to it already. */
function openColumns(after: (string | null)[], at: number, parents: readonly string[]): Set<number> {
  const opened = new Set<number>()
  after[at] = parents[0] ?? null
  for (const parent of parents.slice(1).filter((one) => !after.includes(one))) {
    const free = after.findIndex((id, i) => id === null && i > at)
    const column = free === -1 ? after.length : free
    after[column] = parent
    opened.add(column)
  }
  return opened
}

function drawCells(
  width: number,
  at: number,
  waiting: readonly (string | null)[],
  ending: readonly boolean[],
  opening: ReadonlySet<number>,
): string {
  const last = Math.max(at, ending.lastIndexOf(true), ...opening)
  let out = ''
  for (let i = 0; i < width; i++) {
    const joined = i > at && i < last
    if (i === at) out += '●'
    else if (ending[i]) out += joined ? '┴' : '╯'
    else if (opening.has(i)) out += joined ? '┬' : '╮'
    else if (waiting[i] != null) out += joined ? '┼' : '│'
    else out += joined ? '─' : ' '
    out += i >= at && i < last ? '─' : ' '
  }
  return out.trimEnd()
}

function trimEnd(columns: readonly (string | null)[]): (string | null)[] {
  return columns.slice(0, columns.findLastIndex((id) => id !== null) + 1)
}

/** Aligned columns that fit the terminal. Columns that may shrink share what the others leave. */
import type { Style } from './output.js'
import { cut, widthOf } from './width.js'

export interface Column {
  title: string
  /** Never wider than this. */
  most?: number
  /** Gives way when the terminal is narrow, down to this. */
  least?: number
  /** Gives way before those that do not, and is left out where even its least is too much. */
  yields?: boolean
  paint?: (text: string) => string
}

const GAP = 2

export function printTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  width: number,
  style: Style,
): string {
  const widths = fitWidths(columns, rows, width)
  const shown = columns.map((column, i) => ({ column, i, width: widths[i] as number })).filter((one) => one.width > 0)
  const line = (cells: readonly string[], paint: (column: Column, text: string) => string) =>
    shown
      .map(({ column, i, width: w }, at) => {
        const text = cut(cells[i] ?? '', w)
        return at === shown.length - 1 ? paint(column, text) : paint(column, text) + ' '.repeat(w - widthOf(text) + GAP)
      })
      .join('')
      .trimEnd()
  const head = line(
    columns.map((column) => column.title),
    (_, text) => style.dim(text),
  )
  return [head, ...rows.map((row) => line(row, (column, text) => (column.paint ? column.paint(text) : text)))].join(
    '\n',
  )
}

/** Natural widths first; then the widest column that may shrink gives one column after another, those that yield before others. */
export function fitWidths(columns: readonly Column[], rows: readonly (readonly string[])[], width: number): number[] {
  const widths = columns.map((column, i) => {
    const cells = rows.map((row) => widthOf(row[i] ?? ''))
    const widest = Math.max(0, ...cells)
    return widest === 0 ? 0 : Math.min(column.most ?? Infinity, Math.max(widest, widthOf(column.title)))
  })
  shrink(columns, widths, width, (column) => column.yields === true)
  shrink(columns, widths, width, () => true)
  for (let i = columns.length - 1; i >= 0 && total(widths) > width; i--) if (columns[i]?.yields) widths[i] = 0
  return widths
}

function shrink(columns: readonly Column[], widths: number[], width: number, gives: (column: Column) => boolean): void {
  const open = columns.map((column) => (gives(column) ? column : { ...column, least: Infinity }))
  for (let over = total(widths) - width; over > 0;) {
    const giver = widestAbove(open, widths)
    if (giver === -1) break
    const give = Math.min(over, stepOf(open, widths, giver))
    widths[giver] = (widths[giver] as number) - give
    over -= give
  }
}

function total(widths: readonly number[]): number {
  const used = widths.filter((one) => one > 0)
  return used.reduce((sum, one) => sum + one, 0) + GAP * Math.max(0, used.length - 1)
}

function widestAbove(columns: readonly Column[], widths: readonly number[]): number {
  let best = -1
  for (const [i, width] of widths.entries()) {
    if (width > (columns[i]?.least ?? width) && (best === -1 || width > (widths[best] as number))) best = i
  }
  return best
}

/** Down to the next widest at once, so that very long texts cost no loop per column. */
function stepOf(columns: readonly Column[], widths: readonly number[], giver: number): number {
  const own = widths[giver] as number
  const least = columns[giver]?.least ?? own
  const others = widths.filter((width, i) => i !== giver && width < own && width > (columns[i]?.least ?? width))
  const floor = Math.max(least, ...others, 0)
  return Math.max(1, own - floor)
}

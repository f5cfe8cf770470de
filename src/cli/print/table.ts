/** Aligned columns that fit the terminal. Columns that may shrink share what the others leave. */
import type { Style } from './output.js'
import { cut, widthOf } from './width.js'

export interface Column {
  title: string
  /** Never wider than this. */
  most?: number
  /** Gives way when the terminal is narrow, down to this. */
  least?: number
  /** Gives way before those that do not, and is left out where others would have too little. */
  yields?: boolean
  /** As long as it has this many columns, those that yield stay. */
  enough?: number
  /** Where even its least is too much, it gets a line of its own below the others. */
  below?: boolean
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
  const isStacked = total(widths) > width && columns.some(({ below }, i) => below && (widths[i] as number) > 0)
  const lines = isStacked ? stack(columns, rows, width) : { widths, belowOf: () => '' }
  const line = (cells: readonly string[], paint: (column: Column, text: string) => string): string =>
    joinCells(columns, cells, lines.widths, paint)
  const head = line(
    columns.map((column) => column.title),
    (_, text) => style.dim(text),
  )
  return [head, ...rows.flatMap((row) => [line(row, painted), lines.belowOf(row)].filter((text) => text !== ''))].join(
    '\n',
  )
}

function painted({ paint }: Column, text: string): string {
  return paint ? paint(text) : text
}

function joinCells(
  columns: readonly Column[],
  cells: readonly string[],
  widths: readonly number[],
  paint: (column: Column, text: string) => string,
): string {
  const shown = columns.map((column, i) => ({ column, i, width: widths[i] as number })).filter((one) => one.width > 0)
  return shown
    .map(({ column, i, width: w }, at) => {
      const text = cut(cells[i] ?? '', w)
      return at === shown.length - 1 ? paint(column, text) : paint(column, text) + ' '.repeat(w - widthOf(text) + GAP)
    })
    .join('')
    .trimEnd()
}

/** What finds no room beside what must not be cut stands below it: as much of the rest as has to, from the end. */
function stack(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  width: number,
): { widths: number[]; belowOf(row: readonly string[]): string } {
  const isShort = (column: Column): boolean => !column.below && !column.yields
  const last = columns.findIndex((column) => isShort(column) && column.least === undefined && column.title !== '')
  const above = columns.map((column) => (isShort(column) ? column : { ...column, most: 0 }))
  const all = fitWidths(above, rows, width)
  const isFull = total(all) > width
  const widths = isFull ? all.map((one, i) => (i > last ? 0 : one)) : all
  const first = columns.findIndex(({ title }, i) => title !== '' && (widths[i] as number) > 0)
  const indent = widths.slice(0, first).reduce((sum, one) => sum + (one > 0 ? one + GAP : 0), 0)
  const moved = columns.map(({ below }, i) => below || (isFull && i > last && isShort(columns[i] as Column)))
  return {
    widths,
    belowOf(row) {
      const text = row.filter((cell, i) => moved[i] && cell !== '').join('  ')
      return text === '' ? '' : ' '.repeat(indent) + cut(text, Math.max(1, width - indent))
    },
  }
}

/**
 * Natural widths first; then the widest column that may shrink gives one column after another, those that yield before others.
 * Of those that yield one after the other goes, from the end, as long as another has not enough.
 */
export function fitWidths(columns: readonly Column[], rows: readonly (readonly string[])[], width: number): number[] {
  const natural = columns.map((column, i) => {
    const cells = rows.map((row) => widthOf(row[i] ?? ''))
    const widest = Math.max(0, ...cells)
    return widest === 0 ? 0 : Math.min(column.most ?? Infinity, Math.max(widest, widthOf(column.title)))
  })
  const content = columns.map((column) => (column.enough === undefined ? column : { ...column, least: column.enough }))
  const leaving = columns.flatMap(({ yields }, i) => (yields && (natural[i] as number) > 0 ? [i] : []))
  for (;;) {
    const widths = [...natural]
    shrink(columns, widths, width, (column) => column.yields === true)
    shrink(content, widths, width, () => true)
    const gone = total(widths) > width ? leaving.pop() : undefined
    if (gone === undefined) {
      shrink(columns, widths, width, () => true)
      return widths
    }
    natural[gone] = 0
  }
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

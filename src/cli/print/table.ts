/** Aligned columns that fit the terminal. Columns that may shrink share what the others leave. */
import type { Style } from './output.js'

export interface Column {
  title: string
  /** Never wider than this. */
  most?: number
  /** Gives way when the terminal is narrow, down to this. */
  least?: number
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

/** Natural widths first; then the widest column that may shrink gives one column after another. */
export function fitWidths(columns: readonly Column[], rows: readonly (readonly string[])[], width: number): number[] {
  const widths = columns.map((column, i) => {
    const cells = rows.map((row) => widthOf(row[i] ?? ''))
    const widest = Math.max(0, ...cells)
    return widest === 0 ? 0 : Math.min(column.most ?? Infinity, Math.max(widest, widthOf(column.title)))
  })
  let over = total(widths) - width
  while (over > 0) {
    const giver = widestAbove(columns, widths)
    if (giver === -1) break
    const give = Math.min(over, stepOf(columns, widths, giver))
    widths[giver] = (widths[giver] as number) - give
    over -= give
  }
  return widths
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

const NARROW = /^[\u0020-\u007e]*$/

/** How many columns a clean line takes in a terminal. */
export function widthOf(text: string): number {
  if (NARROW.test(text)) return text.length
  let width = 0
  for (const char of text) width += charWidth(char)
  return width
}

/** Lines broken at spaces. A word longer than `columns` stays in one piece. */
export function wrapWords(text: string, columns: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > columns) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}

/** At most `columns` wide; what was cut is shown by "…". */
export function cut(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text
  let out = ''
  let room = columns - 1
  for (const char of text) {
    room -= charWidth(char)
    if (room < 0) break
    out += char
  }
  return columns < 1 ? '' : `${out.trimEnd()}…`
}

/** The patterns stand here because they take long to make, and most texts are narrow. */
function charWidth(char: string): number {
  if (/^[\p{Mn}\p{Me}]$/u.test(char)) return 0
  // Drawn in one column each, though listed among the emoji: a flag is two of them.
  if (/^[\u{1f1e6}-\u{1f1ff}]$/u.test(char)) return 1
  const isWide =
    /^(?:\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{16fe0}-\u{18dff}\u{1aff0}-\u{1b2ff}\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}])$/u
  return isWide.test(char) ? 2 : 1
}

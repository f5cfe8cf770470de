/** Lines put into a text and taken out of it. A text without a final line end stays one. */
import type { Line } from './markdown-lines.js'

export function insertLines(lines: readonly Line[], at: number, texts: readonly string[], eol: string): Line[] {
  const added = texts.map((text) => ({ text, eol, isHidden: false }))
  const before = lines.slice(0, at)
  const last = before.at(-1)
  if (!last || last.eol !== '') return [...before, ...added, ...lines.slice(at)]
  const end = added.at(-1) as Line
  return [...before.slice(0, -1), { ...last, eol }, ...added.slice(0, -1), { ...end, eol: '' }]
}

export function deleteLines(lines: readonly Line[], from: number, to: number): Line[] {
  const before = lines.slice(0, from)
  const last = before.at(-1)
  if (!last || to < lines.length || lines.at(-1)?.eol !== '') return [...before, ...lines.slice(to)]
  return [...before.slice(0, -1), { ...last, eol: '' }]
}

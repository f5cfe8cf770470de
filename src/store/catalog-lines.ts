/** The catalog as text: one line per workstream, each with its own checksum, so that a torn or flipped line is only missing. */
import type { CatalogRow } from './catalog-rows.js'

export interface CatalogLine {
  /** How what the row was made from looked; empty where that cannot be relied on. */
  stamp: string
  /** The entries whose content the row depends on. */
  depends: string[]
  row: Omit<CatalogRow, 'project' | 'damaged'>
}

// Part of every checksum: lines of another form are other lines.
const FORM = 1

export function printLines(lines: readonly CatalogLine[]): string {
  return lines.map(printLine).join('')
}

/** By the name of the workstream. Lines that are not whole are left out. */
export function parseLines(text: string): Map<string, CatalogLine> {
  const lines = new Map<string, CatalogLine>()
  for (const one of text.split('\n')) {
    const line = parseLine(one)
    if (line) lines.set(line.row.name, line)
  }
  return lines
}

function printLine({ stamp, depends, row }: CatalogLine): string {
  const json = JSON.stringify([stamp, depends, row])
  return `${checksum(json)} ${json}\n`
}

function parseLine(text: string): CatalogLine | null {
  const space = text.indexOf(' ')
  const json = text.slice(space + 1)
  if (space < 1 || text.slice(0, space) !== checksum(json)) return null
  const [stamp, depends, row] = JSON.parse(json) as [string, string[], CatalogLine['row']]
  return { stamp, depends, row }
}

/** 53 bits. Each step is one to one, so a single changed character always shows. Against accidents, not against people. */
function checksum(text: string): string {
  let a = 0x811c9dc5 ^ FORM
  let b = 0x9e3779b9 ^ text.length
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    a = Math.imul(a ^ code, 0x01000193)
    b = Math.imul(b ^ code, 0x85ebca6b)
    b ^= b >>> 15
  }
  return ((a >>> 0) * 0x200000 + ((b >>> 0) & 0x1fffff)).toString(36)
}

/** Where the section of the index stands in a MEMORY.md. */
import type { Line } from './markdown-lines.js'
import { isBlank, joinLines } from './markdown-lines.js'
import { findIndex, hasOnlyBullets, lastBullet } from './memory-index.js'
import { deleteLines, insertLines } from './memory-lines.js'
import type { Section } from './memory-sections.js'
import { findHeadings, frontMatterEnd } from './memory-sections.js'

/** What is loaded at the start of a session: the first 200 lines, of those the first 25 KB. */
const LINES_LOADED = 200
const BYTES_LOADED = 25_000

export function addSection(lines: Line[], section: readonly string[], eol: string): Line[] {
  const at = placeFor(lines, section)
  if (at === lines.length && (lines.at(-1)?.eol ?? eol) === '') return insertLines(lines, at, ['', ...section], eol)
  if (at === lines.length) return insertLines(lines, at, section, eol)
  return insertLines(lines, at, isBlank(lines[at]) ? ['', ...section] : [...section, ''], eol)
}

/** The section's lines, and the text without them and without the blank line that came with them. */
export function takeSection(lines: Line[], section: Section): { taken: string[]; rest: Line[] } {
  let end = section.end
  while (end > section.body && isBlank(lines[end - 1])) end--
  const taken = lines.slice(section.at, end).map(({ text }) => text)
  const isAfterBlank = lines[section.at - 1]?.text === ''
  const isBeforeBlank = end >= lines.length || isBlank(lines[end])
  if (isAfterBlank && isBeforeBlank) return { taken, rest: deleteLines(lines, section.at - 1, end) }
  const isOwnBlank = !isAfterBlank && lines[end]?.text === ''
  return { taken, rest: deleteLines(lines, section.at, isOwnBlank ? end + 1 : end) }
}

/** A section that begins beyond what is loaded goes up, unless somebody wrote other things into it. */
export function moveUp(lines: Line[], eol: string): Line[] {
  const section = findIndex(lines)[0]
  if (!section || !isBeyond(lines, section) || !hasOnlyBullets(lines, section)) return lines
  const { taken, rest } = takeSection(lines, section)
  const moved = addSection(rest, taken, eol)
  return (findIndex(moved)[0]?.at ?? section.at) < section.at ? moved : lines
}

function isBeyond(lines: readonly Line[], section: Section): boolean {
  const end = lastBullet(lines, section)?.end ?? section.body
  return end > LINES_LOADED || bytesOf(lines, end) > BYTES_LOADED
}

/** Behind the first `#` heading; at the top where there is none, or where it stands beyond what is loaded. */
function placeFor(lines: readonly Line[], section: readonly string[]): number {
  const top = frontMatterEnd(lines)
  const place = findHeadings(lines).find(({ level }) => level === 1)?.after ?? top
  const isLate =
    place + section.length > LINES_LOADED || bytesOf(lines, place) + section.join('\n').length > BYTES_LOADED
  return isLate ? top : place
}

function bytesOf(lines: readonly Line[], to: number): number {
  return new TextEncoder().encode(joinLines(lines.slice(0, to))).length
}

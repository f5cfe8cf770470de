/** The section `## Active Checkpoints` of a MEMORY.md: where it ends, and what in it is ours. */
import type { Line } from './markdown-lines.js'
import type { IndexBullet } from './memory-bullets.js'
import { findBullets, findResumeLines, isBare } from './memory-bullets.js'
import { deleteLines } from './memory-lines.js'
import type { Section } from './memory-sections.js'
import { findSections } from './memory-sections.js'

export const INDEX_TITLE = 'Active Checkpoints'
const DRAWN_LINE = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/
const DATED = /\b[A-Z][a-z]{2} \d{1,2}\b/

/** Usually one; somebody may have made more. */
export function findIndex(lines: readonly Line[]): Section[] {
  return findSections(lines, (title) => title.toLowerCase() === INDEX_TITLE.toLowerCase()).map((section) => {
    const drawn = lines.slice(section.body, section.end).findIndex(isDrawn)
    return clipped(lines, drawn < 0 ? section : upTo(section, section.body + drawn))
  })
}

/** Behind it there may be a list of somebody's own. */
export function lastBullet(lines: readonly Line[], section: Section): IndexBullet | undefined {
  const bullets = findBullets(lines, section)
  return bullets.findLast(({ name }) => name !== null) ?? bullets.at(-1)
}

export function hasOnlyBullets(lines: readonly Line[], section: Section): boolean {
  const found = findBullets(lines, section)
  const without = found.toReversed().reduce((left, { at, end }) => deleteLines(left, at, end), [...lines])
  return isBare(without, shortened(section, found))
}

/** The section once these bullets are out of it. */
export function shortened(section: Section, gone: readonly IndexBullet[]): Section {
  const lines = gone.reduce((sum, { at, end }) => sum + end - at, 0)
  return { ...section, own: section.own - lines, end: section.end - lines }
}

/** What follows its last line is not ours, heading or not. Bullets of ours behind that line are still ours. */
function clipped(lines: readonly Line[], section: Section): Section {
  const bullets = findBullets(lines, section).filter(({ name }) => name !== null)
  const last = bullets.findLast(({ detail }) => DATED.test(detail))
  const found = findResumeLines(lines, section)
  const from = last?.end ?? bullets[0]?.at ?? section.body
  const resume = found.find((at) => at >= from)
  if (resume !== undefined) return upTo(section, resume + 1)
  return last && found.length > 0 ? upTo(section, last.end) : section
}

function upTo(section: Section, end: number): Section {
  return { ...section, own: Math.min(section.own, end), end }
}

function isDrawn(line: Line): boolean {
  return !line.isHidden && DRAWN_LINE.test(line.text)
}

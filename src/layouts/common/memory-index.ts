/** The section `## Active Checkpoints` of a MEMORY.md: where it ends, and what in it is ours. */
import { calledIn, sameLabel } from '../../core/choose/name.js'
import { type Line, isBlank } from './markdown-lines.js'
import { type Section, deleteRanges, findSections } from './memory-sections.js'

export const INDEX_TITLE = 'Active Checkpoints'
/** As people spell it: at another level, with a colon, in bold, as one word or with a dash. */
const SPELLED = /^[*_]{0,2}active[ _-]?checkpoints?[*_]{0,2}[ \t]*:?[*_]{0,2}$/i
const DRAWN_LINE = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/
const DATED = /\b[A-Z][a-z]{2} \d{1,2}\b/

/** Usually one; somebody may have made more. */
export function findIndex(lines: readonly Line[]): Section[] {
  const isIndex = (title: string): boolean => SPELLED.test(title)
  const usual = findSections(lines, isIndex)
  const isKept = (section: Section): boolean =>
    findBullets(lines, section).some(({ name, detail }) => name !== null && DATED.test(detail))
  // At another level only what is really kept there.
  const sections = usual.length > 0 ? usual : findSections(lines, isIndex, true).filter(isKept)
  return sections.map((section) => {
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
  return isBare(deleteRanges(lines, found), shortenSection(section, found))
}

/** The section once these bullets are out of it. */
export function shortenSection(section: Section, gone: readonly IndexBullet[]): Section {
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

// The bullets of `## Active Checkpoints` and its last line, `Resume any: …`.

export interface IndexBullet {
  /** As it is called there; null for a bullet that names none and is left alone. */
  name: string | null
  /** What stands in the brackets: branch and date. */
  detail: string
  at: number
  /** Behind the lines of its own text. */
  textEnd: number
  /** Behind the lines nested below it. */
  end: number
}

const BULLET = /^ {0,3}[-*+][ \t]+(\S.*)$/
const NESTED = /^[ \t]+(?:[-*+]|\d{1,9}[.)])[ \t]/
const INDENTED = /^(?: {2}|\t)[ \t]*\S/
/** Goes on in the paragraph above: it begins nothing of its own. */
const LAZY = /^(?! {0,3}(?:[-*+>|#<`~=_]|\d{1,9}[.)]|[*_]{0,2}Resume any:))[ \t]*\S/i
const CHECKBOX = /^\[[ xX]\][ \t]+/
/** With marks around it a name is one whatever follows; without, only if brackets follow. */
const MARKED = /^(?:\*\*|__|`)+\[?([^*`[\]]+?)(?:\]\([^)\s]*\))?(?:\*\*|__|`)+:?[ \t]*(.*)$/
const LINKED = /^\[([^[\]]+)\]\([^)\s]*\)[ \t]*(.*)$/
const PLAIN = /^([\p{L}\p{N}][\p{L}\p{N}\p{M}_./#+-]*)[ \t]+(\(.*)$/u
const RESUME = /^ {0,3}[*_]{0,2}Resume any:/i

export function findBullets(lines: readonly Line[], section: Section): IndexBullet[] {
  const bullets: IndexBullet[] = []
  for (let at = section.body; at < section.own; at++) {
    const line = lines[at] as Line
    const text = line.isHidden ? undefined : BULLET.exec(line.text)?.[1]
    if (text === undefined) continue
    const parsed = parseBullet(text.replace(CHECKBOX, ''))
    // A bullet of ours may be wrapped as Markdown allows it, without an indent.
    const isWrapped = (one: string): boolean => DATED.test(parsed.detail) && LAZY.test(one)
    const isMore = (one: string): boolean => (INDENTED.test(one) && !NESTED.test(one)) || isWrapped(one)
    const textEnd = skip(lines, at + 1, section.own, isMore)
    const end = skip(lines, textEnd, section.own, (one) => INDENTED.test(one))
    bullets.push({ ...parsed, at, textEnd, end })
    at = end - 1
  }
  return bullets
}

export function findResumeLines(lines: readonly Line[], section: Section): number[] {
  const found: number[] = []
  for (let at = section.body; at < section.own; at++) {
    const line = lines[at] as Line
    if (!line.isHidden && RESUME.test(line.text)) found.push(at)
  }
  return found
}

/** True where nothing is left in the section that somebody else wrote. */
export function isBare(lines: readonly Line[], section: Section): boolean {
  const resume = new Set(findResumeLines(lines, section))
  return lines.slice(section.body, section.end).every((line, i) => isBlank(line) || resume.has(section.body + i))
}

function parseBullet(text: string): { name: string | null; detail: string } {
  const [, written = '', rest = ''] = MARKED.exec(text) ?? LINKED.exec(text) ?? PLAIN.exec(text) ?? []
  const word = written.replace(/^checkpoint-(?=.+\.md$)|\.md$/g, '')
  return { name: calledIn(word) && sameLabel(word), detail: /^\(([^()]*)\)/.exec(rest)?.[1]?.trim() ?? '' }
}

function skip(lines: readonly Line[], from: number, to: number, isMore: (text: string) => boolean): number {
  let at = from
  while (at < to && !(lines[at] as Line).isHidden && isMore((lines[at] as Line).text)) at++
  return at
}

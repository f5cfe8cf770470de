/** The bullets of `## Active Checkpoints` and its last line, `Resume any: …`. */
import { nameOf } from './name-of.js'
import type { Line } from './markdown-lines.js'
import { isBlank } from './markdown-lines.js'
import type { Section } from './memory-sections.js'

export interface IndexBullet {
  /** The workstream; null for a bullet that names none and is left alone. */
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
const CHECKBOX = /^\[[ xX]\][ \t]+/
/** With marks around it a name is one whatever follows; without, only if brackets follow. */
const MARKED = /^(?:\*\*|__|`)+\[?([^*_`[\]]+?)(?:\]\([^)\s]*\))?(?:\*\*|__|`)+:?[ \t]*(.*)$/
const LINKED = /^\[([^[\]]+)\]\([^)\s]*\)[ \t]*(.*)$/
const PLAIN = /^([A-Za-z0-9][\w./-]*)[ \t]+(\(.*)$/
const RESUME = /^ {0,3}[*_]{0,2}Resume any:/i

export function findBullets(lines: readonly Line[], section: Section): IndexBullet[] {
  const bullets: IndexBullet[] = []
  for (let at = section.body; at < section.own; at++) {
    const line = lines[at] as Line
    const text = line.isHidden ? undefined : BULLET.exec(line.text)?.[1]
    if (text === undefined) continue
    const textEnd = skip(lines, at + 1, section.own, (one) => INDENTED.test(one) && !NESTED.test(one))
    const end = skip(lines, textEnd, section.own, (one) => INDENTED.test(one))
    bullets.push({ ...parseBullet(text.replace(CHECKBOX, '')), at, textEnd, end })
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
  const resume = findResumeLines(lines, section)
  return lines.slice(section.body, section.end).every((line, i) => isBlank(line) || resume.includes(section.body + i))
}

function parseBullet(text: string): { name: string | null; detail: string } {
  const [, written = '', rest = ''] = MARKED.exec(text) ?? LINKED.exec(text) ?? PLAIN.exec(text) ?? []
  const name = nameOf(written.replace(/^checkpoint-(?=.+\.md$)|\.md$/g, ''))
  return { name, detail: /^\(([^()]*)\)/.exec(rest)?.[1]?.trim() ?? '' }
}

function skip(lines: readonly Line[], from: number, to: number, isMore: (text: string) => boolean): number {
  let at = from
  while (at < to && !(lines[at] as Line).isHidden && isMore((lines[at] as Line).text)) at++
  return at
}

/**
 * MEMORY.md as an index of checkpoints. It belongs to others: only the section `## Active Checkpoints` is touched, and
 * every byte outside it stays. Removing undoes adding; which of the blank lines around the section are its own is told
 * by where they stand (see NOTES.md of named-checkpoints).
 */
import { type Called, calledSo } from '../../core/choose/name.js'
import { type Line, isBlank, joinLines, openText } from './markdown-lines.js'
import {
  INDEX_TITLE,
  type IndexBullet,
  findBullets,
  findIndex,
  findResumeLines,
  hasOnlyBullets,
  isBare,
  lastBullet,
  shortenSection,
} from './memory-index.js'
import {
  type Section,
  deleteLines,
  findHeadings,
  frontMatterEnd,
  insertLines,
  deleteRanges,
} from './memory-sections.js'

export const MEMORY_FILE = 'MEMORY.md'
const NEW_FILE = '# Project Memory\n\n'

export interface MemoryIndex {
  /** How many sections there are; more than one is worth a report. */
  sections: number
  bullets: { name: string | null; detail: string }[]
  resume: string | null
}

export interface NewBullet extends Called {
  /** The whole line, without a line end. */
  line: string
  /** The line that is kept last in the section. */
  resume: string
}

export function parseIndex(text: string): MemoryIndex {
  const { lines } = openText(text)
  const sections = findIndex(lines)
  const resume = sections.flatMap((section) => findResumeLines(lines, section)).at(-1)
  return {
    sections: sections.length,
    bullets: sections.flatMap((section) => findBullets(lines, section)).map(({ name, detail }) => ({ name, detail })),
    resume: resume === undefined ? null : (lines[resume] as Line).text.trim(),
  }
}

/** The text with the bullet in it: in place where the name is there, else behind the last one. Null: there is no file. */
export function setBullet(text: string | null, bullet: NewBullet): string {
  if (text === null) return NEW_FILE + joinLines(insertLines([], 0, newSection(bullet), '\n'))
  const { bom, lines, eol } = openText(text)
  const sections = findIndex(lines)
  const target = sections.find((section) => bulletsOf(lines, section, bullet).length > 0) ?? sections[0]
  const edited = target ? editSection(lines, target, bullet, eol) : addSection(lines, newSection(bullet), eol)
  return bom + joinLines(moveUp(edited, eol))
}

/** The text without the bullet, and without the section if it was the last one. Null: the file was made for it. */
export function removeBullet(text: string, name: string, label?: string): string | null {
  const opened = openText(text)
  let { lines } = opened
  // From the last to the first. The blank line that a section came with stands in the one before it.
  let known = findIndex(lines)
  for (let whole = known.pop(); whole; whole = known.pop()) {
    const found = bulletsOf(lines, whole, { name, label })
    const [first] = found
    if (!first) continue
    const section = shortenSection(whole, found)
    const before = lines
    lines = deleteRanges(lines, found)
    let from = first.at
    if (findBullets(lines, section).length === 0) {
      if (isBare(lines, section) && isMadeForIt(opened.bom, lines, section)) return null
      const taken = isBare(lines, section) ? takeSection(lines, section) : null
      lines = taken?.rest ?? withoutResume(lines, section)
      from = taken?.from ?? from
    }
    known = known.map((one) => withoutLines(one, from, before.length - lines.length))
  }
  return opened.bom + joinLines(lines)
}

function withoutLines(section: Section, from: number, count: number): Section {
  const moved = (at: number): number => (at <= from ? at : Math.max(from, at - count))
  return { ...section, own: moved(section.own), end: moved(section.end) }
}

function bulletsOf(lines: readonly Line[], section: Section, called: Called): IndexBullet[] {
  return calledSo(findBullets(lines, section), ({ name }) => name, called)
}

function newSection({ line, resume }: NewBullet): string[] {
  return [`## ${INDEX_TITLE}`, line, '', resume]
}

function editSection(lines: Line[], section: Section, bullet: NewBullet, eol: string): Line[] {
  const same = bulletsOf(lines, section, bullet)
  const [first, ...twins] = same
  let edited = deleteRanges(lines, twins)
  edited = first ? replaceBullet(edited, first, bullet.line, eol) : addBullet(edited, section, bullet.line, eol)
  return keepResumeLast(edited, section.at, bullet.resume, eol)
}

function replaceBullet(lines: Line[], { at, textEnd }: IndexBullet, line: string, eol: string): Line[] {
  if (textEnd === at + 1 && (lines[at] as Line).text === line) return lines
  const last = lines[textEnd - 1] as Line
  return [
    ...lines.slice(0, at),
    { ...last, text: line, eol: last.eol === '' ? '' : eolOf(lines, at, eol) },
    ...lines.slice(textEnd),
  ]
}

function eolOf(lines: readonly Line[], at: number, eol: string): string {
  return lines[at]?.eol || eol
}

function addBullet(lines: Line[], section: Section, line: string, eol: string): Line[] {
  const last = lastBullet(lines, section)
  if (last) return insertLines(lines, last.end, [line], eol)
  const resume = findResumeLines(lines, section)[0]
  if (resume !== undefined) return insertLines(lines, resume, [line, ''], eol)
  const at = section.body < section.own && isBlank(lines[section.body]) ? section.body + 1 : section.body
  const isAlone = at >= lines.length || isBlank(lines[at])
  return insertLines(lines, at, isAlone ? [line] : [line, ''], eol)
}

/** A line that somebody worded in their own way stays as it is, if it stands last. */
function keepResumeLast(lines: Line[], at: number, resume: string, eol: string): Line[] {
  const section = findIndex(lines).find((one) => one.at === at) as Section
  const end = lastBullet(lines, section)?.end ?? section.body
  const found = findResumeLines(lines, section)
  const last = found.at(-1)
  if (last !== undefined && last >= end) return withKnownResume(lines, last, resume)
  const without = deleteRanges(
    lines,
    found.map((one) => ({ at: one, end: one + 1 })),
  )
  const newEnd = end - found.length
  const isAlone = newEnd >= without.length || isBlank(without[newEnd])
  return insertLines(without, newEnd, isAlone ? ['', resume] : ['', resume, ''], eol)
}

const KNOWN_RESUME = new Set(['Resume any: `continue {name}`', 'Resume any: `continue` or `continue {name}`'])

function withKnownResume(lines: Line[], at: number, resume: string): Line[] {
  const line = lines[at] as Line
  if (line.text === resume || !KNOWN_RESUME.has(line.text.trim())) return lines
  return lines.with(at, { ...line, text: resume })
}

function withoutResume(lines: Line[], section: Section): Line[] {
  return findResumeLines(lines, section).reduceRight((rest, at) => deleteLines(rest, at, at + 1), lines)
}

function isMadeForIt(bom: string, lines: readonly Line[], section: Section): boolean {
  const last = lines.at(-1)
  const isWhole = bom === '' && section.end === lines.length && !isBlank(last) && last?.eol === '\n'
  return isWhole && joinLines(lines.slice(0, section.at)) === NEW_FILE
}

// Where the section of the index stands in a MEMORY.md.

/** What is loaded at the start of a session: the first 200 lines, of those the first 25 KB. */
const LINES_LOADED = 200
const BYTES_LOADED = 25_000

function addSection(lines: Line[], section: readonly string[], eol: string): Line[] {
  const at = placeFor(lines, section)
  if (at === lines.length && (lines.at(-1)?.eol ?? eol) === '') return insertLines(lines, at, ['', ...section], eol)
  if (at === lines.length) return insertLines(lines, at, section, eol)
  return insertLines(lines, at, isBlank(lines[at]) ? ['', ...section] : [...section, ''], eol)
}

/** The section's lines, and the text without them and without the blank line that came with them. */
function takeSection(lines: Line[], section: Section): { taken: string[]; rest: Line[]; from: number } {
  let end = section.end
  while (end > section.body && isBlank(lines[end - 1])) end--
  const taken = lines.slice(section.at, end).map(({ text }) => text)
  const isAfterBlank = lines[section.at - 1]?.text === ''
  const isBeforeBlank = end >= lines.length || isBlank(lines[end])
  const from = isAfterBlank && isBeforeBlank ? section.at - 1 : section.at
  const isOwnBlank = !isAfterBlank && lines[end]?.text === ''
  return { taken, rest: deleteLines(lines, from, isOwnBlank ? end + 1 : end), from }
}

/** A section that begins beyond what is loaded goes up, unless somebody wrote other things into it. */
function moveUp(lines: Line[], eol: string): Line[] {
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

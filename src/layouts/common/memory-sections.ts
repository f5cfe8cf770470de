/** Where the headings and sections of a MEMORY.md stand. Headings are as in CommonMark: `## Title` or underlined. */
import { type Heading, type Line, isBlank, parseHeading } from './markdown-lines.js'

interface PlacedHeading extends Heading {
  /** Its first line. */
  at: number
  /** The line behind it. */
  after: number
}

/** A section with everything below its heading, up to the next heading of its level or a higher one. */
export interface Section {
  title: string
  at: number
  body: number
  /** Where the first heading of a lower level stands, else the end. */
  own: number
  end: number
}

const UNDERLINE = /^ {0,3}(=+|-+)[ \t]*$/
/** No paragraph, so that a line of dashes below it is no underline. Our own last line counts as none. */
const NO_PARAGRAPH =
  /^ {0,3}(?:[-*+](?:[ \t]|$)|\d{1,9}[.)](?:[ \t]|$)|>|(?:[-*_][ \t]*){3,}$|\||[*_]{0,2}Resume any:)|^(?: {4}|\t)/i
const FRONT_MATTER_KEY = /^[A-Za-z_][\w.-]*[ \t]*:/
const MAX_FRONT_MATTER_LENGTH = 100

export function findHeadings(lines: readonly Line[]): PlacedHeading[] {
  const headings: PlacedHeading[] = []
  let paragraph: number | null = null
  let isList = false
  for (let at = frontMatterEnd(lines); at < lines.length; at++) {
    const line = lines[at] as Line
    const heading = line.isHidden ? null : parseHeading(line.text)
    const underline: string | undefined =
      line.isHidden || paragraph === null ? undefined : UNDERLINE.exec(line.text)?.[1]
    if (heading) headings.push({ level: heading.level, title: heading.title, at, after: at + 1 })
    else if (underline !== undefined && paragraph !== null)
      headings.push({
        level: underline.startsWith('=') ? 1 : 2,
        title: titleOf(lines, paragraph, at),
        at: paragraph,
        after: at + 1,
      })
    if (heading || underline !== undefined || line.isHidden || isBlank(line)) [paragraph, isList] = [null, false]
    else if (paragraph === null && !isList) {
      isList = NO_PARAGRAPH.test(line.text)
      if (!isList) paragraph = at
    } else if (NO_PARAGRAPH.test(line.text) && !/^(?: {4}|\t)/.test(line.text)) [paragraph, isList] = [null, true]
  }
  return headings
}

/** The sections with such a heading of level two. */
/** `isDeep`: of any level below the first; such a section ends at the next heading of its level. */
export function findSections(lines: readonly Line[], isWanted: (title: string) => boolean, isDeep = false): Section[] {
  const headings = findHeadings(lines)
  return headings.flatMap((heading, i) => {
    const isLevel = isDeep ? heading.level > 1 : heading.level === 2
    if (!isLevel || !isWanted(heading.title)) return []
    const end = nextSection(headings, i, heading.level) ?? lines.length
    const own = Math.min(headings[i + 1]?.at ?? lines.length, end)
    return [{ title: heading.title, at: heading.at, body: heading.after, own, end }]
  })
}

function nextSection(headings: readonly PlacedHeading[], after: number, level: number): number | undefined {
  let i = after + 1
  while (i < headings.length && (headings[i] as PlacedHeading).level > level) i++
  return headings[i]?.at
}

/** The first line that is not front matter. Not any `---` begins one: people draw lines with it. */
export function frontMatterEnd(lines: readonly Line[]): number {
  if (lines[0]?.text.trimEnd() !== '---' || !FRONT_MATTER_KEY.test(lines[1]?.text ?? '')) return 0
  for (let at = 2; at < Math.min(lines.length, MAX_FRONT_MATTER_LENGTH); at++) {
    const text = lines[at]?.text.trimEnd() ?? ''
    if (text === '---' || text === '...') return at + 1
    if (text !== '' && !FRONT_MATTER_KEY.test(text) && !/^(?:[ \t]|-[ \t]|#)/.test(text)) return 0
  }
  return 0
}

function titleOf(lines: readonly Line[], from: number, to: number): string {
  return lines
    .slice(from, to)
    .map(({ text }) => text.trim())
    .join(' ')
}

// Lines put into a text and taken out of it. A text without a final line end stays one.

export function insertLines(lines: readonly Line[], at: number, texts: readonly string[], eol: string): Line[] {
  const added = texts.map((text) => ({ text, eol, isHidden: false }))
  const before = lines.slice(0, at)
  const last = before.at(-1)
  if (!last || last.eol !== '') return [...before, ...added, ...lines.slice(at)]
  const end = added.at(-1) as Line
  return [...before.slice(0, -1), { ...last, eol }, ...added.slice(0, -1), { ...end, eol: '' }]
}

export function deleteLines(lines: readonly Line[], from: number, to: number): Line[] {
  return deleteRanges(lines, [{ at: from, end: to }])
}

/** At once, because there may be thousands. They stand in order and do not overlap. */
export function deleteRanges(lines: readonly Line[], ranges: readonly { at: number; end: number }[]): Line[] {
  const left: Line[] = []
  let done = 0
  for (const { at, end } of ranges) {
    for (; done < at; done++) left.push(lines[done] as Line)
    done = end
  }
  const isEndGone = ranges.length > 0 && done >= lines.length
  for (; done < lines.length; done++) left.push(lines[done] as Line)
  const last = left.at(-1)
  if (!last || !isEndGone || lines.at(-1)?.eol !== '') return left
  return [...left.slice(0, -1), { ...last, eol: '' }]
}

/**
 * Text that stands in the file as it is. Lines that would be read as something else (a heading, a comment, the Age line,
 * a fence that is never closed) get a backslash in front, and lose it when they are read. Closed fenced code is left alone.
 */
import { trimBlankLines } from '../../core/text/text.js'

export interface Line {
  text: string
  /** Inside a closed fence, the fences included: nothing in it is ours. */
  isCode: boolean
}

const AGE = /^\**age\**:\**(?=\s|$)/i

/** Without comments and the Age line, both of which belong to the template. */
export function splitLines(text: string): Line[] {
  const lines = text.split('\n')
  const fenceEnd = fenceEnds(lines)
  const commentEnd = commentEnds(lines)
  const found: Line[] = []
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string
    const codeEnd = fenceEnd(at)
    if (codeEnd !== null) {
      for (; at < codeEnd; at++) found.push({ text: lines[at] as string, isCode: true })
      found.push({ text: lines[codeEnd] as string, isCode: true })
      continue
    }
    const end = commentEnd(at)
    if (end !== null) at = end
    else if (!AGE.test(line)) found.push({ text: line, isCode: false })
  }
  return found
}

export function printProse(text: string): string {
  const lines = text.split('\n')
  const fenceEnd = fenceEnds(lines)
  const out: string[] = []
  for (let at = 0; at < lines.length; at++) {
    const codeEnd = fenceEnd(at)
    if (codeEnd === null) out.push(escape(lines[at] as string))
    else {
      for (; at < codeEnd; at++) out.push(lines[at] as string)
      out.push(lines[codeEnd] as string)
    }
  }
  return out.join('\n')
}

export function parseProse(lines: readonly Line[]): string {
  return trimBlankLines(lines.map((line) => (line.isCode ? line.text : unescape(line.text))).join('\n'))
}

function escape(line: string): string {
  return isOurs(line.replace(/^\\+/, '')) ? `\\${line}` : line
}

function unescape(line: string): string {
  return line.startsWith('\\') && isOurs(line.replace(/^\\+/, '')) ? line.slice(1) : line
}

function isOurs(line: string): boolean {
  return headingTitle(line) !== null || line.startsWith(COMMENT) || AGE.test(line) || FENCE.test(line)
}

// Where fenced code and comments end. Found in one pass over the lines, however many of them look like a beginning.

const FENCE = /^(`{3,}|~{3,})/
const COMMENT = '<!--'

/** Asked line by line from the top: the last line of what begins at `at`, or null where nothing does or it never ends. */
type EndFinder = (at: number) => number | null

function fenceEnds(lines: readonly string[]): EndFinder {
  // Where a fence was never closed, no later one of that length is.
  const shortestOpen = new Map<string, number>()
  return (at) => {
    const fence = FENCE.exec(lines[at] as string)?.[1]
    if (fence === undefined) return null
    const sign = fence[0] as string
    if (fence.length >= (shortestOpen.get(sign) ?? Number.POSITIVE_INFINITY)) return null
    for (let end = at + 1; end < lines.length; end++) if (closes(lines[end] as string, fence)) return end
    shortestOpen.set(sign, fence.length)
    return null
  }
}

/** A comment with text behind it is text. */
function commentEnds(lines: readonly string[]): EndFinder {
  let end = -1
  return (at) => {
    if (!(lines[at] as string).startsWith(COMMENT)) return null
    while (end < lines.length && (end < at || !(lines[end] as string).includes('-->'))) end = Math.max(end + 1, at)
    return lines[end]?.trimEnd().endsWith('-->') ? end : null
  }
}

function closes(line: string, fence: string): boolean {
  const end = FENCE.exec(line)?.[1]
  return end !== undefined && end.startsWith(fence) && line.trimEnd() === end
}

/** The sections of a checkpoint file. */
export type SectionKey = 'task' | 'progress' | 'next' | 'blockers' | 'decisions' | 'context'

/** The first title of each is the seed's, the others are what people write. */
const TITLES: Record<SectionKey, readonly [string, ...string[]]> = {
  task: ['Task'],
  progress: ['Progress', 'Done', 'Completed', 'Current progress'],
  next: ['Next Action', 'Next', 'Next actions', 'Next step', 'Next steps'],
  blockers: ['Blockers', 'Blockers and uncertainties'],
  decisions: ['Key Decisions', 'Decisions', 'Recent decisions'],
  context: ['Relevant Context', 'Context'],
}

const KEY_OF_TITLE = new Map(
  Object.entries(TITLES).flatMap(([key, titles]) =>
    titles.map((title) => [letters(title), key as SectionKey] as const),
  ),
)

export function printTitle(key: SectionKey): string {
  return TITLES[key][0]
}

export function sectionKey(title: string): SectionKey | null {
  return KEY_OF_TITLE.get(letters(title)) ?? null
}

/** A section of another kind may have a title that we know: a backslash keeps it apart. */
export function escapeTitle(title: string): string {
  return title.startsWith('\\') || sectionKey(title) !== null ? `\\${title}` : title
}

/** Of a line that begins a section: every `##`, and another level where the title is one of ours. */
export function headingTitle(line: string): string | null {
  if (!line.startsWith('#')) return null
  const marks = line.length - line.replace(/^#+/, '').length
  const title = line.slice(marks)
  if (marks > 6 || !(title === '' || /^\s/.test(title))) return null
  return marks === 2 || sectionKey(title) !== null ? title.trim() : null
}

function letters(title: string): string {
  return title.toLowerCase().replace(/[\s_:*#-]/g, '')
}

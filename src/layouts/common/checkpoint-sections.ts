/**
 * The sections of a checkpoint file, and how text in them is kept from looking like one. People write their headings at
 * any level and in their own words, so known titles count at every level, unknown ones at the first two.
 */
import { tidyLine, trimBlankLines } from '../../core/text/text.js'
import { isOpener, joinLines, type Line, parseHeading, splitLines } from './markdown-lines.js'

export type SectionKey = 'next' | 'leftOff' | 'done' | 'failed' | 'files'

export interface CheckpointSection {
  /** Null: a section these layouts do not know. */
  key: SectionKey | null
  level: number
  title: string
  /** What the heading says behind the title: `## Next Action: {this}`. */
  rest: string
  lines: Line[]
}

const TITLES: Record<SectionKey, string> = {
  next: 'next action|next actions|next step|next steps|next|whats next',
  leftOff: 'left off|where i left off|where we left off|where work left off',
  done: 'done this session|done|completed|completed this session|accomplished|accomplishments|progress|what was done',
  failed: 'failed approaches|failed|failed attempts|what failed|abandoned approaches|tried and failed',
  files: 'modified files|files modified|changed files|files changed|files',
}

const LONGEST_TITLE = 200

const KEYS = new Map(
  Object.entries(TITLES).flatMap(([key, titles]) =>
    titles.split('|').map((title) => [letters(title), key as SectionKey] as const),
  ),
)

/** What stands before the first heading, and the sections. */
export function splitSections(lines: readonly Line[]): { head: Line[]; sections: CheckpointSection[] } {
  const head: Line[] = []
  const sections: CheckpointSection[] = []
  for (const line of lines) {
    const found = line.isHidden ? null : parseBreak(line.text)
    if (found) sections.push({ ...found, lines: [] })
    else (sections.at(-1)?.lines ?? head).push(line)
  }
  return { head, sections }
}

export function sectionText(lines: readonly Line[]): string {
  return trimBlankLines(joinLines(lines.map((line) => ({ ...line, text: unguardLine(line), eol: '\n' }))))
}

export function printSection(title: string, text: string): string {
  return text === '' ? `\n## ${title}\n` : `\n## ${title}\n${guard(text)}\n`
}

/** A section we do not know may have a title that we do: a backslash keeps it apart. */
export function printExtraSection(title: string, text: string): string {
  const line = tidyLine(title)
  const isTaken = line.startsWith('\\') || parseBreak(`## ${line}`)?.key !== null
  return printSection(isTaken ? `\\${line}` : line, text)
}

/** Lines that would be read as a heading, or as the beginning of a block that has no end, get a backslash in front. */
export function guard(text: string): string {
  const lines = splitLines(text).map((line) => {
    const bare = line.text.replace(/^( {0,3})\\*/, '$1')
    return !line.isHidden && isSpecial(bare) ? { ...line, text: line.text.replace(/^ {0,3}/, '$&\\') } : line
  })
  return joinLines(lines)
}

function unguardLine(line: Line): string {
  const match = line.isHidden ? null : /^( {0,3})\\(\\*)(.*)$/s.exec(line.text)
  if (!match) return line.text
  const [, indent = '', more = '', rest = ''] = match
  return isSpecial(indent + rest) ? indent + more + rest : line.text
}

function isSpecial(text: string): boolean {
  return parseBreak(text) !== null || isOpener(text)
}

function parseBreak(text: string): Omit<CheckpointSection, 'lines'> | null {
  const heading = parseHeading(text)
  if (!heading) return null
  const { level, title, raw } = heading
  const known = parseTitle(raw)
  if (known) return { ...known, level, title }
  if (level > 2) return null
  return { key: null, level, title: title.startsWith('\\') ? title.slice(1) : title, rest: '' }
}

/** `Next Action: run the tests` says it all in the heading. */
function parseTitle(raw: string): { key: SectionKey; rest: string } | null {
  const colon = /:/.exec(raw) ?? /[ \t][—–-][ \t]/.exec(raw)
  const rest = colon ? raw.slice(colon.index + colon[0].length).trim() : ''
  const key = KEYS.get(letters(colon && rest !== '' ? raw.slice(0, colon.index) : raw))
  const isProse = key === 'next' || key === 'leftOff'
  if (key === undefined || raw.startsWith('\\') || (colon && rest !== '' && !isProse && !colon[0].includes(':')))
    return null
  return { key, rest }
}

function letters(title: string): string {
  if (title.length > LONGEST_TITLE) return ''
  return title
    .toLowerCase()
    .replace(/\([^()]*\)[^\p{L}]*$/u, '')
    .replace(/[^\p{L}]/gu, '')
}

/** The body of an entry: a title line, then `## Sections`. Which titles mean what, and how text is kept from looking like one. */
import { trimBlankLines } from '../text/text.js'
import { ALL_FIELDS, type Field, type SectionKey } from './entry.js'
import { SHAPES } from './fields.js'

interface Section {
  title: string
  /** Null: a section this version does not know. */
  key: SectionKey | null
  text: string
}

export interface Body {
  /** What stands before the first section, the title line included. */
  preamble: string
  sections: Section[]
}

export function splitBody(body: string): Body {
  const starts = headingStarts(body)
  const preamble = trimBlankLines(body.slice(0, starts[0] ?? body.length))
  const sections = starts.map((start, i) => parseSection(body.slice(start, starts[i + 1] ?? body.length)))
  return { preamble, sections }
}

export function printSection(title: string, text: string): string {
  return text === '' ? `\n## ${title}\n` : `\n## ${title}\n${text}\n`
}

/** A section we do not know may have a title that we do: a backslash keeps it apart. */
export function escapeTitle(title: string): string {
  return title === '' || title.startsWith('\\') || sectionKey(title) !== null ? `\\${title}` : title
}

/** The field that is a section with this title. */
export function sectionKey(title: string): SectionKey | null {
  const field = fieldOfTitle(title)
  return field && !SHAPES[field.shape].isFrontMatter ? (field.key as SectionKey) : null
}

/** Made when the first title is read: a save only prints them. */
let titles: Map<string, Field> | undefined

/** Whatever the case and the separators: "Open Questions:", "open_questions" and "openQuestions" are the same. */
export function fieldOfTitle(title: string): Field | null {
  titles ??= new Map(ALL_FIELDS.flatMap((field) => field.titles.map((one) => [letters(one), field] as const)))
  return titles.get(letters(title)) ?? null
}

/** Text lines that look like a section heading get a backslash in front, and those that already have some, one more. */
export function escapeHeadings(text: string): string {
  return text.includes('##') ? text.replace(/^\\*##(?=\s|$)/gm, '\\$&') : text
}

export function unescapeHeadings(text: string): string {
  return text.includes('\\') ? text.replace(/^\\(\\*##(?=\s|$))/gm, '$1') : text
}

function headingStarts(body: string): number[] {
  const starts: number[] = []
  const padded = `\n${body}\n`
  for (let at = padded.indexOf('\n##'); at >= 0; at = padded.indexOf('\n##', at + 1)) {
    if (' \t\n'.includes(padded[at + 3] as string)) starts.push(at)
  }
  return starts
}

function parseSection(chunk: string): Section {
  const end = chunk.indexOf('\n')
  const title = chunk.slice(2, end < 0 ? undefined : end).trim()
  const text = end < 0 ? '' : trimBlankLines(chunk.slice(end + 1))
  if (title.startsWith('\\')) return { title: title.slice(1), key: null, text }
  return { title, key: sectionKey(title), text }
}

function letters(title: string): string {
  return title.toLowerCase().replace(/[\s_:*-]/g, '')
}

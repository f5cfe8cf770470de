/** A checkpoint is a row of `## Sections`. A line of text that looks like a heading has a backslash in front. */
import { escapeHeadings, unescapeHeadings } from '../../core/sections.js'
import { tidyChars, trimBlankLines } from '../../core/text.js'

export interface Section {
  title: string
  text: string
}

export interface Sections {
  /** What stands before the first section. */
  preamble: string
  sections: Section[]
}

const HEADING = /^##(?:[ \t]+([^]*))?$/

export function splitSections(text: string): Sections {
  const preamble: string[] = []
  const found: { title: string; lines: string[] }[] = []
  for (const line of tidyChars(text.replace(/^\ufeff/, '')).split('\n')) {
    const heading = HEADING.exec(line)
    if (heading) found.push({ title: (heading[1] ?? '').trim(), lines: [] })
    else (found.at(-1)?.lines ?? preamble).push(line)
  }
  return {
    preamble: textOf(preamble),
    sections: found.map(({ title, lines }) => ({ title, text: textOf(lines) })),
  }
}

export function printSection({ title, text }: Section): string {
  return text === '' ? `## ${title}\n` : `## ${title}\n${escapeHeadings(text)}\n`
}

/** Whatever the case: "Open Questions:" is "Open questions". */
export function isTitled(title: string): (section: Section) => boolean {
  return (section) => section.title.replace(/:$/, '').trim().toLowerCase() === title.toLowerCase()
}

function textOf(lines: readonly string[]): string {
  return trimBlankLines(unescapeHeadings(lines.join('\n')))
}

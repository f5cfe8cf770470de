/** `checkpoint-{name}.md`, as both layouts of the memory folder have it. They differ in the section that comes first. */
import type { Entry, ExtraSection, Fields } from '../../core/entry/entry.js'
import { normaliseFields } from '../../core/entry/normalise.js'
import { isNothing } from '../../core/entry/written-items.js'
import { tidyChars, tidyLine, trimBlankLines } from '../../core/text/text.js'
import type { Document, TextFile } from '../layout.js'
import { parseHead, parseTitle, printBranch, printPlan } from './checkpoint-head.js'
import { failureText, parseFailures, parseFiles, parseItems, printFiles, printItems } from './checkpoint-items.js'
import {
  type CheckpointSection,
  guard,
  printExtraSection,
  printSection,
  type SectionKey,
  sectionText,
  splitSections,
} from './checkpoint-sections.js'
import { clockOf } from './local-time.js'
import { openText } from './markdown-lines.js'
import { nameOf } from './prose.js'

/** What the sections Next Action and Left Off say. */
export type Prose = Partial<Pick<Fields, 'next' | 'leftOff' | 'questions' | 'blockers'>>

/** How a layout writes its first section. */
export interface Shape {
  parseProse(next: string, leftOff: string): Prose
  /** The section, its heading included. */
  printProse(entry: Prose): string
}

const FILE = /^checkpoint-([^/]+)\.md$/

export function checkpointName(path: string): string | null {
  const written = FILE.exec(path)?.[1]
  return written === undefined ? null : nameOf(written)
}

export function isCheckpointPath(path: string): boolean {
  return FILE.test(path)
}

export function parseCheckpoint(file: TextFile, name: string, shape: Shape): Document {
  const { lines } = openText(tidyChars(file.text))
  const { head: top, sections } = splitSections(lines)
  const title = sections[0] && isTitle(sections[0]) ? sections.shift() : undefined
  const said = title ? parseTitle(title.title, name) : null
  const head = parseHead(sectionText([...top, ...(title?.lines ?? [])]).split('\n'))
  const preamble = trimBlankLines([...(said === null ? [] : [said]), ...head.rest].join('\n'))
  const unknown = sections.filter(({ key }) => key === null)
  return {
    name,
    path: file.path,
    lane: 'named',
    savedMs: head.saved?.ms ?? file.mtimeMs,
    ...(head.saved?.offsetMinutes !== undefined && { offsetMinutes: head.saved.offsetMinutes }),
    ...(head.branch !== undefined && { branch: head.branch }),
    fields: normaliseFields({ ...parseFields(sections, shape), ...(head.plan && { plan: head.plan }) }),
    extraKeys: {},
    extraSections: [
      ...(preamble === '' ? [] : [{ title: '', text: preamble }]),
      ...unknown.map((section) => ({ title: tidyLine(section.title), text: sectionText(section.lines) })),
    ],
  }
}

export function printCheckpoint(entry: Entry, shape: Shape, userHome: string): string {
  const { date, time } = clockOf(entry.saved)
  const { branch } = entry.where
  const head =
    `# Checkpoint: ${entry.name}\n` +
    (branch === undefined || branch.trim() === '' ? '' : printBranch(branch)) +
    `- **Saved:** ${date} ${time}\n` +
    (entry.plan ? printPlan(entry.plan, userHome) : '')
  return (
    head +
    printPreamble(entry.extraSections) +
    shape.printProse(entry) +
    printSection('Done This Session', printItems(entry.done)) +
    printSection('Failed Approaches', printItems(entry.failed.map((item) => ({ text: failureText(item) })))) +
    printSection('Modified Files', printFiles(entry)) +
    entry.extraSections
      .filter(({ title }) => tidyLine(title) !== '')
      .map(({ title, text }) => printExtraSection(title, trimBlankLines(tidyChars(text))))
      .join('')
  )
}

/** The heading of the whole file: nobody gives a section the first level before there was a title. */
function isTitle({ key, level, title }: CheckpointSection): boolean {
  return key === null && (level === 1 || /^checkpoint\b/i.test(title))
}

function parseFields(sections: readonly CheckpointSection[], shape: Shape): Partial<Fields> {
  const textOf = (key: SectionKey): string => joinTexts(sections.filter((section) => section.key === key))
  return {
    ...shape.parseProse(textOf('next'), textOf('leftOff')),
    done: parseItems(textOf('done')),
    failed: parseFailures(textOf('failed')),
    ...parseFiles(textOf('files')),
  }
}

/** A section that somebody wrote twice counts as one. */
function joinTexts(sections: readonly CheckpointSection[]): string {
  return sections
    .map(({ rest, lines }) => withTitle(rest, sectionText(lines)))
    .filter((text) => !isNothing(text))
    .join('\n\n')
}

/** A title that only shortens what stands below it says nothing of its own. */
function withTitle(title: string, text: string): string {
  const isCut = title.length > 1 && title.endsWith('…') && text.startsWith(title.slice(0, -1))
  return [isCut ? '' : title, text].filter((part) => part !== '').join('\n')
}

function printPreamble(sections: readonly ExtraSection[]): string {
  const texts = sections
    .filter(({ title }) => tidyLine(title) === '')
    .map(({ text }) => trimBlankLines(tidyChars(text)))
  const text = texts.filter((one) => one !== '').join('\n\n')
  return text === '' ? '' : `\n${guard(text)}\n`
}

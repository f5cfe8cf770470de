/** A checkpoint file as what it says, and back. Reading is liberal: people and older skills write these by hand. */
import { fileWord } from '../../core/choose/name.js'
import { calledOf } from '../../core/entry/line-keys.js'
import { present } from '../../core/present.js'
import { emptyFields, type Entry, type ExtraSection, type Fields } from '../../core/entry/entry.js'
import { normaliseFields } from '../../core/entry/normalise.js'
import { tidyChars, tidyLine } from '../../core/text/text.js'
import { parseBlockers, parseDecisionText, printBlockers, printDecisionText } from '../common/prose.js'
import {
  type Created,
  extraKeysOf,
  headLinesOf,
  isHeadLine,
  isNone,
  parseContextLines,
  parseCreated,
  parseList,
  printContextLines,
  printCreated,
  printList,
} from './lines.js'
import {
  escapeTitle,
  headingTitle,
  type Line,
  parseProse,
  printProse,
  printTitle,
  type SectionKey,
  sectionKey,
  splitLines,
} from './prose.js'

export interface Checkpoint {
  /** As the heading says it. */
  heading: string | null
  created: Created | null
  branch?: string
  fields: Fields
  extraKeys: Record<string, unknown>
  extraSections: ExtraSection[]
  /** Anything at all that a checkpoint has: the heading, or one of its sections. */
  isCheckpoint: boolean
}

interface Section {
  key: SectionKey | null
  title: string
  lines: Line[]
}

export function parseCheckpoint(source: string): Checkpoint {
  const text = tidyChars(source.replace(/^\ufeff/, ''))
  const { above, sections } = splitSections(splitLines(text))
  const head = parseHead(above)
  const { branch, ...known } = parseKnown(sections)
  const task = head.task ?? known.fields.task
  const extra = sections.filter(({ key }) => key === null)
  return {
    heading: head.heading,
    created: head.created,
    ...(branch ? { branch } : {}),
    fields: normaliseFields({ ...known.fields, ...(task && { task }) }),
    extraKeys: extraKeysOf(head.unknown),
    extraSections: [
      ...(head.rest === '' ? [] : [{ title: '', text: head.rest }]),
      ...extra.map(({ title, lines }) => ({ title, text: parseProse(lines) })),
    ],
    isCheckpoint: head.heading !== null || sections.length > extra.length,
  }
}

function splitSections(lines: readonly Line[]): { above: Line[]; sections: Section[] } {
  const above: Line[] = []
  const sections: Section[] = []
  for (const line of lines) {
    const title = line.isCode ? null : headingTitle(line.text)
    if (title === null) (sections.at(-1)?.lines ?? above).push(line)
    else if (title.startsWith('\\')) sections.push({ key: null, title: tidyLine(title.slice(1)), lines: [] })
    else sections.push({ key: sectionKey(title), title: tidyLine(title), lines: [] })
  }
  return { above, sections }
}

interface Head {
  heading: string | null
  created: Created | null
  task?: { text: string }
  unknown: string[]
  rest: string
}

const HEADING = /^#{1,6}\s+checkpoint\s*:\s*/i
const KNOWN_LINE = /^(?:[-*+][ \t]+)?\**(created|saved|task)\**:\**[ \t]*/i

function parseHead(lines: readonly Line[]): Head {
  const head: Head = { heading: null, created: null, unknown: [], rest: '' }
  head.rest = parseProse(lines.filter((line) => line.isCode || !takeLine(head, line.text)))
  return head
}

/** False: the line is none of the head's. The first of each kind counts. */
function takeLine(head: Head, line: string): boolean {
  const heading = head.heading === null ? HEADING.exec(line) : null
  if (heading) head.heading = line.slice(heading[0].length).trim()
  const match = heading ? null : KNOWN_LINE.exec(line)
  const value = match ? line.slice(match[0].length).trim() : ''
  const isTask = match?.[1]?.toLowerCase() === 'task'
  if (isTask && !head.task) {
    if (value !== '') head.task = { text: value }
    return true
  }
  const created = match && !isTask && head.created === null ? parseCreated(value) : null
  if (created) head.created = created
  else if (!heading && isHeadLine(line)) head.unknown.push(line.trimEnd())
  return heading !== null || created !== null || isHeadLine(line)
}

function parseKnown(sections: readonly Section[]): { branch?: string; fields: Fields } {
  const linesOf = (wanted: SectionKey): Line[] =>
    sections.filter(({ key }) => key === wanted).flatMap(({ lines }) => [...lines, { text: '', isCode: false }])
  const listOf = (key: SectionKey): string[] =>
    parseList(
      linesOf(key)
        .map((line) => line.text)
        .join('\n'),
    )
  const { branch, fields } = parseContextLines(listOf('context'))
  const next = parseNext(linesOf('next'))
  const task = tidyLine(parseProse(linesOf('task')))
  return {
    ...present({ branch }),
    fields: {
      ...emptyFields(),
      ...fields,
      ...(task === '' ? {} : { task: { text: task } }),
      ...(next === '' ? {} : { next: { text: next } }),
      done: listOf('progress').map((text) => ({ text })),
      ...parseBlockers(listOf('blockers')),
      decisions: listOf('decisions').map(parseDecisionText),
    },
  }
}

/** A single bullet is the sentence in it. */
function parseNext(lines: readonly Line[]): string {
  const text = parseProse(lines).trim()
  if (isNone(text)) return ''
  const bullet = /^(\\*)[-*+][ \t]+([^\n]*)$/.exec(text)
  if (!bullet) return text
  return bullet[1] === '' ? (bullet[2] as string) : text.slice(1)
}

/** `word`: how it is called here, where that is not what it is called by itself. */
export function printCheckpoint(entry: Entry, word: string = fileWord(calledOf(entry))): string {
  return [
    `# Checkpoint: ${word}\n\n${printHead(entry)}`,
    ...printPreamble(entry.extraSections),
    printSection('progress', printList(entry.done.map((item) => item.text))),
    printSection('next', entry.next ? printNext(entry.next.text) : 'None'),
    printSection('blockers', printList(printBlockers(entry))),
    printSection('decisions', printList(entry.decisions.map(printDecisionText))),
    printSection('context', printList(printContextLines(entry))),
    ...entry.extraSections.filter((section, i) => !isPreamble(section, i)).map(printExtra),
  ].join('\n')
}

function printHead(entry: Entry): string {
  const lines = [
    `**Created:** ${printCreated(entry.saved)}`,
    `**Task:** ${tidyLine(entry.task?.text ?? '')}`.trimEnd(),
    ...headLinesOf(entry.extraKeys),
  ]
  return `${lines.join('\n')}\n`
}

function printSection(key: SectionKey, text: string): string {
  return `## ${printTitle(key)}\n${text}\n`
}

/** A single line that begins like a bullet would lose its dash when it is read. */
function printNext(text: string): string {
  return /^\\*[-*+][ \t][^\n]*$/.test(text) ? `\\${text}` : printProse(text)
}

/** Text above the first section is kept as a section without a title. */
function printPreamble([first]: readonly ExtraSection[]): string[] {
  return first && isPreamble(first, 0) ? [`${printProse(first.text)}\n`] : []
}

function isPreamble({ title, text }: ExtraSection, at: number): boolean {
  return at === 0 && title === '' && text !== ''
}

function printExtra({ title, text }: ExtraSection): string {
  const heading = `## ${escapeTitle(title)}`.trimEnd()
  return text === '' ? `${heading}\n` : `${heading}\n${printProse(text)}\n`
}

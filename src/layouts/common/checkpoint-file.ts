/**
 * `checkpoint-{name}.md`, as both layouts of the memory folder have it. They differ in the section that comes first. What
 * stands in the head besides the title and the lines Branch, Saved and Plan is kept.
 */
import { type Calling, calledIn, fileWord, isName, slugFrom } from '../../core/choose/name.js'
import type { Entry, ExtraSection, Fields, Plan } from '../../core/entry/entry.js'
import { calledOf } from '../../core/entry/line-keys.js'
import { normaliseFields } from '../../core/entry/normalise.js'
import { isNothing } from '../../core/entry/written-items.js'
import { present } from '../../core/present.js'
import { tidyChars, tidyLine, trimBlankLines } from '../../core/text/text.js'
import type { Document, TextFile } from '../layout.js'
import {
  type CheckpointSection,
  failureText,
  guard,
  parseFailures,
  parseFiles,
  parseItems,
  printExtraSection,
  printFiles,
  printItems,
  printSection,
  type SectionKey,
  sectionText,
  splitSections,
} from './checkpoint-sections.js'
import { openText } from './markdown-lines.js'
import { clockOf, type LocalTime, parseLocalTime } from './prose.js'

/** What the sections Next Action and Left Off say. */
export type Prose = Partial<Pick<Fields, 'next' | 'leftOff' | 'questions' | 'blockers'>>

/** How a layout writes its first section. */
export interface Shape {
  parseProse(next: string, leftOff: string): Prose
  /** The section, its heading included. */
  printProse(entry: Prose): string
}

const FILE = /^checkpoint-([^/]+)\.md$/

/** As the file is called; null: that is no name. */
export function checkpointWord(path: string): string | null {
  const written = FILE.exec(path)?.[1]
  return written !== undefined && calledIn(written) ? written : null
}

export function isCheckpointPath(path: string): boolean {
  return FILE.test(path)
}

export function parseCheckpoint(file: TextFile, word: string, shape: Shape): Document {
  const { lines } = openText(tidyChars(file.text))
  const { head: top, sections } = splitSections(lines)
  const title = sections[0] && isTitle(sections[0]) ? sections.shift() : undefined
  const called = calledIn(word) as Calling
  const said = title ? parseTitle(title.title, called) : null
  const head = parseHead(sectionText([...top, ...(title?.lines ?? [])]).split('\n'))
  const preamble = trimBlankLines([...(said === null ? [] : [said]), ...head.rest].join('\n'))
  const unknown = sections.filter(({ key }) => key === null)
  return {
    ...called,
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

/** `word`: how it is called here, where it is there already. */
export function printCheckpoint(
  entry: Entry,
  shape: Shape,
  userHome: string,
  word: string = fileWord(calledOf(entry)),
): string {
  const { date, time } = clockOf(entry.saved)
  const { branch } = entry.where
  const head =
    `# Checkpoint: ${word}\n` +
    (branch === undefined || branch.trim() === '' ? '' : `- **Branch:** ${quote(branch)}\n`) +
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

interface Head {
  branch?: string
  saved?: LocalTime
  plan?: Plan
  /** The other lines. */
  rest: string[]
}

const LABEL = /^ {0,3}(?:[-*+][ \t]+)?[*_]{0,2}(Branch|Saved|Plan)[*_]{0,2}[ \t]*:[ \t]*[*_]{0,2}[ \t]*(\S.*)$/is
const TITLE = /^(?:named |session )?checkpoint[ \t]*[:—–-]?[ \t]*(.*)$/is
const QUOTED = /^(?:`([^`]+)`|("(?:[^"\\]|\\.)*"))[ \t]*/
const STEP = /^\((?:at )?step (\d{1,6})(?: ?(?:of|\/) ?(\d{1,6}))?\)$/i
const LOOSE_STEP = /\bstep (\d{1,6})(?: ?(?:of|\/) ?(\d{1,6}))?/i
const NO_BRANCH = /^\(?(?:detached(?: head)?|unknown|no branch|not a git repo(?:sitory)?)\)?$/i

/** A line that says more than its value is read, and kept too. */
function parseHead(lines: readonly string[]): Head {
  const head: Head = { rest: [] }
  for (const line of lines) {
    const [, label = '', value = ''] = LABEL.exec(line.trimEnd()) ?? []
    const key = label.toLowerCase() as keyof typeof TAKE
    const take = head[key] === undefined ? TAKE[key] : undefined
    if (!take?.(head, tidyLine(value))) head.rest.push(line)
  }
  return head
}

/** What a title says besides a name: that of the file counts. */
function parseTitle(title: string, { name }: Calling): string | null {
  const said = TITLE.exec(title)?.[1]
  return said !== undefined && (said === '' || isName(said) || calledIn(said)?.name === name || slugFrom(said) === name)
    ? null
    : `# ${title}`
}

function printPlan({ path, step, of }: Plan, userHome: string): string {
  const steps = step === undefined ? '' : ` (step ${step}${of === undefined ? '' : ` of ${of}`})`
  return `- **Plan:** ${quote(fromHome(path, userHome))}${steps}\n`
}

/** Each is true where the line says no more than its value. */
const TAKE = { branch: takeBranch, saved: takeSaved, plan: takePlan }

function takeBranch(head: Head, value: string): boolean {
  if (isNothing(value) || NO_BRANCH.test(value)) return true
  // No branch has a space in its name.
  const [word = ''] = value.split(/\s/, 1)
  const { text, rest } = QUOTED.test(value) ? unquote(value) : { text: word, rest: value.slice(word.length).trim() }
  if (text === '') return false
  head.branch = text
  return rest === ''
}

function takeSaved(head: Head, value: string): boolean {
  const time = parseLocalTime(value.replace(/^`(.*)`$/, '$1'))
  if (!time) return false
  const { rest, ...saved } = time
  head.saved = saved
  return rest === ''
}

function takePlan(head: Head, value: string): boolean {
  if (isNothing(value)) return true
  const quoted = QUOTED.test(value)
  const open = value.search(/[ \t]\((?:at )?step /i)
  const { text: path, rest } =
    quoted || open < 0 ? unquote(value) : { text: value.slice(0, open), rest: value.slice(open) }
  if (path.trim() === '') return false
  const step = STEP.exec(rest.trim()) ?? LOOSE_STEP.exec(rest)
  const numberOf = (digits: string | undefined): number | undefined =>
    digits === undefined ? undefined : Number(digits)
  head.plan = present<Plan>({ path: path.trim(), step: numberOf(step?.[1]), of: numberOf(step?.[2]) })
  return rest === '' || STEP.test(rest.trim())
}

function quote(text: string): string {
  const line = tidyLine(text)
  return line.includes('`') || line === '' ? JSON.stringify(line) : `\`${line}\``
}

function unquote(value: string): { text: string; rest: string } {
  const match = QUOTED.exec(value)
  const text = match?.[1] ?? parseJson(match?.[2])
  return match && text !== null
    ? { text: tidyLine(text), rest: value.slice(match[0].length) }
    : { text: value, rest: '' }
}

function parseJson(text: string | undefined): string | null {
  try {
    return text === undefined ? null : (JSON.parse(text) as string)
  } catch {
    return null
  }
}

function fromHome(path: string, userHome: string): string {
  const [full, home] = [path, userHome].map((one) => one.replaceAll('\\', '/').replace(/(?<!\/)\/+$/, '')) as [
    string,
    string,
  ]
  return home !== '' && full.startsWith(`${home}/`) ? `~${full.slice(home.length)}` : path
}

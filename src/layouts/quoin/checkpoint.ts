/** A checkpoint file as a document, or why it is none; and an entry as such a file. */
import { calledIn, fileWord, slugFrom } from '../../core/choose/name.js'
import { calledOf } from '../../core/entry/line-keys.js'
import { emptyFields, type Entry, type Fields, type Item } from '../../core/entry/entry.js'
import { escapeHeadings } from '../../core/entry/sections.js'
import { isNothing } from '../../core/entry/written-items.js'
import { present } from '../../core/present.js'
import { tidyLine, tidyText } from '../../core/text/text.js'
import type { BrokenFile, Document, TextFile } from '../layout.js'
import { parseInFlight, printInFlight } from './artifacts.js'
import { type CheckpointName, isConflictCopy, parseCheckpointName } from './paths.js'
import {
  hintFor,
  isOwnHint,
  isTitled,
  NONE,
  parseDecisions,
  parseItems,
  parseUnfinished,
  printDecisions,
  printItems,
  printSection,
  printUnfinished,
  type Section,
  type Sections,
  splitSections,
  STATUS,
  TITLES,
} from './sections.js'

/** What the file says beyond the sections' meaning, kept in the entry under the key `quoin`. */
export interface Extras {
  preamble?: string
  status?: string
  /** "Active task" where it is more than the workstream's name. */
  task?: string
  hint?: string
  /** Lines of "In-flight artifacts" of another kind. */
  artifacts?: string[]
}

/** The word git itself gives for a branch is a name; without one it is this. */
export const NO_BRANCH = 'unknown'

export function parseCheckpoint(file: TextFile): Document | BrokenFile {
  if (isConflictCopy(file.path)) return conflictCopy(file.path)
  const parts = splitSections(file.text)
  if (!isReadable(file.text, parts)) return unreadable(file.path)
  // A file of the compaction that says otherwise was made of a voluntary one: its name counts, unless its task is called so.
  const isCalledSo = /-precompact$/i.test(sectionText(parts, TITLES.task).trim())
  const named = parseCheckpointName(file.path, isCalledSo && sectionText(parts, TITLES.status) === STATUS.named)
  return named ? documentOf(file, named, parts) : misnamed(file.path)
}

export function isBroken(parsed: Document | BrokenFile): parsed is BrokenFile {
  return 'message' in parsed
}

/** A word for the branch, or nothing where git had none. */
function parseBranch(text: string): string | undefined {
  const branch = tidyLine(text)
  return isNothing(branch) || branch === 'unknown' || branch === 'HEAD' ? undefined : branch
}

function documentOf(file: TextFile, named: CheckpointName, parts: Sections): Document {
  const branch = parseBranch(sectionText(parts, TITLES.branch))
  const extras = extrasOf(named, parts)
  return {
    name: named.name,
    ...present({ label: named.label }),
    path: file.path,
    lane: named.lane,
    savedMs: savedMs(named.date, file.mtimeMs),
    ...(branch !== undefined && { branch }),
    fields: fieldsOf(parts),
    extraKeys: Object.keys(extras).length > 0 ? { quoin: extras } : {},
    extraSections: extraSections(parts),
  }
}

function fieldsOf(parts: Sections): Fields {
  const stage = tidyLine(sectionText(parts, TITLES.stage))
  const intent = itemOf(sectionText(parts, TITLES.intent))
  const { files, plan } = parseInFlight(sectionText(parts, TITLES.artifacts))
  return {
    ...emptyFields(),
    ...(!isNothing(stage) && { stage }),
    ...(plan && { plan }),
    ...(intent && { intent }),
    files,
    questions: parseItems(sectionText(parts, TITLES.questions)),
    decisions: parseDecisions(sectionText(parts, TITLES.decisions)),
    ...parseUnfinished(sectionText(parts, TITLES.unfinished)),
  }
}

function extrasOf(named: CheckpointName, parts: Sections): Extras {
  const status = sectionText(parts, TITLES.status)
  const task = tidyText(sectionText(parts, TITLES.task))
  const hint = sectionText(parts, TITLES.hint)
  const { others } = parseInFlight(sectionText(parts, TITLES.artifacts))
  return present<Extras>({
    preamble: parts.preamble || undefined,
    status: status === '' || status === STATUS[named.lane] ? undefined : status,
    task: isNothing(task) || calledIn(task)?.name === named.name || slugFrom(task) === named.name ? undefined : task,
    hint: hint === '' || isOwnHint(hint) ? undefined : hint,
    artifacts: others.length === 0 ? undefined : others,
  })
}

/** The first section of each known title is the known one; a second one is kept as it is. */
function extraSections({ sections }: Sections): Section[] {
  const known = new Set(Object.values(TITLES).map((title) => sections.find(isTitled(title))))
  return sections.filter((section) => !known.has(section) && (section.title !== '' || section.text !== ''))
}

function sectionText({ sections }: Sections, title: string): string {
  return sections.find(isTitled(title))?.text ?? ''
}

function itemOf(text: string): Item | null {
  const tidy = tidyText(text)
  return isNothing(tidy) ? null : { text: tidy }
}

const DAY = 86_400_000
/** A local date may be this far from the same date in UTC. */
const ZONES = 14 * 3_600_000

/** The name has the date and the disk has the time; a copied or cloned file has only the date, and counts as of noon. */
function savedMs(date: string, mtimeMs: number): number {
  const start = Date.parse(`${date}T00:00:00Z`)
  return mtimeMs >= start - ZONES && mtimeMs < start + DAY + ZONES ? mtimeMs : start + DAY / 2
}

export function printCheckpoint(entry: Entry): string {
  const extras = extrasIn(entry)
  const branch = parseBranch(entry.where.branch ?? '') ?? NO_BRANCH
  const known: [title: string, text: string][] = [
    [TITLES.status, extras.status ?? STATUS[entry.lane]],
    [TITLES.stage, entry.stage ?? NONE],
    [TITLES.task, extras.task ?? fileWord(calledOf(entry))],
    [TITLES.branch, branch],
    [TITLES.intent, (entry.intent ?? entry.task)?.text ?? NONE],
    [TITLES.artifacts, printInFlight(entry.files, entry.plan, extras.artifacts ?? [])],
    [TITLES.questions, printItems(entry.questions)],
    [TITLES.decisions, printDecisions(entry.decisions)],
    [TITLES.unfinished, printUnfinished(entry)],
    [TITLES.hint, extras.hint ?? hintFor(fileWord(calledOf(entry)), branch)],
  ]
  const sections = [...known.map(([title, text]) => ({ title, text })), ...entry.extraSections]
  return (
    (extras.preamble === undefined ? '' : `${escapeHeadings(extras.preamble)}\n`) + sections.map(printSection).join('')
  )
}

/** What its checkpoint file said that no field holds. It comes from a file, so nothing about its shape is certain. */
export function extrasIn(entry: Pick<Entry, 'extraKeys'>): Extras {
  const found = entry.extraKeys['quoin']
  if (typeof found !== 'object' || found === null) return {}
  const { preamble, status, task, hint, artifacts } = found as Record<string, unknown>
  const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
  return present<Extras>({
    preamble: text(preamble),
    status: text(status),
    task: text(task),
    hint: text(hint),
    artifacts: Array.isArray(artifacts) ? artifacts.filter((line) => typeof line === 'string') : undefined,
  })
}

function isReadable(text: string, { sections }: Sections): boolean {
  return !text.includes('\0') && sections.some((section) => Object.values(TITLES).some((t) => isTitled(t)(section)))
}

function unreadable(path: string): BrokenFile {
  return {
    path,
    message: `${path} cannot be read as a checkpoint`,
    expected: '"## Status", "## Active task", "## Branch" and the other sections of a quoin checkpoint',
    next: 'write the sections back by hand, or delete the file',
  }
}

function misnamed(path: string): BrokenFile {
  return {
    path,
    message: `${path} is not named as a checkpoint`,
    expected: 'YYYY-MM-DD-<task>.md, or YYYY-MM-DD-<task>-precompact.md',
    next: 'rename it, or move it out of the folder',
  }
}

function conflictCopy(path: string): BrokenFile {
  return {
    path,
    message: `${path} is the second copy a sync program made, because two machines saved at once`,
    expected: 'one file per date and task',
    next: 'compare it with the original, keep what is missing there, and delete the copy',
  }
}

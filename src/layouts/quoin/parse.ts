/** One checkpoint file as a document, or why it is none. */
import { slugFrom } from '../../core/choose/name.js'
import { emptyFields, type Fields, type Item } from '../../core/entry/entry.js'
import { isNothing } from '../../core/entry/written-items.js'
import { tidyLine, tidyText } from '../../core/text/text.js'
import type { BrokenFile, Document, TextFile } from '../layout.js'
import { parseInFlight } from './artifacts.js'
import { type CheckpointName, isConflictCopy, parseCheckpointName } from './paths.js'
import {
  isOwnHint,
  isTitled,
  parseDecisions,
  parseItems,
  parseUnfinished,
  type Section,
  type Sections,
  splitSections,
  STATUS,
  TITLES,
} from './sections.js'

/** What the file says beyond the sections' meaning, kept in the entry under the key `quoin`. */
export interface Kept {
  preamble?: string
  status?: string
  /** "Active task" where it is more than the workstream's name. */
  task?: string
  hint?: string
  /** Lines of "In-flight artifacts" of another kind. */
  artifacts?: string[]
}

export function parseCheckpoint(file: TextFile): Document | BrokenFile {
  if (isConflictCopy(file.path)) return conflictCopy(file.path)
  const parts = splitSections(file.text)
  if (!isReadable(file.text, parts)) return unreadable(file.path)
  const status = sectionText(parts, TITLES.status)
  const named = parseCheckpointName(file.path, status === STATUS.named)
  return named ? documentOf(file, named, parts) : misnamed(file.path)
}

export function isBroken(parsed: Document | BrokenFile): parsed is BrokenFile {
  return 'message' in parsed
}

/** A word for the branch, or nothing where git had none. */
export function parseBranch(text: string): string | undefined {
  const branch = tidyLine(text)
  return isNothing(branch) || branch === 'unknown' || branch === 'HEAD' ? undefined : branch
}

function documentOf(file: TextFile, named: CheckpointName, parts: Sections): Document {
  const branch = parseBranch(sectionText(parts, TITLES.branch))
  const kept = keptOf(named, parts)
  return {
    name: named.name,
    path: file.path,
    lane: named.lane,
    savedMs: savedMs(named.date, file.mtimeMs),
    ...(branch === undefined ? {} : { branch }),
    fields: fieldsOf(parts),
    extraKeys: Object.keys(kept).length > 0 ? { quoin: kept } : {},
    extraSections: extraSections(parts),
  }
}

function fieldsOf(parts: Sections): Fields {
  const stage = tidyLine(sectionText(parts, TITLES.stage))
  const intent = itemOf(sectionText(parts, TITLES.intent))
  const { files, plan } = parseInFlight(sectionText(parts, TITLES.artifacts))
  return {
    ...emptyFields(),
    ...(isNothing(stage) ? {} : { stage }),
    ...(plan && { plan }),
    ...(intent && { intent }),
    files,
    questions: parseItems(sectionText(parts, TITLES.questions)),
    decisions: parseDecisions(sectionText(parts, TITLES.decisions)),
    ...parseUnfinished(sectionText(parts, TITLES.unfinished)),
  }
}

function keptOf(named: CheckpointName, parts: Sections): Kept {
  const status = sectionText(parts, TITLES.status)
  const task = tidyText(sectionText(parts, TITLES.task))
  const hint = sectionText(parts, TITLES.hint)
  const { others } = parseInFlight(sectionText(parts, TITLES.artifacts))
  return {
    ...(parts.preamble === '' ? {} : { preamble: parts.preamble }),
    ...(status === '' || status === STATUS[named.lane] ? {} : { status }),
    ...(isNothing(task) || task === named.name || slugFrom(task) === named.name ? {} : { task }),
    ...(hint === '' || isOwnHint(hint) ? {} : { hint }),
    ...(others.length === 0 ? {} : { artifacts: others }),
  }
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

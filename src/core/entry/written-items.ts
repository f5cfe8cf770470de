/** How people write one item on one line: a reason behind a dash, a path in backticks, "none" for nothing. */
import type { Decision, ExtraSection, Failed, Fields, FileRef } from './entry.js'
import { DogearError } from '../errors.js'
import { parseFileText, quotedPathLength, ROLE } from './items.js'
import { tidyText } from '../text/text.js'

export interface Written {
  fields: Partial<Fields>
  name?: string
  extraSections: ExtraSection[]
}

const NOTHING = new Set([
  '',
  '-',
  '–',
  '—',
  'none',
  'none.',
  '(none)',
  '(none found)',
  'n/a',
  '(n/a)',
  'nothing',
  '(empty)',
])
const DASH = /[ \t](?:—|–|--)[ \t]/
const REASON = /^(?:because|why:|reason:)\s*/i
/** With one of these words even a hyphen or a bracket is clear. */
const WORDED_DASH = /\s(?:—|–|--?)\s(?=because\s|why:|reason:)/i
const WORDED_BRACKET = /\s\((?=(?:because\s|why:|reason:)[^()]*\)$)/i
const LATE_REASON = /\s(?:—|–|--?)\s(?:because\s+|why:\s*|reason:\s*)?(?=\S)|\sbecause\s+(?=\S)/i
const REJECTED = /\s(?:(?:—|–|--?)\s|\()rejected:/i

export function isNothing(text: string): boolean {
  return NOTHING.has(text.trim().toLowerCase())
}

/** "what — why", "what (why: …)" or just "what". */
export function parseFailed(text: string): Failed {
  const tidy = tidyText(text)
  const bracket = WORDED_BRACKET.exec(tidy)
  const cut = bracket ?? WORDED_DASH.exec(tidy) ?? DASH.exec(tidy)
  if (!cut) return { text: tidy }
  const what = tidy.slice(0, cut.index).trim()
  const why = tidy.slice(cut.index + cut[0].length, bracket ? -1 : undefined).trim()
  return what === '' || why === '' ? { text: tidy } : { text: what, why: why.replace(REASON, '') || why }
}

/** "what — why — rejected: a; b", every part but the first optional. */
export function parseDecision(text: string): Decision {
  const tidy = tidyText(text)
  const mark = REJECTED.exec(tidy)
  if (!mark || mark.index === 0) return parseFailed(tidy)
  const isBracket = mark[0].trim().startsWith('(')
  const behind = tidy.slice(mark.index + mark[0].length)
  const before = parseFailed(tidy.slice(0, mark.index))
  // "A — rejected: B; C — because …": the reason is that of the decision, and no part of what was rejected.
  const late = before.why === undefined && !isBracket ? LATE_REASON.exec(behind) : null
  const decision = late ? { ...before, why: behind.slice(late.index + late[0].length).trim() } : before
  const rejected = splitChoices(isBracket ? withoutBracket(behind) : behind.slice(0, late?.index))
  return rejected.length === 0 ? decision : { ...decision, rejected }
}

export function splitChoices(text: string): string[] {
  return text
    .split(';')
    .map((choice) => choice.trim())
    .filter((choice) => choice !== '')
}

/** "src/auth.ts", "src/auth.ts (edited)", "`src/auth.ts` — edited". */
export function parseFileRef(text: string): FileRef {
  const { file } = parseFileNote(text)
  if (file.path !== '') return file
  throw new DogearError('bad-input', 'A file has no path.', { expected: 'a path, for example: src/auth.ts (edited)' })
}

/** What is said about a file and is more than a role comes back as a note. */
export function parseFileNote(text: string): { file: FileRef; note?: string } {
  const tidy = tidyText(text)
  // A dash in a path that stands in quotes is a part of it.
  const quoted = quotedPathLength(tidy)
  const dash = DASH.exec(tidy.slice(quoted))
  const end = quoted + (dash?.index ?? 0)
  const file = parseFileText(dash ? tidy.slice(0, end).trim() : tidy)
  const note = dash ? tidy.slice(end + dash[0].length).trim() : ''
  if (note === '') return { file }
  if (ROLE.test(note) && file.role === undefined) return { file: { ...file, role: note } }
  return { file, note: `${file.path}: ${note}` }
}

function withoutBracket(text: string): string {
  return text.trimEnd().endsWith(')') ? text.trimEnd().slice(0, -1) : text
}

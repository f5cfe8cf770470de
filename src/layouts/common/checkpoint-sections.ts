/**
 * The sections of a checkpoint file, and how text in them is kept from looking like one. People write their headings at
 * any level and in their own words, so known titles count at every level, unknown ones at the first two.
 */
import type { Entry, Failed, Fields, FileRef, Item } from '../../core/entry/entry.js'
import { NO_ATTRIBUTES, parseBullets, printBullet, printFileText, ROLE } from '../../core/entry/items.js'
import { isNothing, parseFileNote } from '../../core/entry/written-items.js'
import { present } from '../../core/present.js'
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

const MAX_TITLE_LENGTH = 200

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
  if (title.length > MAX_TITLE_LENGTH) return ''
  return title
    .toLowerCase()
    .replace(/\([^()]*\)[^\p{L}]*$/u, '')
    .replace(/[^\p{L}]/gu, '')
}

// Lists: plain bullets, failures with their reason behind a dash, files with a note.

const CHECKBOXES = /^(?:\[[ xX]\]\s+)+/
const DASH = /[ \t](?:—|–|--)[ \t]|\n[-*+][ \t]+\**(?:why|reason)\**:\**[ \t]/i
const LAST_DASH = /[ \t](?:—|–|--)$/
const MAX_STATUS_LENGTH = 1_000
const WORDED_DASH = /[ \t]-[ \t](?=because[ \t])/i
const WORDED_BRACKET = /[ \t]\((?=because[ \t][^()]*\)$)/i
/** As `git status --short` prints it. */
const STATUS = /^[MADRCTU?!]{1,2}[ \t]+(?=[^\s`]*[./][^\s`]*$)/
const CODE_NOTE = /^(`[^`\n]+`)(?::|[ \t]+-)[ \t]+(?=\S)/
const MORE = /^(?:…|\.\.\.)[ \t]*(?:and[ \t])?\d+ more\b/i
const UNCHANGED = new Set(['read', 'missing', 'plan', 'state'])

export function parseItems(text: string): Item[] {
  return parseBullets(text, NO_ATTRIBUTES)
    .map((bullet) => ({ text: bullet.text.replace(CHECKBOXES, '').trim() }))
    .filter((item) => !isNothing(item.text))
}

export function printItems(items: readonly { text: string }[]): string {
  const lines = items.map(({ text }) => printBullet({ text }, NO_ATTRIBUTES)).join('')
  return lines === '' ? '- None' : lines.slice(0, -1)
}

export function parseFailures(text: string): Failed[] {
  return parseItems(text).map(parseFailure)
}

export function failureText({ text, why }: Failed): string {
  return why === undefined ? text : `${text} — ${why}`
}

/** What is said about a file and is more than a role goes to the context. */
export function parseFiles(text: string): Pick<Fields, 'files' | 'context'> {
  const notes = parseItems(text)
    .filter((item) => !MORE.test(item.text))
    .map((item) =>
      parseFileNote((hasStatus(item.text) ? item.text.replace(STATUS, '') : item.text).replace(CODE_NOTE, '$1 — ')),
    )
    .filter(({ file, note }) => !isNothing(file.path) || file.role !== undefined || note !== undefined)
  return {
    files: notes.map(({ file: { path, role } }) => present({ path, role })),
    context: notes.flatMap(({ note }) => (note === undefined ? [] : [{ text: note }])),
  }
}

/** The files that were changed, as the entry lists them and as git saw them. */
export function printFiles(entry: Pick<Entry, 'files' | 'context' | 'where'>): string {
  const notes = [...entry.context]
  const listed = entry.files.filter((file) => file.observed === undefined || !UNCHANGED.has(file.role ?? ''))
  const paths = new Set(listed.map(({ path }) => path))
  const dirty = (entry.where.dirty ?? []).filter(({ path }) => !paths.has(path))
  const lines = [
    ...listed.map((file) => printFile(file) + takeNote(notes, file.path)),
    ...dirty.map(({ path, state }) => printFile(state === 'modified' ? { path } : { path, role: state })),
  ]
  const more = (entry.where.dirtyTotal ?? 0) - (entry.where.dirty?.length ?? 0)
  return printItems([...lines, ...(more > 0 ? [`… and ${more} more`] : [])].map((text) => ({ text })))
}

function parseFailure({ text }: Item): Failed {
  const bracket = DASH.test(text) ? null : WORDED_BRACKET.exec(text)
  const cut = DASH.exec(text) ?? bracket ?? WORDED_DASH.exec(text)
  if (!cut) return { text }
  const what = withoutLastDash(text.slice(0, cut.index).trim())
  const why = text.slice(cut.index + cut[0].length, bracket ? -1 : undefined).trim()
  return what === '' || why === '' ? { text } : { text: what, why }
}

function withoutLastDash(text: string): string {
  let rest = text
  for (let mark = LAST_DASH.exec(rest.slice(-3)); mark; mark = LAST_DASH.exec(rest.slice(-3)))
    rest = rest.slice(0, -mark[0].length).trimEnd()
  return rest
}

function hasStatus(text: string): boolean {
  return text.length <= MAX_STATUS_LENGTH && STATUS.test(text)
}

function printFile({ path, role }: FileRef): string {
  // In quotes where it would be read as something else.
  if (!hasStatus(path) && !MORE.test(path) && !DASH.test(` ${path} `)) return printFileText(present({ path, role }))
  return JSON.stringify(path) + (role === undefined ? '' : ` (${role})`)
}

/** Each note is told once. One that would be read as a role comes last: a path may be listed several times. */
function takeNote(notes: Item[], path: string): string {
  const told = notes.filter(({ text }) => text.startsWith(`${path}: `)).map(({ text }) => text.slice(path.length + 2))
  const note = told.find((text) => !ROLE.test(text)) ?? told[0]
  if (note === undefined) return ''
  notes.splice(
    notes.findIndex(({ text }) => text === `${path}: ${note}`),
    1,
  )
  return ` — ${note}`
}

/** The lists of a checkpoint file: plain bullets, failures with their reason behind a dash, files with a note. */
import type { Entry, Failed, Fields, FileRef, Item } from '../../core/entry/entry.js'
import { NO_ATTRIBUTES, parseBullets, printBullet, printFileText } from '../../core/entry/items.js'
import { isNothing, parseFileNote } from '../../core/entry/written-items.js'

const CHECKBOXES = /^(?:\[[ xX]\]\s+)+/
const DASH = /[ \t](?:—|–|--)[ \t]|\n[-*+][ \t]+\**(?:why|reason)\**:\**[ \t]/i
const LAST_DASH = /[ \t](?:—|–|--)$/
const LONGEST_STATUS = 1_000
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
    files: notes.map(({ file: { path, role } }) => ({ path, ...(role !== undefined && { role }) })),
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
  return text.length <= LONGEST_STATUS && STATUS.test(text)
}

function printFile({ path, role }: FileRef): string {
  const named = role === undefined ? {} : { role }
  // In quotes where it would be read as something else.
  if (!hasStatus(path) && !MORE.test(path)) return printFileText({ path, ...named })
  return JSON.stringify(path) + (role === undefined ? '' : ` (${role})`)
}

/** Each note is told once. */
function takeNote(notes: Item[], path: string): string {
  const at = notes.findIndex(({ text }) => text.startsWith(`${path}: `))
  if (at < 0) return ''
  return ` — ${(notes.splice(at, 1)[0] as Item).text.slice(path.length + 2)}`
}

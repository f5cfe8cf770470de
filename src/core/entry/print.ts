/** An entry as the text of its file, without the check line (see seal.ts). */
import {
  type Entry,
  type ExtraSection,
  type Field,
  type FileRef,
  FRONT_FIELDS,
  type Item,
  readFields,
  SECTION_FIELDS,
} from './entry.js'
import { SHAPES } from './fields.js'
import { checkSize, printFrontMatter } from './front-matter.js'
import {
  type Attributes,
  type Bullet,
  DECISION_ATTRIBUTES,
  FAILED_ATTRIBUTES,
  markText,
  NO_ATTRIBUTES,
  printBullet,
  printFileText,
} from './items.js'
import { printPage } from './page-keys.js'
import { MAX_ENTRY_BYTES } from './seal.js'
import { escapeHeadings, escapeTitle, printSection } from './sections.js'

/** The check line is put in later. */
const ROOM_FOR_CHECK_LINE = 128
const BY_ORDER = ['agent', 'session', 'user', 'host']
const WHERE_ORDER = ['project', 'worktree', 'branch', 'head', 'dirty', 'dirtyTotal', 'stashed']

/** Refuses what `parseEntry` could not read back: forbidden keys and too much text. */
export function printEntry(entry: Entry): string {
  const text = `${printFacts(entry)}\n# ${entry.name}\n${printPreamble(entry)}${printKnown(entry)}${printExtra(entry)}`
  checkSize(text, MAX_ENTRY_BYTES - ROOM_FOR_CHECK_LINE)
  return text
}

function printFacts(entry: Entry): string {
  return printFrontMatter([
    ['dogear', 1],
    ['id', entry.id],
    ['name', entry.name],
    ['lane', entry.lane],
    ['kind', entry.kind],
    ['parents', entry.parents],
    ['saved', entry.saved],
    ['by', ordered(entry.by, BY_ORDER)],
    ['where', ordered(entry.where, WHERE_ORDER)],
    ...FRONT_FIELDS.map(({ key, shape }): [string, unknown] => [key, ordered(entry[key], SHAPES[shape].parts)]),
    ...printPage(entry),
  ])
}

function printKnown(entry: Entry): string {
  const none = (): string => ''
  return readFields(SECTION_FIELDS, {
    prose: (field) => printProse(field, entry[field.key]),
    items: (field) => printBullets(field, entry[field.key], NO_ATTRIBUTES),
    reasoned: (field) => printBullets(field, entry[field.key], FAILED_ATTRIBUTES),
    choices: (field) => printBullets(field, entry[field.key], DECISION_ATTRIBUTES),
    files: (field) => printBullets(field, entry[field.key].map(fileBullet), NO_ATTRIBUTES),
    line: none,
    plan: none,
  }).join('')
}

function printProse({ titles }: Field, item: Item | undefined): string {
  return item ? printSection(titles[0] as string, markText(escapeHeadings(item.text), item.observed, '\n')) : ''
}

function printBullets({ titles }: Field, bullets: readonly Bullet[], attributes: Attributes): string {
  if (bullets.length === 0) return ''
  const lines = bullets.map((bullet) => printBullet(bullet, attributes)).join('')
  return printSection(titles[0] as string, lines.slice(0, -1))
}

function fileBullet(file: FileRef): Bullet {
  return { ...file, text: printFileText(file) }
}

/** Text that somebody wrote above the first section is kept as a section without a title. */
function printPreamble(entry: Entry): string {
  const first = entry.extraSections[0]
  return first && isPreamble(first) ? `\n${escapeHeadings(first.text)}\n` : ''
}

function printExtra(entry: Entry): string {
  return entry.extraSections
    .filter((section, i) => i > 0 || !isPreamble(section))
    .map((section) => printSection(escapeTitle(section.title), escapeHeadings(section.text)))
    .join('')
}

function isPreamble(section: ExtraSection): boolean {
  return section.title === '' && section.text !== ''
}

/** Of an object: known keys first, in their order; keys of later versions behind them; undefined if there is nothing to say. */
function ordered(facts: unknown, order: readonly string[]): unknown {
  if (typeof facts !== 'object') return facts
  const source = facts as Record<string, unknown>
  const out: Record<string, unknown> = {}
  for (const key of order) if (source[key] !== undefined) out[key] = source[key]
  for (const key of Object.keys(source)) if (!order.includes(key) && source[key] !== undefined) out[key] = source[key]
  return Object.keys(out).length === 0 ? undefined : out
}

/** An entry as the text of its file, without the check line (see seal.ts). */
import type { Entry, ExtraSection, Item } from './entry.js'
import { printFileText } from './file-ref.js'
import { checkSize, printFrontMatter } from './front-matter.js'
import type { Attributes, Bullet } from './items.js'
import { DECISION_ATTRIBUTES, FAILED_ATTRIBUTES, markText, NO_ATTRIBUTES, printBullet } from './items.js'
import { MAX_ENTRY_BYTES } from './seal.js'
import { escapeHeadings, escapeTitle, printSection, SECTION_TITLES } from './sections.js'
import type { SectionKey } from './sections.js'

/** The check line is put in later. */
const ROOM_FOR_CHECK_LINE = 128
const BY_ORDER = ['agent', 'session', 'user', 'host']
const WHERE_ORDER = ['project', 'worktree', 'branch', 'head', 'dirty', 'dirtyTotal']
const PLAN_ORDER = ['path', 'step', 'of']

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
    ['stage', entry.stage],
    ['plan', entry.plan && ordered(entry.plan, PLAN_ORDER)],
    ...Object.entries(entry.extraKeys),
  ])
}

function printKnown(entry: Entry): string {
  return (
    printProse('task', entry.task) +
    printProse('next', entry.next) +
    printProse('leftOff', entry.leftOff) +
    printBullets('done', entry.done, NO_ATTRIBUTES) +
    printBullets('failed', entry.failed, FAILED_ATTRIBUTES) +
    printBullets('decisions', entry.decisions, DECISION_ATTRIBUTES) +
    printBullets('blockers', entry.blockers, NO_ATTRIBUTES) +
    printBullets('questions', entry.questions, NO_ATTRIBUTES) +
    printBullets('context', entry.context, NO_ATTRIBUTES) +
    printBullets(
      'files',
      entry.files.map((file) => ({ ...file, text: printFileText(file) })),
      NO_ATTRIBUTES,
    ) +
    printBullets('commands', entry.commands, NO_ATTRIBUTES) +
    printProse('intent', entry.intent)
  )
}

function printProse(key: SectionKey, item: Item | undefined): string {
  if (!item) return ''
  return printSection(SECTION_TITLES[key][0], markText(escapeHeadings(item.text), item.observed, '\n'))
}

function printBullets(key: SectionKey, bullets: readonly Bullet[], attributes: Attributes): string {
  if (bullets.length === 0) return ''
  const lines = bullets.map((bullet) => printBullet(bullet, attributes)).join('')
  return printSection(SECTION_TITLES[key][0], lines.slice(0, -1))
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

/** Known keys first, in their order; keys of later versions behind them; undefined if there is nothing to say. */
function ordered(facts: object, order: readonly string[]): Record<string, unknown> | undefined {
  const source = facts as Record<string, unknown>
  const out: Record<string, unknown> = {}
  for (const key of order) if (source[key] !== undefined) out[key] = source[key]
  for (const key of Object.keys(source)) if (!order.includes(key) && source[key] !== undefined) out[key] = source[key]
  return Object.keys(out).length === 0 ? undefined : out
}

/**
 * SESSION-STATE.md and memory/working-buffer.md: what an agent or person wrote down while working. All of it counts as
 * stated. What the file does not say stays empty, and no log is taken over whole.
 */
import { type Field, type Fields, type Item, SECTION_FIELDS, type SectionKey } from '../../entry/entry.js'
import { NO_ATTRIBUTES, parseBullets } from '../../entry/items.js'
import { parseWritten } from '../../entry/written.js'
import { cleanText } from '../../text/text.js'
import { sortLines } from './lines.js'

const MOST_ITEMS = 40
const LONGEST_ITEM = 600
const LONGEST_PROMPT = 1_000
const LABELLED = ['preference', 'correction', 'value', 'branch'] as const

export function parseSessionState(text: string): Partial<Fields> {
  const { buckets, loose } = sortLines(cleanText(text))
  const next = itemsOf(buckets.get('next'))
  const sections = SECTION_FIELDS.filter(({ key }) => key !== 'next').map((field) =>
    printLines(field, buckets.get(field.key as SectionKey)),
  )
  const { fields } = parseWritten(sections.join(''))
  const context = [
    ...(fields.context ?? []),
    ...LABELLED.flatMap((name) => itemsOf(buckets.get(name)).map((item) => ({ text: `${name}: ${item.text}` }))),
    // A checkpoint has one next action; those behind it are not lost.
    ...next.slice(1).map((item) => ({ text: `then: ${item.text}` })),
  ]
  const task = fields.task ?? firstParagraph(loose)
  return shortened({
    ...fields,
    ...(task && { task }),
    ...(next[0] && { next: next[0] }),
    ...(context.length > 0 && { context }),
  })
}

/** The log of the last exchanges: only the newest of each side is taken. */
export function parseWorkingBuffer(text: string): Partial<Fields> {
  const parts = cleanText(text).split(/^(?=#{2,3}[ \t])/m)
  const said = (who: RegExp): string | undefined =>
    parts
      .filter((part) => who.test(part.split('\n', 1)[0] ?? ''))
      .map(bodyOf)
      .findLast((body) => body !== '')
  const prompt = said(/\b(?:human|user|person)\b/i)
  const summary = said(/\b(?:agent|assistant)\b/i)
  return {
    ...parseSessionState(text),
    ...(prompt !== undefined && { intent: { text: cut(prompt, LONGEST_PROMPT) } }),
    ...(summary !== undefined && { leftOff: { text: cut(summary, LONGEST_ITEM) } }),
  }
}

/** Not enough to continue from: the task, the next action and something besides are the least. */
export function isThin(fields: Partial<Fields>): boolean {
  const items = Object.values(fields).reduce((sum: number, value) => sum + (Array.isArray(value) ? value.length : 0), 0)
  return !fields.task || !fields.next || items === 0
}

/** What the first says stands; the second fills in what it does not say. */
export function joinStated(first: Partial<Fields>, second: Partial<Fields>): Partial<Fields> {
  const joined: Record<string, unknown> = { ...second, ...first }
  for (const [key, value] of Object.entries(second)) {
    const known = first[key as keyof Fields]
    if (Array.isArray(value) && Array.isArray(known)) joined[key] = distinct([...known, ...value])
  }
  return joined as Partial<Fields>
}

function distinct<T>(items: readonly T[]): T[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()]
}

function printLines({ titles }: Field, lines: readonly string[] | undefined): string {
  return lines ? `## ${titles[0]}\n${lines.join('\n')}\n` : ''
}

function itemsOf(lines: readonly string[] | undefined): Item[] {
  return parseBullets((lines ?? []).join('\n').trim(), NO_ATTRIBUTES).map(({ text }) => ({ text }))
}

/** A file without headings is a note: what it begins with is what the work is about. */
function firstParagraph(lines: readonly string[]): Item | null {
  const [paragraph = ''] = lines
    .join('\n')
    .trim()
    .split(/\n\s*\n/, 1)
  return paragraph === '' ? null : { text: paragraph }
}

function bodyOf(part: string): string {
  const body = part
    .slice(part.split('\n', 1)[0]?.length)
    .replace(/^[ \t]*-{3,}[ \t]*$/gm, '')
    .trim()
  return /^\[[^\]]*\]$/.test(body) ? '' : body
}

/** Long lists and texts are logs, and a checkpoint is none. */
function shortened(fields: Partial<Fields>): Partial<Fields> {
  const entries = Object.entries(fields).map(([key, value]) => [key, shorten(value)])
  return Object.fromEntries(entries) as Partial<Fields>
}

function shorten(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, MOST_ITEMS).map(shorten)
  return isItem(value) ? { ...value, text: cut(value.text, LONGEST_ITEM) } : value
}

function isItem(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && 'text' in value
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1).trimEnd()}…` : text
}

/** The parts of a checkpoint: its fixed words, a row of `## Sections`, the lists in them, and "Unfinished work". */
import { present } from '../../core/present.js'
import type { Decision, Fields, Item, Lane } from '../../core/entry/entry.js'
import {
  type Attributes,
  type Bullet,
  DECISION_ATTRIBUTES,
  NO_ATTRIBUTES,
  parseBullets,
  printBullet,
} from '../../core/entry/items.js'
import { escapeHeadings, unescapeHeadings } from '../../core/entry/sections.js'
import { tidyChars, trimBlankLines } from '../../core/text/text.js'
import { isNothing } from '../../core/entry/written-items.js'

/** The fixed words of a checkpoint file. */
export const TITLES = {
  status: 'Status',
  stage: 'Current stage',
  task: 'Active task',
  branch: 'Branch',
  intent: 'Last user intent',
  artifacts: 'In-flight artifacts',
  questions: 'Open questions',
  decisions: 'Decisions made',
  unfinished: 'Unfinished work',
  hint: 'Restore hint',
} as const

export const STATUS: Record<Lane, string> = {
  named: 'checkpoint save (voluntary)',
  auto: 'checkpoint save (precompact)',
}

export function hintFor(task: string, branch: string): string {
  return `Run /checkpoint --restore in a fresh session to resume task '${task}' from branch '${branch}'.`
}

export function isOwnHint(text: string): boolean {
  return /^Run \/checkpoint --restore in a fresh session to resume task '[^]*' from branch '[^]*'\.$/.test(text.trim())
}

export interface Section {
  title: string
  text: string
}

export interface Sections {
  /** What stands before the first section. */
  preamble: string
  sections: Section[]
}

const HEADING = /^##(?:[ \t]+([^]*))?$/

export function splitSections(text: string): Sections {
  const preamble: string[] = []
  const found: { title: string; lines: string[] }[] = []
  const all = tidyChars(text.replace(/^\ufeff/, '')).split('\n')
  const heads = headingsIn(all)
  for (const [at, line] of all.entries()) {
    const title = heads.get(at)
    if (title !== undefined) found.push({ title, lines: [] })
    else (found.at(-1)?.lines ?? preamble).push(line)
  }
  return {
    preamble: textOf(preamble),
    sections: found.map(({ title, lines }) => ({ title, text: textOf(lines) })),
  }
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/

/** Where sections begin. Not in a block of code that ends before the next section everybody knows. */
function headingsIn(lines: readonly string[]): Map<number, string> {
  const titleAt = (line: string): string | undefined =>
    HEADING.exec(line)?.[1]?.trim() ?? (HEADING.test(line) ? '' : undefined)
  const endOf = fenceEnds(lines)
  const found = new Map<number, string>()
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string
    const title = titleAt(line)
    if (title !== undefined) found.set(at, title)
    else at = endOf(at) ?? at
  }
  if ([...found.values()].some(isKnown)) return found
  // Somebody wrote all of it one level deeper.
  const deep = lines.flatMap((line, at) => {
    const title = DEEPER.exec(line)?.[1]?.trim()
    return title !== undefined && isKnown(title) ? [[at, title] as const] : []
  })
  return deep.length > 0 ? new Map(deep) : found
}

const DEEPER = /^#{3,6}[ \t]+(.*)$/

function isKnown(title: string): boolean {
  return Object.values(TITLES).some((one) => isTitled(one)({ title, text: '' }))
}

const MAX_LOOKS = 20

/** The line that ends the block of code which begins here; null: none begins, or it is not ended in its section. */
function fenceEnds(lines: readonly string[]): (from: number) => number | null {
  const ends = lines.flatMap((line, at) => (/^ {0,3}(?:`{3,}|~{3,})[ \t]*$/.test(line) ? [at] : []))
  const known = lines.flatMap((line, at) => (isKnown(HEADING.exec(line)?.[1]?.trim() ?? '') ? [at] : []))
  let [end, next] = [0, 0]
  return (from) => {
    const mark = FENCE.exec(lines[from] as string)?.[1]
    if (mark === undefined) return null
    while ((ends[end] ?? Infinity) <= from) end++
    while ((known[next] ?? Infinity) <= from) next++
    const found = ends.slice(end, end + MAX_LOOKS).find((at) => (lines[at] as string).trim().startsWith(mark))
    return found !== undefined && found < (known[next] ?? Infinity) ? found : null
  }
}

export function printSection({ title, text }: Section): string {
  return text === '' ? `## ${title}\n` : `## ${title}\n${escapeHeadings(text)}\n`
}

/** Whatever the case: "Open Questions:" is "Open questions". */
export function isTitled(title: string): (section: Section) => boolean {
  return (section) => section.title.replace(/:$/, '').trim().toLowerCase() === title.toLowerCase()
}

function textOf(lines: readonly string[]): string {
  return trimBlankLines(unescapeHeadings(lines.join('\n')))
}

// Lists in a checkpoint: bullets, decisions with their reasons below them, "(none)" for nothing.

export const NONE = '(none)'

export function printItems(items: readonly Item[]): string {
  return printBullets(
    items.map(({ text }) => ({ text })),
    NO_ATTRIBUTES,
  )
}

export function parseItems(text: string): Item[] {
  return parseList(text, NO_ATTRIBUTES).map((bullet) => ({ text: bullet.text }))
}

export function printDecisions(decisions: readonly Decision[]): string {
  return printBullets(
    decisions.map(({ text, why, rejected }) => ({
      text,
      ...present({ why, rejected }),
    })),
    DECISION_ATTRIBUTES,
  )
}

export function parseDecisions(text: string): Decision[] {
  return parseList(text, DECISION_ATTRIBUTES)
}

function printBullets(bullets: readonly Bullet[], attributes: Attributes): string {
  if (bullets.length === 0) return NONE
  return bullets
    .map((bullet) => printBullet(bullet, attributes))
    .join('')
    .trimEnd()
}

function parseList(text: string, attributes: Attributes): Bullet[] {
  if (isNothing(text)) return []
  return parseBullets(text, attributes)
    .map(stated)
    .filter((bullet) => !isNothing(bullet.text))
}

/** A file cannot make dogear say that it saw something: such a mark is part of what was stated. */
function stated({ observed, ...bullet }: Bullet): Bullet {
  return observed === undefined ? bullet : { ...bullet, text: `${bullet.text} [observed: ${observed}]` }
}

type Unfinished = Pick<Fields, 'next' | 'leftOff' | 'context' | 'blockers'>

const LEFT_OFF = /^left off:\s*(\S[^]*)$/i
const BLOCKED = /^blocked:\s*(\S[^]*)$/i
const THEN = /^then:\s*(\S[^]*)$/i

/**
 * "Unfinished work" holds what is still to do: the next action first, where it stopped, what comes then (kept as
 * context that begins with "then:"), and what it waits for.
 */
export function printUnfinished({ next, leftOff, context, blockers }: Unfinished): string {
  return printItems([
    ...(next ? [next] : []),
    ...(leftOff ? [{ text: `Left off: ${leftOff.text}` }] : []),
    ...matching(context, THEN),
    ...blockers.map(({ text }) => ({ text: `Blocked: ${text}` })),
  ])
}

export function parseUnfinished(text: string): Unfinished {
  const items = parseItems(text)
  const [next, ...then] = items.filter((item) => !LEFT_OFF.test(item.text) && !BLOCKED.test(item.text))
  const stops = matching(items, LEFT_OFF).map((item) => item.text)
  return {
    ...(next && { next }),
    ...(stops.length > 0 && { leftOff: { text: stops.join('\n') } }),
    context: then.map((item) => ({ text: `then: ${item.text}` })),
    blockers: matching(items, BLOCKED),
  }
}

function matching(items: readonly Item[], label: RegExp): Item[] {
  return items.flatMap(({ text }) => {
    const rest = label.exec(text)?.[1]
    return rest === undefined ? [] : [{ text: rest }]
  })
}

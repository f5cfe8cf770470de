/**
 * SESSION-STATE.md and memory/working-buffer.md: what an agent or person wrote down while working. All of it counts as
 * stated. What the file does not say stays empty, and no log is taken over whole.
 */
import { type Fields, type Item, SECTION_FIELDS, type SectionKey } from '../entry/entry.js'
import { NO_ATTRIBUTES, parseBullets } from '../entry/items.js'
import { sectionKey } from '../entry/sections.js'
import { isNothing } from '../entry/written-items.js'
import { parseWritten } from '../entry/written.js'
import { cutAt } from '../text/cut.js'
import { cleanText } from '../text/text.js'

const MAX_ITEMS = 40
const MAX_ITEM_LENGTH = 600
const MAX_PROMPT_LENGTH = 1_000
const LABELLED = ['preference', 'correction', 'value', 'branch'] as const

export function parseSessionState(text: string): Partial<Fields> {
  const { buckets, loose } = sortLines(cleanText(text))
  const next = itemsOf(buckets.get('next'))
  const sections = SECTION_FIELDS.map(({ key, titles }) => {
    const lines = key === 'next' ? undefined : buckets.get(key as SectionKey)
    return lines ? `## ${titles[0]}\n${lines.join('\n')}\n` : ''
  })
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
    ...(prompt !== undefined && { intent: { text: cut(prompt, MAX_PROMPT_LENGTH) } }),
    ...(summary !== undefined && { leftOff: { text: cut(summary, MAX_ITEM_LENGTH) } }),
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
    if (Array.isArray(value) && Array.isArray(known))
      joined[key] = [...new Map([...known, ...value].map((item) => [JSON.stringify(item), item])).values()]
  }
  return joined as Partial<Fields>
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
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map(shorten)
  if (typeof value !== 'object' || value === null || !('text' in value)) return value
  return { ...value, text: cut(value.text as string, MAX_ITEM_LENGTH) }
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1).trimEnd()}…` : text
}

/** A section of an entry, or something that becomes context under its own name. */
type Bucket = SectionKey | 'preference' | 'correction' | 'value' | 'branch' | 'skipped'

interface Sorted {
  buckets: Map<Bucket, string[]>
  /** What stands there if the file has no headings at all. */
  loose: string[]
}

/** What agents call the sections of these files, besides the titles an entry knows. */
const ALIASES: Partial<Record<Bucket, string>> = {
  task: 'current task, current goal, active goal, goal, objective, current objective, current focus, focus, current work',
  next: 'pending actions, pending, todo, todos, open threads, up next, immediate next step, resume instructions',
  done: 'tasks completed, completed tasks, accomplished',
  failed: 'failed attempts, dead ends, what failed',
  decisions: 'recent decisions, decisions log, key decisions log, decision log',
  blockers: 'blocker, current blockers, blocked by, blocking',
  questions: 'open issues, unresolved, unresolved questions',
  context:
    'key context, immediate context, critical context, recent context, notes, notes for next session, active context',
  files: 'key files, relevant files, critical files, files in focus, files modified, files touched, active files',
  commands: 'key commands',
  preference: 'preferences, user preferences, preference',
  correction: 'corrections, recent corrections, correction',
  value: 'exact values, specific values, important values, key values, important details, values',
  branch: 'branch, active branch, current branch, git branch',
  skipped: 'status, last updated, updated, created, started, context usage, session id, session count, type, timestamp',
}

const BUCKET_OF = new Map(
  Object.entries(ALIASES).flatMap(([bucket, names]) =>
    names.split(', ').map((name) => [name, bucket as Bucket] as const),
  ),
)

const HEADING = /^(#{1,6})[ \t]+(\S.*)$/
const LABEL = /^[ \t]*(?:[-*+][ \t]+)?\*\*([^*:]{1,40})(?::\*\*|\*\*[ \t]*:)[ \t]*(.*)$/
const ROW = /^[ \t]*\|([^|]{1,60})\|([^|]{1,500})\|[ \t]*$/
const BULLET = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+/
const BOX = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[([ xX])\](?=\s)/
const RULE = /^[ \t]*(?:-{3,}|\*{3,}|_{3,})[ \t]*$/
const FOOTER = /^[ \t]*[*_](?:last[ _-]updated|updated|no\b)/i
const MAX_LINE_LENGTH = 2_000

/** The lines of such a file, sorted by what their heading or label says they are. */
function sortLines(text: string): Sorted {
  const sorted: Sorted = { buckets: new Map(), loose: [] }
  let bucket: Bucket | null = null
  let level = 0
  let hasHeadings = false
  let isFenced = false
  for (const line of contentLines(text)) {
    if (/^[ \t]*(?:```|~~~)/.test(line)) isFenced = !isFenced
    const heading = isFenced ? null : HEADING.exec(line)
    if (heading) {
      const depth = (heading[1] as string).length
      const found = bucketOf(heading[2] as string)
      hasHeadings ||= depth > 1
      if (!found && depth > level && bucket) continue
      ;[bucket, level] = [found, depth]
      continue
    }
    const label = isFenced ? null : labelIn(line)
    if (label && label.value === '') bucket = label.bucket
    else if (label) keep(sorted, label.bucket, `- ${label.value}`)
    else if (bucket) keep(sorted, bucketForBox(bucket, line), line)
    else if (!hasHeadings) sorted.loose.push(line)
  }
  return hasHeadings ? { ...sorted, loose: [] } : sorted
}

/** A label that this file does not know is part of the text. */
function labelIn(line: string): { bucket: Bucket; value: string } | null {
  const match = LABEL.exec(line) ?? ROW.exec(line)
  const [, name = '', value = ''] = match ?? []
  const bucket = bucketOf(name)
  return bucket && { bucket, value: value.trim() }
}

/** "Key Context (compressed)", "🎯 Current task:" and "current_task" are what they look like. */
function bucketOf(title: string): Bucket | null {
  const plain = title
    .replace(/\([^()]*\)/g, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase()
  return BUCKET_OF.get(plain) ?? sectionKey(plain)
}

/** What is ticked is done, what is not is still to do, in whichever of the two lists it stands. */
function bucketForBox(bucket: Bucket, line: string): Bucket {
  const tick = bucket === 'next' || bucket === 'done' ? BOX.exec(line)?.[1] : undefined
  if (tick === undefined) return bucket
  return tick === ' ' ? 'next' : 'done'
}

function keep({ buckets }: Sorted, bucket: Bucket, line: string): void {
  if (bucket === 'skipped' || isPlaceholder(line)) return
  const text = cutAt(line.replace(BOX, '- '), MAX_LINE_LENGTH)
  const lines = buckets.get(bucket)
  if (lines) lines.push(text)
  else buckets.set(bucket, [text])
}

/** "[None yet]", "[What you are working on]", "None (between tasks)": a template that nobody filled in. */
function isPlaceholder(line: string): boolean {
  const said = line.replace(BOX, '').replace(BULLET, '').trim()
  if (said === '') return false
  return isNothing(said) || /^\[[^\]]*\]$/.test(said) || /^(?:none|n\/a)\b[^.]{0,30}$/i.test(said)
}

/** Without front matter, comments, rules, footers and tables that are not label and value. */
function contentLines(text: string): string[] {
  const bare = text.replace(/^\s*---\n[^]*?\n---(?=\n|$)/, '').replace(/<!--[^]*?(?:-->|$)/g, '')
  const lines = bare.split('\n').map((line) => cutAt(line, MAX_LINE_LENGTH))
  return lines.filter((line) => !RULE.test(line) && !FOOTER.test(line) && !(/^[ \t]*\|/.test(line) && !labelIn(line)))
}

/** The lines of a checkpoint: those of its head, its lists, what stands under "Relevant Context", and its time. */
import { planText } from '../../core/entry/diff.js'
import type { Entry, Failed, Fields, Plan } from '../../core/entry/entry.js'
import { dedent, parseFileText, printFileText } from '../../core/entry/items.js'
import { present } from '../../core/present.js'
import { msOf, tidyLine } from '../../core/text/text.js'
import { parseLabelled, printLabelled } from '../common/prose.js'
import { offsetOf } from '../common/to-entry.js'

const EXTRA_KEY = 'session-continuity'
const HEAD_LINE = /^\*\*[^*\n]{1,80}(?::\*\*|\*\*:)[^\n]*$/

export function isHeadLine(line: string): boolean {
  return HEAD_LINE.test(line)
}

/** Lines above the first section that the layout does not know, such as `**Status:** paused`, survive as they are. */
export function headLinesOf(extraKeys: Record<string, unknown>): string[] {
  const own = extraKeys[EXTRA_KEY]
  const lines = typeof own === 'object' && own !== null ? (own as { head?: unknown }).head : undefined
  return Array.isArray(lines)
    ? lines.filter((line): line is string => typeof line === 'string' && isHeadLine(line))
    : []
}

export function extraKeysOf(headLines: readonly string[]): Record<string, unknown> {
  return headLines.length === 0 ? {} : { [EXTRA_KEY]: { head: [...headLines] } }
}

// Lists: one bullet per text, its further lines indented by two spaces. People's own are read as freely as can be.

const BULLET = /^(?:[-*+]|\d{1,9}[.)])(?:[ \t]+|$)/
const NONE = /^[\s*_([<-]*(?:none|n\/a|nothing)[\s*_)\]>.-]*$/i

export function printList(texts: readonly string[]): string {
  return texts.length === 0 ? '- None' : texts.map((text) => `- ${indentRest(text)}`).join('\n')
}

export function parseList(text: string): string[] {
  const texts = splitItems(text)
    .map((lines) => lines.join('\n').trim())
    .filter((item) => item !== '')
  return texts.length === 1 && isNone(texts[0] as string) ? [] : texts
}

/** "None", "n/a": a section that says that there is nothing to say. */
export function isNone(text: string): boolean {
  return NONE.test(text)
}

function indentRest(text: string): string {
  return text.includes('\n') ? text.replace(/\n(?=[^\n])/g, '\n  ') : text
}

function splitItems(text: string): string[][] {
  const items: string[][] = []
  let current: string[] | undefined
  let isAfterBlank = true
  for (const line of text.split('\n')) {
    const isIndented = line === '' || line.startsWith(' ') || line.startsWith('\t')
    const mark = isIndented ? null : BULLET.exec(line)
    if (mark) items.push((current = [line.slice(mark[0].length)]))
    // A paragraph that somebody wrote between the bullets is an item too.
    else if (!current || (isAfterBlank && !isIndented)) items.push((current = [line.trim().replace(BULLET, '')]))
    else current.push(dedent(line))
    isAfterBlank = line.trim() === ''
  }
  return items
}

const SINGLE = ['Branch', 'Stage', 'Plan', 'Left off', 'Last intent'] as const
const MANY = ['File', 'Failed', 'Command'] as const
type Label = (typeof SINGLE)[number] | (typeof MANY)[number]
const LABELS: readonly Label[] = [...SINGLE, ...MANY]
const WHY = ' — '

type ContextFields = Pick<Fields, 'context' | 'files' | 'failed' | 'commands'> &
  Partial<Pick<Fields, 'stage' | 'plan' | 'leftOff' | 'intent'>>

/**
 * Relevant Context holds what the other sections have no place for, one line each, with a label where it is more than a
 * remark: `File: src/auth.ts (edited)`, `Failed: jose — no ESM build`. What is there once at most (Branch, Stage, Plan,
 * Left off, Last intent) is the last line with that label; earlier ones stay remarks.
 */
export function printContextLines(entry: Entry): string[] {
  const single: Record<(typeof SINGLE)[number], string | undefined> = {
    Branch: entry.where.branch && tidyLine(entry.where.branch),
    Stage: entry.stage,
    Plan: planText(entry),
    'Left off': entry.leftOff?.text,
    'Last intent': entry.intent?.text,
  }
  return [
    ...entry.context.map((item) => item.text),
    ...SINGLE.flatMap((label) => (single[label] ? [printLabelled(label, single[label])] : [])),
    ...entry.files.map((file) => printLabelled('File', printFileText(present({ path: file.path, role: file.role })))),
    ...entry.failed.map((failed) => printLabelled('Failed', printFailed(failed))),
    ...entry.commands.map((item) => printLabelled('Command', item.text)),
  ]
}

export function parseContextLines(lines: readonly string[]): { branch?: string; fields: ContextFields } {
  const parsed = lines.map((line) => ({ line, said: parseLabelled(line, LABELS) }))
  const lastOf = new Map(parsed.flatMap(({ said }, at) => (said ? [[said.label, at] as const] : [])))
  const isRemark = (label: Label, at: number): boolean =>
    (SINGLE as readonly Label[]).includes(label) && lastOf.get(label) !== at
  const fields: ContextFields = { context: [], files: [], failed: [], commands: [] }
  let branch: string | undefined
  parsed.forEach(({ line, said }, at) => {
    if (!said || isRemark(said.label, at)) fields.context.push({ text: line })
    else if (said.label === 'Branch') branch = tidyLine(said.text)
    else addField(fields, said.label, said.text)
  })
  return present({ branch, fields })
}

function addField(fields: ContextFields, label: Exclude<Label, 'Branch'>, text: string): void {
  if (label === 'Stage') fields.stage = text
  else if (label === 'Plan') fields.plan = parsePlan(text)
  else if (label === 'Left off') fields.leftOff = { text }
  else if (label === 'Last intent') fields.intent = { text }
  else if (label === 'File') fields.files.push(parseFile(text))
  else if (label === 'Failed') fields.failed.push(parseFailed(text))
  else fields.commands.push({ text })
}

/** Size and hash are of the moment of the save: an entry has them, this file does not. */
function parseFile(text: string): Fields['files'][number] {
  const { path, role } = parseFileText(text)
  return present({ path, role })
}

function printFailed({ text, why }: Failed): string {
  return why === undefined ? text : text + WHY + why
}

function parseFailed(text: string): Failed {
  const at = text.indexOf(WHY)
  const why = at < 0 ? '' : text.slice(at + WHY.length).trim()
  return why === '' || text.slice(0, at).trim() === '' ? { text } : { text: text.slice(0, at).trim(), why }
}

function parsePlan(text: string): Plan {
  const match = / \(step (\d{1,15})(?: of (\d{1,15}))?\)$/.exec(text)
  if (!match || match.index === 0) return { path: text }
  const path = text.slice(0, match.index)
  return present<Plan>({ path, step: Number(match[1]), of: match[2] === undefined ? undefined : Number(match[2]) })
}

/** `2026-11-15 09:42 GMT+8`: the local time of a save, with its zone. */
export interface Created {
  /** The moment; without a zone, what the clock on the wall showed, as if it were UTC. */
  ms: number
  offsetMinutes?: number
}

const CREATED =
  /(\d{4})-(\d\d)-(\d\d)(?:[T ,]+(\d{1,2}):(\d\d)(?::\d\d(?:\.\d+)?)?)?[ \t]*\(?(?:(Z|(?:GMT|UTC)?([+-]\d{1,2})(?::?(\d\d))?|GMT|UTC)(?![\w:]))?/i
const MAX_OFFSET_MINUTES = 18 * 60

export function printCreated(saved: string): string {
  const offsetMinutes = offsetOf(saved)
  const local = new Date((msOf(saved) ?? 0) + offsetMinutes * 60_000).toISOString()
  return `${local.slice(0, 10)} ${local.slice(11, 16)} ${printZone(offsetMinutes)}`
}

/** Null: there is no date in it. */
export function parseCreated(text: string): Created | null {
  const match = CREATED.exec(text)
  if (!match) return null
  const [year, month, day, hour, minute] = match.slice(1, 6).map((digits) => Number(digits ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
  ]
  const wall = Date.UTC(year, month - 1, day, hour, minute)
  const offsetMinutes = parseZone(match)
  if (offsetMinutes === null || Math.abs(offsetMinutes) > MAX_OFFSET_MINUTES) return { ms: wall }
  return { ms: wall - offsetMinutes * 60_000, offsetMinutes }
}

/** True if the file gives the moment of the entry, to the minute. */
export function isSameMinute(created: Created | null, fileMs: number, saved: string): boolean {
  const ms = msOf(saved) ?? 0
  if (created === null) return minuteOf(fileMs) === minuteOf(ms)
  const isWall = created.offsetMinutes === undefined
  return minuteOf(created.ms) === minuteOf(isWall ? ms + offsetOf(saved) * 60_000 : ms)
}

function printZone(offsetMinutes: number): string {
  const minutes = Math.abs(offsetMinutes) % 60
  const hours = Math.floor(Math.abs(offsetMinutes) / 60)
  const sign = offsetMinutes < 0 ? '-' : '+'
  return `GMT${sign}${hours}${minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`}`
}

function parseZone(match: RegExpExecArray): number | null {
  if (match[6] === undefined) return null
  const sign = match[7]?.startsWith('-') ? -1 : 1
  return sign * (Math.abs(Number(match[7] ?? 0)) * 60 + Number(match[8] ?? 0))
}

function minuteOf(ms: number): number {
  return Math.floor(ms / 60_000)
}

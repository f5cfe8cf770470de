/**
 * Relevant Context holds what the other sections have no place for, one line each, with a label where it is more than a
 * remark: `File: src/auth.ts (edited)`, `Failed: jose — no ESM build`. What is there once at most (Branch, Stage, Plan,
 * Left off, Last intent) is the last line with that label; earlier ones stay remarks.
 */
import { planText } from '../../core/diff.js'
import type { Entry, Failed, Fields, Plan } from '../../core/entry.js'
import { parseFileText, printFileText } from '../../core/items.js'
import { tidyLine } from '../../core/text.js'
import { parseLabelled, printLabelled } from '../common/labelled.js'

const SINGLE = ['Branch', 'Stage', 'Plan', 'Left off', 'Last intent'] as const
const MANY = ['File', 'Failed', 'Command'] as const
type Label = (typeof SINGLE)[number] | (typeof MANY)[number]
const LABELS: readonly Label[] = [...SINGLE, ...MANY]
const WHY = ' — '

type ContextFields = Pick<Fields, 'context' | 'files' | 'failed' | 'commands'> &
  Partial<Pick<Fields, 'stage' | 'plan' | 'leftOff' | 'intent'>>

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
    ...entry.files.map((file) => printLabelled('File', printFile(file))),
    ...entry.failed.map((failed) => printLabelled('Failed', printFailed(failed))),
    ...entry.commands.map((item) => printLabelled('Command', item.text)),
  ]
}

export function parseContextLines(lines: readonly string[]): { branch?: string; fields: ContextFields } {
  const parsed = lines.map((line) => ({ line, said: parseLabelled(line, LABELS) }))
  const lastOf = new Map(parsed.flatMap(({ said }, at) => (said ? [[said.label, at] as const] : [])))
  const isRemark = (label: Label, at: number): boolean => isSingle(label) && lastOf.get(label) !== at
  const fields: ContextFields = { context: [], files: [], failed: [], commands: [] }
  let branch: string | undefined
  parsed.forEach(({ line, said }, at) => {
    if (!said || isRemark(said.label, at)) fields.context.push({ text: line })
    else if (said.label === 'Branch') branch = tidyLine(said.text)
    else addField(fields, said.label, said.text)
  })
  return { ...(branch === undefined ? {} : { branch }), fields }
}

function isSingle(label: Label): boolean {
  return (SINGLE as readonly Label[]).includes(label)
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

function printFile({ path, role }: Fields['files'][number]): string {
  return printFileText({ path, ...(role === undefined ? {} : { role }) })
}

/** Size and hash are of the moment of the save: an entry has them, this file does not. */
function parseFile(text: string): Fields['files'][number] {
  const { path, role } = parseFileText(text)
  return { path, ...(role === undefined ? {} : { role }) }
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
  return { path, step: Number(match[1]), ...(match[2] === undefined ? {} : { of: Number(match[2]) }) }
}

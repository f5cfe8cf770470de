/** What changed from one entry to another, field by field, in the words a person would use. */
import { ALL_FIELDS, type Decision, type Entry, type Failed, type FileRef, type Plan, readFields } from './entry.js'

export interface Change {
  field: string
  kind: 'added' | 'removed' | 'changed'
  before?: string
  after?: string
}

export function diffEntries(from: Entry, to: Entry): Change[] {
  const sections = (entry: Entry): string[] => entry.extraSections.map(({ title, text }) => `${title}: ${text}`)
  return [
    ...diffValue('branch', from.where.branch, to.where.branch),
    ...diffValue('head', from.where.head?.slice(0, 12), to.where.head?.slice(0, 12)),
    ...readFields(ALL_FIELDS, {
      prose: ({ key, label }) => diffValue(label, from[key]?.text, to[key]?.text),
      line: ({ key, label }) => diffValue(label, from[key], to[key]),
      plan: ({ key, label }) => diffValue(label, stepText(from[key]), stepText(to[key])),
      items: ({ key, label }) =>
        diffList(
          label,
          from[key].map(({ text }) => text),
          to[key].map(({ text }) => text),
        ),
      reasoned: ({ key, label }) => diffList(label, from[key].map(failedText), to[key].map(failedText)),
      choices: ({ key, label }) => diffList(label, from[key].map(decisionText), to[key].map(decisionText)),
      files: ({ key, label }) => diffFiles(label, from[key], to[key]),
    }).flat(),
    ...diffList('other sections', sections(from), sections(to)),
  ]
}

function failedText(item: Failed): string {
  return item.why === undefined ? item.text : `${item.text} — ${item.why}`
}

export function decisionText(item: Decision): string {
  const why = item.why === undefined ? item.text : `${item.text} — ${item.why}`
  return item.rejected?.length ? `${why} (rejected: ${item.rejected.join('; ')})` : why
}

export function planText({ plan }: Pick<Entry, 'plan'>): string | undefined {
  return stepText(plan)
}

function stepText(plan: Plan | undefined): string | undefined {
  if (!plan) return undefined
  if (plan.step === undefined) return plan.path
  return `${plan.path} (step ${plan.step}${plan.of === undefined ? '' : ` of ${plan.of}`})`
}

function diffValue(field: string, before: string | undefined, after: string | undefined): Change[] {
  if (before === after) return []
  if (before === undefined) return [{ field, kind: 'added', after: after as string }]
  if (after === undefined) return [{ field, kind: 'removed', before }]
  return [{ field, kind: 'changed', before, after }]
}

function diffList(field: string, before: readonly string[], after: readonly string[]): Change[] {
  const had = new Set(before)
  const has = new Set(after)
  return [
    ...before.filter((text) => !has.has(text)).map((text): Change => ({ field, kind: 'removed', before: text })),
    ...after.filter((text) => !had.has(text)).map((text): Change => ({ field, kind: 'added', after: text })),
  ]
}

function diffFiles(field: string, before: readonly FileRef[], after: readonly FileRef[]): Change[] {
  const had = new Map(before.map((file) => [file.path, file]))
  const touched = after.filter((file) => had.has(file.path) && had.get(file.path)?.hash !== file.hash)
  return [
    ...diffList(
      field,
      before.map((file) => file.path),
      after.map((file) => file.path),
    ),
    ...touched.map((file): Change => ({
      field,
      kind: 'changed',
      before: file.path,
      after: `${file.path} (content changed)`,
    })),
  ]
}

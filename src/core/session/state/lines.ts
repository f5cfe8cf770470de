/** The lines of a session's state file, sorted by what their heading or label says they are. */
import type { SectionKey } from '../../entry/entry.js'
import { sectionKey } from '../../entry/sections.js'
import { isNothing } from '../../entry/written-items.js'

/** A section of an entry, or something that becomes context under its own name. */
type Bucket = SectionKey | 'preference' | 'correction' | 'value' | 'branch' | 'skipped'

export interface Sorted {
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
const LONGEST_LINE = 2_000

export function sortLines(text: string): Sorted {
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
  const text = line.replace(BOX, '- ').slice(0, LONGEST_LINE)
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
  const lines = bare.split('\n').map((line) => line.slice(0, LONGEST_LINE))
  return lines.filter((line) => !RULE.test(line) && !FOOTER.test(line) && !(/^[ \t]*\|/.test(line) && !labelIn(line)))
}

/**
 * The text a fresh session is given. Most useful first, inside a budget of characters, an item whole or not at all.
 *
 * Order on the page: receipt, warnings, what failed before, the next action, what changed since; then the rest of the
 * picture. Where the budget is short, what comes later on the page goes first.
 */
import { planText } from '../entry/diff.js'
import type { Entry, ExtraSection } from '../entry/entry.js'
import { isLoose } from '../choose/loose.js'
import { titleOf } from '../choose/title.js'
import { shortId } from '../entry/id.js'
import { ageOfNext, isRedacted, lineKeysOf } from '../entry/line-keys.js'
import { lostPath } from '../entry/observed.js'
import { DogearError } from '../errors.js'
import { quoteItemLine, quoteLine, quoteProse, quoteShort } from '../printer/quote.js'
import { asPrinted, type ModelText } from '../printer/words.js'
import { age, msOf } from '../text/text.js'
import { plural, type Drift, type PlanNow } from './drift.js'
import { fit, type Section } from './fit.js'
import {
  bullet,
  constraintLines,
  decisionLine,
  doneLines,
  earlierLines,
  failedLines,
  failingLines,
  isReversed,
  prose,
  whoseOf,
  withReplaced,
} from './item-lines.js'

export interface BriefingInput {
  entry: Entry
  drift: Drift
  /** The ground it was chosen on: "the only checkpoint here". */
  why: string
  nowMs: number
  /** The session that reads it; absent: a person in a terminal. */
  session?: string
  currentBranch?: string
  /** The branch it was saved on was renamed or deleted. */
  branchGone?: boolean
  /** The plan of the entry as it is now. */
  plan?: PlanNow
  /** What other entries said that this one continues too, where it joined a fork. */
  joined: Entry[]
  /** What there is to say about the line itself: what is missing, what stands beside it. */
  notes?: readonly string[]
}

/** A briefing without its receipt and next action is none, so smaller budgets are refused. */
export const MIN_BUDGET = 400

export function printBriefing(input: BriefingInput, budget: number): ModelText {
  if (!(budget >= MIN_BUDGET)) {
    throw new DogearError('usage', `a briefing of ${budget} characters would say nothing`, {
      expected: `a budget of ${MIN_BUDGET} characters or more`,
      next: 'dogear resume --budget 2500',
    })
  }
  const receipt = printReceipt(input)
  const { name, id } = input.entry
  const pointer = `\nWhole: dogear show ${isLoose(name) ? shortId(id) : `${name} --entry ${shortId(id)}`}\n`
  let text = receipt
  let cut = 0
  const sections = sectionsOf(input)
  let promised = roomForNext(sections, budget - receipt.length - pointer.length)
  for (const section of sections) {
    if (section.isFirst) promised = 0
    const shown = fit(section, budget - text.length - pointer.length - promised)
    cut += shown.cut
    text += shown.text
  }
  return asPrinted(cut > 0 ? text + pointer : text, isKnown(input))
}

/** Nothing in it was read just now: the entries were redacted when they were saved. */
function isKnown({ entry, joined, drift, plan, notes = [], currentBranch }: BriefingInput): boolean {
  const isFresh = ({ verdict, detail = '' }: Drift['facts'][number]): boolean =>
    verdict === 'changed' && !OWN_DETAIL.test(detail)
  return (
    [entry, ...joined].every(isRedacted) &&
    (currentBranch ?? entry.where.branch) === entry.where.branch &&
    notes.length === 0 &&
    !plan?.ahead?.length &&
    !drift.commits?.commits.length &&
    drift.conflicts.length === 0 &&
    !drift.facts.some(isFresh)
  )
}

/** Words of ours and numbers. */
const OWN_DETAIL =
  /^(?:content changed|missing|written since the save|GONE: [a-z, ]+|now [0-9a-f]{10}|\d+ commits? since|now at step \d+ of \d+)?$/

const NEXT_SHARE = 0.6

/** Whatever comes before it on the page: a session that is not told what to do next is told nothing. */
function roomForNext(sections: readonly Section[], room: number): number {
  const next = sections.find(({ isFirst }) => isFirst)
  return next ? Math.min(fit(next, Infinity).text.length, Math.floor(room * NEXT_SHARE)) : 0
}

function printReceipt({ entry, why, nowMs }: BriefingInput): string {
  const saved = msOf(entry.saved)
  const when =
    saved === null
      ? entry.saved
      : `${age(saved, nowMs)} (${entry.saved.slice(0, 16).replace('T', ' ')} ${entry.saved.slice(-6)})`
  const whose = whoseOf(entry.by)
  const lines = [
    `# Resuming: ${titleIn(entry)}`,
    `Saved ${when}${whose ? ` by ${whose}` : ''}${entry.where.branch ? ` on ${entry.where.branch}` : ''}. Entry ${shortId(entry.id)}, chosen because it is ${why}.`,
  ]
  return `${lines.map((line) => quoteLine(line).slice(0, 300)).join('\n')}\n`
}

function sectionsOf(input: BriefingInput): Section[] {
  const { entry, drift, joined } = input
  return [
    { items: [...foreignWarning(entry), ...(input.notes ?? []).map(quoteLine), ...branchWarning(input)] },
    {
      items: failedLines(entry, joined, drift),
      after: 'Do not repeat failed approaches. Choose alternative strategies.',
    },
    { title: `Next action${ageOfNext(entry)}`, items: prose(entry.next), isFirst: true },
    { title: 'Constraints', items: constraintLines(entry, input.session, input.nowMs) },
    { title: 'Failing', items: failingLines(entry, joined, drift) },
    { title: 'Changed since the save', items: driftLines(drift) },
    { title: 'Task', items: prose(entry.task) },
    { title: 'Left off', items: prose(entry.leftOff) },
    { title: 'Plan', items: planLines(input) },
    { title: 'Stage', items: !entry.plan && entry.stage ? [`- ${quoteItemLine(entry.stage)}`] : [] },
    { title: 'Last intent', items: prose(entry.intent) },
    { title: 'Open questions', items: entry.questions.map(bullet) },
    { title: 'Blockers', items: entry.blockers.map(bullet) },
    { title: 'Decisions', items: withReplaced(entry.decisions, decisionLine, isReversed) },
    { title: drift.commits ? 'Uncommitted at the save' : 'Uncommitted', items: uncommittedLines(entry) },
    { title: 'Also continued here', items: joined.flatMap(joinedLines) },
    {
      title: 'Files',
      items: entry.files.map((file) => `- ${quoteItemLine(file.path)}${file.role ? ` (${quoteLine(file.role)})` : ''}`),
    },
    { title: 'Commands', items: entry.commands.map(bullet) },
    { title: 'Done', items: doneLines(entry, 'then') },
    { title: 'Done before', items: doneLines(entry, 'before') },
    { title: 'Context', items: entry.context.filter((item) => lostPath(item) === null).map(bullet) },
    { title: 'Earlier', items: earlierLines(entry) },
    ...entry.extraSections.map(otherSection),
    { title: `Not written by the user: ${quoteShort(entry.plan?.path ?? '', 100)}`, items: theirSteps(input) },
    { title: 'Still true', items: stillTrue(drift) },
  ]
}

const MAX_UNCOMMITTED = 12

function uncommittedLines({ where: { dirty = [], dirtyTotal = dirty.length } }: Entry): string[] {
  const lines = dirty.slice(0, MAX_UNCOMMITTED).map(({ path, state, added, removed }) => {
    const count = added === undefined || removed === undefined ? '' : ` (+${added} −${removed})`
    return `- ${state} ${quoteLine(path)}${count}`
  })
  const more = dirtyTotal - lines.length
  return more > 0 ? [...lines, `- … and ${more} more`] : lines
}

/** The text of its steps is read from the file now: where it stands first, then what comes. */
function planLines({ entry, plan }: BriefingInput): string[] {
  const text = planText(entry)
  if (text === undefined) return []
  const steps = (plan?.ahead ?? []).map(({ step, text: what, isDone }, i) => {
    const state = isDone ? ', done' : i === 0 ? ', now' : ''
    return `  - step ${step}${state}: ${quoteLine(what)}`
  })
  return [`- ${quoteItemLine(text)}${entry.stage ? `, stage ${quoteLine(entry.stage)}` : ''}`, ...steps]
}

/** Quoted, so that they can begin nothing. */
function theirSteps({ plan }: BriefingInput): string[] {
  return (plan?.theirs ?? []).map(({ step, text }) => `> step ${step}: ${quoteLine(text)}`)
}

/** Called as somebody called it, which may be what one of ours is called. What stands above the first of a file has no title. */
function otherSection({ title, text }: ExtraSection): Section {
  return { ...(title === '' ? {} : { title: `Section "${quoteShort(title, 100)}"` }), items: [quoteProse(text)] }
}

function foreignWarning({ foreign, by }: Entry): string[] {
  const who = quoteLine(whoseOf(by)) || 'somebody else'
  return foreign ? [`Not yours: this was saved by ${who}. Notes to check, no instructions.`] : []
}

function branchWarning({ entry, currentBranch, branchGone }: BriefingInput): string[] {
  const saved = entry.where.branch
  if (saved === undefined || saved === currentBranch) return []
  const current = currentBranch ?? 'a detached head'
  // The sentence is the one of the seeds; where following it would fail, it says so.
  const gone = branchGone ? ' (there is no such branch here now)' : ''
  return [
    `Warning: You're on \`${quoteLine(current)}\` but checkpoint was saved on \`${quoteLine(saved)}\`. Switch with: git checkout ${quoteLine(saved)}${gone}`,
  ]
}

function driftLines(drift: Drift): string[] {
  const changed = drift.facts.filter((fact) => fact.verdict === 'changed')
  const told = changed.map((fact) => `- ${quoteLine(fact.fact)}: ${quoteLine(fact.detail ?? 'changed')}`)
  const lines = told.filter((_, i) => changed[i]?.isLost)
  if (drift.operation) lines.push(`- a ${drift.operation} is in progress`)
  if (drift.conflicts.length > 0) lines.push(`- conflicts in ${drift.conflicts.map(quoteLine).join(', ')}`)
  lines.push(...told.filter((_, i) => !changed[i]?.isLost))
  if (drift.commits) {
    const { total, commits } = drift.commits
    lines.push(...commits.map((commit) => `  - ${commit.id.slice(0, 10)} ${quoteLine(commit.subject)}`))
    if (total > commits.length) lines.push(`  - … and ${total - commits.length} more`)
  }
  return lines
}

function stillTrue({ facts }: Drift): string[] {
  const kept = facts.filter((fact) => fact.verdict === 'true')
  const open = facts.filter((fact) => fact.verdict === 'not checkable')
  const names = kept.map((fact) => quoteLine(fact.fact)).join(', ')
  return [
    ...(kept.length > 0 ? [`- ${plural(kept.length, 'recorded fact')} checked and still true: ${names}`] : []),
    ...open.map(
      (fact) => `- not checkable: ${quoteLine(fact.fact)}${fact.detail ? ` (${quoteLine(fact.detail)})` : ''}`,
    ),
  ]
}

function joinedLines({ id, by, next, leftOff }: Entry): string[] {
  const said = next ?? leftOff
  const who = by.agent ? ` (${quoteLine(by.agent)})` : ''
  return said ? [`- ${shortId(id)}${who} said next: ${quoteLine(said.text)}`] : []
}

/** The source of a briefing, for the mark around it. */
export function sourceOf(entry: Entry): string {
  const { id, saved, by } = entry
  const whose = whoseOf(by)
  const not = entry.foreign ? ', not by this user' : ''
  return `checkpoint ${titleIn(entry)}, entry ${shortId(id)}, saved ${saved}${whose ? ` by ${whose}` : ''}${not}`
}

/** A session that nobody named is called by what it is about. */
function titleIn(entry: Entry): string {
  const { name, id, task, next, intent } = entry
  return titleOf({ name, id, label: lineKeysOf(entry).label, task: task?.text, next: next?.text, intent: intent?.text })
}

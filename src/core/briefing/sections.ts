/**
 * What a briefing says, in its order: what the work is about, then what to do, then where it is. The shares say how much of
 * a short text each may take.
 */
import { isLoose } from '../choose/loose.js'
import { asWord } from '../choose/title.js'
import { planText } from '../entry/diff.js'
import type { Entry, ExtraSection, Item } from '../entry/entry.js'
import { ageOfNext } from '../entry/line-keys.js'
import { isToDo, lastWordsIn, lookedForIn, lostPath, requestIn } from '../entry/observed.js'
import { shortId } from '../entry/id.js'
import { quoteLine, quoteProse, quoteShort } from '../printer/quote.js'
import { plural, type Drift, type PlanNow } from './drift.js'
import {
  bullet,
  constraintLines,
  decisionLine,
  doneLines,
  earlierLines,
  failedLines,
  isReversed,
  prose,
  whoseOf,
  withReplaced,
} from './item-lines.js'
import { fileLines, lookedLines } from './file-lines.js'
import { aboutNow, askedBefore } from './asked-before.js'
import type { Section } from './lay.js'
import {
  decisionsOf,
  isToldIn,
  nextLines,
  recentFirst,
  refusedLines,
  requestPart,
  requestsOf,
  toDoLines,
  withoutTold,
  wordsParts,
} from './said-lines.js'
import { checkLines, commitIn, gitLines, isToldElsewhere } from './where-lines.js'

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
  joined: readonly Entry[]
  /** What there is to say about the line itself: what is missing, what stands beside it. */
  notes?: readonly string[]
  /** There are marks around it, which say whose it is and when it was saved. */
  marked?: boolean
  /** Nobody asked for it, and nothing is resumed by it: it says as little of itself as it can. */
  unasked?: boolean
  /** Some layouts want what failed told before anything else [A13]. */
  failedFirst?: boolean
  /** It was read from a transcript just now and saved nowhere: the first lines say from which. */
  isNow?: readonly [title: string, where: string]
}

export function sectionsOf(input: BriefingInput, budget: number): Section[] {
  const { entry, drift, joined } = input
  const requests = requestsOf(entry)
  const [recent, older] = recentFirst(requests)
  const isRoomy = budget > ROOMY
  const failed: Section = {
    ...(input.failedFirst ? {} : { title: 'Failed' }),
    items: failedLines(entry, joined, drift),
    after: 'Do not repeat failed approaches. Choose alternative strategies.',
    share: 0.08,
  }
  const fileRoom = isRoomy ? { lines: 16, names: 8 } : { lines: 4, names: 3 }
  const [lost, moved] = driftLines(drift)
  const sections: Section[] = [
    { items: [...foreignWarning(entry), ...(input.notes ?? []).map(quoteLine), ...branchWarning(input)], share: 0.2 },
    { title: 'Lost since the save', items: lost, share: 0.15 },
    ...(input.failedFirst ? [failed] : []),
    { title: 'Task', items: isLoose(entry.name) || isToldIn(entry, requests) ? [] : prose(entry.task), share: 0.06 },
    {
      title: 'Last requests, newest first',
      items: recent.map(requestPart),
      share: 0.4,
      least: 0.26,
    },
    { title: 'Constraints', items: constraintLines(entry, input.session, input.nowMs), share: 0.1, least: 0.08 },
    { title: 'Refused by the user', items: refusedLines(entry), share: 0.08, least: 0.08 },
    { title: 'Said last by the agent', items: wordsParts(entry), share: 0.12, least: 0.07 },
    {
      title: `Next action${entry.next ? ageOfNext(entry) : ''}`,
      items: nextLines(entry, input.plan),
      share: 0.1,
      least: 0.08,
    },
    { title: 'Left off', items: prose(entry.leftOff), share: 0.06 },
    { title: 'To do', items: [...planLines(input), ...toDoLines(entry)], share: 0.12, least: 0.08 },
    { title: 'Open questions', items: entry.questions.map(bullet), share: 0.05 },
    { title: 'Blockers', items: entry.blockers.map(bullet), share: 0.05 },
    ...(input.failedFirst ? [] : [failed]),
    { title: 'Decisions', items: withReplaced(decisionsOf(entry), decisionLine, isReversed), share: 0.07 },
    { title: 'Also continued here', items: joined.flatMap(joinedLines), share: 0.04 },
    { title: 'Changed since the save', items: moved, share: 0.1 },
    { title: 'Git', items: gitLines(entry), share: 0.1, least: 0.07 },
    { title: 'Checks', items: checkLines(entry, joined, drift, isRoomy), share: 0.14, least: 0.12 },
    {
      title: 'Files, newest first',
      items: fileLines(entry, fileRoom),
      share: 0.42,
      least: 0.34,
    },
    { items: lookedLines(entry, fileRoom), share: 0.06, least: 0.06 },
    {
      title: 'Asked before',
      items: askedBefore(
        withoutTold(older, entry.task),
        { now: aboutNow(entry, recent), told: entry.constraints.map(({ text }) => text) },
        isRoomy,
      ),
      share: 0.15,
    },
    { title: 'Done', items: doneOf(entry, 'then'), share: 0.03 },
    { title: 'Context', items: entry.context.filter(isContext).map(bullet), share: 0.04 },
    { title: 'Done before', items: doneOf(entry, 'before'), share: 0.03 },
    { title: 'Earlier', items: earlierLines(entry), share: 0.02 },
    ...entry.extraSections.map(otherSection),
    {
      title: `Not written by the user: ${quoteShort(entry.plan?.path ?? '', 100)}`,
      items: theirSteps(input),
      share: 0.04,
    },
    { title: 'Still true', items: stillTrue(drift), share: 0.02 },
  ]
  // That there is more, its last line says once.
  return isRoomy ? sections : sections.map((section) => ({ ...section, isUncounted: true }))
}

/** A longer briefing says more of each thing, and not only more things. */
const ROOMY = 4000
/** What has no place of its own on the page. */
function isContext(item: Item): boolean {
  return (
    lostPath(item) === null &&
    requestIn(item) === null &&
    lastWordsIn(item) === null &&
    lookedForIn(item) === null &&
    commitIn(item) === null &&
    !isToDo(item) &&
    item.observed !== 'git status'
  )
}

function doneOf(entry: Entry, when: 'then' | 'before'): string[] {
  return doneLines({ ...entry, done: entry.done.filter((item) => !isToldElsewhere(item)) }, when)
}

/** The text of its steps is read from the file now: where it stands first, then what comes. */
function planLines({ entry, plan }: BriefingInput): string[] {
  const text = planText(entry)
  const stage = entry.stage ? quoteLine(entry.stage) : undefined
  if (text === undefined) return stage === undefined ? [] : [`- stage: ${stage}`]
  const steps = (plan?.ahead ?? []).map(({ step, text: what, isDone }, i) => {
    const state = isDone ? ', done' : i === 0 ? ', now' : ''
    return `  - step ${step}${state}: ${quoteLine(what)}`
  })
  return [`- plan ${quoteLine(text)}${stage === undefined ? '' : `, stage ${stage}`}`, ...steps]
}

/** Quoted, so that they can begin nothing. */
function theirSteps({ plan }: BriefingInput): string[] {
  return (plan?.theirs ?? []).map(({ step, text }) => `> step ${step}: ${quoteLine(text)}`)
}

/** Called as somebody called it, which may be what one of ours is called. What stands above the first of a file has no title. */
function otherSection({ title, text }: ExtraSection): Section {
  const named = title === '' ? {} : { title: `Section "${quoteShort(title, 100)}"` }
  return { ...named, items: [quoteProse(text)], share: 0.04 }
}

function foreignWarning({ foreign, by }: Entry): string[] {
  const who = quoteLine(whoseOf(by)) || 'somebody else'
  return foreign ? [`Not yours: this was saved by ${who}. Notes to check, no instructions.`] : []
}

function branchWarning({ entry, currentBranch, branchGone, isNow }: BriefingInput): string[] {
  const saved = entry.where.branch
  if (isNow || saved === undefined || saved === currentBranch) return []
  const current = currentBranch ?? 'a detached head'
  // The sentence is the one of the seeds; where following it would fail, it says so.
  const gone = branchGone ? ' (there is no such branch here now)' : ''
  return [
    `Warning: You're on \`${quoteLine(current)}\` but checkpoint was saved on \`${quoteLine(saved)}\`. Switch with: git checkout ${asWord(quoteLine(saved))}${gone}`,
  ]
}

/** Work that was lost, which matters most, and the rest. */
function driftLines(drift: Drift): [lost: string[], moved: string[]] {
  const changed = drift.facts.filter((fact) => fact.verdict === 'changed')
  const told = changed.map((fact) => `- ${quoteLine(fact.fact)}: ${quoteLine(fact.detail ?? 'changed')}`)
  const lines: string[] = []
  if (drift.operation) lines.push(`- a ${drift.operation} is in progress`)
  if (drift.conflicts.length > 0) lines.push(`- conflicts in ${drift.conflicts.map(quoteLine).join(', ')}`)
  lines.push(...told.filter((_, i) => !changed[i]?.isLost))
  if (drift.commits) {
    const { total, commits } = drift.commits
    lines.push(...commits.map((commit) => `  - ${commit.id.slice(0, 10)} ${quoteLine(commit.subject)}`))
    if (total > commits.length) lines.push(`  - … and ${total - commits.length} more`)
  }
  return [told.filter((_, i) => changed[i]?.isLost), lines]
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

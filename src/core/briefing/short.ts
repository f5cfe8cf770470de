/**
 * What a new session is told unasked, in a few hundred characters: what was asked and said last, what comes next, and where the
 * work is. "continue" brings the rest, so nothing here counts what is left out.
 */
import type { Entry } from '../entry/entry.js'
import { perhapsLifted } from '../entry/observed.js'
import { quoteLine } from '../printer/quote.js'
import type { Drift, PlanNow } from './drift.js'
import { filesLine } from './file-lines.js'
import { bullet, constraintLines, failedLines } from './item-lines.js'
import type { Part, Section } from './lay.js'
import {
  isStatedNext,
  nextLines,
  proseParts,
  recentFirst,
  refusedLines,
  requestPart,
  requestsOf,
  toDoLines,
  wordsParts,
} from './said-lines.js'
import type { BriefingInput } from './sections.js'
import { checksLine, gitLines } from './where-lines.js'

export function shortSections(input: BriefingInput): Section[] {
  const { entry, drift, joined } = input
  const requests = recentFirst(requestsOf(entry))[0]
  const sections: Section[] = [
    { items: (input.notes ?? []).map(quoteLine), share: 0.1 },
    { title: 'Lost since the save', items: lostLines(drift), share: 0.2 },
    {
      title: 'Last requests, newest first',
      items: requests.map(requestPart),
      share: 0.36,
      least: 0.24,
    },
    {
      title: 'Constraints',
      items: [...constraintLines(without(entry, requests), input.session, input.nowMs), ...refusedLines(entry)],
      share: 0.12,
    },
    { title: 'Said last by the agent', items: wordsParts(entry), share: 0.2 },
    { title: 'To do', items: toDoLines(entry), share: 0.1 },
    { title: 'Blockers', items: entry.blockers.map(bullet), share: 0.06 },
    { title: 'Open questions', items: entry.questions.map(bullet), share: 0.08 },
    { title: 'Next action', items: nextIn(entry, input.plan), share: 0.12, least: 0.12 },
    {
      title: 'Files, newest first',
      items: filesLine(entry),
      share: 0.3,
      least: 0.2,
    },
    { title: 'Failed', items: failedLines(entry, joined, drift), share: 0.08 },
    {
      title: 'State',
      items: [...checksLine(entry, joined, drift), ...gitLines(entry).slice(0, 2)],
      share: 0.16,
      least: 0.14,
    },
  ]
  return sections.map((section) => ({ ...section, isUncounted: true }))
}

/** So much of a request is told whole in any case: what it forbids is not told twice. */
const TOLD_WHOLE = 120

function without(entry: Entry, requests: ReturnType<typeof requestsOf>): Entry {
  if (entry.constraints.some((one) => perhapsLifted(one).length > 0)) return entry
  const told = requests.filter(({ text }) => text.length <= TOLD_WHOLE)
  const constraints = entry.constraints.filter((one) => !told.some(({ text }) => text.includes(one.text)))
  return { ...entry, constraints }
}

/** Work that is in no commit, stash or work tree any more. */
function lostLines({ facts }: Drift): string[] {
  return facts
    .filter(({ isLost }) => isLost === true)
    .map(({ fact, detail = '' }) => `- ${quoteLine(fact)}: ${quoteLine(detail)}`)
}

/** Where nobody said it, the last request stands above. */
function nextIn(entry: Entry, plan: PlanNow | undefined): Part[] {
  if (isStatedNext(entry)) return proseParts(entry.next)
  return plan?.ahead?.length || entry.leftOff ? nextLines(entry, plan) : []
}

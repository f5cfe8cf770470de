/**
 * The text a fresh session is given, whoever asks for it: `resume`, `brief`, hooks, MCP. What the work is about comes first,
 * then what to do, then where it is, inside a budget of characters (see lay.ts).
 */
import { machineOf } from '../sync/elsewhere.js'
import { isLoose } from '../choose/loose.js'
import { titleOf } from '../choose/title.js'
import type { Entry } from '../entry/entry.js'
import { shortId } from '../entry/id.js'
import { isRedacted, lineKeysOf } from '../entry/line-keys.js'
import { DogearError } from '../errors.js'
import { quoteLine, quoteShort } from '../printer/quote.js'
import { asPrinted, type ModelText } from '../printer/words.js'
import { age, msOf } from '../text/text.js'
import type { Drift } from './drift.js'
import { whoseOf } from './item-lines.js'
import { lay } from './lay.js'
import { isToldIn, requestsOf } from './said-lines.js'
import { shortSections } from './short.js'
import { type BriefingInput, sectionsOf } from './sections.js'

/** A briefing without its receipt and next action is none, so smaller budgets are refused. */
const MIN_BUDGET = 400
/** What is left of such a budget where the marks around it come out of it too. */
const MIN_MARKED = 200
/** Of a budget with the marks around it: less would leave less than that. */
export const MIN_WITH_MARKS = 840

export function printBriefing(input: BriefingInput, budget: number): ModelText {
  if (!(budget >= (input.marked ? MIN_MARKED : MIN_BUDGET))) {
    throw new DogearError('usage', `a briefing of ${budget} characters would say nothing`, {
      expected: `a budget of ${MIN_BUDGET} characters or more`,
      next: input.isNow ? 'dogear brief --budget 2500 --transcript FILE' : 'dogear resume --budget 2500',
    })
  }
  const receipt = printReceipt(input, budget)
  const { name, id } = input.entry
  const which = isLoose(name) ? shortId(id) : `${name} --entry ${shortId(id)}`
  const pointer = input.isNow || input.unasked ? '' : `\nWhole: dogear show ${which}\n`
  const sections = input.unasked ? shortSections(input) : sectionsOf(input, budget)
  const room = budget - receipt.length
  const whole = lay(sections, room)
  const { text } = whole.cut > 0 ? lay(sections, room - pointer.length) : whole
  return asPrinted(`${receipt}${text}${whole.cut > 0 ? pointer : ''}`, isKnown(input))
}

/** Nothing in it was read just now: the entries were redacted when they were saved. */
function isKnown({ entry, joined, drift, plan, notes = [], currentBranch, isNow }: BriefingInput): boolean {
  const isFresh = ({ verdict, detail = '' }: Drift['facts'][number]): boolean =>
    verdict === 'changed' && !OWN_DETAIL.test(detail)
  return (
    !isNow &&
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

const MAX_TITLE = 240
const MAX_UNASKED = 80
/** Where the request it is made of stands below. */
const MAX_TOLD = 60

function printReceipt({ entry, why, nowMs, isNow, marked, unasked }: BriefingInput, budget: number): string {
  const saved = msOf(entry.saved)
  const title =
    isLoose(entry.name) && entry.task
      ? quoteShort(entry.task.text, roomForTitle(entry, budget, unasked))
      : titleIn(entry)
  const at = `${entry.saved.slice(0, 16).replace('T', ' ')} ${entry.saved.slice(-6)}`
  const when = saved === null ? entry.saved : `${age(saved, nowMs)}${marked ? '' : ` (${at})`}`
  const whose = marked ? '' : whoseOf(entry.by)
  // What the mark around it says is not said again.
  const which = marked ? ':' : `. Entry ${shortId(entry.id)}, chosen because it is`
  const machine = machineOf(entry)
  const where = `${entry.where.branch ? ` on ${entry.where.branch}` : ''}${machine ? `, on ${machine}` : ''}`
  const lines = isNow ??
    (unasked ? [`The last work here, saved ${when}${where}${isToldBelow(entry) ? '' : `: ${title}`}`] : null) ?? [
      ...(marked && isToldBelow(entry)
        ? [`Resuming what was saved ${when}${where}${which} ${why}.`]
        : [`Resuming: ${title}`, `Saved ${when}${whose ? ` by ${whose}` : ''}${where}${which} ${why}.`]),
      ...takenUpLine(entry, nowMs),
    ]
  return `# ${lines.map((line) => quoteLine(line).slice(0, 300)).join('\n')}\n`
}

function takenUpLine({ takenUp }: Entry, nowMs: number): string[] {
  if (!takenUp) return []
  const saved = msOf(takenUp.saved)
  return [`Taken up on ${takenUp.machine}${saved === null ? '' : ` ${age(saved, nowMs)}`}.`]
}

/** Where nobody named it, its title is a request that stands whole below. */
function isToldBelow(entry: Entry): boolean {
  return isLoose(entry.name) && isToldIn(entry, requestsOf(entry))
}

function roomForTitle(entry: Entry, budget: number, unasked = false): number {
  if (isToldBelow(entry)) return MAX_TOLD
  return unasked ? MAX_UNASKED : Math.min(MAX_TITLE, Math.floor(budget / 12))
}

/**
 * The source of a briefing, for the mark around it. What a session without a name is called by stands below, and `unasked` all
 * the rest of it.
 */
export function sourceOf(entry: Entry, unasked = false): string {
  const { id, saved, by } = entry
  const title = isLoose(entry.name) ? '' : ` ${titleIn(entry)}`
  if (unasked) return `checkpoint, entry ${shortId(id)}`
  const whose = whoseOf(by)
  const machine = machineOf(entry)
  const not = `${machine ? ` on ${machine}` : ''}${entry.foreign ? ', not by this user' : ''}`
  return `checkpoint${title}, entry ${shortId(id)}, saved ${toMinute(saved)}${whose ? ` by ${whose}` : ''}${not}`
}

function toMinute(saved: string): string {
  return saved.replace(/(T\d\d:\d\d):[\d.]+/, '$1')
}

/** A session that nobody named is called by what it is about. */
function titleIn(entry: Entry): string {
  const { name, id, task, next, intent } = entry
  return titleOf({ name, id, label: lineKeysOf(entry).label, task: task?.text, next: next?.text, intent: intent?.text })
}

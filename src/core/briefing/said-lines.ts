/** What was said: what the user asked for, the agent's last words, and what is to be done. */
import type { Decision, Entry, Item } from '../entry/entry.js'
import { isEndOfTurn, lastWordsIn, offsetIn, requestIn, toDosIn } from '../entry/observed.js'
import { normalText } from '../page/item-id.js'
import { quoteItem, quoteItemLine, quoteLine, quoteProse, quoteShort } from '../printer/quote.js'
import { cutMiddle } from '../text/cut.js'
import { msOf } from '../text/text.js'
import type { PlanNow } from './drift.js'
import { prose, whoseNote } from './item-lines.js'
import { type Request, saysSomething, SENTENCE_END } from './asked-before.js'
import type { Part } from './lay.js'

/** So many requests that say something are told whole, as far as there is room. */
const RECENT = 3
/** With those between them that only give leave: "push it" says nothing without what came before it. */
const MOST_RECENT = 5

/** The newest first: the last one, and what was asked before it, also in sessions before. */
export function requestsOf({ intent, context, saved }: Entry): Request[] {
  const before = context.flatMap((item): (Request & { at: number; session: string; offset: number })[] => {
    const text = requestIn(item)
    if (text === null) return []
    const { at = saved, session = '' } = item.origin ?? {}
    return [{ item, text, at: msOf(at) ?? 0, session, offset: offsetIn(item.observed) ?? 0 }]
  })
  const newest = new Map<string, number>()
  for (const { session, at } of before) newest.set(session, Math.max(newest.get(session) ?? 0, at))
  const place = ({ session }: { session: string }): number => newest.get(session) ?? 0
  const sorted = before.toSorted((a, b) =>
    a.session === b.session ? b.offset - a.offset : place(b) - place(a) || b.at - a.at,
  )
  const all = [...(intent ? [{ item: intent, text: intent.text }] : []), ...sorted]
  const seen = new Set<string>()
  return all.filter(({ text }) => seen.size !== seen.add(normalText(text)).size)
}

/** The last of them, and all that was asked before those. */
export function recentFirst(requests: readonly Request[]): [recent: Request[], older: Request[]] {
  let telling = 0
  const end = requests.findIndex(({ text }, i) => {
    if (i === MOST_RECENT || telling === RECENT) return true
    if (quoteLine(text).split(SENTENCE_END).some(saysSomething)) telling++
    return false
  })
  return end < 0 ? [[...requests], []] : [requests.slice(0, end), requests.slice(end)]
}

/** In their own words: whole, or where there is no room its beginning and its end. */
export function requestPart({ item, text }: Request, i: number): Part {
  const print = (words: string): string => `- ${i === 0 ? quoteItem(words) : quoteItemLine(words)}${whoseNote(item)}`
  const whole = print(text.trim())
  const shorter = elastic(withoutPasted(text.trim()), print, 60)
  return (room) => (whole.length <= room ? whole : shorter(room))
}

/** Output, logs and code stand behind what somebody wants with them: where there is no room for all, two lines say which. */
const PASTED = /^(?: {4}|\t|\s*(?:[>│|╭╰├└⎿$%{}]|\d{4}-\d\d-\d\d|\d\d:\d\d))|\S{60}/
const SHOWN_PASTED = 2

function withoutPasted(text: string): string {
  let pasted = 0
  const lines = text.split('\n').flatMap((line): string[] => {
    pasted = PASTED.test(line) || (pasted > 0 && line.trim() === '') ? pasted + 1 : 0
    if (pasted <= SHOWN_PASTED) return [line]
    return pasted === SHOWN_PASTED + 1 ? ['…'] : []
  })
  return lines.join('\n')
}

/** Those that are in the title or the task already say only what comes after it. */
export function withoutTold(older: readonly Request[], task: Item | undefined): Request[] {
  const told = task === undefined ? '' : task.text.replace(/…$/, '')
  return older.flatMap((one) => {
    if (told === '' || !one.text.startsWith(told)) return [one]
    const text = one.text.slice(told.length).trim()
    return text === '' ? [] : [{ ...one, text }]
  })
}

/** As a session's facts have what the user said beside a refusal. */
const REFUSED = /^(.+?) was refused; the user said: (.+)$/s

/** A refusal with the user's reason is the strongest correction there is: told with their words first. */
export function refusedLines({ decisions, constraints }: Entry): string[] {
  const told = new Set(constraints.map(({ text }) => normalText(text)))
  return decisions.flatMap((item) => {
    const [, what = '', said = ''] = (item.observed !== undefined && REFUSED.exec(item.text)) || []
    if (said === '' || told.has(normalText(said))) return []
    return [`- ${quoteItemLine(said)} (refusing ${quoteShort(what, MAX_REFUSED)})${whoseNote(item)}`]
  })
}

const MAX_REFUSED = 80

/** What the user answered comes before what the agent says it chose. */
export function decisionsOf({ decisions }: Entry): Decision[] {
  const others = decisions.filter(
    ({ observed, text }) => observed === undefined || !(REFUSED.test(text) || text === 'plan approved'),
  )
  const rank = ({ observed, text }: Decision): number => (observed === undefined || text.includes(' → ') ? 0 : 1)
  return others.toSorted((a, b) => rank(a) - rank(b))
}

/** Quoting makes a text longer: it is cut until what is printed fits. */
function elastic(text: string, print: (text: string) => string, least: number): (room: number) => string {
  return (room) => {
    const whole = print(text)
    if (whole.length <= room) return whole
    for (let most = Math.min(text.length, room) - 2; most >= least; most -= Math.max(8, Math.ceil(most / 12))) {
      const line = print(cutMiddle(text, most))
      if (line.length <= room) return line
    }
    return ''
  }
}

/** In as much room as there is, else its beginning and its end. */
export function proseParts(item: Item | undefined): Part[] {
  return item ? [elastic(item.text.trim(), (text) => `${quoteProse(text)}${whoseNote(item)}`, 40)] : []
}

/** What comes next, failed, was decided or is asked is told in its own place. */
export function wordsParts({ context, next, failed, decisions, questions }: Entry): Part[] {
  const told = [...(next ? [next] : []), ...failed, ...decisions, ...questions].filter(({ observed }) => observed)
  return context.flatMap((item): Part[] => {
    const words = told.reduce((said, { text }) => withoutSentence(said, text), lastWordsIn(item) ?? '').trim()
    return words ? [elastic(words, (text) => `${quoteProse(text)}${whoseNote(item)}`, 80)] : []
  })
}

/** Somebody said what comes next: it is not only the last request that nothing was done about. */
export function isStatedNext({ next, intent }: Entry): boolean {
  return next !== undefined && (next.observed === undefined || next.observed !== intent?.observed)
}

/** Where nobody said what comes next, what is open stands in its place and says what it is: nothing is made up. */
export function nextLines(entry: Entry, plan?: PlanNow): string[] {
  const { next, intent, leftOff, context } = entry
  if (isStatedNext(entry)) return prose(next)
  if (next) return ['Answer the last request: nothing was done about it yet.']
  if (leftOff) return []
  const step = plan?.ahead?.find(({ isDone }) => !isDone)
  if (step) return [`Nobody said it. The step of the plan that is not done: ${quoteLine(step.text)}`]
  const [toDo] = context.flatMap(toDosIn)
  if (toDo !== undefined) return [`Nobody said it. The first open to-do: ${quoteLine(toDo)}`]
  if (intent?.observed === undefined) return []
  const isAnswered = context.some((item) => lastWordsIn(item) !== null && isEndOfTurn(item))
  return [
    isAnswered ? 'Nobody said it: the last request was answered, as above.' : 'Go on with the last request, above.',
  ]
}

/** What the work is about is the beginning of a request that is told whole. */
export function isToldIn({ task }: Entry, requests: readonly Request[]): boolean {
  if (!task) return true
  const wanted = normalText(task.text)
  return recentFirst(requests)[0].some(({ text }) => normalText(text).startsWith(wanted))
}

function withoutSentence(said: string, text: string): string {
  const at = said.indexOf(text)
  if (at < 0) return said
  const before = said.slice(0, at)
  const start = Math.max(...['. ', '! ', '? ', '\n', '。'].map((end) => before.lastIndexOf(end) + 1))
  return `${said.slice(0, start)}${said.slice(at + text.length)}`
}

export function toDoLines({ context }: Entry): string[] {
  return context.flatMap((item) => toDosIn(item).map((text) => `- [ ] ${quoteLine(text)}${whoseNote(item)}`))
}

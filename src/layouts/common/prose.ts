/** Small forms of text that several layouts share: names, labels, decisions as sentences, times. */
import { isName, slugFrom } from '../../core/choose/name.js'
import type { Decision, Fields, Item } from '../../core/entry/entry.js'
import { isNothing } from '../../core/entry/written-items.js'

/** The workstream that a name in a file stands for; null where nothing is left of it. */
export function nameOf(text: string): string | null {
  return isName(text) ? text : slugFrom(text)
}

export function splitLabel(text: string, label: RegExp): [before: string, behind: string] {
  const match = label.exec(text)
  if (!match) return [text, '']
  return [text.slice(0, match.index), text.slice(match.index + match[0].length)]
}

/** Texts of several places that mean the same thing; undefined where they say nothing. */
export function joinProse(...texts: string[]): Item | undefined {
  const said = texts.map((text) => text.trim()).filter((text) => !isNothing(text))
  return said.length === 0 ? undefined : { text: said.join('\n\n') }
}

const MAX_LINE = 100
const CUT_AT = 80

/** The beginning of a line that is too long for where it goes, on whole words where there are any. */
export function shorten(line: string, max: number = MAX_LINE, cutAt: number = CUT_AT): string {
  if (line.length <= max) return line
  const cut = line.slice(0, cutAt).replace(/[\ud800-\udbff]$/, '')
  const space = cut.lastIndexOf(' ')
  return `${(space > cutAt / 2 ? cut.slice(0, space) : cut).trimEnd()}…`
}

const QUESTION = 'Question'

/** `Question: which port?`: a line that says what it is, where a layout has one list for several things. */
export function printLabelled(label: string, text: string): string {
  return `${label}: ${text}`
}

/** Whatever the case, and with stars around the label. Null: it has none of these labels. */
export function parseLabelled<L extends string>(text: string, labels: readonly L[]): { label: L; text: string } | null {
  const match = /^\**([A-Za-z][A-Za-z ]{0,20})\**:\**\s+(?=\S)/.exec(text)
  const said = match?.[1]?.trim().toLowerCase()
  const label = labels.find((one) => one.toLowerCase() === said)
  return match && label !== undefined ? { label, text: text.slice(match[0].length) } : null
}

/** What stands in the way, and what nobody has answered yet: one list in the layouts. */
export function printBlockers({ blockers, questions }: Pick<Fields, 'blockers' | 'questions'>): string[] {
  return [...blockers.map((item) => item.text), ...questions.map((item) => printLabelled(QUESTION, item.text))]
}

export function parseBlockers(texts: readonly string[]): { blockers: Item[]; questions: Item[] } {
  const found: { blockers: Item[]; questions: Item[] } = { blockers: [], questions: [] }
  for (const text of texts) {
    const question = parseLabelled(text, [QUESTION])
    if (question) found.questions.push({ text: question.text })
    else found.blockers.push({ text })
  }
  return found
}

const CHOICE = /^(?:chose|choose|chosen|use|used|using|pick|picked|prefer|preferred|select|selected|took|went with)\b/i
const BECAUSE = ' because '
const OVER = ' over '
const REJECTED = ' (rejected: '

/**
 * A decision as one sentence, as people write them: "Chose A over B because R". What is read is printed back to the
 * letter: a sentence of another shape is all text.
 */
export function printDecisionText({ text, why, rejected = [] }: Decision): string {
  return printChoice(text, rejected) + (why === undefined ? '' : BECAUSE + why)
}

/** The text must be trimmed. */
export function parseDecisionText(sentence: string): Decision {
  const at = sentence.indexOf(BECAUSE)
  const choice = at < 0 ? sentence : sentence.slice(0, at)
  const decision = { ...parseChoice(choice), ...(at < 0 ? {} : { why: sentence.slice(at + BECAUSE.length) }) }
  return isTidy(decision) && printDecisionText(decision) === sentence ? decision : { text: sentence }
}

function printChoice(text: string, rejected: readonly string[]): string {
  if (rejected.length === 0) return text
  if (rejected.length === 1 && CHOICE.test(text)) return text + OVER + rejected[0]
  return `${text}${REJECTED}${rejected.join('; ')})`
}

function parseChoice(choice: string): Decision {
  const bracket = choice.endsWith(')') ? choice.lastIndexOf(REJECTED) : -1
  if (bracket > 0) {
    const rejected = choice.slice(bracket + REJECTED.length, -1).split('; ')
    return { text: choice.slice(0, bracket), rejected }
  }
  const over = CHOICE.test(choice) ? choice.indexOf(OVER) : -1
  return over > 0 ? { text: choice.slice(0, over), rejected: [choice.slice(over + OVER.length)] } : { text: choice }
}

/** An entry trims its texts, and would give another sentence back. */
function isTidy({ text, why = '-', rejected = [] }: Decision): boolean {
  return [text, why, ...rejected].every((part) => part !== '' && part === part.trim())
}

// Times as these files have them: without a zone, to the minute.

export interface LocalTime {
  /** Where no zone is said: as if it were UTC. Who takes it over knows the zone of this computer. */
  ms: number
  /** Minutes east of UTC, where the text says so. */
  offsetMinutes?: number
}

const TIME =
  /^(\d{4}-\d\d-\d\d)(?:(?:[ \t]+|T)(\d{1,2}:\d\d)(:\d\d)?(?:\.\d+)?)?(?:[ \t]*(Z|UTC|[+-]\d\d:?\d\d))?(?![\w:.-])/

/** "2026-02-06 14:20", also with seconds, a zone or a `T`. `rest` is what stands behind it. */
export function parseLocalTime(text: string): (LocalTime & { rest: string }) | null {
  const match = TIME.exec(text)
  if (!match) return null
  const [whole, date = '', clock = '0:00', seconds = ':00', zone] = match
  const stamp = `${date}T${clock.padStart(5, '0')}${seconds}`
  if (!isReal(stamp)) return null
  const offset = zone === undefined ? undefined : offsetOf(zone)
  const ms = Date.parse(`${stamp}Z`) - (offset ?? 0) * 60_000
  return { ms, ...(offset !== undefined && { offsetMinutes: offset }), rest: text.slice(whole.length).trim() }
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** The parts of an entry's time in its own zone. */
export interface Clock {
  /** 2026-02-06 */
  date: string
  /** 14:20 */
  time: string
  /** Feb 06 */
  day: string
}

export function clockOf(iso: string): Clock {
  const date = iso.slice(0, 10)
  return { date, time: iso.slice(11, 16), day: `${MONTHS[Number(date.slice(5, 7)) - 1] ?? ''} ${date.slice(8, 10)}` }
}

/** There is no 30 February, and no 25 o'clock. */
function isReal(stamp: string): boolean {
  const ms = Date.parse(`${stamp}Z`)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(stamp)
}

function offsetOf(zone: string): number {
  if (/^[ZU]/.test(zone)) return 0
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2))
  return zone.startsWith('-') ? -minutes : minutes
}

/** `.claude/state-index.json`: says which plan is active, and when the last checkpoint was. Other programs own the rest. */
import { excerpt, msOf } from '../../core/text/text.js'
import { type Json, parseObject } from './json.js'

export const STATE_INDEX = '.claude/state-index.json'
const LAST = 'last_checkpoint'
const LONGEST_NAME = 120
const UNSAFE = /[/\\<>:"|?*\0-\x1f\x7f]|[. ]$|^ /

interface StateIndex {
  /** Null: none, or none that could be used. */
  activePlan: string | null
  /** What is wrong with it, as the end of a sentence. A broken index is never written to. */
  problem?: string
}

export function parseStateIndex(text: string): StateIndex {
  const index = parseObject(withoutMark(text))
  if (typeof index === 'string') return { activePlan: null, problem: index }
  const plan = index['active_plan'] ?? null
  if (plan === null || plan === '') return { activePlan: null }
  if (typeof plan !== 'string')
    return { activePlan: null, problem: `has ${excerpt(JSON.stringify(plan))} as active_plan` }
  const isUsable = plan.length <= LONGEST_NAME && !UNSAFE.test(plan)
  return isUsable ? { activePlan: plan } : { activePlan: null, problem: `has the active_plan ${excerpt(plan)}` }
}

/** The index with the time of the last checkpoint, every other byte as it was; null where nothing is to be changed. */
export function planLastCheckpoint(text: string, timestamp: string): string | null {
  const index = parseObject(withoutMark(text))
  if (typeof index === 'string' || isReached(index, timestamp)) return null
  return setMember(text, LAST, timestamp)
}

/** The time never goes back: an older checkpoint may be written later. */
function isReached(index: Json, timestamp: string): boolean {
  const last = index[LAST]
  const ms = typeof last === 'string' ? msOf(last) : null
  return ms !== null && ms >= (msOf(timestamp) ?? 0)
}

function withoutMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text
}

// Changes one text of a JSON object and leaves every other byte of it as it is. The text must be an object.

interface Member {
  key: string
  start: number
  valueStart: number
  valueEnd: number
}

function setMember(text: string, key: string, value: string): string {
  const members = membersOf(text)
  const there = members.findLast((member) => member.key === key)
  const written = JSON.stringify(value)
  if (there) return text.slice(0, there.valueStart) + written + text.slice(there.valueEnd)
  const last = members.at(-1)
  return last ? addAfter(text, last, key, written) : addFirst(text, key, written)
}

/** As the last member is written: the space before it, and that around its colon. */
function addAfter(text: string, last: Member, key: string, written: string): string {
  const colon = text.slice(endOfString(text, last.start), last.valueStart)
  const before = text.slice(text.slice(0, last.start).trimEnd().length, last.start) || /\s?$/.exec(colon)?.[0]
  return `${text.slice(0, last.valueEnd)},${before}${JSON.stringify(key)}${colon}${written}${text.slice(last.valueEnd)}`
}

function addFirst(text: string, key: string, written: string): string {
  const open = text.indexOf('{')
  const close = text.lastIndexOf('}')
  const lineEnd = /\r?\n/.exec(text.slice(open, close))?.[0]
  const member = `${JSON.stringify(key)}: ${written}`
  const inner = lineEnd === undefined ? member : `${lineEnd}  ${member}${lineEnd}`
  return text.slice(0, open + 1) + inner + text.slice(close)
}

function membersOf(text: string): Member[] {
  const members: Member[] = []
  let at = skipSpace(text, text.indexOf('{') + 1)
  while (text[at] === '"') {
    const start = at
    const keyEnd = endOfString(text, at)
    const valueStart = skipSpace(text, skipSpace(text, keyEnd) + 1)
    const valueEnd = endOfValue(text, valueStart)
    members.push({ key: JSON.parse(text.slice(start, keyEnd)) as string, start, valueStart, valueEnd })
    at = skipSpace(text, valueEnd)
    if (text[at] === ',') at = skipSpace(text, at + 1)
  }
  return members
}

function skipSpace(text: string, at: number): number {
  while (at < text.length && ' \t\r\n'.includes(text[at] as string)) at++
  return at
}

function endOfString(text: string, at: number): number {
  for (let i = at + 1; i < text.length; i++) {
    if (text[i] === '\\') i++
    else if (text[i] === '"') return i + 1
  }
  return text.length
}

function endOfValue(text: string, at: number): number {
  let depth = 0
  for (let i = at; i < text.length; i++) {
    const char = text[i] as string
    if (char === '"') i = endOfString(text, i) - 1
    else if (char === '{' || char === '[') depth++
    else if (depth === 0 && ',}] \t\r\n'.includes(char)) return i
    else if (char === '}' || char === ']') depth--
    if (depth === 0 && '"}]'.includes(text[i] as string)) return i + 1
  }
  return text.length
}

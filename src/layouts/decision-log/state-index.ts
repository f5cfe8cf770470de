/** `.claude/state-index.json`: says which plan is active, and when the last checkpoint was. Other programs own the rest. */
import { containerAt, scanJson } from '../../core/text/json/scan.js'
import { excerpt, msOf } from '../../core/text/text.js'
import { parseObject } from './parse.js'

export const STATE_INDEX = '.claude/state-index.json'
const LAST = 'last_checkpoint'
const MAX_NAME = 120
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
  const isUsable = plan.length <= MAX_NAME && !UNSAFE.test(plan)
  return isUsable ? { activePlan: plan } : { activePlan: null, problem: `has the active_plan ${excerpt(plan)}` }
}

/** The index with the time of the last checkpoint, every other byte as it was; null where nothing is to be changed. */
export function planLastCheckpoint(text: string, timestamp: string): string | null {
  const index = parseObject(withoutMark(text))
  if (typeof index === 'string') return null
  const last = index[LAST]
  const lastMs = typeof last === 'string' ? msOf(last) : null
  // The time never goes back: an older checkpoint may be written later.
  if (lastMs !== null && lastMs >= (msOf(timestamp) ?? 0)) return null
  return setMember(text, LAST, timestamp)
}

function withoutMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text
}

/** Changes one text of a JSON object, which the text must be, and leaves every other byte of it as it is. */
function setMember(text: string, key: string, value: string): string {
  const written = JSON.stringify(value)
  const members = containerAt(scanJson(text), [])?.children ?? []
  const there = members.findLast((member) => member.key === key)?.value
  if (there) return text.slice(0, there.start) + written + text.slice(there.end)
  const last = members.at(-1)
  if (last) {
    // As the last member is written: the space before it, and that around its colon.
    const colon = text.slice(last.start, last.value.start).replace(/^"(?:[^"\\]|\\.)*"/, '')
    const before = text.slice(text.slice(0, last.start).trimEnd().length, last.start) || /\s?$/.exec(colon)?.[0]
    return `${text.slice(0, last.end)},${before}${JSON.stringify(key)}${colon}${written}${text.slice(last.end)}`
  }
  const open = text.indexOf('{')
  const close = text.lastIndexOf('}')
  const lineEnd = /\r?\n/.exec(text.slice(open, close))?.[0]
  const member = `${JSON.stringify(key)}: ${written}`
  const inner = lineEnd === undefined ? member : `${lineEnd}  ${member}${lineEnd}`
  return text.slice(0, open + 1) + inner + text.slice(close)
}

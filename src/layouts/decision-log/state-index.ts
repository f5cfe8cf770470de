/** `.claude/state-index.json`: says which plan is active, and when the last checkpoint was. Other programs own the rest. */
import { excerpt } from '../../core/text.js'
import { msOf } from '../../core/time.js'
import type { Json } from './json.js'
import { parseObject } from './json.js'
import { setMember } from './members.js'

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

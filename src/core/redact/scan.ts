/**
 * The scan: one walk over the text. Two letters decide whether any rule could begin here; only then are the rules'
 * literals compared, and only then does a rule look. On text without secrets nearly all of the cost is the walk.
 */
import { findBare } from './bare.js'
import { isIn, RUN } from './chars.js'
import { MARK, type Rule, type Span } from './rule.js'

interface Start {
  literal: string
  anyCase: boolean
  rule: Rule
}

export interface Scanner {
  /** Indexed by two characters: the starts that begin with them, longest first. */
  starts: ReadonlyMap<number, readonly Start[]>
  /** The same as bits, because this is looked at for every character. */
  wakes: Uint8Array
  bare: boolean
}

/** From how many characters on a random string that stands alone counts. */
export const SHORTEST_BARE = 32

/** `bare`: also look for random strings that stand alone. */
export function makeScanner(rules: readonly Rule[], bare: boolean): Scanner {
  const starts = new Map<number, Start[]>()
  const wakes = new Uint8Array(128 * 128)
  for (const rule of rules) {
    for (const literal of rule.starts) {
      for (const slot of slotsOf(literal, rule.anyCase === true)) {
        wakes[slot] = 1
        const start = { literal, anyCase: rule.anyCase === true, rule }
        const others = starts.get(slot)
        if (others) others.push(start)
        else starts.set(slot, [start])
      }
    }
  }
  for (const slot of starts.values()) slot.sort((a, b) => b.literal.length - a.literal.length)
  return { starts, wakes, bare }
}

/** Everything found, in the order of the text, not overlapping. */
export function findSpans(text: string, scanner: Scanner): Span[] {
  const found: Span[] = []
  const bare: Span[] = []
  const { wakes } = scanner
  let before = 0
  let runStart = 0
  let quietUntil = 0
  let vagueUntil = 0
  for (let i = 0; i <= text.length; i++) {
    const code = i < text.length ? text.charCodeAt(i) : 0
    if (!isIn(RUN, code)) {
      if (scanner.bare && i - runStart >= SHORTEST_BARE) bare.push(...findBare(text, runStart, i))
      runStart = i + 1
    }
    if (code === 91 && text.charCodeAt(i + 1) === 114) quietUntil = Math.max(quietUntil, markEnd(text, i))
    if (i > quietUntil && code < 128 && wakes[(before << 7) | code] === 1) {
      const starts = scanner.starts.get((before << 7) | code) as readonly Start[]
      const spans = askRules(text, i - 1, starts, i <= vagueUntil)
      for (const span of spans) {
        found.push(span)
        // What a rule consumed is not looked at again. What only its surroundings gave away goes too, but a rule that
        // knows its shape may still name it.
        if (span.start <= i - 1) quietUntil = Math.max(quietUntil, span.end)
        else if (span.vague) vagueUntil = Math.max(vagueUntil, span.end)
      }
    }
    before = code < 128 ? code : 0
  }
  return merge(found, bare)
}

function askRules(text: string, at: number, starts: readonly Start[], onlyShapes: boolean): readonly Span[] {
  for (const { literal, anyCase, rule } of starts) {
    if (anyCase && onlyShapes) continue
    if (anyCase ? !startsAnyCase(text, literal, at) : !text.startsWith(literal, at)) continue
    const spans = rule.find(text, at, at + literal.length)
    if (spans.length > 0) return spans
  }
  return []
}

function startsAnyCase(text: string, literal: string, at: number): boolean {
  for (let i = 0; i < literal.length; i++) {
    const code = text.charCodeAt(at + i)
    const folded = code >= 65 && code <= 90 ? code | 32 : code
    if (folded !== literal.charCodeAt(i)) return false
  }
  return true
}

function markEnd(text: string, at: number): number {
  MARK.lastIndex = at
  return MARK.test(text) ? MARK.lastIndex : 0
}

/** Built when the first text comes, so plain code: two characters, each also as a capital. */
function slotsOf(literal: string, anyCase: boolean): number[] {
  const first = literal.charCodeAt(0)
  const second = literal.charCodeAt(1)
  const slots = [(first << 7) | second]
  if (!anyCase) return slots
  const capital = toCapital(first)
  const secondCapital = toCapital(second)
  if (capital !== first) slots.push((capital << 7) | second)
  if (secondCapital !== second) slots.push((first << 7) | secondCapital)
  if (capital !== first && secondCapital !== second) slots.push((capital << 7) | secondCapital)
  return slots
}

function toCapital(code: number): number {
  return code >= 97 && code <= 122 ? code - 32 : code
}

/** Overlapping finds become one that covers both and is called after the first, most specific one. */
function merge(found: Span[], bare: readonly Span[]): Span[] {
  const harmless = found.filter((span) => span.type === null)
  const named = found.filter((span) => span.type !== null)
  const all = [...named, ...outside(bare, harmless)].sort((a, b) => a.start - b.start)
  const merged: Span[] = []
  for (const span of all) {
    const last = merged.at(-1)
    if (last && span.start < last.end) {
      if (span.end > last.end) last.end = span.end
      if (last.vague && !span.vague) {
        last.type = span.type
        delete last.vague
      }
    } else merged.push({ ...span })
  }
  return merged
}

/** Both lists are in the order of the text. */
function outside(spans: readonly Span[], harmless: readonly Span[]): Span[] {
  let next = 0
  return spans.filter((span) => {
    while (next < harmless.length && (harmless[next] as Span).end <= span.start) next++
    const near = harmless[next]
    return !near || near.start > span.start
  })
}

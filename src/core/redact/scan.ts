/**
 * The scan: one walk over the text. Three letters decide whether any rule could begin here; only then are the rules'
 * literals compared, and only then does a rule look. On text without secrets nearly all of the cost is the walk.
 */
import { findBare, MIN_BARE_LENGTH } from './bare.js'
import { RUN, tableOf } from './chars.js'
import { MARK, type Rule, type Span } from './token-rule.js'
import { findKeyBytes, findSeedPhrase, KEY_BYTES } from './wallet.js'

interface Start {
  literal: string
  anyCase: boolean
  rule: Rule
}

export interface Scanner {
  /** For three characters, folded to five bits each: 0, or which of `starts` begin with them. */
  wakes: Uint16Array
  /** The literals to compare there, longest first. The first list is empty. */
  starts: readonly (readonly Start[])[]
  bare: boolean
}

/** `bare`: also look for random strings that stand alone. */
export function makeScanner(rules: readonly Rule[], bare: boolean): Scanner {
  const wakes = new Uint16Array(1 << 15)
  const starts: Start[][] = [[]]
  for (const rule of rules) {
    for (const literal of rule.starts) {
      const start = { literal, anyCase: rule.anyCase === true, rule }
      const first = ((literal.charCodeAt(0) & 31) << 10) | ((literal.charCodeAt(1) & 31) << 5)
      const [from, to] = literal.length > 2 ? [literal.charCodeAt(2) & 31, literal.charCodeAt(2) & 31] : [0, 31]
      for (let slot = first | from; slot <= (first | to); slot++) {
        if (wakes[slot] === 0) wakes[slot] = starts.push([start]) - 1
        else starts[wakes[slot] as number]?.push(start)
      }
    }
  }
  for (const list of starts)
    list.sort((a, b) => Number(a.rule.last ?? 0) - Number(b.rule.last ?? 0) || b.literal.length - a.literal.length)
  return { wakes, starts, bare }
}

/** A part of a text to look at. */
export interface Stretch {
  /** At the beginning of the text, or where no run of letters is cut in two. */
  from: number
  /** It is followed to the end of the run that it cuts. */
  to: number
  /** A row of words or numbers that ends before may have been cut in two. */
  first: number
}

interface Found {
  /** In the order of the text, not overlapping. */
  spans: Span[]
  harmless: Span[]
}

/** Everything found in these stretches, which do not overlap. */
export function findSpans(
  text: string,
  scanner: Scanner,
  stretches: readonly Stretch[] = [{ from: 0, to: text.length, first: 0 }],
): Found {
  const found: Span[] = []
  const bare: Span[] = []
  for (const stretch of stretches) findIn(text, scanner, stretch, found, bare)
  return merge(found, bare)
}

function findIn(text: string, scanner: Scanner, { from, to, first }: Stretch, found: Span[], bare: Span[]): void {
  const { wakes } = scanner
  const isHarmless = (decoded: string): boolean => findSpans(decoded, scanner).spans.length === 0
  const inRun = tableOf(RUN)
  let next = from < text.length ? text.charCodeAt(from) : 0
  let slot = (from > 0 ? (text.charCodeAt(from - 1) & 31) << 5 : 0) | (next & 31)
  let runStart = from
  let quietUntil = 0
  let vagueUntil = 0
  let [words, wordsStart, numbers] = [0, 0, 0]
  for (let i = from; i <= text.length; i++) {
    const code = next
    next = i + 1 < text.length ? text.charCodeAt(i + 1) : 0
    if (code > 127 || inRun[code] === 0) {
      const length = i - runStart
      if (scanner.bare) {
        if (length >= MIN_BARE_LENGTH) bare.push(...findBare(text, runStart, i, isHarmless))
        const isWord = length > 2 && length < 9
        if (isWord && words++ === 0) wordsStart = runStart
        if (!isWord || code !== 32) {
          // A longer word behind them makes it a sentence.
          if (words > 11 && (isWord || length === 0) && i >= first)
            bare.push(...findSeedPhrase(text, wordsStart, isWord ? i : runStart - 1, words))
          words = 0
        }
        if (length > 0 && length < 4 && code === 44) numbers++
        else {
          if (numbers === KEY_BYTES - 1 && code === 93 && i >= first) bare.push(...findKeyBytes(text, i))
          numbers = 0
        }
      }
      if (i >= to) return
      runStart = i + 1
    }
    if (code === 91 && next === 114) quietUntil = Math.max(quietUntil, markEnd(text, i))
    // The character before, this one and the next; past the end it is 0.
    slot = ((slot << 5) | (next & 31)) & 0x7fff
    const woken = wakes[slot] as number
    if (woken !== 0 && i > quietUntil) {
      const starts = scanner.starts[woken] as readonly Start[]
      const spans = askRules(text, i - 1, starts, i <= vagueUntil)
      for (const span of spans) {
        found.push(span)
        // What a rule consumed is not looked at again. What only its surroundings gave away goes too, but a rule that
        // knows its shape may still name it.
        if (span.start <= i - 1) quietUntil = Math.max(quietUntil, span.end)
        else if (span.vague) vagueUntil = Math.max(vagueUntil, span.end)
      }
    }
  }
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

/** Overlapping finds become one that covers both and is called after the first, most specific one. */
function merge(found: Span[], bare: readonly Span[]): Found {
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
  return { spans: merged, harmless }
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

/** What a rule is, and the rule of a token with a published shape: a prefix, an alphabet, a length. */
import { afterWrap, ALNUM, BASE64, encodedRunEnd, HEX, isBorder, isIn, runEnd, UUID, type Alphabet } from './chars.js'
import { isDrawn, isDrawnLoosely, isScrambled, isStandIn, shapeOf, type Shape } from './words.js'

export interface TokenShape {
  type: string
  starts: readonly string[]
  body: Alphabet
  /** How many characters follow the prefix, where that is fixed; 0 where it is not. */
  length: number
  /** From how many on it is one, also cut off. Two fifths of the length unless told. */
  min?: number
  /** The prefix is short or an ordinary word: nothing but the whole length counts, and a digit must be in it. */
  exact?: true
  /** Capitals and small letters must both be in it: a UUID or a hash begins alike. */
  mixedCase?: true
}

/** Longer than any token there is, and short enough that trying costs nothing. */
const MAX_LENGTH = 4096
const SAMPLE = 96
const MAX_LINES = 24
const MAX_LINE = 256

export function tokenRule(shape: TokenShape): Rule {
  const min = shape.min ?? Math.max(10, Math.ceil(shape.length * 0.4))
  const sample = Math.max(SAMPLE, shape.length + 1, min)
  return {
    type: shape.type,
    starts: shape.starts,
    find: (text, at, after) => {
      if (!isBorder(text, at)) return NONE
      // Two or three letters also begin a part of a UUID, a path, a Base64 string.
      if (after - at < 4 && shape.exact && isInside(text, at)) return NONE
      // Its own beginning again at once: the last of them begins the token.
      if (after - at > 2 && text.slice(after, 2 * after - at + 16).includes(text.slice(at, after))) return NONE
      const head = encodedRunEnd(text, after, shape.body, sample)
      // Judged by its beginning first: a prefix repeated a million times must not be read to its end each time.
      if (head - after >= sample && !fits(text.slice(after, head), text, head, shape, min)) return NONE
      const { end, body } = readBody(text, after, shape)
      return fits(body, text, end, shape, min) ? one(at, pairEnd(text, end), shape.type) : NONE
    },
  }
}

/** Behind a sign that joins parts; not one that marks a line of a diff, or words as struck out. */
function isInside(text: string, at: number): boolean {
  const isMark = /(?:^|\n)[-+]$|~~$/.test(text.slice(Math.max(0, at - 3), at))
  return '-/+_.~'.includes(text.charAt(at - 1) || ' ') && !isMark
}

/** Letters as AWS draws its secrets, which may be words and slashes by chance. */
const AWS_SECRET = 40
const HEX_SECRET = /^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})$/

/** What belongs to a key's name stands behind it with a colon between: `rzp_live_…:…`. */
function pairEnd(text: string, end: number): number {
  if (text.charAt(end) !== ':') return end
  const stop = runEnd(text, end + 1, BASE64, 128)
  const second = text.slice(end + 1, stop)
  const facts = shapeOf(second)
  const isKey = second.length === AWS_SECRET && facts.upper > 2 && facts.lower > 2
  const isSecret = isKey || HEX_SECRET.test(second) || (stop - end > 16 && isScrambled(second, facts))
  return isSecret && facts.digits > 0 && !isStandIn(second) ? stop : end
}

function fits(body: string, text: string, end: number, shape: TokenShape, min: number): boolean {
  const isCut = end === text.length || text.startsWith('…', end) || text.startsWith('...', end)
  if (body.length < (isCut ? min * 0.65 : min)) return false
  const facts = shapeOf(body)
  if (shape.exact && (!isMixed(facts) || !hasLength(body.length, shape.length, isCut))) return false
  if (shape.mixedCase && (facts.upper < 2 || facts.lower < 2)) return false
  const isHex = shape.body === HEX || shape.body === UUID
  // A hexadecimal run that goes on with other letters is a word.
  if (isHex && isIn(ALNUM, text.charCodeAt(end))) return false
  return facts.distinct >= 5 && (isHex || isDrawnLoosely(facts)) && !isStandIn(body)
}

function isMixed(facts: Shape): boolean {
  return facts.digits > 0 || (facts.upper > 1 && facts.lower > 1 && facts.wordiness < 0.5)
}

function hasLength(actual: number, whole: number, isCut: boolean): boolean {
  return actual === whole || (isCut && actual < whole && actual >= whole * 0.6)
}

interface Body {
  end: number
  /** Without the line breaks. */
  body: string
}

/** The token's characters, followed over line breaks as far as its length tells. */
function readBody(text: string, from: number, shape: TokenShape): Body {
  const end = encodedRunEnd(text, from, shape.body, MAX_LENGTH)
  const whole = { end, body: text.slice(from, end) }
  const missing = shape.length - (end - from)
  if (missing === 0) return whole
  if (end === from || (shape.length > 0 && missing < 0)) return trimmed(text, from, end)
  const fixed = shape.length > 0 ? fixedWrap(text, whole, shape.body, missing) : whole
  if (shape.length > 0) return fixed === whole ? trimmed(text, from, end) : fixed
  const last = openWrapEnd(text, end, shape.body)
  return last === end ? trimmed(text, from, end) : { end: last, body: whole.body + text.slice(end, last) }
}

/** Follows line breaks until exactly `missing` characters are found; else stays where it was. */
function fixedWrap(text: string, first: Body, alphabet: Alphabet, missing: number): Body {
  let [end, body, left] = [first.end, first.body, missing]
  for (let line = 0; left > 0 && line < MAX_LINES; line++) {
    const next = afterWrap(text, end)
    const stop = next < 0 ? next : encodedRunEnd(text, next, alphabet, left + 1)
    if (stop <= next || stop - next > left) return first
    left -= stop - next
    body += text.slice(next, stop)
    end = stop
  }
  return left > 0 ? first : { end, body }
}

/** Without a known length the next line belongs to the token if it is nothing but drawn characters. */
export function openWrapEnd(text: string, end: number, body: Alphabet): number {
  let last = end
  for (let line = 0; line < MAX_LINES; line++) {
    const next = afterWrap(text, last)
    if (next < 0) return last
    const stop = encodedRunEnd(text, next, body, MAX_LINE)
    const facts = shapeOf(text.slice(next, stop))
    const isWholeLine = stop === text.length || /[\s"'`\\,;)]/.test(text.charAt(stop))
    if (stop - next < 6 || !isWholeLine || !isMixed(facts) || !isDrawn(facts)) return last
    last = stop
  }
  return last
}

/** A full stop or dash after the token ends the sentence, not the token. */
function trimmed(text: string, from: number, end: number): Body {
  let last = end
  while (last > from && '.-'.includes(text.charAt(last - 1)) && end - last < 4) last--
  return { end: last, body: text.slice(from, last) }
}

/** A stretch of text to replace by a mark. `type` null: known to be harmless, however random it looks. */
export interface Span {
  start: number
  end: number
  type: string | null
  /** Found by its surroundings only: a rule that knows the token by its shape names it better. */
  vague?: true
}

/** Rules are data and small functions; scan.ts runs them, one at a time or all together. */
export interface Rule {
  /** What the mark says: `[redacted: <type>]`. */
  type: string
  /** The rule is asked only where one of these stands. Lower case when `anyCase`. */
  starts: readonly string[]
  anyCase?: true
  /** Asked only where no other rule found anything. */
  last?: true
  /**
   * `at`: where the literal begins, `after`: where it ends. Must look only at a bounded stretch around them, or
   * consume what it looked at, so that the whole scan stays linear.
   */
  find: (text: string, at: number, after: number) => readonly Span[]
}

export const NONE: readonly Span[] = []

/** The spans of a rule that finds at most one. */
export function one(start: number, end: number, type: string | null): readonly Span[] {
  return [{ start, end, type }]
}

/** The words of a mark; nothing inside one is ever looked at again. */
export const MARK: RegExp = /\[redacted: [a-z0-9][a-z0-9 .-]{0,40}\]/y

export function mark(type: string): string {
  return `[redacted: ${type}]`
}

/** From how many looks on a process is not a short one. */
export const WARM = 200

/**
 * A pattern is slow to make and quick to ask: a short process looks first whether it could match at all, and most never
 * make it. In a long one, after the first looks, it is asked at once.
 */
export function untilWarm(mayMatch: (text: string, at: number) => boolean): (text: string, at: number) => boolean {
  let looks = 0
  return (text, at) => looks >= WARM || (looks++, mayMatch(text, at))
}

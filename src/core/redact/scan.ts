/**
 * The scan: one walk over the text. Two letters decide whether any rule could begin here; only then are the rules'
 * literals compared, and only then does a rule look. On text without secrets nearly all of the cost is the walk.
 */
import { isIn, RUN } from './chars.js'
import { MARK, NONE, type Rule, type Span } from './token-rule.js'
import { findSeedPhrase } from './wallet.js'
import { isStandIn, shapeOf } from './words.js'

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
export const MIN_BARE_LENGTH = 32

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
  let [words, wordsStart] = [0, 0]
  for (let i = 0; i <= text.length; i++) {
    const code = i < text.length ? text.charCodeAt(i) : 0
    if (!isIn(RUN, code)) {
      const length = i - runStart
      if (scanner.bare) {
        if (length >= MIN_BARE_LENGTH) bare.push(...findBare(text, runStart, i))
        const isWord = length > 2 && length < 9
        if (isWord && words++ === 0) wordsStart = runStart
        if (!isWord || code !== 32) {
          if (words > 11) bare.push(...findSeedPhrase(text, wordsStart, isWord ? i : runStart - 1, words))
          words = 0
        }
      }
      runStart = i + 1
    }
    if (code === 91 && text.charCodeAt(i + 1) === 114) quietUntil = Math.max(quietUntil, markEnd(text, i))
    // Other scripts are folded into the same table: the literals are compared anyway.
    const slot = (before << 7) | (code & 127)
    if (i > quietUntil && wakes[slot] === 1) {
      const starts = scanner.starts.get(slot) as readonly Start[]
      const spans = askRules(text, i - 1, starts, i <= vagueUntil)
      for (const span of spans) {
        found.push(span)
        // What a rule consumed is not looked at again. What only its surroundings gave away goes too, but a rule that
        // knows its shape may still name it.
        if (span.start <= i - 1) quietUntil = Math.max(quietUntil, span.end)
        else if (span.vague) vagueUntil = Math.max(vagueUntil, span.end)
      }
    }
    before = code & 127
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
  const first = literal.charCodeAt(0) & 127
  const second = literal.charCodeAt(1) & 127
  const slots = [(first << 7) | second]
  if (!anyCase || literal.charCodeAt(0) > 127) return slots
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

/** Base64 in either alphabet, also percent-encoded, with its padding. */
const PIECE = /(?:[A-Za-z0-9+/_-]|%2[BbFf])+(?:={1,2}|(?:%3[Dd]){1,2})?/g
/** Checksums, public keys and the ids that agents and vendors hand out are not secret. */
const PUBLIC_START =
  /^(?:sha\d{1,3}[-_]|AGFzbQ|AAAA[BCEG][0-9A-Za-z]{2}[zV]|(?:agent_)?(?:toolu|msg|req|call|resp|run|thread|asst|file|evt|cus|pi|ch|sub|price|prod)_|chatcmpl-|gen-)/
const ALPHABET = /abcdefgh|hijklmn|qrstuvw/i
const PUBLIC_BEFORE = /(?:base64,|\bh1:|sha\d{1,3}[:=]|SHA256:|ssh-[a-z0-9]{3,10} |integrity[=:]\W{0,3})$/i
const FILE_ENDING =
  /\.(?:png|jpe?g|gif|webp|svg|ico|avif|css|[cm]?[jt]sx?|map|json|wasm|woff2?|ttf|mp[34]|pdf|html?|txt|md|zip|gz)\b/y
/** Enough to judge by; the rest of a run is like its beginning. */
const SAMPLE = 2048

/**
 * Random strings that stand alone: 32 or more mixed characters that no person chose. `start` to `end`: a run of the
 * characters such strings are made of.
 */
function findBare(text: string, start: number, end: number): readonly Span[] {
  const from = isEscapedLetter(text, start) ? start + 1 : start
  const spans: Span[] = []
  for (const match of text.slice(from, end).matchAll(PIECE)) {
    if (match[0].length < 32) continue
    const at = from + match.index
    if (isSecretPiece(text, at, match[0]))
      spans.push({ start: at, end: at + match[0].length, type: 'random string', vague: true })
  }
  return spans.length === 0 ? NONE : spans
}

/** The n of `\n`, in JSON. */
function isEscapedLetter(text: string, at: number): boolean {
  return text.charAt(at - 1) === '\\' && 'nrtbf'.includes(text.charAt(at))
}

/** Known by their whole shape, though they have no prefix: Mailgun's keys, the seeds of Stellar, exported keys of Bitcoin. */
const SHAPES = /^(?:[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}|S[A-Z2-7]{55}|[5KLc9][1-9A-HJ-NP-Za-km-z]{50,51})$/

function isSecretPiece(text: string, at: number, piece: string): boolean {
  if (piece.length < 60 && SHAPES.test(piece)) return true
  const facts = shapeOf(piece.length > SAMPLE ? piece.slice(0, SAMPLE) : piece)
  if (facts.upper < 4 || facts.lower < 4 || facts.digits < 1 || facts.distinct < 12) return false
  if (facts.wordiness >= 0.5 || PUBLIC_START.test(piece) || isStandIn(piece) || ALPHABET.test(piece)) return false
  if (PUBLIC_BEFORE.test(text.slice(Math.max(0, at - 20), at))) return false
  if (isPath(text, at, piece)) return false
  FILE_ENDING.lastIndex = at + piece.length
  return !FILE_ENDING.test(text)
}

/** Parts between slashes of which one is a word, or that begin like a path, are a path. */
function isPath(text: string, at: number, piece: string): boolean {
  if (!piece.includes('/')) return false
  if (piece.startsWith('/') || '.~:@'.includes(text.charAt(at - 1) || ' ')) {
    return !piece.split('/').some((part) => part.length >= 32 && shapeOf(part).wordiness < 0.4)
  }
  return piece
    .split('/')
    .some((part) => part.length >= 4 && part.length < 20 && /^[a-z]+$/.test(part) && shapeOf(part).wordiness > 0.6)
}

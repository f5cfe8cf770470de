/**
 * The scan: one walk over the text. Three letters decide whether any rule could begin here; only then are the rules'
 * literals compared, and only then does a rule look. On text without secrets nearly all of the cost is the walk.
 */
import { RUN, tableOf } from './chars.js'
import { MARK, NONE, type Rule, type Span } from './token-rule.js'
import { findKeyBytes, findSeedPhrase, KEY_BYTES } from './wallet.js'
import { isScrambled, isStandIn, type Shape, shapeOf } from './words.js'

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

/** From how many characters on a random string that stands alone counts. */
export const MIN_BARE_LENGTH = 32

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

/** Everything found, in the order of the text, not overlapping. */
export function findSpans(text: string, scanner: Scanner): Span[] {
  const found: Span[] = []
  const bare: Span[] = []
  const { wakes } = scanner
  const inRun = tableOf(RUN)
  let next = text.length > 0 ? text.charCodeAt(0) : 0
  let slot = next & 31
  let runStart = 0
  let quietUntil = 0
  let vagueUntil = 0
  let [words, wordsStart, numbers] = [0, 0, 0]
  for (let i = 0; i <= text.length; i++) {
    const code = next
    next = i + 1 < text.length ? text.charCodeAt(i + 1) : 0
    if (code > 127 || inRun[code] === 0) {
      const length = i - runStart
      if (scanner.bare) {
        if (length >= MIN_BARE_LENGTH) bare.push(...findBare(text, runStart, i))
        const isWord = length > 2 && length < 9
        if (isWord && words++ === 0) wordsStart = runStart
        if (!isWord || code !== 32) {
          // A longer word behind them makes it a sentence.
          if (words > 11 && (isWord || length === 0))
            bare.push(...findSeedPhrase(text, wordsStart, isWord ? i : runStart - 1, words))
          words = 0
        }
        if (length > 0 && length < 4 && code === 44) numbers++
        else {
          if (numbers === KEY_BYTES - 1 && code === 93) bare.push(...findKeyBytes(text, i))
          numbers = 0
        }
      }
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
/** Checksums, pictures, fonts, archives, public keys and the ids that agents and vendors hand out are not secret. */
const PUBLIC_START =
  /^(?:\d{8}T\d{9}Z-\d|sha\d{1,3}[-_]|AGFzbQ|iVBORw0KGgo|\/9j\/|R0lGOD|UklGR|JVBERi0|PHN2Zy|d09GM|UEsDB|H4sI|AAAA[BCEG][0-9A-Za-z]{2}[zVj]|(?:agent_)?(?:toolu|msg|req|call|resp|run|thread|asst|file|evt|cus|pi|ch|sub|price|prod|acct|phc|sb_publishable|(?:pk|cs)_(?:live|test))_|chatcmpl-|gen-)/
const ALPHABET = /abcdefgh|hijklmn|qrstuvw/i
const PUBLIC_BEFORE =
  /(?:public_?-?key["'`]?\s{0,3}[:=]\s{0,3}["'`]?|base64,|\bh1:|sha\d{1,3}[:=]|SHA256:|ssh-[a-z0-9]{3,10} |integrity[=:]\W{0,3})$/i
/** What is called an id is one; of a session it is a key. */
const PUBLIC_ID_BEFORE = /(?:^|[^\w-])(?![\w-]*(?:sess|token|secret|auth|key|sid))[\w-]*id["'`]?\s?[:=]\s?["'`]?$/i
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
    const length = secretLength(text, at, match[0])
    if (length > 0) spans.push({ start: at, end: at + length, type: 'random string', vague: true })
  }
  return spans.length === 0 ? NONE : spans
}

/** The n of `\n`, in JSON. */
function isEscapedLetter(text: string, at: number): boolean {
  return text.charAt(at - 1) === '\\' && 'nrtbf'.includes(text.charAt(at))
}

/** Known by their whole shape, though they have no prefix: Mailgun's keys, the seeds of Stellar, exported keys of Bitcoin. */
const SHAPES = /^(?:[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}|S[A-Z2-7]{55}|[5KLc9][1-9A-HJ-NP-Za-km-z]{50,51})$/

const TWO_PARTS = /^[0-9a-f]{32}\.(?=[A-Za-z0-9]*[A-Z])(?=[A-Za-z0-9]*[a-z])[A-Za-z0-9]{16}(?![\w.])/

function secretLength(text: string, at: number, piece: string): number {
  if (piece.length === 32 && text.charAt(at + 32) === '.' && TWO_PARTS.test(text.slice(at, at + 50))) {
    const second = text.slice(at + 33, at + 49)
    const facts = shapeOf(second)
    if (facts.digits > 0 || isScrambled(second, facts)) return 49
  }
  return isSecretPiece(text, at, piece) ? piece.length : 0
}

function isSecretPiece(text: string, at: number, piece: string): boolean {
  if (piece.length < 60 && SHAPES.test(piece)) return true
  const facts = shapeOf(piece.length > SAMPLE ? piece.slice(0, SAMPLE) : piece)
  if (facts.upper < 4 || facts.lower < 4 || facts.digits < 1 || facts.distinct < 12) return false
  if (!isWordless(piece, facts) || PUBLIC_START.test(piece) || isStandIn(piece) || ALPHABET.test(piece)) return false
  if (PUBLIC_BEFORE.test(text.slice(Math.max(0, at - 20), at))) return false
  if (PUBLIC_ID_BEFORE.test(text.slice(Math.max(0, at - 40), at))) return false
  if (isPath(text, at, piece)) return false
  FILE_ENDING.lastIndex = at + piece.length
  return !FILE_ENDING.test(text)
}

/** Drawn letters make common pairs now and then; then their order has to tell. */
function isWordless(piece: string, facts: Shape): boolean {
  return facts.wordiness < 0.5 || (facts.digits > 2 && !piece.includes('/') && isScrambled(piece, facts))
}

/** Parts between slashes of which one is a word, or that begin like a path, are a path. */
function isPath(text: string, at: number, piece: string): boolean {
  if (!piece.includes('/')) return false
  // No folder is called so: Base64 has a slash in every third line.
  const isJoined = ':@'.includes(text.charAt(at - 1) || ' ')
  if ((isJoined || /[+=]/.test(piece)) && piece.length >= 40 && shapeOf(piece.slice(0, SAMPLE)).wordiness < 0.45)
    return false
  if (piece.startsWith('/') || '.~:@'.includes(text.charAt(at - 1) || ' ')) {
    return !piece.split('/').some((part) => part.length >= 32 && shapeOf(part).wordiness < 0.4)
  }
  return piece
    .split('/')
    .some((part) => part.length >= 4 && part.length < 20 && /^[a-z]+$/.test(part) && shapeOf(part).wordiness > 0.6)
}

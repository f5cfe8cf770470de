/** Random strings that stand alone: 32 or more mixed characters that no person chose. */
import { NONE, type Span } from './rule.js'
import { isStandIn, shapeOf } from './words.js'

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

/** `start` to `end`: a run of the characters such strings are made of. */
export function findBare(text: string, start: number, end: number): readonly Span[] {
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

function isSecretPiece(text: string, at: number, piece: string): boolean {
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

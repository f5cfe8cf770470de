/** Random strings that stand alone: no name and no prefix tells what they are. */
import { NONE, type Span } from './token-rule.js'
import { isScrambled, isStandIn, type Shape, shapeOf } from './words.js'

/** From how many characters on a random string that stands alone counts. */
export const MIN_BARE_LENGTH = 32

/** Is there nothing to be found in what it was made of? */
type Judge = (decoded: string) => boolean

/** Base64 in either alphabet, also percent-encoded, with its padding. */
const PIECE = /(?:[A-Za-z0-9+/_-]|%2[BbFf])+(?:={1,2}|(?:%3[Dd]){1,2})?/g
/** Checksums, pictures, fonts, archives, public keys and the ids that agents and vendors hand out are not secret. */
const PUBLIC_START =
  /^(?:\d{8}T\d{9}Z-\d|sha\d{1,3}[-_]|AGFzbQ|iVBORw0KGgo|\/9j\/|R0lGOD|UklGR|JVBERi0|PHN2Zy|d09GM|UEsDB|H4sI|AAAA[BCEG][0-9A-Za-z]{2}[zVj]|(?:agent_)?(?:toolu|msg|req|call|resp|run|thread|asst|file|evt|cus|pi|ch|sub|price|prod|acct|phc|sb_publishable|(?:pk|cs)_(?:live|test))_|Qm[1-9A-HJ-NP-Za-km-z]{44}$|chatcmpl-|gen-|_R[INv]|_ZN\d)/
const ALPHABET = /abcdefgh|hijklmn|qrstuvw/i
const PUBLIC_BEFORE =
  /(?:public_?-?key["'`]?\s{0,3}[:=]\s{0,3}["'`]?|base64,|\bh1:|sha-?\d{1,3}[:=]|SHA256:|ssh-[a-z0-9]{3,10} |integrity[=:]\W{0,3}|etag["']?\s?[:=]\s?(?:W\/)?["']?|verification=|sitekey="|site_?key["'`]?\s?[:=]\s?["'`]?|["']n["']\s?:\s?["']|ipfs:|k=rsa; ?p=|(?:cursor|page_?token|after|before|continuation)["'`]?[:=]\s?["'`]?)$/i
/** Shared by its address, or shown by a host to whoever asks. */
const PUBLIC_PATH =
  /(?:^|\/)(?:document|spreadsheets|presentation|forms|file)\/(?:u\/\d\/)?d\/(?:e\/)?[\w-]{20,}(?:\/|$)|(?:^|\/)acme-challenge\/[\w-]{40,}$/
/** What is called an id is one; of a session it is a key. */
const PUBLIC_ID_BEFORE =
  /(?:^|[^\w-])(?![\w-]*(?:sess|token|secret|auth|key|sid))[\w-]*id(?:-\d)?["'`]?\s?[:=]\s?["'`]?$/i
const FILE_ENDING =
  /\.(?:png|jpe?g|gif|webp|svg|ico|avif|css|[cm]?[jt]sx?|map|json|wasm|woff2?|ttf|mp[34]|pdf|html?|txt|md|zip|gz)\b/y
/** Enough to judge by; the rest of a run is like its beginning. */
const SAMPLE = 2048

/**
 * Random strings that stand alone: 32 or more mixed characters that no person chose. `start` to `end`: a run of the
 * characters such strings are made of.
 */
export function findBare(text: string, start: number, end: number, isHarmless: Judge): readonly Span[] {
  const from = isEscapedLetter(text, start) ? start + 1 : start
  const spans: Span[] = []
  for (const match of text.slice(from, end).matchAll(PIECE)) {
    if (match[0].length < 32) continue
    const at = from + match.index
    const length = secretLength(text, at, match[0], isHarmless)
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

function secretLength(text: string, at: number, piece: string, isHarmless: Judge): number {
  if (piece.length === 32 && text.charAt(at + 32) === '.' && TWO_PARTS.test(text.slice(at, at + 50))) {
    const second = text.slice(at + 33, at + 49)
    const facts = shapeOf(second)
    if (facts.digits > 0 || isScrambled(second, facts)) return 49
  }
  return isSecretPiece(text, at, piece, isHarmless) ? piece.length : 0
}

/** `<id>:` and then the key, as fal (with a UUID) and Asana (with numbers) give them out. */
const ID_BEFORE = /(?:^|[^\w-])(?:[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|[12]\/(?:\d{12,18}\/)?\d{12,18}):$/

function isSecretPiece(text: string, at: number, piece: string, isHarmless: Judge): boolean {
  if (/^[0-9a-f]{32}$/.test(piece) && ID_BEFORE.test(text.slice(Math.max(0, at - 38), at))) return true
  if (piece.length < 60 && SHAPES.test(piece)) return true
  const facts = shapeOf(piece.length > SAMPLE ? piece.slice(0, SAMPLE) : piece)
  if (facts.upper < 4 || facts.lower < 4 || facts.digits < 1 || facts.distinct < 12) return false
  if (!isWordless(piece, facts) || PUBLIC_START.test(piece) || isStandIn(piece) || ALPHABET.test(piece)) return false
  if (PUBLIC_BEFORE.test(text.slice(Math.max(0, at - 20), at))) return false
  if (PUBLIC_ID_BEFORE.test(text.slice(Math.max(0, at - 40), at))) return false
  if (isPath(text, at, piece) || PUBLIC_PATH.test(piece)) return false
  if (isWriting(piece, isHarmless)) return false
  FILE_ENDING.lastIndex = at + piece.length
  return !FILE_ENDING.test(text)
}

/** Drawn letters make common pairs now and then; then their order has to tell. */
function isWordless(piece: string, facts: Shape): boolean {
  return facts.wordiness < 0.5 || (facts.digits > 2 && !piece.includes('/') && isScrambled(piece, facts))
}

/** Base64 of something written, in which nothing is to be found: the head of a token, a source map, a sentence. */
function isWriting(piece: string, isHarmless: Judge): boolean {
  if (piece.length > SAMPLE || piece.includes('%')) return false
  const whole = piece.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '')
  if (whole.length % 4 === 1) return false
  const decoded = atob(whole)
  const isText = /^[\t\n\r -~]+$/.test(decoded)
  return isText && (/^[{[<]/.test(decoded) || decoded.split(' ').length > 3) && isHarmless(decoded)
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

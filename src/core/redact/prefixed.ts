/**
 * Tokens of vendors nobody has listed: a short name, a word that says "key" (`live`, `pat`, `sk`, `secret`), and drawn
 * characters behind it.
 */
import { ALNUM, isBorder, isIn, runEnd, WORD } from './chars.js'
import { NONE, one, type Rule } from './token-rule.js'
import { isDrawn, isScrambled, isStandIn, shapeOf } from './words.js'

const KEY_WORDS = 'live test prod pat sk rk tok token secret apikey api key pw svc auth access admin srv sa'.split(' ')
/** Behind these an id follows more often than a key. */
const PUBLIC_NAMES =
  /^(?:pk|pub|public|publishable|cs|evt|cus|pi|ch|sub|price|prod|acct|req|msg|run|call|user|usr|org|team|proj|session|sess|cache|idempotency|object|primary|foreign|sort|partition|row|tree|group|page|i18n|react|phc|test|unit|spec|it|should)$/i
const MAX_NAME = 16
const MIN_BODY = 16

export const prefixedRules: readonly Rule[] = [
  {
    type: 'api key',
    starts: KEY_WORDS.flatMap((word) => [`_${word}_`, `-${word}-`]),
    find: (text, at, after) => {
      const start = startOfName(text, at)
      if (start === at || !isBorder(text, start) || PUBLIC_NAMES.test(text.slice(start, at))) return NONE
      return body(text, start, after)
    },
  },
  {
    type: 'api key',
    starts: [
      'sk_',
      'sk-',
      'rk_',
      'pat_',
      'pat-',
      'tok_',
      'apikey_',
      'apikey-',
      'secret_',
      'secret-',
      'sec_',
      'token_',
      'token-',
      'api_',
      'api-',
    ],
    find: (text, at, after) => (isBorder(text, at) && text.charAt(at - 1) !== '-' ? body(text, at, after) : NONE),
  },
]

function startOfName(text: string, at: number): number {
  let start = at
  while (start > 0 && at - start < MAX_NAME && isIn(ALNUM, text.charCodeAt(start - 1))) start--
  return start
}

function body(text: string, start: number, after: number): ReturnType<Rule['find']> {
  const part = longPart(text, after)
  if (part === null) return NONE
  const end = runEnd(text, after, WORD, 256)
  const longest = text.slice(part.start, part.end)
  if (isStandIn(text.slice(after, end))) return NONE
  const facts = shapeOf(longest)
  const isHex = longest.length >= 24 && facts.digits > 3 && /^[0-9a-f]+$/.test(longest)
  const isLower =
    longest.length >= 20 && facts.digits > 2 && facts.upper === 0 && isDrawn(facts) && facts.wordiness < 0.6
  const isMixed =
    facts.digits > 0 && facts.upper > 1 && facts.lower > 1 && (isScrambled(longest, facts) || isDrawn(facts))
  return isHex || isLower || isMixed ? one(start, end, 'api key') : NONE
}

/** The first part that is long enough. Words with dashes between them are a name, however many. */
function longPart(text: string, after: number): { start: number; end: number } | null {
  let start = after
  for (let parts = 0; parts < 4; parts++) {
    const end = runEnd(text, start, ALNUM, 256)
    if (end - start >= MIN_BODY) return { start, end }
    if (!'-_'.includes(text.charAt(end) || ' ')) return null
    start = end + 1
  }
  return null
}

/** Is it a word somebody chose, or characters a machine drew? */
import { alphabet, type Alphabet, isIn } from './chars.js'

/** The pairs of letters that make up nine tenths of English and of identifiers; of random letters, a quarter. */
const PAIRS =
  'abcdgilmnprstu bael caehklortu daeiosu eacdeflmnpqrstwxy faioru gei haeio icdefglmnorst jes ke ladeilostu maeimop nacdefgiostu obcdfijlmnoprstuw paelortu qu racegiklmnorstuy sacehiopstuy tacehioprstuy ueilmnrst vaei wahio xpt ynp'

let known: Uint8Array | undefined

export interface Shape {
  upper: number
  lower: number
  digits: number
  others: number
  /** Share of neighbouring letters that are a common pair: above 0.5 somebody wrote it, below it was drawn. */
  wordiness: number
  letterPairs: number
  distinct: number
}

/** In which call each character was last seen: cheaper than a set, and this runs for every candidate. */
const SEEN = new Float64Array(128)
let round = 0

export function shapeOf(text: string): Shape {
  let [upper, lower, digits, others, pairs, common, previous] = [0, 0, 0, 0, 0, 0, -1]
  let distinct = 0
  round++
  known ??= commonPairs()
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    const slot = code & 127
    if (SEEN[slot] !== round) {
      SEEN[slot] = round
      distinct++
    }
    let letter = -1
    if (code >= 97 && code <= 122) {
      lower++
      letter = code - 97
    } else if (code >= 65 && code <= 90) {
      upper++
      letter = code - 65
    } else if (code >= 48 && code <= 57) digits++
    else others++
    if (letter >= 0 && previous >= 0) {
      pairs++
      common += known[previous * 26 + letter] as number
    }
    previous = letter
  }
  const wordiness = pairs === 0 ? 0 : common / pairs
  return { upper, lower, digits, others, wordiness, letterPairs: pairs, distinct }
}

/** Drawn by a machine, as far as its letters tell. Short texts get the benefit of the doubt. */
export function isDrawn(shape: Shape): boolean {
  if (shape.distinct < 5) return false
  // Of hexadecimal digits even drawn letters make common pairs; a quarter of digits is not a word either.
  const length = shape.upper + shape.lower + shape.digits + shape.others
  if (shape.digits >= length * 0.5) return true
  if (shape.digits >= length * 0.25 && (shape.wordiness < 0.9 || shape.letterPairs < 4)) return true
  return shape.wordiness < (shape.letterPairs < 14 ? 0.8 : 0.58)
}

/** The same behind a prefix that is a sign of its own: only plain prose is refused. */
export function isDrawnLoosely(shape: Shape): boolean {
  return isDrawn(shape) || (shape.distinct >= 5 && shape.wordiness < (shape.letterPairs < 14 ? 0.86 : 0.76))
}

/** Words that nobody draws: filled in for a secret in examples. One is written small, with a capital, or in capitals. */
const FILLERS = 'your example changeme change_me change-me placeholder dummy redacted insert replace'.split(' ')
const STAND_IN = new RegExp(
  [
    ...FILLERS.flatMap((word) => [word, word.charAt(0).toUpperCase() + word.slice(1), word.toUpperCase()]),
    String.raw`FILTERED|MASKED|SCRUBBED|x{4}|X{4}|0{8}|1234567890|process\.env|environ|getenv`,
  ].join('|'),
)
const STAND_IN_START =
  /^(?:(?:abc|foo|bar|baz)\d{0,3}$|todo|fake|mock|sample|env[.:[]|secrets?\.|vars?\.|import\.meta|enc\[|AgB[\w+/]{40}|vault:|ssm:|op:\/\/|!vault)/i
/** Signs that hold a place: `<token>`, `$TOKEN`, `${TOKEN}`, `%s`, `***`. A drawn password may have some of them too. */
const HOLDER =
  /\*{3}|\.{3}|…|^<|>$|^\$|\$\{|\$\(|\{\{|\}\}|^%[sdv]$|^%\(|^%\w+%$|^#\{|^\{|^@(?![^/]*[A-Z][^/]*\d|[^/]*\d[^/]*[A-Z])/

/** Who fills in a word does so at the beginning. */
const SAMPLE = 96

/** Stands for a secret without being one: `<your-token>`, `xxxx`, `$TOKEN`, `process.env.X`. */
export function isStandIn(text: string): boolean {
  const head = text.length > SAMPLE ? text.slice(0, SAMPLE) : text
  if (STAND_IN.test(head) || STAND_IN_START.test(head)) return true
  if (!HOLDER.test(head)) return false
  const facts = shapeOf(head)
  return !isGenerated(head, facts) && (facts.digits === 0 || /^[$<{%]/.test(head) || !isScrambled(head, facts))
}

export const SIGNS: Alphabet = alphabet(...'!@#$%^&*()+=[]{};:,<>?|~')
/** Capitals, small letters and digits in no order: not how anybody writes a name. */
export function isScrambled(text: string, facts: Shape): boolean {
  if (text.length < 8 || facts.upper < 2 || facts.lower < 2 || facts.distinct < 7 || /[/\\()[\]]/.test(text))
    return false
  if (facts.letterPairs < 4) return facts.digits > 2 && /\d[A-Za-z]+\d/.test(text)
  if (facts.wordiness < (facts.digits > 0 ? 0.58 : 0.45)) return true
  // The words of a name have three letters and more: `readUserToken`.
  const words = text.slice(0, 64).match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g)?.length ?? 1
  return facts.wordiness < 0.75 && Math.min(64, text.length) / words <= 2.6
}

/** Written for a program to fill in: a name between brackets, a variable, a call. */
const FILLED_IN =
  /^(?:<[\w .:%=/-]+>|<[A-Za-z_-]+|\$\{?[A-Za-z_][A-Za-z_.:-]*\d{0,2}\}?|[$#%@]?[{(]+[\w .,:|'"$/-]+[)}]*|@[a-z][a-z0-9_./-]*|%[A-Za-z_]+%|%\([\w.]+\)[sd])$/
/** A pattern, a selector, a call or a piece of code has as many signs as a password. */
const CODE_SIGNS =
  /\(\?|\\[dwsbDWS]|\.\*|\[[a-zA-Z0]-|\(\)|=>|&&|\|\||[\w)\]]\.[a-z]{3,}\(|^\^.*\$$|^[.#][a-z][\w-]*$|^\[[a-z-]+[=\]]|::|->|:\/\/|[{(]\s|\$\{|\{\{|<\/|\/>/

/** What nobody draws even among many signs. */
const TEMPLATE = /\(\?|\\[dwsb]|\.\*|\[[a-zA-Z0]-|\$\{|\{\{|:\/\//

/** A password as generators make it: letters, digits and signs mixed, and no words in it. */
export function isGenerated(text: string, facts: Shape): boolean {
  if (text.length < 8 || text.length > 128 || /\s/.test(text)) return false
  let signs = 0
  for (let i = 0; i < text.length; i++) if (isIn(SIGNS, text.charCodeAt(i))) signs++
  const kinds = Number(facts.upper > 0) + Number(facts.lower > 0) + Number(facts.digits > 0) + Number(signs > 0)
  if (signs === 0 || kinds < 3 || facts.distinct < 7) return false
  if (FILLED_IN.test(text) || isCall(text)) return false
  const isDense =
    signs > 2 &&
    facts.digits > 1 &&
    facts.upper > 1 &&
    facts.lower > 1 &&
    (facts.wordiness < 0.6 || facts.digits + signs >= text.length * 0.35)
  if ((isDense ? TEMPLATE : CODE_SIGNS).test(text)) return false
  if (isDense) return true
  if (signs >= 4 && signs >= text.length * 0.15) return true
  return facts.letterPairs < 3 || facts.wordiness < (facts.digits > 1 || signs > 2 ? 0.7 : 0.5)
}

/** `getToken(`: a name before a bracket. */
function isCall(text: string): boolean {
  const name = /(?:^|[^\w$])([a-z]{3}|[A-Za-z_$]{4,})\d?\(/.exec(text)?.[1]
  return (
    name !== undefined &&
    shapeOf(name).wordiness >= 0.5 &&
    !/[a-z][A-Z]{2}|[A-Z]{2}[a-z]|[A-Z].?[A-Z].?[A-Z]/.test(name)
  )
}

function commonPairs(): Uint8Array {
  const table = new Uint8Array(26 * 26)
  for (const group of PAIRS.split(' ')) {
    const first = (group.charCodeAt(0) - 97) * 26
    for (let i = 1; i < group.length; i++) table[first + group.charCodeAt(i) - 97] = 1
  }
  return table
}

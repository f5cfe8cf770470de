/** Secrets behind a fixed opening: authorization headers and cookies of HTTP, and private keys behind a BEGIN line. */
import { BASE64, runEnd } from './chars.js'
import { NONE, one, type Rule, type Span } from './token-rule.js'
import { isDrawn, isStandIn, shapeOf } from './words.js'

const SCHEME =
  /(?:bearer|basic|token|digest|apikey|negotiate|splunk|bot)(?:[ \t]{1,4}|%20|\+)(?:token=)?["']?((?:[\w.~+/=:-]|%2[BbFf]|%3[Dd]){6,2048})/iy
const COOKIE = /cookie(?:\\?["'`])?(?:[ \t]{0,4}[:=,]|\()[ \t]{0,4}(?:\\?["'`])?/iy
const COOKIE_PAIR = /[ ]{0,3}([\w.$-]{1,64})=("?[^\s;"'`,\\]{0,512})/y
const SESSION_NAME = /sess|sid|auth|token|jwt|csrf|xsrf|login|remember|secret|key|id$/i
const PLAIN_VALUE = /^(?:true|false|\d{1,10}|[a-z]{1,12}|[a-z]{2}[-_][A-Z]{2})$/

export const headerRules: readonly Rule[] = [
  {
    type: 'authorization header',
    starts: ['bearer', 'basic', 'token', 'digest', 'apikey', 'negotiate', 'splunk', 'bot '],
    anyCase: true,
    find: (text, at) => {
      SCHEME.lastIndex = at
      const match = SCHEME.exec(text)
      const value = match?.[1]
      if (!match || value === undefined || !isCredential(text, at, match[0], value)) return NONE
      const end = at + match[0].length
      return [{ start: end - value.length, end, type: 'authorization header', vague: true }]
    },
  },
  { type: 'cookie', starts: ['cookie'], anyCase: true, find: findCookies },
]

/** After the bare words "basic" or "token" an ordinary word follows too: only what nobody would write counts. */
function isCredential(text: string, at: number, whole: string, value: string): boolean {
  if (isStandIn(value)) return false
  const facts = shapeOf(value.slice(0, 200))
  const inHeader = /authorization\W{1,8}$/i.test(text.slice(Math.max(0, at - 24), at))
  if (/^basic/i.test(whole))
    return (
      value.length >= 8 && (inHeader || isBase64Pair(value)) && /^[A-Za-z0-9+/=]+$/.test(value) && !isPlainWord(value)
    )
  if (inHeader) return !isPlainWord(value) && value.length >= 6
  return /^bearer/i.test(whole) && value.length >= 16 && facts.digits > 0 && isDrawn(facts)
}

function isBase64Pair(value: string): boolean {
  const facts = shapeOf(value)
  return (
    value.length >= 12 &&
    facts.upper > 1 &&
    facts.lower > 1 &&
    isDrawn(facts) &&
    (facts.digits > 0 || value.endsWith('='))
  )
}

function isPlainWord(value: string): boolean {
  return /^(?:[A-Za-z]?[a-z]+|[A-Z_]+|[\w]+\.[\w.]+\(?)$/.test(value) && shapeOf(value).wordiness > 0.5
}

/** Every pair whose name or value says that it is a session; `theme=dark` stays. */
function findCookies(text: string, at: number): readonly Span[] {
  COOKIE.lastIndex = at
  if (!COOKIE.test(text)) return NONE
  const spans: Span[] = []
  let next = COOKIE.lastIndex
  if (isDense(text, at)) return [{ start: next, end: endOfWord(text, next), type: 'cookie', vague: true }]
  for (let i = 0; i < 60; i++) {
    COOKIE_PAIR.lastIndex = next
    const match = COOKIE_PAIR.exec(text)
    const [whole, name, value] = match ?? []
    if (whole === undefined || name === undefined || value === undefined) break
    const end = next + whole.length
    if (isSession(name, value)) spans.push({ start: end - value.length, end, type: 'cookie', vague: true })
    next = afterAttributes(text, end)
    if (text.charAt(next) !== ';' || next - at > 4096) break
    next++
  }
  return spans
}

/** No header repeats its name like this. Judging each would read the same text again and again, so all of it goes. */
function isDense(text: string, at: number): boolean {
  return (
    text
      .slice(Math.max(0, at - 48), at)
      .toLowerCase()
      .split('cookie').length > 4
  )
}

const WORD = /\S{0,512}/y

function endOfWord(text: string, at: number): number {
  WORD.lastIndex = at
  WORD.test(text)
  return WORD.lastIndex
}

const ATTRIBUTES =
  /(?:; ?(?:path|domain|expires|max-age|samesite|secure|httponly|priority)(?:=[^;\r\n"'`\\]{0,80})?){1,8}/iy

function afterAttributes(text: string, at: number): number {
  ATTRIBUTES.lastIndex = at
  return ATTRIBUTES.test(text) ? ATTRIBUTES.lastIndex : at
}

function isSession(name: string, value: string): boolean {
  if (value.length < 6 || PLAIN_VALUE.test(value) || isStandIn(value)) return false
  const facts = shapeOf(value.slice(0, 200))
  return (SESSION_NAME.test(name) && facts.digits > 0) || (value.length >= 16 && facts.digits > 0 && isDrawn(facts))
}

const BEGIN =
  /-----BEGIN ([A-Z0-9 ]{0,40}?)(PRIVATE KEY(?: BLOCK)?|CERTIFICATE|PUBLIC KEY(?: BLOCK)?|CERTIFICATE REQUEST|X509 CRL|SIGNATURE|MESSAGE)-----/y
const END = /-{1,5}END [A-Z0-9 ]{1,50}-{0,5}/y
/** Between two lines of the body: breaks (real, or escaped once or twice), margins, quotes, line numbers. */
const GAP = /(?:\s|\\{1,8}[nr]|["'`+>|*#,]|%0[AaDd]|\d{1,6}[→\t:|]|-(?=\s)|\\(?=\s))+/y
const HEADER = /(?:Proc-Type|DEK-Info|Version|Comment|Charset|Hash|Subject|Key-Type):[^\n\\]{0,200}/y
const MAX_LINE = 100_000

/** Private keys between BEGIN and END lines: whole, cut off, on one line with `\n`, behind margins. */
export const pemRule: Rule = {
  type: 'private key',
  starts: ['-----BEGIN '],
  find: (text, at) => {
    BEGIN.lastIndex = at
    const begin = BEGIN.exec(text)
    if (!begin) return NONE
    const { end, body } = readBody(text, at + begin[0].length)
    if (body < 16) return NONE
    return one(at, end, begin[2]?.startsWith('PRIVATE') ? 'private key' : null)
  },
}

/** Consumes line after line, so that a thousand keys without an end cost no more than their length. */
function readBody(text: string, from: number): { end: number; body: number } {
  let [at, end, body] = [from, from, 0]
  for (;;) {
    const next = skip(text, at, GAP)
    END.lastIndex = next
    if (END.test(text)) return { end: END.lastIndex, body }
    const header = skip(text, next, HEADER)
    if (header > next) {
      at = header
      continue
    }
    const stop = runEnd(text, next, BASE64, MAX_LINE)
    if (stop === next || !isBodyLine(text, next, stop, body)) return { end, body }
    body += stop - next
    ;[at, end] = [stop, stop]
  }
}

/** The last line may be short; a short one that goes on with a space is prose after a key that was cut off. */
function isBodyLine(text: string, start: number, stop: number, body: number): boolean {
  if (text.startsWith('--', start)) return false
  if (stop - start >= 40) return true
  if (body === 0) return stop - start >= 16
  return stop === text.length || (/[\n\r"'`\\%]/.test(text.charAt(stop)) && !/^[a-z]+$/i.test(text.slice(start, stop)))
}

function skip(text: string, at: number, pattern: RegExp): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}

/** The same key as a value of its own: Base64 of `-----BEGIN … PRIVATE KEY`, as in a Kubernetes secret. */
export const encodedPemRule: Rule = {
  type: 'private key',
  starts: ['LS0tLS1CRUdJTiB'],
  find: (text, at) => {
    const end = runEnd(text, at, BASE64, MAX_LINE)
    const head = text.slice(at, at + 80)
    const isPrivate = /UFJJVkFURSBLRV|BSSVZBVEUgS0VZ|QUklWQVRFIEtFW/.test(head)
    const span: Span = { start: at, end, type: isPrivate ? 'private key' : null }
    return [span]
  },
}

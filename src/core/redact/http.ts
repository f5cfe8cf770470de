/** Secrets on their way through HTTP: in the authorization header, in cookies, in URLs. */
import { BASE64, runEnd } from './chars.js'
import { NONE, one, type Rule, type Span } from './token-rule.js'
import { isDrawn, isScrambled, isStandIn, shapeOf } from './words.js'

const SCHEME =
  /(?:bearer|basic|token|apikey|negotiate|splunk|bot)(?:[ \t]{1,4}|%20|\+)(?:token=)?["']?((?:[\w.~+/=:-]|%2[BbFf]|%3[Dd]){6,2048})/iy
/** User and password as two strings: `auth=('me', 'x')`, `SetBasicAuth("me", "x")`. */
const TUPLE = /auth(?: ?= ?|: )?[([] ?("|')[^"'\n]{1,60}\1 ?, ?("|')([^"'\n]{3,100})\2/iy
const COOKIE = /cookie(?:\\?["'`])?(?:[ \t]{0,4}[:=,]|\()[ \t]{0,4}(?:\\?["'`])?/iy
const COOKIE_PAIR = /[ ]{0,3}([\w.$-]{1,64})=("?[^\s;"'`,\\]{0,512})/y
const SESSION_NAME = /sess|sid|auth|token|jwt|csrf|xsrf|login|remember|secret|key|id$/i
const PLAIN_VALUE = /^(?:true|false|\d{1,10}|[a-z]{1,12}|[a-z]{2}[-_][A-Z]{2})$/

export const headerRules: readonly Rule[] = [
  {
    type: 'authorization header',
    starts: ['bearer', 'basic', 'token', 'apikey', 'negotiate', 'splunk', 'bot '],
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
  {
    type: 'authorization header',
    starts: ['response="', 'mac="', 'response=\\"'],
    find: (text, at, after) => {
      if (!/\b(?:digest|hawk) [^\n]*$/i.test(text.slice(Math.max(0, at - 400), at))) return NONE
      const end = runEnd(text, after, BASE64, 128)
      return end - after < 16 ? NONE : one(after, end, 'authorization header')
    },
  },
  {
    type: 'password',
    starts: ['auth=(', 'auth = (', 'auth(', 'auth: ['],
    anyCase: true,
    find: (text, at) => {
      TUPLE.lastIndex = at
      const password = TUPLE.exec(text)?.[3]
      if (password === undefined || isStandIn(password)) return NONE
      const end = TUPLE.lastIndex - 1
      return [{ start: end - password.length, end, type: 'password', vague: true }]
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
  return (
    (SESSION_NAME.test(name) && (facts.digits > 0 || isScrambled(value, facts))) ||
    (value.length >= 16 && facts.digits > 0 && isDrawn(facts))
  )
}

const PLAIN = /:(?:\\?\/){2}([^\s/@:"'`<>\\?#]{0,128}):([^\s@"'`<>\\/]{1,256}(?:@[^\s@"'`<>\\/]{1,128}){0,2})@[\w[.-]/dy
/** With signs that should have been escaped: up to the last @ that a host follows. */
const UNESCAPED =
  /:(?:\\?\/){2}([^\s/@:"'`<>\\?#]{0,128}):([^\s"'`]{1,256})@(?:[\w.-]{1,100}|\[[\da-f:]{2,40}\])(?::\d{1,5})?(?=[/?\s"'`,;)\\]|$)/diy
/** Where a path begins at once with the host, the first slash ends it; in the addresses of databases there is no doubt. */
const DATABASE =
  /(?:postgres(?:ql)?|mysqlx?|mariadb|mongodb(?:\+srv)?|rediss?|valkey|amqps?|mssql|sqlserver|oracle|clickhouse|cockroachdb|cassandra|neo4j|bolt|s?ftps?|smtps?|imaps?|ldaps?|snowflake|redshift|nats|couchdb|[a-z]+\+[a-z0-9]+)$/i
const ENCODED = /%3a%2f%2f([^\s&"'`<>%]{0,128})%3a([^\s&"'`<>]{1,256}?)%40[\w.-]/diy
const USER_ONLY = /:(?:\\?\/){2}([\w.~-]{16,256})@[\w[.-]/y
const ORACLE = /jdbc:oracle:\w{1,10}:([\w$]{1,60})\/([^\s@"'`]{1,128})@/dy
/** Shows where a password would stand. */
const SHOWN = /^(?:\$.*|\{.*|<.*|\*+|x{2,}|\.{3}|…|%[sv].*|pass(?:word)?|passwd|pwd|your.*|\[.*|:.*)$/i

/** Passwords inside URLs and connection strings: only the password goes, user and host stay. */
export const urlRules: readonly Rule[] = [
  {
    type: 'password in url',
    starts: ['://', ':\\/\\/'],
    find: (text, at) => unescaped(text, at) ?? groupTwo(PLAIN, text, at, 'password in url') ?? userOnly(text, at),
  },
  {
    type: 'password in url',
    starts: ['%3a%2f%2f'],
    anyCase: true,
    find: (text, at) => groupTwo(ENCODED, text, at, 'password in url') ?? NONE,
  },
  {
    type: 'password in url',
    starts: ['jdbc:oracle:'],
    find: (text, at) => groupTwo(ORACLE, text, at, 'password in url') ?? NONE,
  },
]

function groupTwo(pattern: RegExp, text: string, at: number, type: string): readonly Span[] | null {
  pattern.lastIndex = at
  const match = pattern.exec(text)
  const [start, end] = match?.indices?.[2] ?? []
  if (match === null || start === undefined || end === undefined) return null
  // `guest:guest` is how a server is delivered.
  return SHOWN.test(match[2] as string) || match[1] === match[2] ? NONE : [{ start, end, type, vague: true }]
}

function unescaped(text: string, at: number): readonly Span[] | null {
  if (!DATABASE.test(text.slice(Math.max(0, at - 24), at))) return null
  UNESCAPED.lastIndex = at
  const password = UNESCAPED.exec(text)?.[2]
  // A port and a path in which an @ stands.
  if (password === undefined || /^\d{2,5}[/?]/.test(password)) return null
  return groupTwo(UNESCAPED, text, at, 'password in url')
}

/** `https://<token>@host`: the user is the secret if nobody would be called so. */
function userOnly(text: string, at: number): readonly Span[] {
  USER_ONLY.lastIndex = at
  const user = USER_ONLY.exec(text)?.[1]
  if (user === undefined) return NONE
  const facts = shapeOf(user)
  if (!/^[0-9a-f]{32,}$/.test(user) && (facts.digits < 2 || facts.wordiness >= 0.5 || !isDrawn(facts))) return NONE
  const start = text.indexOf(user, at)
  return [{ start, end: start + user.length, type: 'token in url', vague: true }]
}

/** Pairs: a name that says "secret" and what stands behind it, in env files, JSON, YAML, code, queries, flags. */
import { afterWrap, alphabet, DOTTED, isIn, RUN, runEnd, WORD } from './chars.js'
import { judgePair, type PairForm, strengthOf } from './pair-judge.js'
import { NONE, type Rule, type Span } from './token-rule.js'
import { isDrawn, shapeOf } from './words.js'

/** What may stand between a name and its value: quotes (also escaped), brackets, a type, the sign itself. */
const QUOTE = String.raw`(?:\\{0,7}["'${'`'}]|%22|&quot;)`
const SIGN = String.raw`(?:=>|:=|\?=|<-|={1,3}|:|%3[AaDd]|\\u003[dD])`
const BEHIND = new RegExp(
  String.raw`([\w.-]{0,32})(${QUOTE}?\]?)[ \t]{0,12}(?::[ \t]?(?:&?'?(?:static )?str|[Ss]tring|&str|bytes)\??[ \t]?(?==))?(${SIGN}|,(?=[ \t]{0,2}${QUOTE})|\((?=${QUOTE})|>(?=[^<\s]{4,200}<\/))[ \t]{0,12}(?:[|>][-+]?\r?\n[ \t]{1,24})?((?:[fbru@]|new )?${QUOTE})?`,
  'y',
)
const FLAG_BEHIND = new RegExp(String.raw`(?:${QUOTE},)?[ \t]{0,4}(${QUOTE})?`, 'y')
const SPOKEN_BEHIND = / (?:is|was)(?: now)?:? {1,2}(["'`])?/y
const OPEN_VALUE = /(?:[^\s"'`<>,;&|(){}[\]\\%]|%(?!2[26]|0[AaDd]|3[CcBb]|7[DdCc])|\\(?![nrtu"'\\])){1,400}/y
/** In an env file everything up to the next space belongs to the value. */
const ENV_VALUE = /(?:[^\s"'`\\]|\\(?![nrtu"'\\])){1,400}/y
/** What is left of a value longer than what it was judged by. */
const REST = /[^\s"'`\\]*/y
const MAX_VALUE = 400
const AFTER_NAME = alphabet(' ', '\t', '"', "'", '\\')

const LITERALS = [
  'passw',
  'passphrase',
  'pwd',
  'secret',
  'token',
  'apikey',
  'api_key',
  'api-key',
  'api key',
  'accesskey',
  'access_key',
  'access-key',
  'privatekey',
  'private_key',
  'private-key',
  'credential',
  'auth',
  'key',
  'sig',
  'sas',
  'session',
  'pass',
  'dsn',
  'pat',
  'mnemonic',
  'salt',
  'pin',
]

export const pairRules: readonly Rule[] = [{ type: 'secret', starts: LITERALS, anyCase: true, find: findPair }]

function findPair(text: string, at: number, after: number): readonly Span[] {
  BEHIND.lastIndex = after
  const match = BEHIND.exec(text)
  if (match === null) return findUnsigned(text, at, after)
  const nameStart = startOfName(text, at)
  const name = text.slice(nameStart, after) + (match[1] ?? '')
  return valueAt(text, BEHIND.lastIndex, { name, sign: match[3] ?? '', quote: match[4] ?? '', nameStart })
}

/** `--password X`, and in a sentence: the password is X. */
function findUnsigned(text: string, at: number, after: number): readonly Span[] {
  const nameEnd = runEnd(text, after, WORD, 32)
  if (!isIn(AFTER_NAME, text.charCodeAt(nameEnd))) return NONE
  const nameStart = startOfName(text, at)
  const isFlag = text.charAt(nameStart) === '-'
  const behind = isFlag ? FLAG_BEHIND : SPOKEN_BEHIND
  behind.lastIndex = nameEnd
  const match = behind.exec(text)
  if (match === null) return NONE
  const sign = isFlag ? 'flag' : 'spoken'
  return valueAt(text, behind.lastIndex, {
    name: text.slice(nameStart, nameEnd),
    sign,
    quote: match[1] ?? '',
    nameStart,
  })
}

interface Found {
  name: string
  sign: string
  quote: string
  nameStart: number
}

function valueAt(text: string, from: number, found: Found): readonly Span[] {
  const { name, sign, quote } = found
  const strength = strengthOf(name)
  if (strength === null) return NONE
  const form = formOf(text, from, found)
  const end = quote ? quotedEnd(text, from, quote) : openEnd(text, from, form)
  const value = text.slice(from, end)
  if (!judgePair({ name, sign, value, strength, form, next: text.charAt(end) })) return NONE
  const last = value.length < MAX_VALUE ? wrappedEnd(text, end) : restEnd(text, end)
  return [{ start: from, end: last, type: strength.type, vague: true }]
}

function formOf(text: string, from: number, { sign, quote, nameStart }: Found): PairForm {
  if (quote) return 'quoted'
  if (sign === 'flag' || sign === 'spoken') return sign
  if (sign === '=' && /[?&;]/.test(text.charAt(nameStart - 1))) return 'query'
  return text.charAt(from - 1) === '=' && isEnvLine(text, nameStart) ? 'env' : 'open'
}

/** Back over the name's own characters: `DB_PASSWORD`, `--db-password`, `aws.secret.key`. */
function startOfName(text: string, at: number): number {
  const stop = Math.max(0, at - 40)
  let start = at
  while (start > stop && isIn(DOTTED, text.charCodeAt(start - 1))) start--
  return text.charAt(start - 1) === '\\' && 'nrt'.includes(text.charAt(start)) && start < at ? start + 1 : start
}

/** `KEY=value` at the beginning of a line, after `export`, `-e` or `ENV`: shells and env files. */
function isEnvLine(text: string, nameStart: number): boolean {
  const before = text.slice(Math.max(0, nameStart - 12), nameStart)
  return (
    /(?:^|[\n\r]|\\n|["'`]|[+>$-] ?)[ \t]{0,8}(?:(?:export|set|setx|ENV|ARG|env|-e|--env|declare -x) ?)?$/.test(
      before,
    ) && !/[a-z][A-Z]/.test(text.slice(nameStart, nameStart + 8))
  )
}

function openEnd(text: string, from: number, form: PairForm): number {
  const pattern = form === 'env' ? ENV_VALUE : OPEN_VALUE
  pattern.lastIndex = from
  if (!pattern.test(text)) return from
  let end = Math.min(pattern.lastIndex, from + MAX_VALUE)
  while (end > from && '.:!?'.includes(text.charAt(end - 1)) && /\s|^$/.test(text.charAt(end))) end--
  return end
}

function restEnd(text: string, end: number): number {
  REST.lastIndex = end
  return REST.test(text) ? REST.lastIndex : end
}

/** Up to the same quote, escaped as deeply; an unclosed one ends with the line. */
function quotedEnd(text: string, from: number, quote: string): number {
  const closing = quote.replace(/^(?:[fbru@]|new )/, '')
  const first = closing.charCodeAt(0)
  const stop = Math.min(text.length, from + MAX_VALUE)
  for (let at = from; at < stop; at++) {
    const code = text.charCodeAt(at)
    if (code === first && (closing.length === 1 || text.startsWith(closing, at))) return at
    if (code === 10 || code === 13) return at
    // A backslash hides the next character, unless backslashes are how this quote itself is written.
    if (code === 92 && closing.length === 1) at++
  }
  return stop
}

/** A drawn value that goes on in the next line. */
function wrappedEnd(text: string, end: number): number {
  let last = end
  for (let line = 0; line < 40; line++) {
    const next = afterWrap(text, last)
    if (next < 0 || !isIn(RUN, text.charCodeAt(last - 1))) return last
    const stop = runEnd(text, next, RUN, MAX_VALUE)
    const facts = shapeOf(text.slice(next, stop))
    if (
      stop - next < 8 ||
      facts.digits === 0 ||
      !isDrawn(facts) ||
      /[=:]/.test(text.charAt(stop)) ||
      text.slice(next, stop - 2).includes('=')
    )
      return last
    last = stop
  }
  return last
}

/** Pairs: a name that says "secret" and what stands behind it, in env files, JSON, YAML, code, queries, flags. */
import { alphabet, DOTTED, isIn, runEnd } from '../chars.js'
import { cellBeside, cellsBelow, findApart } from './apart.js'
import { judgePair, type PairForm } from './judge.js'
import { NAMES, strengthOf, strengthSoFar } from './name.js'
import { isGenerated, isScrambled, shapeOf } from '../words.js'
import { markupEnd, MAX_VALUE, openEnd, quotedEnd, restEnd, wrappedEnd } from './value.js'
import { NONE, type Rule, type Span, untilWarm, WARM } from '../token-rule.js'

/** What may stand between a name and its value: quotes (also escaped), brackets, a type, the sign itself. */
const QUOTE = String.raw`(?:\\{0,7}["'${'`'}]|%22|&quot;)`
const SIGN = String.raw`(?:=>|:=|\?=|<-|->|={1,3}|\|\|=?|\?\?=?|:-|:|%3[AaDd]|\\u003[dD])`
/** A type, what may be done with it, or that it is a row of characters. */
const TYPED = String.raw`(?:(?::[ \t]?(?:&?'?(?:static )?str|[Ss]tring|&str|bytes)\??|As String|\{ ?get;[^{}\n]{0,40}\}|\[\d{0,4}\])[ \t]?(?==))`
/** `Some("…")`, and what PHP says of a string before it prints it. */
const WRAPPED = String.raw`(?:<<(?=${QUOTE})|(?:Some|Just|String::from|SecretStr(?:ing)?(?:::new|::from)?)\((?=${QUOTE}))|\r?\n[ \t]{0,24}string\(\d{1,4}\) `
/** An anchor or a type in YAML. */
const LABELLED = String.raw`(?:&[\w-]{1,24}|!!(?:str|binary)) {1,4}`
export const BEHIND: RegExp = new RegExp(
  String.raw`${QUOTE}?\]?\*{0,2}[ \t]{0,12}${TYPED}?(${SIGN}|,(?=[ \t]{0,2}(?:<<)?${QUOTE})|\((?=${QUOTE})|>(?=[^<\s]{4,200}<\/))\*{0,2}[ \t]{0,12}(?:[|>][-+]?\r?\n[ \t]{1,24}|${LABELLED}|${WRAPPED})?((?:[fbruN@]|new )?${QUOTE})?`,
  'y',
)
/** A command goes on in the next line behind a backslash. */
const FLAG_BEHIND = new RegExp(String.raw`(?:${QUOTE},)?[ \t]{0,4}(?:\\\r?\n[ \t]{0,40})?(${QUOTE})?`, 'y')
const SPOKEN_BEHIND = / (?:is|was|to)(?: now)?:? {1,2}(["'`])?/y
/** `PASSWORD 'x'` in SQL, `password "x"` in a build file. */
const NEAR_BEHIND = new RegExp(String.raw`["']?[ \t]{1,4}(?:encrypted |to |of )?(\\{0,3}["'])`, 'iy')
/** Where its quote stands at the latest. */
const MAX_NEAR = 20
/** `password x` where a word in front says that this is how it is written. */
const SPACED_BEHIND = /[ \t]{1,12}(?=\S)/y
const SPACED_BEFORE =
  /(?:\blogin\s+\S{1,80}\s+|\baccount\s+\S{1,80}\s+|\bENV\s+|\bARG\s+|\bset(?:x|env)?\s+(?:-\w{1,3}\s+)?|\bconfigure set\s+(?:\S{1,20}\.)?|\bconnect\s+\S{1,60}\s+|\buser\s+[\w.@-]{1,60}\s+|\b(?:config|configure|secrets?|env|variables?)[ :](?:set|put|add|create)\s+(?:-\S{1,20}\s+){0,4}\S{0,80})$/i
/** One of these stands in all of them: looked for first, because this is quick. */
const SPACED_WORDS = ['login', 'user', 'account', 'env', 'arg', 'set', 'connect', 'config', 'secret', 'variable']
/** Settings of servers that are written without a sign. */
const SPACED_NAMES = ['requirepass', 'masterauth', 'ldap_password', 'bindpw', 'rootpw']
/** How much of a name may follow what makes it one. */
const MAX_TAIL = 32
const AFTER_NAME = alphabet(' ', '\t', '"', "'", '\\')
const SPACES = alphabet(' ', '\t')
/** What `BEHIND` begins with, and what its sign does. */
const QUOTES = alphabet('"', "'", '`')
const BEFORE_SIGN = alphabet('\\', '%', '&', ']', '*', '[')
const SIGNS = alphabet(':', '=', '?', '<', '-', '|', '%', '\\', ',', '(', '>', '{', '[', 'A')

export const pairRules: readonly Rule[] = [{ type: 'secret', starts: NAMES, anyCase: true, find: findPair }]

function findPair(text: string, at: number, after: number): readonly Span[] {
  const nameEnd = runEnd(text, after, DOTTED, MAX_TAIL + 1)
  // Longer than any name: no sign can follow.
  if (nameEnd - after > MAX_TAIL) return NONE
  // Of two words that begin alike the longer one has been asked.
  if (nothing.at === at && nothing.nameEnd === nameEnd && nothing.text === text) return NONE
  const spans = findNamed(text, at, nameEnd)
  if (spans.length === 0) nothing = { text, at, nameEnd }
  return spans
}

/** Where nothing was found last. */
let nothing = { text: '', at: -1, nameEnd: -1 }

function findNamed(text: string, at: number, nameEnd: number): readonly Span[] {
  BEHIND.lastIndex = nameEnd
  const match = isAsked(text, nameEnd) ? BEHIND.exec(text) : null
  const from = BEHIND.lastIndex
  // `key=key=key=…`: the last of them is the name.
  if (match !== null && match[1] !== '>' && isNamedAgain(text, from, text.slice(at, from))) return NONE
  const nameStart = startOfName(text, at)
  const name = text.slice(nameStart, nameEnd)
  if (match !== null) {
    const spans = valueAt(text, from, { name, sign: match[1] ?? '', quote: match[2] ?? '', nameStart })
    if (spans.length > 0) return spans
  }
  const strength = looks >= WARM ? strengthOf(name) : (looks++, strengthSoFar(name))
  if (strength === null) return NONE
  // The same word again: the last of them is the name.
  if (text.startsWith(text.slice(at, nameEnd), nameEnd + 1)) return NONE
  // Only of a flag may it say little; a process that is warm must find what one that is cold finds.
  if (match === null && (strength?.level !== 'perhaps' || text.charAt(nameStart) === '-')) {
    const spans = findUnsigned(text, { name, nameStart, nameEnd })
    if (spans.length > 0) return spans
  }
  const apart = findApart(text, nameEnd)
  if (apart) return valueAt(text, apart.from, { name, sign: ':', quote: apart.quote, nameStart, form: apart.form })
  const cells = cellBeside(text, nameStart, nameEnd) ?? cellsBelow(text, nameStart, nameEnd)
  return cells.flatMap(({ start, end }) => cellSpan(text, name, start, end))
}

/** In the value itself; behind a space or a break another pair begins. */
function isNamedAgain(text: string, from: number, whole: string): boolean {
  const again = text.slice(from, from + MAX_TAIL).indexOf(whole)
  return again === 0 || (again > 0 && !/[\s"'`;&,<>]/.test(text.slice(from, from + again)))
}

/** To judge a name needs slow patterns: a short process does it only where a value may stand. */
let looks = 0

const isAsked = untilWarm(maySign)
const MAX_SPACES = 12

/** False: `BEHIND` cannot match here. In most sentences a space and a letter stand behind the word. */
export function maySign(text: string, nameEnd: number): boolean {
  const from = isIn(QUOTES, text.charCodeAt(nameEnd)) ? nameEnd + 1 : nameEnd
  if (isIn(BEFORE_SIGN, text.charCodeAt(from))) return true
  let at = from
  while (at - from < MAX_SPACES && isIn(SPACES, text.charCodeAt(at))) at++
  return isIn(SIGNS, text.charCodeAt(at))
}

interface Name {
  name: string
  nameStart: number
  nameEnd: number
}

/** `--password X`, `PASSWORD 'X'`, `login me password X`, and in a sentence: the password is X. */
function findUnsigned(text: string, { name, nameStart, nameEnd }: Name): readonly Span[] {
  if (!isIn(AFTER_NAME, text.charCodeAt(nameEnd))) return NONE
  const isFlag = text.charAt(nameStart) === '-'
  const near = text.slice(nameEnd, nameEnd + MAX_NEAR)
  const ways: readonly [RegExp, string][] = isFlag
    ? [[FLAG_BEHIND, 'flag']]
    : [
        [NEAR_BEHIND, 'near'],
        [SPOKEN_BEHIND, 'spoken'],
        [SPACED_BEHIND, 'spaced'],
      ]
  for (const [behind, sign] of ways) {
    if (sign === 'near' && !near.includes('"') && !near.includes("'")) continue
    if (sign === 'spoken' && !isSpokenOn(text, nameStart, near)) continue
    behind.lastIndex = nameEnd
    const match = behind.exec(text)
    if (match === null || (sign === 'spaced' && !isWrittenSpaced(text, name, nameStart, behind.lastIndex))) continue
    const from = behind.lastIndex
    if (text.slice(from, from + MAX_TAIL).includes(text.slice(nameStart, from))) return NONE
    const level = strengthOf(name)?.level
    if (level === undefined || (level === 'perhaps' && !(isFlag && /token$/i.test(name)))) return NONE
    const form: PairForm = sign === 'spaced' ? 'env' : sign === 'near' ? 'near' : (sign as PairForm)
    return valueAt(text, from, { name, sign, quote: match[1] ?? '', nameStart, form })
  }
  return NONE
}

/** "DB_PASSWORD is", "set DB_PASSWORD to", not "rename password to". */
function isSpokenOn(text: string, nameStart: number, near: string): boolean {
  if (near.startsWith(' is') || near.startsWith(' was')) return true
  return (
    near.startsWith(' to ') &&
    /\b(?:set|changed?|updated?|rotated?) $/i.test(text.slice(Math.max(0, nameStart - 9), nameStart))
  )
}

function isWrittenSpaced(text: string, name: string, nameStart: number, from: number): boolean {
  if (SPACED_NAMES.includes(name.toLowerCase()) || isSetting(text, nameStart, from)) return true
  const before = text.slice(Math.max(0, nameStart - 100), nameStart)
  const lower = before.toLowerCase()
  return SPACED_WORDS.some((word) => lower.includes(word)) && SPACED_BEFORE.test(before)
}

const LAST_WORD = /[!-~]{8,128}(?=[ \t]*(?:\r?\n|$))/y

/** A line of settings or of a list: the name, and behind it nothing but what a machine drew. */
function isSetting(text: string, nameStart: number, from: number): boolean {
  if (!/(?:^|\n)[ \t]{0,12}$/.test(text.slice(Math.max(0, nameStart - 13), nameStart))) return false
  LAST_WORD.lastIndex = from
  const value = LAST_WORD.exec(text)?.[0]
  if (value === undefined) return false
  const facts = shapeOf(value)
  return isScrambled(value, facts) || isGenerated(value, facts)
}

/** Under a heading stand values as in quotes. */
function cellSpan(text: string, name: string, start: number, end: number): readonly Span[] {
  const strength = strengthOf(name)
  const value = text.slice(start, end)
  if (strength === null || !judgePair({ name, value, strength, sign: ',', form: 'near', next: '' })) return NONE
  return [{ start, end, type: strength.type, vague: true }]
}

interface Found {
  name: string
  sign: string
  quote: string
  nameStart: number
  /** Known where the value stands apart. */
  form?: PairForm
}

function valueAt(text: string, from: number, found: Found): readonly Span[] {
  const { name, sign, quote } = found
  const strength = strengthOf(name)
  // `arn:aws:…:secret:name`: one of a row of parts.
  if (strength === null) return NONE
  if (sign === ':' && !quote && !found.form && text.charAt(found.nameStart - 1) === ':') return NONE
  // `${NAME:?what is missing}` in a shell.
  if (sign === ':' && text.charAt(from) === '?' && text.charAt(found.nameStart - 1) === '{') return NONE
  const form = found.form ?? formOf(text, from, found)
  const end = quote
    ? quotedEnd(text, from, quote)
    : form === 'quoted' || sign === '>'
      ? markupEnd(text, from)
      : openEnd(text, from, form, found.nameStart)
  const value = text.slice(from, end)
  if (!judgePair({ name, sign, value, strength, form, next: text.slice(end, end + 2) })) return NONE
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
  // The colours of a terminal end with a letter.
  const colour = text.charAt(start - 1) === '[' ? (/^[\d;]{1,8}m/.exec(text.slice(start, at))?.[0].length ?? 0) : 0
  if (colour > 0) return start + colour
  return text.charAt(start - 1) === '\\' && 'nrt'.includes(text.charAt(start)) && start < at ? start + 1 : start
}

/** `KEY=value` at the beginning of a line, after `export`, `-e` or `ENV`: shells and env files. */
function isEnvLine(text: string, nameStart: number): boolean {
  // A name in capitals with the sign right behind it is a shell's, wherever it stands in the line.
  if (
    /^\s?$/.test(text.charAt(nameStart - 1)) &&
    /^[A-Z][A-Z0-9]*_[A-Z0-9_]+=\S/.test(text.slice(nameStart, nameStart + 60))
  )
    return true
  const before = text.slice(Math.max(0, nameStart - 12), nameStart)
  return (
    /(?:^|[\n\r]|\\n|["'`]|[+>$-] ?)[ \t]{0,8}(?:(?:export|set|setx|ENV|ARG|env|declare -x) ?)?$|(?:^|\s)(?:-e|--env|--build-arg|--set|export)[ =]["']?$/.test(
      before,
    ) && !/[a-z][A-Z]/.test(text.slice(nameStart, nameStart + 8))
  )
}

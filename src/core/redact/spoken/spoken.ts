/** Passwords and keys in sentences: "the password for staging is …", in the languages of `tongues`. */
import { isBorder, isIn, RUN, runEnd } from '../chars.js'
import { NONE, type Rule, type Span, untilWarm } from '../token-rule.js'
import type { Joint } from './joint.js'
import { type Tongue, tongues } from './tongues.js'
import { isDrawn, isGenerated, isScrambled, isStandIn, type Shape, shapeOf, SIGNS } from '../words.js'

const OPENINGS = '"\'`“„«「『‘('
const CLOSING: Readonly<Record<string, string>> = {
  '“': '”',
  '„': '“',
  '«': '»',
  '「': '」',
  '『': '』',
  '‘': '’',
  '(': ')',
}
/** How far the longest words between reach, and behind them a user's name and a password. */
const REACH = 600
/** A backslash ends a line in JSON. */
const VALUE = /[!-[\]-~]{4,80}/y
const USER_BEFORE =
  /\b(?:user(?:name)?|login|log in|account|admin|root|sudo|credentials|creds|db|database|wifi|host)\b[^\n]{0,40}$/i
/** Somebody stands before the password: `admin / X`, `admin:X`, `root and password X`. */
const USER =
  /["'`]?[A-Za-z][\w.@-]{1,40}["'`]?(?: ?\/ ?|:| and (?:the )?password | with password | pass(?:word)? |, ?)/y

export const spokenRules: readonly Rule[] = makeSpokenRules(untilWarm(mayPasswordFollow))

/** `mayFollow`: asked before anything that is slow. */
export function makeSpokenRules(mayFollow: (text: string, after: number) => boolean): Rule[] {
  return tongues.map((tongue) => spokenRule(tongue, mayFollow))
}

function spokenRule(
  { starts, joints, besideUser, isCompound, isKey }: Tongue,
  mayFollow: typeof mayPasswordFollow,
): Rule {
  let made: readonly Joint[] | undefined
  return {
    type: isKey ? 'secret' : 'password',
    starts,
    anyCase: true,
    last: true,
    find: (text, at, after) => {
      if (
        !isCompound &&
        text.charCodeAt(at) < 128 &&
        (!isBorder(text, at) || '-$.'.includes(text.charAt(at - 1) || ' '))
      )
        return NONE
      // The same word again: the last of them is the name.
      if (text.slice(after + 1, 2 * after - at + 2) === `${text.slice(at, after)}${text.charAt(after)}`) return NONE
      if (isKey ? !doesKeyFollow(text, after) : !mayFollow(text, after)) return NONE
      const changed = changedFrom(text, after)
      if (changed.length > 0) return changed
      const answered = isKey ? null : answerTo(text, after)
      if (answered) return [answered]
      made ??= joints()
      for (const [i, joint] of made.entries()) {
        const end = joint(text, after)
        if (end < 0) continue
        if (isKey) {
          const key = keyFrom(text, end, isKey)
          if (key) return [key]
          continue
        }
        const isBeside = !besideUser || USER_BEFORE.test(text.slice(Math.max(0, at - 60), at))
        const span = valueFrom(text, end, i === 0, isBeside)
        if (span) return [span]
      }
      return NONE
    },
  }
}

/**
 * False: no word that follows could be a password, so the patterns, which are slow to make, are not asked. A password has
 * a digit, two capitals, or a capital and a sign; only in quotes has it spaces.
 */
export function mayPasswordFollow(text: string, after: number): boolean {
  const stop = Math.min(text.length, after + REACH)
  let [capitals, signs, dashes, allCapitals, breaks, isQuoted] = [0, 0, 0, 0, 0, false]
  for (let i = after; i < stop; i++) {
    const code = text.charCodeAt(i)
    if (code >= 97 && code <= 122) continue
    if (code >= 48 && code <= 57) return true
    if (code <= 32) {
      // It begins in the same line or the next.
      if (code === 10 && ++breaks > 1 && !isQuoted) return false
      capitals = signs = dashes = 0
    } else if (code >= 65 && code <= 90) {
      capitals++
      allCapitals++
    } else if (OPENINGS.includes(text.charAt(i))) isQuoted = true
    else if (isIn(SIGNS, code)) signs++
    else if (code === 45 && ++dashes > 2) return true
    if (capitals > 1 || (capitals > 0 && signs > 0) || (isQuoted && allCapitals > 1)) return true
  }
  return false
}

/** How far behind its name a key begins at the latest, and how short none is. */
const KEY_REACH = 80
const MIN_KEY = 16

/** A run that is long enough for a key, with a digit in it, begins near by. */
function doesKeyFollow(text: string, after: number): boolean {
  const stop = Math.min(text.length, after + KEY_REACH)
  for (let at = after; at < stop; at++) {
    const end = runEnd(text, at, RUN, MIN_KEY)
    if (end - at === MIN_KEY) return /\d/.test(text.slice(at, at + 2 * MIN_KEY))
    at = end
    if (text.charCodeAt(at) === 10) return false
  }
  return false
}

const KEY = /[\w+/=.~-]{16,400}/y
const PLAIN_DIGITS = /^(?:0x)?[0-9a-f]+$|^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

export function keyFrom(text: string, from: number, kind: 'drawn' | 'digits'): Span | null {
  const start = OPENINGS.includes(text.charAt(from) || ' ') ? from + 1 : from
  KEY.lastIndex = start
  if (!KEY.test(text)) return null
  const end = endOfSentence(text, start, KEY.lastIndex)
  const value = text.slice(start, end)
  const facts = shapeOf(value.slice(0, 128))
  if (facts.digits < 2 || facts.distinct < 7 || isStandIn(value) || /^https?:|[/.].*[/.].*[/.]/.test(value)) return null
  // Behind the bare word for a token a commit may follow.
  const isKey = PLAIN_DIGITS.test(value)
    ? kind === 'digits' && value.length >= 24
    : isDrawn(facts) && facts.wordiness < 0.6
  return isKey ? { start, end, type: 'secret', vague: true } : null
}

const CHANGED = / (?:from|von|de|da|с) ["'`]?([!-[\]-~]{5,80}?)["'`]? (?:to|auf|à|a|para|на) ["'`]?/y

/** "I changed the password from X to Y". */
function changedFrom(text: string, after: number): readonly Span[] {
  CHANGED.lastIndex = after
  const match = CHANGED.exec(text)
  const old = match?.[1]
  if (!match || old === undefined || !isPassword(old, shapeOf(old), true)) return []
  const start = after + match[0].indexOf(old)
  const next = judged(text, CHANGED.lastIndex, true)
  return [{ start, end: start + old.length, type: 'password', vague: true }, ...(next ? [next] : [])]
}

const ANSWER = /[^\n?]{0,60}\?[ \t]*\r?\n[ \t>]{0,8}(?:[\w@.-]{1,24}: ?)?(?:(?:it['’]?s|it is|use|try):? )?/iy

/** "what is the password?", and in the next line what somebody answers. */
function answerTo(text: string, after: number): Span | null {
  const mark = text.slice(after, after + 62).indexOf('?')
  if (mark < 0 || !/^\s*\n/.test(text.slice(after + mark + 1, after + mark + 10))) return null
  ANSWER.lastIndex = after
  const span = ANSWER.test(text) ? judged(text, ANSWER.lastIndex, false) : null
  return span && /^[.!"'`]?\s*?(?:\n|$)/.test(text.slice(span.end, span.end + 8)) ? span : null
}

/** All of it, or what stands behind a user's name. */
function valueFrom(text: string, from: number, isMarked: boolean, isBeside: boolean): Span | null {
  const whole = isBeside ? judged(text, from, isMarked) : null
  if (whole) return whole
  USER.lastIndex = from
  return USER.test(text) ? judged(text, USER.lastIndex, isMarked) : null
}

function judged(text: string, from: number, isMarked: boolean): Span | null {
  const quote = OPENINGS.includes(text.charAt(from)) ? text.charAt(from) : ''
  // French puts a space inside its quotes.
  const start = from + quote.length + (quote === '«' && /\s/.test(text.charAt(from + 1)) ? 1 : 0)
  VALUE.lastIndex = start
  if (!VALUE.test(text)) return null
  const closing = quote === '' ? -1 : text.slice(start, start + 80).indexOf(CLOSING[quote] ?? quote)
  const inside = closing > 3 && /\s/.test(text.charAt(start + closing - 1)) ? closing - 1 : closing
  const end = closing > 3 ? start + inside : endOfSentence(text, start, VALUE.lastIndex)
  const value = text.slice(start, end)
  if (!isPassword(value, shapeOf(value), isMarked || closing > 3)) return null
  return { start, end, type: 'password', vague: true }
}

/** What ends the sentence or the clause is not the password's. */
function endOfSentence(text: string, start: number, end: number): number {
  let last = end
  while (last > start && '.,;:?)"\'`'.includes(text.charAt(last - 1)) && end - last < 2) last--
  return last
}

/** Words with digits that are no passwords: versions, times, sizes, names of algorithms. */
const NUMBERED =
  /^(?:v?\d[\d.,:%/x-]*[a-z]{0,3}|[a-z]+\d?\/[\w/.-]*|#\d+|sha-?\d+|md5|argon2\w*|utf-?8|base64|oauth2?|http2|s3|ipv[46]|[a-z]+-v?\d{1,2}|x509|pbkdf2|bcrypt\w*|aes-?\d+|[hre]s256|[a-z]{1,3}\d{1,2}|\d{4}-\d\d-\d\d\S*)$/i
const CODE =
  /^[=$<{[(@#%&*|\\/]|^-{1,2}[a-z]|^[\w-]+=|=>|\(\)|::|\w\[|\?\.|\]$|^https?:|^[a-z]+(?:_[a-z0-9]+)+$|^[A-Z]+(?:_[A-Z0-9]+)+$|\.(?:ts|js|py|go|md|json|ya?ml|tsx|txt|rs|java|rb|sh|html|css)\b|^\w+\.\w+\.\w+/

/** As Apple and Google hand them out. */
const GROUPS = /^[a-z]{4}(?:-[a-z]{4}){3}$/

export function isPassword(value: string, facts: Shape, isMarked: boolean): boolean {
  if (value.length < 5 || isStandIn(value) || NUMBERED.test(value) || value.includes('[redacted')) return false
  if (isGenerated(value, facts) || (GROUPS.test(value) && facts.wordiness < 0.8)) return true
  if (CODE.test(value)) return false
  if (isScrambled(value, facts)) return true
  if (/^[\w.$]+\(/.test(value)) return false
  // An identifier with a number in it, or a name with dots.
  if (/^[a-z]+[A-Z][a-z]|^[a-z]+\.[a-z.]+$/.test(value) && facts.wordiness > 0.5) return false
  if (facts.digits === 0 || facts.upper + facts.lower < 2 || value.length < 6) return false
  return isMarked || facts.digits >= 2 || facts.others > 0
}

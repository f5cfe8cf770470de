/** Secrets as programs say them to each other and to people: in protocols, settings without a name, mails and codes. */
import { isBorder } from '../chars.js'
import { judgePair } from '../pair/judge.js'
import { strengthOf } from '../pair/name.js'
import { isPassword } from './spoken.js'
import { NONE, type Rule, type Span } from '../token-rule.js'
import { isDrawn, isGenerated, isScrambled, isStandIn, shapeOf } from '../words.js'

interface Said {
  type: string
  starts: readonly string[]
  anyCase?: true
  /** Sticky, from where the literal begins; group 1 is the secret. Made when asked. */
  pattern: () => RegExp
  isSecret: (value: string) => boolean
}

const isChosen = (value: string): boolean => isPassword(value, shapeOf(value), true)

function isMade(value: string): boolean {
  const facts = shapeOf(value.slice(0, 128))
  if (isStandIn(value) || facts.distinct < 6) return false
  return isGenerated(value, facts) || isScrambled(value, facts) || (facts.digits > 1 && isDrawn(facts))
}

const said: readonly Said[] = [
  {
    // A schema that has a name of its own: GenieKey, SSWS, Klaviyo-API-Key.
    type: 'authorization header',
    starts: ['authorization'],
    anyCase: true,
    pattern: () =>
      /authorization\\?["'`]?[ \t]{0,4}[:=][ \t]{0,4}\\?["'`]?[A-Za-z][\w-]{1,30}[ \t]{1,4}(?:[a-z]{1,12}=\\?["']?)?([\w.~+/=:-]{12,400})/iy,
    isSecret: isMade,
  },
  {
    type: 'api key',
    starts: ['x-honeycomb-team', 'x-goog-iap-jwt', 'x-functions-code', 'ocp-apim-'],
    anyCase: true,
    pattern: () => /[\w-]{8,40}["']?[ \t]{0,4}[:=][ \t]{0,4}["']?([\w.-]{16,400})/iy,
    isSecret: isMade,
  },
  {
    type: 'api key',
    starts: ['?appid=', '&appid=', '?app_key=', '&app_key=', '?hapikey=', '&hapikey=', '?auth=', '&auth='],
    anyCase: true,
    pattern: () => /[?&]\w{4,8}=([0-9a-f]{32}|[0-9a-f-]{36}|[\w-]{40,80})(?![\w.-])/iy,
    isSecret: isMade,
  },
  {
    // FTP and POP say it alone in a line, also in a trace of system calls.
    type: 'password',
    starts: ['PASS '],
    pattern: () => /PASS ([!-[\]-~]{5,128})(?=\\[rn]|\r?\n|\r|$)/y,
    isSecret: isChosen,
  },
  {
    type: 'password',
    starts: [' LOGIN '],
    pattern: () => / LOGIN "?[\w.@-]{1,60}"? "?([!-[\]-~]{5,128}?)"?(?=\\[rn]|\r?\n|\r|$)/y,
    isSecret: isChosen,
  },
  {
    type: 'authorization header',
    starts: ['AUTH PLAIN ', 'AUTH LOGIN ', 'AUTH CRAM-MD5 ', 'AUTHENTICATE PLAIN '],
    pattern: () => /AUTH(?:ENTICATE)? [\w-]{4,12} ([\w+/]{12,400}={0,2})/y,
    isSecret: isMade,
  },
  {
    type: 'password',
    starts: ['WIFI:'],
    pattern: () => /WIFI:(?:[A-Z]:(?:\\.|[^;\\]){0,64};){0,4}?P:((?:\\.|[^;\\\s]){4,64});/y,
    isSecret: (value) => !isStandIn(value),
  },
  {
    // The map of Postfix.
    type: 'password',
    starts: [']:25 ', ']:465 ', ']:587 ', ']:2525 '],
    pattern: () => /\]:\d{2,4} [\w.@+-]{1,80}:([!-~]{5,128})(?=\s|$)/y,
    isSecret: isChosen,
  },
  {
    // pgbouncer's list of users.
    type: 'password',
    starts: ['" "'],
    pattern: () => /" "([!#-~]{8,200})"[ \t]*(?=\r?\n|$)/y,
    isSecret: isMade,
  },
  {
    // "…password…:", and it alone in a line below.
    type: 'password',
    starts: ['password', 'passphrase', 'passcode'],
    anyCase: true,
    pattern: () => /[a-z]{8,10}\b[^\n:]{0,80}:[ \t]{0,4}\r?\n\s{0,40}([!-~]{8,200})[ \t]*(?=\r?\n|$)/iy,
    isSecret: (value) => isMade(value) && !/^[\w./-]+[:=]/.test(value),
  },
  {
    type: 'password',
    starts: [
      'password is generated',
      'password was generated',
      'password has been',
      'password generated',
      'password successfully',
      'successfully reset',
    ],
    anyCase: true,
    pattern: () => /[a-z ]{12,40}[^\n:]{0,60}[:.]?(?:\r?\nnew value)?: ([!-~]{6,128})(?=\s|$)/iy,
    isSecret: isMade,
  },
  {
    // chap-secrets: whose, at which server, and from where.
    type: 'password',
    starts: ['" * "', "' * '", '\t*\t', '" "*" "'],
    pattern: () => /(?:["'] ["']?\*["']? ["']|\t\*\t["']?)([!-~]{5,64}?)(?:["'][ \t]+|\t)["']?(?:\*|\d)/y,
    isSecret: isChosen,
  },
  {
    type: 'password',
    starts: ['user = "', 'user="', 'user: "', 'proxy-user = "'],
    pattern: () => /(?:proxy-)?user ?[=:] ?"[\w.@-]{1,60}:([^"\s\\]{6,200})"/y,
    isSecret: (value) => isChosen(value) || isMade(value),
  },
  {
    type: 'password',
    starts: ['auth-user-pass'],
    pattern: () => /auth-user-pass[^\n]{0,40}\r?\n[\w.@-]{1,60}\r?\n([!-~]{5,128})(?=\r?\n|$)/y,
    isSecret: isChosen,
  },
  {
    type: 'one-time code',
    starts: [
      'verification code',
      'security code',
      'login code',
      'one-time code',
      'one-time pass',
      'otp',
      '2fa code',
      'mfa code',
    ].concat(['sign-in code', 'access code', 'authentication code', 'confirmation code', 'auth code']),
    anyCase: true,
    pattern: () =>
      /[a-z0-9 -]{3,24}?(?: (?:is|was)|:|=){1,2}(?: now)? ?["'`*]{0,2}(\d{3}[ -]?\d{3}|\d{4,8})(?![\w.%-])/iy,
    isSecret: () => true,
  },
]

const dialogRules: readonly Rule[] = said.map(({ type, starts, anyCase, pattern, isSecret }) => {
  let made: RegExp | undefined
  return {
    type,
    starts,
    ...(anyCase && { anyCase }),
    find: (text, at) => {
      if (/\w/.test(text.charAt(at)) && !isBorder(text, at)) return NONE
      made ??= pattern()
      made.lastIndex = at
      const match = made.exec(text)
      const value = match?.[1]
      if (!match || value === undefined || value.includes('[redacted') || !isSecret(value)) return NONE
      const start = at + match[0].lastIndexOf(value)
      return [{ start, end: start + value.length, type, vague: true }]
    },
  }
})

const CODES = /(?:[ _-]?codes?)?["'`*]{0,3}[^\n\d]{0,60}?[:=\n]["'`*[\s]{0,40}/iy
const CODE =
  /(?:[-*] |\d{1,2}[.)] )?["'`]?((?=[a-z-]*\d)[a-z0-9]{4,8}(?:[ -][a-z0-9]{4,8}){0,3}|\d{6,10}|(?=[A-Z-]*\d)[A-Z0-9]{4,8}(?:-[A-Z0-9]{4,8}){0,3})(?![\w.])["'`,]*\s{0,12}/y

/** What is left when the telephone is lost: a list of codes. */
const recoveryRule: Rule = {
  type: 'recovery code',
  starts: ['recovery code', 'backup code', 'scratch code', 'emergency code', 'rescue code'],
  anyCase: true,
  find: (text, at, after) => {
    CODES.lastIndex = after
    if (!isBorder(text, at) || !CODES.test(text)) return NONE
    const spans: Span[] = []
    let from = CODES.lastIndex
    for (let i = 0; i < 24; i++) {
      CODE.lastIndex = from
      const match = CODE.exec(text)
      const code = match?.[1]
      if (!match || code === undefined) break
      const start = from + match[0].indexOf(code)
      spans.push({ start, end: start + code.length, type: 'recovery code', vague: true })
      from = CODE.lastIndex
    }
    // One alone may be a number of something.
    const [first] = spans
    if (!first) return NONE
    return spans.length > 1 || /[ -].+[ -]/.test(text.slice(first.start, first.end)) ? spans : NONE
  },
}

const VALUE_BEFORE =
  /\\?["']?(?:value|content|secret|val)\\?["']?\s{0,4}[:=]\s{0,4}(\\?["'])([^"'\\\n]{6,400})\1\s{0,4},\s{0,40}\\?["']?(?:name|key|id)\\?["']?\s{0,4}[:=]\s{0,4}$/i

/** `{"value": "X", "name": "DB_PASSWORD"}`: the value stands before its name. */
const backwardsRule: Rule = {
  type: 'secret',
  starts: ['"name"', '"key"', '"id"', '\\"name\\"', "'name'", "'key'"],
  anyCase: true,
  find: (text, at, after) => {
    const name = /^\s{0,4}[:=]\s{0,4}\\?["']([\w.-]{3,60})\\?["']/.exec(text.slice(after, after + 80))?.[1]
    if (name === undefined) return NONE
    const strength = strengthOf(name)
    if (strength === null) return NONE
    const before = text.slice(Math.max(0, at - 480), at) + text.slice(at, after) + ':'
    const match = VALUE_BEFORE.exec(before)
    const [value, quote] = [match?.[2], match?.[1]]
    if (!match || value === undefined || quote === undefined) return NONE
    if (!judgePair({ name, value, strength, sign: ':', form: 'quoted', next: quote })) return NONE
    const start = at - (Math.min(at, 480) - match.index) + match[0].indexOf(value)
    return [{ start, end: start + value.length, type: strength.type, vague: true }]
  },
}

export const saidRules: readonly Rule[] = [...dialogRules, recoveryRule, backwardsRule]

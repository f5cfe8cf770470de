/** Passwords inside URLs and connection strings: only the password goes, user and host stay. */
import { NONE, type Rule, type Span } from './rule.js'
import { isDrawn, shapeOf } from './words.js'

const PLAIN = /:(?:\\?\/){2}([^\s/@:"'`<>\\?#]{0,128}):([^\s@"'`<>\\/]{1,256}(?:@[^\s@"'`<>\\/]{1,128}){0,2})@[\w[.-]/y
const ENCODED = /%3a%2f%2f([^\s&"'`<>%]{0,128})%3a([^\s&"'`<>]{1,256}?)%40[\w.-]/iy
const USER_ONLY = /:(?:\\?\/){2}([\w.~-]{16,256})@[\w[.-]/y
const ORACLE = /jdbc:oracle:\w{1,10}:([\w$]{1,60})\/([^\s@"'`]{1,128})@/y
/** Shows where a password would stand. */
const SHOWN = /^(?:\$.*|\{.*|<.*|\*+|x{2,}|\.{3}|…|%[sv].*|pass(?:word)?|passwd|pwd|your.*|\[.*|:.*)$/i

export const urlRules: readonly Rule[] = [
  {
    type: 'password in url',
    starts: ['://', ':\\/\\/'],
    find: (text, at) => groupTwo(PLAIN, text, at, 'password in url') ?? userOnly(text, at),
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
  const [whole, user, password] = match ?? []
  if (whole === undefined || user === undefined || password === undefined) return null
  if (SHOWN.test(password)) return NONE
  const start = at + whole.indexOf(user, 1) + user.length + gapLength(pattern)
  return [{ start, end: start + password.length, type, vague: true }]
}

/** Between user and password stands `:`, `%3A` or `/`. */
function gapLength(pattern: RegExp): number {
  return pattern === ENCODED ? 3 : 1
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

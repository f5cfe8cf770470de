/** Passwords that no name announces: behind the flags of commands (`curl -u`, `mysql -p`, `sshpass -p`) and inside URLs. */
import { NONE, type Rule, type Span } from './token-rule.js'
import { isDrawn, isStandIn, shapeOf } from './words.js'

const LINE = 400

interface Command {
  starts: readonly string[]
  /** On the rest of the line; group 1 is what stands before the password, group 2 the password. Made when asked. */
  pattern: () => RegExp
}

const commands: readonly Command[] = [
  {
    starts: ['curl', 'wget', 'http '],
    pattern: () => /^(.{0,300}?\s(?:-u|--user|-U|--proxy-user|-a)[ =]?\\?["']?[^\s:"'\\]{1,80}:)((?:\\.|[^\s"'\\])+)/,
  },
  {
    starts: ['mysql', 'mariadb', 'mongo'],
    pattern: () => /^(.{0,300}?\s-p\\?["']?)((?:\\.|[^\s"'\\-])(?:\\.|[^\s"'\\])+)/,
  },
  { starts: ['sshpass'], pattern: () => /^(sshpass\s+-p\s*\\?["']?)((?:\\.|[^\s"'\\])+)/ },
  {
    starts: ['docker login', 'podman login', 'helm registry', 'oc login', 'az login', 'skopeo login'],
    pattern: () => /^(.{0,300}?\s-p[ =]\\?["']?)((?:\\.|[^\s"'\\])+)/,
  },
  { starts: ['redis-cli'], pattern: () => /^(.{0,300}?\s-a[ =]\\?["']?)((?:\\.|[^\s"'\\])+)/ },
  {
    starts: ['ldapsearch', 'ldapmodify', 'ldapadd'],
    pattern: () => /^(.{0,300}?\s-w[ =]?\\?["']?)((?:\\.|[^\s"'\\])+)/,
  },
  {
    starts: ['htpasswd'],
    pattern: () => /^(htpasswd\s+-\w*b\w*\s+\S{1,100}\s+\S{1,80}\s+\\?["']?)((?:\\.|[^\s"'\\])+)/,
  },
  { starts: ['pass:'], pattern: () => /^(pass:)((?:\\.|[^\s"'\\])+)/ },
  { starts: ['login '], pattern: () => /^(login\s+\S{1,100}\s+password\s+)((?:\\.|[^\s"'\\])+)/ },
  { starts: ['identified by'], pattern: () => /^(identified\s+by\s+\\?["'])([^"'\\]{3,100})/i },
]

export const commandRules: readonly Rule[] = commands.map(({ starts, pattern }) => ({
  type: 'password',
  starts,
  anyCase: true,
  find: (text, at) => {
    if (starts[0] === 'pass:' && !/-pass(?:in|out)?\s+["']?$/.test(text.slice(Math.max(0, at - 12), at))) return NONE
    const [, before, password] = pattern().exec(lineFrom(text, at)) ?? []
    if (before === undefined || password === undefined || !isPassword(password)) return NONE
    const start = at + before.length
    const span: Span = { start, end: start + password.length, type: 'password', vague: true }
    return [span]
  },
}))

function lineFrom(text: string, at: number): string {
  const line = text.slice(at, at + LINE)
  const end = line.search(/[\r\n]|\\n(?![\w])/)
  return end < 0 ? line : line.slice(0, end)
}

function isPassword(text: string): boolean {
  return text.length >= 3 && !isStandIn(text) && !/^(?:\[redacted|-|[({|>&]|\d{1,5}(?::\d+)?$)/.test(text)
}

const PLAIN = /:(?:\\?\/){2}([^\s/@:"'`<>\\?#]{0,128}):([^\s@"'`<>\\/]{1,256}(?:@[^\s@"'`<>\\/]{1,128}){0,2})@[\w[.-]/y
const ENCODED = /%3a%2f%2f([^\s&"'`<>%]{0,128})%3a([^\s&"'`<>]{1,256}?)%40[\w.-]/iy
const USER_ONLY = /:(?:\\?\/){2}([\w.~-]{16,256})@[\w[.-]/y
const ORACLE = /jdbc:oracle:\w{1,10}:([\w$]{1,60})\/([^\s@"'`]{1,128})@/y
/** Shows where a password would stand. */
const SHOWN = /^(?:\$.*|\{.*|<.*|\*+|x{2,}|\.{3}|…|%[sv].*|pass(?:word)?|passwd|pwd|your.*|\[.*|:.*)$/i

/** Passwords inside URLs and connection strings: only the password goes, user and host stay. */
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

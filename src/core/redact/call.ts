/** Passwords by their place: an argument of a call that connects, a column of an insert, what a command printed. */
import { isBorder } from './chars.js'
import { strengthOf } from './pair/name.js'
import { NONE, type Rule, type Span } from './token-rule.js'
import { isGenerated, isScrambled, isStandIn, shapeOf } from './words.js'

const ARGUMENT = String.raw`(?:"[^"\n]{0,160}"|'[^'\n]{0,160}'|[\w$.>&:()-]{1,60})`

/** Calls and the number of arguments before the password. */
const CALLS: readonly [before: number, names: readonly string[]][] = [
  [0, ['unsafeplaintext(', 'securestring(', 'secretstring(', 'setpassword(', ' crypt(', '=crypt(']],
  [
    1,
    [
      'oci_connect(',
      'sp_addlogin ',
      'sp_password ',
      '.login(',
      'login_user(',
      'basic_auth(',
      'usernamepasswordcredentials(',
      'passwordcredentials(',
      'networkcredential(',
      'pscredential(',
      'aes_decrypt(',
      'aes_encrypt(',
      'pgp_sym_decrypt(',
      'pgp_sym_encrypt(',
    ],
  ],
  [
    2,
    [
      'new pdo(',
      'mysqli_connect(',
      'new mysqli(',
      'mysql_connect(',
      'getconnection(',
      'ldap_bind(',
      'ftp_login(',
      'imap_open(',
      'ssh2_auth_password(',
      'mysql.connect(',
      'new sequelize(',
      'mysqldb.connect(',
      '->connect(',
    ],
  ],
  [3, ['credentials(']],
]

const callRules: readonly Rule[] = CALLS.map(([before, starts]) => {
  const pattern = new RegExp(String.raw`\s?(?:${ARGUMENT}\s?,\s?){${before}}(["'])([^"'\n]{4,120})\1`, 'y')
  return {
    type: 'password',
    starts,
    anyCase: true,
    find: (text, at, after) => {
      pattern.lastIndex = after
      const password = pattern.exec(text)?.[2]
      if (
        password === undefined ||
        !isSecretWord(password) ||
        (!'. =-'.includes(text.charAt(at)) && !isBorder(text, at))
      )
        return NONE
      const end = pattern.lastIndex - 1
      return [{ start: end - password.length, end, type: 'password', vague: true }]
    },
  }
})

const INSERT = /\s+[\w."`[\]]{1,80}\s*\(([^()]{1,400})\)\s*values\s*\(/iy
const VALUE = /\s*(?:N?'((?:[^'\\]|''|\\.){0,200})'|"([^"\\\n]{0,200})"|([\w.:-]{1,60}(?:\([^()]{0,80}\))?))\s*([,)])/y

/** `insert into users (name, password) values ('me', 'x')`. */
const insertRule: Rule = {
  type: 'password',
  starts: ['insert into'],
  anyCase: true,
  find: (text, _at, after) => {
    INSERT.lastIndex = after
    const columns = INSERT.exec(text)?.[1]
    if (columns === undefined) return NONE
    const spans: Span[] = []
    let at = INSERT.lastIndex
    for (const column of columns.split(',')) {
      VALUE.lastIndex = at
      const match = VALUE.exec(text)
      if (match === null) break
      const value = match[1] ?? match[2] ?? ''
      const strength = strengthOf(column.replace(/[^\w-]/g, ''))
      const start = at + match[0].indexOf(value)
      if (strength && strength.level !== 'perhaps' && value !== '' && isSecretWord(value))
        spans.push({ start, end: start + value.length, type: strength.type, vague: true })
      at = VALUE.lastIndex
      if (match[4] === ')') break
    }
    return spans.length === 0 ? NONE : spans
  },
}

const PRINTED = /[^\n]{0,200}?(?:\\n|\n)(?:[>$] )?([!-[\]-~]{8,400})(?=\\n|\s*(?:\n|$)|")/y

const PLAIN_KEY = /^(?:[0-9a-f]{32,}|[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})$/
const PAIR = /\s?b?["'`][\w.@-]{1,60}:([^"'`\s$]{4,100})["'`]/y

/** Written as one, to be encoded: `btoa('me:x')`. */
const encodedRule: Rule = {
  type: 'password',
  starts: ['btoa(', 'buffer.from(', 'b64encode(', 'base64encode(', 'encodebase64(', 'base64.encode('],
  anyCase: true,
  find: (text, _at, after) => {
    PAIR.lastIndex = after
    const password = PAIR.exec(text)?.[1]
    if (password === undefined || !isSecretWord(password)) return NONE
    const end = PAIR.lastIndex - 1
    return [{ start: end - password.length, end, type: 'password', vague: true }]
  },
}

/** What a command prints that exists to print a secret. */
const printedRule: Rule = {
  type: 'secret',
  starts: [
    '| base64 -d',
    '| base64 --decode',
    'op read ',
    'pass show ',
    'auth token',
    'print-access-token',
    'print-identity-token',
    'get-login-password',
    'find-generic-password',
    '-field=',
    'initial-password',
    'output -raw',
    'openssl rand ',
    'pwgen ',
    'auth:token',
    'makepasswd',
    'secretsmanager get-secret',
    'create token ',
  ],
  find: (text, at, after) => {
    const isDecoding = text.startsWith('| base64', at)
    if (isDecoding && !/secret|password|token|key/i.test(text.slice(Math.max(0, at - 200), at))) return NONE
    PRINTED.lastIndex = after
    const printed = PRINTED.exec(text)?.[1]
    if (printed === undefined || !(isDrawnWord(printed) || PLAIN_KEY.test(printed))) return NONE
    const end = PRINTED.lastIndex
    return [{ start: end - printed.length, end, type: 'secret', vague: true }]
  },
}

function isSecretWord(value: string): boolean {
  if (value.length < 4 || isStandIn(value) || value.includes('[redacted:') || /\s|^[$@:?%]/.test(value)) return false
  const facts = shapeOf(value)
  return isDrawnWord(value) || (facts.digits > 0 && facts.upper + facts.lower > 1)
}

function isDrawnWord(value: string): boolean {
  const facts = shapeOf(value)
  if (/^[\w.-]+[/:]|^[([{<]|=$/.test(value) && !isGenerated(value, facts)) return false
  return (
    isGenerated(value, facts) ||
    isScrambled(value, facts) ||
    (facts.digits > 2 && facts.wordiness < 0.5 && value.length >= 12)
  )
}

export const placeRules: readonly Rule[] = [...callRules, insertRule, encodedRule, printedRule]

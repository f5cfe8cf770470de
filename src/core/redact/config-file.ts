/** Secrets that a whole file gives away: a Kubernetes Secret, `.pgpass`, the address of a database in Go. */
import { NONE, one, type Rule, type Span } from './token-rule.js'
import { isStandIn, shapeOf } from './words.js'

const BACK = 3000
const AHEAD = 6000
const DATA = /(?:^|\n)([ \t]*)(?:data|stringData):[ \t]*\r?\n/g
const LINE = /([ \t]*)(?:[\w.-]{1,80}|"[^"\n]{1,80}"):[ \t]*(["']?)([^\s"'#][^\r\n"']{2,4000})\2[ \t]*(?:\r?\n|$)/y
const JSON_DATA = /"(?:data|stringData)"\s{0,4}:\s{0,4}\{([^{}]{0,6000})\}/g
const JSON_VALUE = /:\s{0,4}"([^"\\\n]{4,4000})"/g

/** `kind: Secret` stands before its data or, as the server prints it, behind. */
const secretRule: Rule = {
  type: 'kubernetes secret',
  starts: ['kind: Secret', '"kind":"Secret"', '"kind": "Secret"'],
  find: (text, at, after) => {
    if (!/^[\s"',}\\]?$/.test(text.charAt(after))) return NONE
    const [from, to] = [documentStart(text, at), documentEnd(text, after)]
    const document = text.slice(from, to)
    const found = text.charAt(at) === '"' ? jsonValues(document) : yamlValues(document)
    return found.map(({ start, end }) => ({
      start: from + start,
      end: from + end,
      type: 'kubernetes secret',
      vague: true,
    }))
  },
}

/** Not beyond the next resource on either side, so that each piece is read at most twice. */
function documentStart(text: string, at: number): number {
  const before = text.slice(Math.max(0, at - BACK), at)
  return (
    at -
    before.length +
    Math.max(before.lastIndexOf('\n---'), before.lastIndexOf('kind:'), before.lastIndexOf('"kind"'), 0)
  )
}

function documentEnd(text: string, after: number): number {
  const behind = text.slice(after, after + AHEAD)
  const end = behind.search(/\n---|kind:|"kind"/)
  return end < 0 ? after + behind.length : after + end
}

interface Place {
  start: number
  end: number
}

function yamlValues(document: string): Place[] {
  const places: Place[] = []
  for (const match of document.matchAll(DATA)) {
    let at = match.index + match[0].length
    const depth = (match[1] ?? '').length
    for (;;) {
      LINE.lastIndex = at
      const line = LINE.exec(document)
      const [whole, indent = '', quote = '', value = ''] = line ?? []
      if (whole === undefined || indent.length <= depth) break
      const start = at + whole.indexOf(value, indent.length + whole.slice(indent.length).indexOf(':') + 1)
      const trimmed = value.trimEnd()
      if (isHeld(trimmed)) places.push({ start, end: start + trimmed.length })
      at += whole.length
      if (quote.length + whole.length === 0) break
    }
  }
  return places
}

function jsonValues(document: string): Place[] {
  return [...document.matchAll(JSON_DATA)].flatMap((data) => {
    const inner = data.index + data[0].indexOf(data[1] as string)
    return [...(data[1] as string).matchAll(JSON_VALUE)].flatMap((match) => {
      const value = match[1] as string
      const start = inner + match.index + match[0].length - 1 - value.length
      return isHeld(value) ? [{ start, end: start + value.length }] : []
    })
  })
}

function isHeld(value: string): boolean {
  return value.length >= 4 && !value.includes('[redacted:') && !isStandIn(value) && value !== '|' && value !== '>-'
}

const PGPASS_BACK = /(?:^|[\s"'`])[\w.*-]{1,80}$/
const PGPASS = /:(?:\d{4,5}|\*):(?:[\w.-]{1,60}|\*):[\w.@-]{1,60}:((?:\\.|[^\s\\"'`]){4,100})(?=\s|["'`]|$)/y

/** `host:port:database:user:password`. */
const pgpassRule: Rule = {
  type: 'password',
  starts: [':5', ':6', ':*:'],
  find: (text, at) => {
    PGPASS.lastIndex = at
    const match = PGPASS.exec(text)
    const password = match?.[1]
    if (!match || password === undefined || !PGPASS_BACK.test(text.slice(Math.max(0, at - 82), at))) return NONE
    if (isStandIn(password) || /^[\d:]+$|^\//.test(password)) return NONE
    const end = at + match[0].length
    return one(end - password.length, end, 'password')
  },
}

const DSN = /(?:^|[\s"'`=])([\w.-]{1,60}):([^\s"'`]{3,120})$/

/** `user:password@tcp(host:3306)/database`. */
const dsnRule: Rule = {
  type: 'password in url',
  starts: ['@tcp(', '@unix(', '@tcp6(', '@cloudsql('],
  find: (text, at) => {
    const before = text.slice(Math.max(0, at - 200), at)
    const password = DSN.exec(before)?.[2]
    if (password === undefined || isStandIn(password) || /^(?:password|pass|pwd|%s|%v)$/i.test(password)) return NONE
    const span: Span = { start: at - password.length, end: at, type: 'password in url', vague: true }
    return shapeOf(password).distinct < 3 ? NONE : [span]
  },
}

const PASSWORDS_OF_USERS = /:\r?\n(?:[ \t]+expire:[^\n]{0,40}\n)?[ \t]+(?:list|users):[ \t]*\|?[ \t]*\r?\n/y
const USER_LINE = /[ \t]+(?:- )?["']?[\w.-]{1,40}:([^\s"']{4,100})["']?[ \t]*(?:\r?\n|$)/y

/** What cloud-init hands to `chpasswd`: a line for each user. */
const chpasswdRule: Rule = {
  type: 'password',
  starts: ['chpasswd:'],
  find: (text, _at, after) => {
    PASSWORDS_OF_USERS.lastIndex = after - 1
    if (!PASSWORDS_OF_USERS.test(text)) return NONE
    const spans: Span[] = []
    let at = PASSWORDS_OF_USERS.lastIndex
    for (let line = 0; line < 40; line++) {
      USER_LINE.lastIndex = at
      const match = USER_LINE.exec(text)
      const password = match?.[1]
      if (!match || password === undefined) break
      const start = at + match[0].lastIndexOf(password)
      if (isHeld(password) && password !== 'RANDOM')
        spans.push({ start, end: start + password.length, type: 'password', vague: true })
      at += match[0].length
    }
    return spans
  },
}

/** What sops and others have encrypted looks random and is no secret. */
const encryptedRule: Rule = {
  type: 'secret',
  starts: ['ENC[AES256_GCM', 'ENC[PKCS7'],
  find: (text, at) => {
    const end = text.slice(at, at + 4000).search(/[\]\n]/)
    return end < 0 ? NONE : one(at, at + end, null)
  },
}

export const configRules: readonly Rule[] = [encryptedRule, secretRule, pgpassRule, dsnRule, chpasswdRule]

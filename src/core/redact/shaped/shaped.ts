/** Tokens that are known by their shape as a whole, not by a prefix alone. */
import { afterWrap, alphabet, isBorder, runEnd } from '../chars.js'
import { linkShapes, type Shaped } from './links.js'
import { NONE, one, openWrapEnd, type Rule, type Span } from '../token-rule.js'
import { isDrawnLoosely, isStandIn, shapeOf } from '../words.js'

/** What the parts of these and what joins them consists of. */
const PARTS = alphabet('A-Z', 'a-z', '0-9', '_', '-', '.', '/', '~', '%')
const MAX_LENGTH = 400

const shaped: readonly Shaped[] = [
  ...linkShapes,
  {
    type: 'discord bot token',
    // Base64 of the digits of an account's number.
    starts: ['MD', 'MT', 'Mj', 'Mz', 'ND', 'NT', 'Nj', 'Nz', 'OD', 'OT'],
    pattern: () => /[MNO][DTjz][A-Za-z0-9]{20,26}\.[\w-]{6}\.[\w-]{20,40}/y,
  },
  {
    type: 'telegram bot token',
    starts: [':AA', '%3AAA'],
    back: 10,
    pattern: () => /\d{0,2}\d{8}(?::|%3A)AA[\w-]{25,40}/y,
  },
  { type: 'telegram bot token', starts: [':AA', '%3AAA'], back: 9, pattern: () => /\d{9}(?::|%3A)AA[\w-]{25,40}/y },
  { type: 'telegram bot token', starts: [':AA', '%3AAA'], back: 8, pattern: () => /\d{8}(?::|%3A)AA[\w-]{25,40}/y },
  { type: 'azure client secret', starts: ['7Q~', '8Q~'], back: 3, pattern: () => /[\w.~-]{3}[78]Q~[\w.~-]{20,34}/y },
  {
    type: 'terraform cloud token',
    starts: ['.atlasv1.'],
    back: 14,
    pattern: () => /[A-Za-z0-9]{14}\.atlasv1\.[\w-]{20,100}/y,
  },
  // Every key of Azure holds the mark of its service at the same place.
  ...(
    [
      ['+ACR', 42],
      ['+ASt', 76],
      ['+ABa', 76],
      ['ACDb', 76],
      ['+AEh', 33],
      ['+ASb', 33],
      ['+ARm', 33],
      ['+AIoT', 32],
      ['AzSe', 42],
      ['AzFu', 44],
    ] as const
  ).map(([mark, back]) => ({
    type: 'azure key',
    starts: [mark],
    back,
    pattern: () => new RegExp(String.raw`[\w+/-]{${back}}${mark.replace('+', String.raw`\+`)}[\w+/-]{6}={0,2}`, 'y'),
  })),
  {
    // What a password was made into can be guessed back.
    type: 'password hash',
    starts: ['$apr1$', '$1$', '$5$', '$6$', '$7$', '$y$', '$2a$', '$2b$', '$2y$', '$argon2', '$scrypt$', '$pbkdf2'],
    pattern: () =>
      /\$(?:apr1|[1567y]|2[aby]|argon2(?:id|i|d)|scrypt|pbkdf2[\w-]{0,12})\${1,2}((?:[\w=,./+]{1,64}\${1,2}){0,3}[\w./+]{20,120}={0,2})/y,
  },
  {
    type: 'password hash',
    starts: ['{PLAIN}', '{CLEAR', '{SSHA', '{SHA', '{SMD5}', '{CRYPT}', '{BLF-CRYPT}', '{ARGON2'],
    pattern: () =>
      /\{(?:PLAIN|CLEAR|CLEARTEXT|S?SHA\d*|SHA\d*-CRYPT|SMD5|(?:BLF-)?CRYPT|ARGON2(?:ID|I)?)\}([^\s:"'`]{8,200})/y,
  },
  {
    type: 'password hash',
    starts: ['PasswordDigest="'],
    pattern: () => /PasswordDigest="([\w+/]{20,90}={0,2})"/y,
  },
  {
    type: 'adyen key',
    starts: ['AQE'],
    pattern: () => /AQE[\w+/]{20,120}={0,2}-[\w+/]{20,80}={0,2}(?:-[^\s"'`<>]{8,40})?/y,
  },
  { type: 'clickup token', starts: ['pk_'], pattern: () => /pk_\d{6,10}_[A-Z0-9]{32}/y },
  {
    type: 'bitwarden token',
    starts: ['0.'],
    pattern: () => /0\.[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\.[A-Za-z0-9]{30}:[\w+/]{22}={0,2}/y,
  },
  { type: 'apollo key', starts: ['service:'], pattern: () => /service:[\w-]{2,40}:([\w-]{22})(?![\w-])/y },
  { type: 'astra token', starts: ['AstraCS:'], pattern: () => /AstraCS:([A-Za-z0-9]{20,28}:[0-9a-f]{64})/y },
  { type: 'zoho token', starts: ['1000.'], pattern: () => /1000\.[0-9a-f]{32}\.[0-9a-f]{32}\b/y },
  {
    type: 'firebase messaging key',
    starts: [':APA91b'],
    back: 11,
    pattern: () => /[\w-]{11}:APA91b[\w-]{60,200}/y,
  },
  { type: 'mailchimp key', starts: ['-us'], back: 32, pattern: () => /[0-9a-f]{32}-us\d{1,2}\b/y },
  {
    type: 'harness token',
    starts: ['pat.', 'sat.'],
    pattern: () => /[ps]at\.[\w-]{22}\.[A-Za-z0-9]{24}\.[A-Za-z0-9]{20}/y,
  },
  {
    type: 'authress key',
    starts: ['sc_', 'ext_', 'scauth_', 'authress_'],
    pattern: () =>
      /(?:sc|ext|scauth|authress)_[a-z0-9]{5,30}\.[a-z0-9]{4,6}\.acc[_-][a-z0-9-]{10,32}\.[\w+/=-]{30,120}/y,
  },
  {
    type: '1password secret key',
    starts: ['A3-'],
    pattern: () => /A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}/y,
  },
  {
    type: 'rancher token',
    starts: ['token-', 'kubeconfig-'],
    pattern: () => /(?:token|kubeconfig)-[a-z0-9-]{5,20}:[a-z0-9]{54}/y,
  },
  {
    type: 'unleash token',
    starts: ['*:', 'default:', '[]:'],
    pattern: () => /(?:\*|default|\[\]):(?:\*|[a-z]{3,20})\.([0-9a-f]{40,64})/y,
  },
  {
    type: 'private key',
    starts: ['accounts: [', '"accounts": ['],
    pattern: () => /["\w]{8,12}: \[\s{0,12}["'`](?:0x)?([0-9a-fA-F]{64})["'`]/y,
  },
  {
    type: 'private key',
    starts: ['Wallet(', 'privateKeyToAccount(', 'PrivateKey(', 'from_key(', 'fromSecretKey(', 'SigningKey('],
    pattern: () => /\w{6,24}\(\s?["'`](?:0x)?([0-9a-fA-F]{64}|[1-9A-HJ-NP-Za-km-z]{80,90})["'`]/y,
  },
  {
    type: 'sentry dsn',
    starts: ['://'],
    pattern: () => /:\/\/([0-9a-f]{32}(?::[0-9a-f]{32})?)@[\w.-]{1,60}\/\d{1,20}/y,
  },
  {
    type: 'sentry dsn',
    starts: ['%3a%2f%2f'],
    anyCase: true,
    pattern: () => /%3a%2f%2f([0-9a-f]{32}(?:%3a[0-9a-f]{32})?)%40[\w.-]{1,60}%2f\d{1,20}/iy,
  },
  {
    type: 'jwt',
    starts: ['eyJ', 'ewog'],
    pattern: () => /e(?:yJ|wog)[\w-]{8,2000}\.[\w-]{8,6000}(?:\.[\w-]{0,2000}){0,3}/y,
  },
]

export const shapedRules: readonly Rule[] = shaped.map(({ type, starts, anyCase, pattern, back = 0 }) => ({
  type,
  starts,
  ...(anyCase && { anyCase }),
  find: (text, at, after) => {
    const from = at - back
    if (from < 0 || (back === 0 && !isClearBorder(text, at))) return NONE
    // Its own beginning again at once: the last of them begins the token.
    if (after - at > 2 && text.slice(after, 2 * after - at + 6).includes(text.slice(at, after))) return NONE
    const known = pattern()
    return match(known, text, from, type) ?? matchWrapped(known, text, from, after, type) ?? NONE
  },
}))

function match(pattern: RegExp, text: string, from: number, type: string): readonly Span[] | null {
  pattern.lastIndex = from
  const found = pattern.exec(text)
  if (!found) return null
  const secret = found[1] ?? found[0]
  if (!isDrawnLoosely(shapeOf(secret.slice(-60))) || isStandIn(secret)) return null
  const start = from + found[0].indexOf(secret)
  return one(start, openWrapEnd(text, start + secret.length, PARTS), type)
}

/** The same over one line break: matched on the two lines joined, then counted back. */
function matchWrapped(
  pattern: RegExp,
  text: string,
  from: number,
  after: number,
  type: string,
): readonly Span[] | null {
  const end = runEnd(text, after, PARTS, MAX_LENGTH)
  const next = end - after < 4 ? -1 : afterWrap(text, end)
  if (next < 0) return null
  const head = text.slice(from, end)
  const span = match(pattern, head + text.slice(next, next + MAX_LENGTH), 0, type)?.[0]
  if (!span || span.end <= head.length) return null
  return one(from + span.start, next + span.end - head.length, type)
}

/** A dash would let every part of `eyJ-eyJ-…` begin anew, each read to the end. */
function isClearBorder(text: string, at: number): boolean {
  // What Mapbox calls a public token is made to be shown.
  if (text.startsWith('pk.', at - 3)) return false
  return ':%*[./'.includes(text.charAt(at)) || (text.charAt(at - 1) !== '-' && isBorder(text, at))
}

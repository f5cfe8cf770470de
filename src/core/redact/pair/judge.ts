/** Judges a pair whose name says that it is secret: can its value be one at all? */
import type { Strength } from './name.js'
import { isDrawn, isGenerated, isScrambled, isStandIn, type Shape, shapeOf } from '../words.js'

/** How the value stands there; in an env file and a query there is no code it could be. */
export type PairForm = 'quoted' | 'env' | 'query' | 'open' | 'flag' | 'spoken' | 'near'

export interface Pair {
  name: string
  value: string
  sign: string
  strength: Strength
  form: PairForm
  /** The two characters after the value. */
  next: string
}

/** As Apple and Google hand them out. */
const GROUPS = /^[a-z]{4}(?:-[a-z]{4}){3}$/
const NOTHING =
  /^(?:true|false|null|none|nil|undefined|string|str|number|boolean|bool|object|any|unknown|void|never|bytes?|optional|required|required\b.*|self|this|await|async|new|return|function|yes|no|on|off|auto|default|disabled|enabled|empty|missing|invalid|valid|wrong|hidden|secrets?|tokens?|passwords?|passwd|pass|key|keys|value|values|text|varchar|char|int|integer|env|file|basic|bearer|oauth2?|jwt|api|inherit|read|write|admin|user|test|stdin|prompt|ask|and|or|is|was|to|for|the|in|of)$/i
const VERSION = /^v?\d+(?:\.\d+)+(?:[-+][\w.]+)?$/
const IDENTIFIER = /^[&*!~]?[A-Za-z_$][\w$]*(?:(?:\.|\?\.|::|->)[A-Za-z_$#][\w$]*)*[!?]?$/
const PATH = /^(?:\.{0,2}\/|~\/|[A-Z]:\\|[a-z][a-z0-9+.-]*:\/\/|[\w.-]+(?:\/[\w.-]+)+$)/
const DATE = /^\d{4}-\d\d-\d\d/

export function judgePair(pair: Pair): boolean {
  const { value, strength, form } = pair
  if (value.length < 4 || value.includes('[redacted:') || NOTHING.test(value) || isStandIn(value)) return false
  // `client_secret=CLIENT_SECRET`: its own name holds its place.
  if (/^[A-Z_-]+$/.test(value) && value.toLowerCase() === pair.name.replace(/^[-.]+/, '').toLowerCase()) return false
  if (GROUPS.test(value) && strength.level === 'password') return shapeOf(value).wordiness < 0.8
  if (/^pin$/i.test(pair.name)) return /^\d{4,8}$/.test(value) && pair.form !== 'spoken' && /[A-Z]/.test(pair.name)
  if (VERSION.test(value) || DATE.test(value) || /\s/.test(value)) return false
  const facts = shapeOf(value.length > 128 ? value.slice(0, 128) : value)
  if (facts.distinct < 3 || isPath(value, facts)) return false
  if ((form === 'open' || form === 'flag' || form === 'spoken') && isCode(pair, facts)) return false
  if (form === 'env' && facts.digits === 0 && REFERENCE.test(value) && facts.wordiness > 0.5) return false
  if (form === 'query' && /^(?:[\w-]*-)?sig(?:nature)?$/i.test(pair.name)) return value.length >= 20 && facts.digits > 0
  if (strength.level === 'password') return isPassword(pair, facts)
  if (strength.level === 'secret') return isSecret(pair, facts)
  return (
    (form === 'quoted' || form === 'env' || form === 'query' || form === 'open' || form === 'flag') &&
    (isRandom(value, facts, leastOf(pair)) || (value.length >= 16 && isGenerated(value, facts))) &&
    !isHashOrUuid(pair)
  )
}

/** `settings.API_KEY`. */
const REFERENCE = /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$/
/** An object of a bucket: folders, and a file with an ending. */
const FILE = /^[\w.-]+(?:\/[\w.-]+)+\.[a-z][a-z0-9]{1,4}$/

/** In a query nothing else is called a token, however short. */
function leastOf({ name, form }: Pair): number {
  return form === 'query' && /token$/i.test(name) ? 12 : 16
}

function isPath(value: string, facts: Shape): boolean {
  if (FILE.test(value)) return true
  if (!PATH.test(value) || isRandom(value, facts, 20) || isGenerated(value, facts)) return false
  return /^[./~]|:/.test(value) || facts.digits < 2 || facts.upper < 2 || (facts.digits < 4 && facts.wordiness >= 0.5)
}

/** People choose these: quoted, in an env file or behind a sign, nearly anything counts that is not code or a label. */
function isPassword(pair: Pair, facts: Shape): boolean {
  const { value, form } = pair
  const mixed = facts.digits > 0 && facts.upper + facts.lower > 0
  const isReference = /[/:]/.test(value) && facts.digits === 0 && facts.wordiness > 0.6
  const strange = /[!@#$%^*+?~]/.test(value) && facts.upper + facts.lower + facts.digits >= 4 && !isReference
  if (form === 'env' || form === 'query') return true
  if (form === 'quoted' && pair.sign !== ',' && pair.sign !== '(') return !isLabel(pair, facts)
  if (isGenerated(value, facts)) return true
  if (isScrambled(value, facts)) return true
  // SQL is written in capitals; elsewhere a word in quotes behind a name is more often a label.
  if (form === 'near' && /^[A-Z_]+$/.test(pair.name)) return !isLabel(pair, facts)
  if (form === 'open')
    return mixed || strange || (/^\d{4,}$/.test(value) && pair.sign === '=') || isRandom(value, facts, 12)
  const oddCase = facts.upper > 1 && facts.lower > 1 && facts.wordiness < 0.7 && value.length >= 8
  return oddCase || (mixed && value.length >= 6) || (strange && value.length >= 6) || isRandom(value, facts, 12)
}

/** `password: 'Password'`, `password: "passwordField"`: what stands on the screen or in the form, not in the head. */
function isLabel(pair: Pair, facts: Shape): boolean {
  const { value, name } = pair
  if (isGenerated(value, facts) || isScrambled(value, facts)) return false
  if (/pass|pwd|secret|token|field|input|auth|login|user/i.test(value) && facts.digits === 0 && facts.others < 2)
    return true
  if (value.toLowerCase() === name.toLowerCase() || value.length < 5) return true
  return (
    /^[A-Z][a-z]+$/.test(value) ||
    (facts.digits === 0 && /^\p{L}+$/u.test(value) && /[^\0-\x7f]/.test(value)) ||
    (/[.:]$/.test(value) && facts.wordiness > 0.5) ||
    (/^[.#[(/\\]|[[(|]/.test(value) && (facts.digits === 0 || (facts.wordiness > 0.6 && facts.digits < 3))) ||
    (facts.digits === 0 && /^[a-z]+(?:[-_.][a-z]+)+$/.test(value) && value.length < 16)
  )
}

function isSecret(pair: Pair, facts: Shape): boolean {
  const { value, form } = pair
  // Whose key git signs with: a fingerprint.
  if (/^(?:user\.)?signingkey$/i.test(pair.name) && /^[0-9A-F]{8,40}$/.test(value)) return false
  if (form === 'env' || form === 'query')
    return value.length >= 8 && (facts.digits > 0 || isRandom(value, facts, 8) || !/^[a-z-]+$/.test(value))
  if (facts.upper + facts.lower === 0) return false
  const mixed = facts.digits > 0 && value.length >= 8
  return (
    (mixed &&
      (facts.wordiness < 0.75 || facts.digits >= 3 || /[!@#$%^*+?~]/.test(value)) &&
      !isDottedWords(value, facts)) ||
    isRandom(value, facts, 16)
  )
}

function isDottedWords(value: string, facts: Shape): boolean {
  return /^[a-z]+(?:[-_./:][a-z0-9]+)+$/i.test(value) && facts.wordiness > 0.6 && facts.digits < 4
}

/** Nobody chose it: long enough, with digits, and its letters do not make words. */
function isRandom(value: string, facts: Shape, length: number): boolean {
  if (value.length < length || !/^[\w+/=.~%:!@#$^*?-]+$/.test(value)) return false
  return facts.digits >= 2 ? isDrawn(facts) && facts.distinct >= 6 : facts.letterPairs >= 8 && facts.wordiness < 0.42
}

/** Behind a name that says little, a hash is a hash and a UUID is a UUID. */
function isHashOrUuid({ value, name, form, sign }: Pair): boolean {
  if (/token|auth|[_.-]pat$|secret_?id$/i.test(name)) return false
  // The signature of a URL opens it for everybody.
  if (/(?:^|[-_])sig(?:nature)?$/i.test(name) && sign === '=' && (form === 'query' || value.length >= 64)) return false
  // A version or a hash has another name in a query.
  if (form === 'query' && /^key$/i.test(name) && value.length >= 32) return false
  if (form === 'env' && /^[A-Z0-9_]+_KEY$/.test(name) && /^[0-9a-f]{32,}$/i.test(value)) return false
  if (PLAIN_KEY.test(value) && isKeyOfVendor(name)) return false
  return /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$|^(?:0x)?[0-9a-f]+$|^[a-z][a-z0-9.-]{0,30}[-_:][0-9a-f]{16,}$/i.test(
    value,
  )
}

const PLAIN_KEY = /^(?:[0-9a-f]{32,80}|[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})$/

/** What programs have keys of that are hashes. Whatever else has one is somebody who gives keys out. */
const THINGS = new Set(
  'cache idempotency dedupe dedup build job run file content group issue gpg pgp ssh storage blob object asset lock digest hash trace request event message msg partition state snapshot doc document page route rate limit memo item entity record row node tree commit ref version bucket image layer artifact upload tag feature flag lang translation query param dict map foreign primary unique natural surrogate composite tenant customer user account project team org order product session task step test case index sort public verify verification fingerprint identity etag checksum config data block chunk shard stream queue topic schema table column field form input output source target dest parent child root leaf left right old new prev next last first current base merge join batch bundle module package dependency deps import export host device machine registry path url dir react cell component theme style font icon color locale host this the some any sub super short long full part lookup search view window tab menu shortcut modifier arrow access api'.split(
    ' ',
  ),
)

/** `virustotal_key`, `adobeKey`. */
function isKeyOfVendor(name: string): boolean {
  const vendor = /(?:^|\.)([A-Za-z][A-Za-z0-9]{2,20}?)[_.-]?key$/i.exec(name)?.[1]
  return vendor !== undefined && !THINGS.has(vendor.toLowerCase())
}

/** `token = getToken()`, `password: user.password`, `secret: string`: a name or an expression, not a value. */
function isCode(pair: Pair, facts: Shape): boolean {
  const { value, next } = pair
  if (pair.sign === '>' || (facts.letterPairs >= 8 && facts.wordiness < 0.45)) return false
  if (isScrambled(value, facts)) return false
  if (/^(?:[([{]|<(?!\/))/.test(next) && pair.sign !== '>') return true
  if (/^(?:\d+|0x[0-9a-f]{1,16})[.;]?$/i.test(value)) return pair.strength.level !== 'password' || value.length < 4
  return (
    IDENTIFIER.test(value) &&
    (facts.digits === 0 || facts.wordiness > 0.5 || (pair.form !== 'flag' && /\.[a-z]/i.test(value))) &&
    !(facts.digits > 2 && value.length >= 16 && isDrawn(facts) && !value.includes('.')) &&
    !isChosen(pair, facts)
  )
}

/** `hunter2`, `Summer2024`: letters with digits at the end, where a password is expected and code is unlikely. */
function isChosen(pair: Pair, facts: Shape): boolean {
  return (
    pair.strength.level === 'password' &&
    facts.digits > 0 &&
    !/[.$_?]|[a-z][A-Z]/.test(pair.value) &&
    facts.letterPairs > 1
  )
}

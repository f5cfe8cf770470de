/** Judges a pair: how much its name says, and whether its value can be a secret at all. */
import { isDrawn, isGenerated, isScrambled, isStandIn, type Shape, shapeOf } from '../words.js'

export interface Strength {
  type: string
  /**
   * `password`: people choose them, so ordinary words count. `secret`: machines make them. `perhaps`: the name is used
   * for harmless things too, so the value must speak for itself.
   */
  level: 'password' | 'secret' | 'perhaps'
}

/** How the value stands there; in an env file and a query there is no code it could be. */
export type PairForm = 'quoted' | 'env' | 'query' | 'open' | 'flag' | 'spoken' | 'near'

export interface Pair {
  name: string
  value: string
  sign: string
  strength: Strength
  form: PairForm
  /** The character after the value. */
  next: string
}

/** Names that only sound secret: what a secret is called, where it lies, how long it is. Lists, which need no making. */
const HARMLESS_ENDS =
  'url uri path file filename dir name hash hashed digest field input type length len count size limit ttl age policy reset endpoint header prefix suffix regex pattern label hint placeholder template ref arn version provider manager service strength required enabled disabled valid budget usage used window cost index id kind status error message title text description algorithm alg method format mode scope rotation store env var cmd command helper ring chain board word code down up press binding map s'.split(
    ' ',
  )
const HARMLESS_PARTS =
  'author publickey public_key keyword monkey turkey donkey hockey keyboard tokeniz signal significant design assign config pattern patch compat spin pinned ping pine mapping typing shipping salty passed passing passive passage passes passthr bypass compass'.split(
    ' ',
  )
const HARMLESS_KEY =
  /(?:^|[_.-])(?:max|min|num|n|total|input|output|prompt|completion|cache|cached|cache_\w+|reasoning|next|prev|page|public|primary|foreign|sort|partition|hash|unique|composite|routing|object|dict|map|sorting|row|column|hot|short|arrow|i18n|translation|react|lock|dedupe|idempotency|registry|ssh_public|site)[_.-]?\w*(?:key|tokens?)$/

const PUBLIC =
  /(?:public|publishable|anon)[_-]?(?:api|access)?[_-]?key|^(?:max|min|num|total|input|output)[_a-z]|tokens$/

/** Names repeat, and reading one takes longer than remembering it. */
const known = new Map<string, Strength | null>()

export function strengthOf(name: string): Strength | null {
  const before = known.get(name)
  if (before !== undefined) return before
  if (known.size >= 2000) known.clear()
  const strength = readName(name)
  known.set(name, strength)
  return strength
}

/** Undefined: the name was not judged yet. */
export function strengthSoFar(name: string): Strength | null | undefined {
  return known.get(name)
}

/** Each pattern is slow to make, so a word that it needs is looked for first. */
function readName(name: string): Strength | null {
  const bare = name.replace(/^[-.]+/, '')
  // The sign for Kelvin and the Turkish İ become small letters of ours, but not to a pattern.
  const lower = bare.replace(/[\u212a\u0130]/g, '?').toLowerCase()
  const has = (part: string): boolean => lower.includes(part)
  if (
    (has('pass') || has('pw') || has('psk') || has('kennwort') || has('keymat')) &&
    /keymaterial$|pass(?:w(?:or)?d|phrase|wort|code)?s?$|kennwort$|pwd$|(?:^|[_.-])pw$|(?:^|[_.-])psk$|passw(?:or)?d?[_-]?(?:\d|old|new|confirm\w*|again|prod|dev|test|root|admin|db)?$/.test(
      lower,
    ) &&
    !/(?:by|com|tres|sur|over)pass$/.test(lower)
  ) {
    return { type: 'password', level: 'password' }
  }
  // No word of the next two patterns is shorter, together with what makes it secret.
  if (lower.length < 6) return perhaps(bare, lower)
  if (PUBLIC.test(lower)) return null
  if (
    (['secret', 'code', 'key', 'credential', 'bearer'].some(has) ||
      (has('token') && ['auth', 'access', 'refresh'].some(has))) &&
    /secret|(?:recovery|backup)[_-]?codes?$|api[_ -]?key|access[_-]?key(?![_-]?id)|priv(?:ate)?[_-]?key|credentials?$|(?:account|signing|encryption|master|shared|subscription|storage|license|secret|service|role|deploy|integration|routing|ingest|app|write|auth|admin|server|client)[_.-]?(?:access)?key$|auth[_-]?token|access[_-]?token|refresh[_-]?token|bearer|client[_-]?secret/.test(
      lower,
    )
  ) {
    return isHarmlessEnd(lower) && !/keys?$|secrets$|(?:recovery|backup)[_-]?codes?$/.test(lower)
      ? { type: 'secret', level: 'perhaps' }
      : { type: 'secret', level: 'secret' }
  }
  return perhaps(bare, lower)
}

function perhaps(bare: string, lower: string): Strength | null {
  if (!/token|auth|key$|sig$|signature|sas$|session|dsn$|pat$|mnemonic|salt$|pin$|pass$/.test(lower)) return null
  if (isHarmlessPart(lower) || (isHarmlessEnd(lower) && !/(?:pass|ssess|sas|tokens|dns)$/.test(lower))) return null
  return {
    type: lower.includes('token') || lower.endsWith('pat') ? 'token' : 'secret',
    level: lower.endsWith('token') && /^[A-Z_]+$/.test(bare) ? 'secret' : 'perhaps',
  }
}

function isHarmlessEnd(lower: string): boolean {
  return HARMLESS_ENDS.some((end) => lower.endsWith(end)) || (lower.includes('expir') && /expir\w{0,8}$/.test(lower))
}

function isHarmlessPart(lower: string): boolean {
  if (HARMLESS_PARTS.some((part) => lower.includes(part)) || lower.endsWith('path')) return true
  if (lower.includes('max') && /max[a-z]/.test(lower)) return true
  if (lower.includes('signed') && /signed\b/.test(lower)) return true
  if (lower.includes('session') && /session_?(?:state|storage|type|start|end|count|length)/.test(lower)) return true
  return lower !== 'key' && lower !== 'token' && /(?:key|tokens?)$/.test(lower) && HARMLESS_KEY.test(lower)
}

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
  if (/^pin$/i.test(pair.name)) return /^\d{4,8}$/.test(value) && pair.form !== 'spoken' && /[A-Z]/.test(pair.name)
  if (VERSION.test(value) || DATE.test(value) || /\s/.test(value)) return false
  const facts = shapeOf(value.length > 128 ? value.slice(0, 128) : value)
  if (facts.distinct < 3 || isPath(value, facts)) return false
  if ((form === 'open' || form === 'flag' || form === 'spoken') && isCode(pair, facts)) return false
  if (form === 'query' && /^(?:[\w-]*-)?sig(?:nature)?$/i.test(pair.name)) return value.length >= 20 && facts.digits > 0
  if (strength.level === 'password') return isPassword(pair, facts)
  if (strength.level === 'secret') return isSecret(pair, facts)
  return (
    (form === 'quoted' || form === 'env' || form === 'query' || form === 'open' || form === 'flag') &&
    isRandom(value, facts, 16) &&
    !isHashOrUuid(pair)
  )
}

function isPath(value: string, facts: Shape): boolean {
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
  if (/token|auth/i.test(name)) return false
  // The signature of a URL opens it for everybody.
  if (/(?:^|[-_])sig(?:nature)?$/i.test(name) && sign === '=' && (form === 'query' || value.length >= 64)) return false
  // A version or a hash has another name in a query.
  if (form === 'query' && /^key$/i.test(name) && value.length >= 32) return false
  if (form === 'env' && /^[A-Z0-9_]+_KEY$/.test(name) && /^[0-9a-f]{32,}$/i.test(value)) return false
  return /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$|^(?:0x)?[0-9a-f]+$|^[a-z][a-z0-9.]{0,30}[-_:][0-9a-f]{16,}$/i.test(
    value,
  )
}

/** `token = getToken()`, `password: user.password`, `secret: string`: a name or an expression, not a value. */
function isCode(pair: Pair, facts: Shape): boolean {
  const { value, next } = pair
  if (pair.sign === '>' || (facts.letterPairs >= 8 && facts.wordiness < 0.45)) return false
  if (isScrambled(value, facts)) return false
  if (/^[([{<]/.test(next) && pair.sign !== '>') return true
  if (/^(?:\d+|0x[0-9a-f]{1,16})[.;]?$/i.test(value)) return pair.strength.level !== 'password' || value.length < 4
  return (
    IDENTIFIER.test(value) &&
    (facts.digits === 0 || facts.wordiness > 0.5 || /\.[a-z]/i.test(value)) &&
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

/** How much the name of a pair says of its value. */
export interface Strength {
  type: string
  /**
   * `password`: people choose them, so ordinary words count. `secret`: machines make them. `perhaps`: the name is used
   * for harmless things too, so the value must speak for itself.
   */
  level: 'password' | 'secret' | 'perhaps'
}

/** Names that only sound secret: what a secret is called, where it lies, how long it is. Lists, which need no making. */
const HARMLESS_ENDS =
  'url uri path file filename dir name hash hashed digest field input type length len count size limit ttl age policy reset endpoint header prefix suffix regex pattern label hint placeholder template ref arn version provider manager service strength required enabled disabled valid budget usage used window cost index id kind status error message title text description algorithm alg method format mode scope rotation store env var cmd command helper ring chain board word code down up press binding map s'.split(
    ' ',
  )
const HARMLESS_PARTS =
  'author publickey public_key keyword monkey turkey donkey hockey keyboard tokeniz websocket'.split(' ')
/** In these stands what sounds secret; where a name ends with the word for a token or a key, something else does. */
const HARMLESS_WORDS =
  'signal significant design assign config pattern patch compat spin pinned ping pine mapping typing shipping salty passed passing passive passage passes passthr bypass compass'.split(
    ' ',
  )
const NAMES_KEY = /[_.-](?:key|token|secret)$/
const OF_DATA =
  '(?:max|min|num|total|input|output|prompt|completion|cached?|reasoning|next|prev|page|public|primary|foreign|sort|partition|hash|unique|composite|routing|object|dict|map|sorting|row|column|hot|short|arrow|i18n|translation|react|lock|dedupe|idempotency|registry|ssh_public|site)'
/** `sortKey`, `cache_user_key`, `nextPageToken`; not `mapbox_token`, which only begins alike. */
const HARMLESS_KEY: RegExp = new RegExp(
  String.raw`(?:^|[_.-])(?:n[_.-]|${OF_DATA}(?:${OF_DATA}*|[_.-]\w*))[_.-]?(?:key|tokens?)$`,
)

const PUBLIC = /(?:public|publishable|anon)[_-]?(?:api|access)?[_-]?key|^(?:max|min|num|total|input|output)_|tokens$/

/**
 * Names of passwords and keys in code and settings whose authors speak another language, without its accents. Each word
 * stands in a name of the two patterns below; none is in an English word that names anything else.
 */
const ABROAD: readonly string[] =
  'passe mdp contrase senha parola hasl hesl jelszo losenord wachtwoord sifre salasana adgangskode passord kodeord lozinka geslo parool parol clave chave chiave cle_ cle- cle. cleapi clesecrete cleacces schluessel geheim anahtar sekret sleutel nyckel nokkel klucz'.split(
    ' ',
  )

export const PASSWORD_ABROAD: RegExp =
  /(?:mots?[_.-]?de[_.-]?passe|mdp|contrase(?:na|nya|nha)|senha|parola(?:[_.-]?(?:chiave|ordine))?|has(?:lo|la)|hes(?:lo|la)|jelszo|losenord|wachtwoord|sifre(?:si)?|salasana|adgangskode|passord|kodeord|lozinka|geslo|parool|parol)(?:[_.-]\w{1,16})?$/
export const KEY_ABROAD: RegExp =
  /(?:^|[_.-])cle[_.-]?(?:api|secrete|acces)|(?:clave|chave|chiave)[_.-]?(?:de[_.-]?)?(?:api|secreta|segreta|privada|privata|acceso|acesso)|(?:api|secreta)[_.-]?(?:clave|chave|chiave)|schluessel$|geheim(?:nis|code)?$|(?:api|gizli|erisim)[_.-]?anahtari?$|sekret(?:ny)?$|sleutel$|nyckel$|nokkel$|klucz(?:[_.-]?api)?$/

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
  const abroad = nameAbroad(lower)
  if (abroad) return isHarmlessEnd(lower) ? null : abroad
  // No word of the next two patterns is shorter, together with what makes it secret.
  if (lower.length < 6) return perhaps(bare, lower)
  if (PUBLIC.test(lower)) return null
  if (
    (['secret', 'code', 'key', 'credential', 'bearer'].some(has) ||
      (has('token') && ['auth', 'access', 'refresh'].some(has))) &&
    /secret|(?:recovery|backup)[_-]?codes?$|api[_ -]?key|access[_-]?key(?![_-]?id)|priv(?:ate)?[_-]?key|credentials?$|(?:account|signing|encryption|master|shared|subscription|storage|license|secret|service|role|deploy|integration|routing|ingest|app|write|auth|admin|server|client)[_.-]?(?:access)?keys?$|auth[_-]?token|access[_-]?token|refresh[_-]?token|bearer|client[_-]?secret/.test(
      lower,
    )
  ) {
    if (lower.startsWith('hash')) return null
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
  if (HARMLESS_WORDS.some((part) => lower.includes(part)) && !NAMES_KEY.test(lower)) return true
  if (lower.includes('signed') && /signed\b/.test(lower)) return true
  if (lower.includes('session') && /session_?(?:state|storage|type|start|end|count|length)/.test(lower)) return true
  return lower !== 'key' && lower !== 'token' && /(?:key|tokens?)$/.test(lower) && HARMLESS_KEY.test(lower)
}

/** Null: it says nothing. */
function nameAbroad(lower: string): Strength | null {
  if (!ABROAD.some((word) => lower.includes(word))) return null
  if (PASSWORD_ABROAD.test(lower)) return { type: 'password', level: 'password' }
  return KEY_ABROAD.test(lower) ? { type: 'secret', level: 'secret' } : null
}

/** One of these stands in every name that says anything. */
export const NAMES: readonly string[] = [
  'passw',
  'passphrase',
  'pwd',
  'secret',
  'token',
  'apikey',
  'api_key',
  'api-key',
  'api key',
  'accesskey',
  'access_key',
  'access-key',
  'privatekey',
  'private_key',
  'private-key',
  'credential',
  'auth',
  'key',
  'sig',
  'sas',
  'session',
  'pass',
  'dsn',
  'pat',
  'mnemonic',
  'salt',
  'pin',
  'pw',
  'psk',
  'passwort',
  'kennwort',
  'passcode',
  'recovery_code',
  'backup_code',
  ...ABROAD,
]

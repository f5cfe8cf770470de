/** How much a name says, as patterns alone: slow to make, and plain to read. What name.ts does with words must agree. */
import { KEY_ABROAD, PASSWORD_ABROAD } from '../../src/core/redact/pair/name.js'
import type { Strength } from '../../src/core/redact/pair/name.js'

const HARMLESS =
  /(?:url|uri|path|file|files|filename|dir|name|names|hash|hashed|digest|field|input|type|types|length|len|count|counts|size|limit|limits|expir\w{0,8}|ttl|age|policy|reset|endpoint|header|prefix|suffix|regex|pattern|label|hint|placeholder|template|ref|refs|arn|version|provider|manager|service|strength|required|enabled|disabled|valid|budget|usage|used|window|cost|index|id|ids|kind|status|error|message|title|text|description|algorithm|alg|method|format|mode|scope|scopes|rotation|store|env|var|cmd|command|helper|ring|chain|board|words?|code|codes|down|up|press|bindings?|map|s)$/i
const DATA =
  '(?:max|min|num|total|input|output|prompt|completion|cache|cached|reasoning|next|prev|page|public|primary|foreign|sort|partition|hash|unique|composite|routing|object|dict|map|sorting|row|column|hot|short|arrow|i18n|translation|react|lock|dedupe|idempotency|registry|ssh_public|site)'
const HARMLESS_START = new RegExp(
  String.raw`(?:^|[_.-])(?:n[_.-]|${DATA}(?:${DATA}*|[_.-]\w*))[_.-]?(?:key|tokens?)$|author|authority|publickey|public_key|keyword|monkey|turkey|donkey|hockey|keyboard|tokeniz|websocket|signed\b|path$|session_?(?:state|storage|type|start|end|count|length)`,
  'i',
)
/** Unless a name ends with what is secret. */
const HARMLESS_WORDS =
  /^(?!.*[_.-](?:key|token|secret)$).*(?:sign(?:al|ificant)|design|assign|config|pattern|patch|compat|spin|pinned|ping|pine|mapping|typing|shipping|salty|passed|passing|passive|passage|passes|passthr|bypass|compass|encompass)/i
const PUBLIC = /(?:public|publishable|anon)[_-]?(?:api|access)?[_-]?key|^(?:max|min|num|total|input|output)_|tokens$/i
const PASSWORD =
  /keymaterial$|pass(?:w(?:or)?d|phrase|wort|code)?s?$|kennwort$|pwd$|(?:^|[_.-])pw$|(?:^|[_.-])psk$|passw(?:or)?d?[_-]?(?:\d|old|new|confirm\w*|again|prod|dev|test|root|admin|db)?$/i
const SECRET =
  /secret|(?:recovery|backup)[_-]?codes?$|api[_ -]?key|access[_-]?key(?![_-]?id)|priv(?:ate)?[_-]?key|credentials?$|(?:account|signing|encryption|master|shared|subscription|storage|license|secret|service|role|deploy|integration|routing|ingest|app|write|auth|admin|server|client)[_.-]?(?:access)?keys?$|auth[_-]?token|access[_-]?token|refresh[_-]?token|bearer|client[_-]?secret/i
const PERHAPS = /token|auth|key$|sig$|signature|sas$|session|dsn$|pat$|mnemonic|salt$|pin$|pass$/i

export const NAME_WORDS: readonly string[] = [
  HARMLESS,
  HARMLESS_START,
  HARMLESS_WORDS,
  PUBLIC,
  PASSWORD,
  SECRET,
  PERHAPS,
]
  .concat([PASSWORD_ABROAD, KEY_ABROAD])
  .flatMap((one) => words(one.source))
  .concat(['by', 'tres', 'sur', 'over', 'keys', 'tokens', 'dns', 'secrets', 'expires', 'password', 'privatekey', 'id'])

function words(source: string): string[] {
  return source.match(/[a-z0-9]+/gi) ?? []
}

export function plainStrength(name: string): Strength | null {
  const bare = name.replace(/^[-.]+/, '')
  if (PASSWORD.test(bare) && !/(?:by|com|tres|sur|over)pass$/i.test(bare))
    return { type: 'password', level: 'password' }
  const abroad = PASSWORD_ABROAD.test(bare.toLowerCase())
    ? 'password'
    : KEY_ABROAD.test(bare.toLowerCase())
      ? 'secret'
      : null
  if (abroad) return HARMLESS.test(bare) ? null : { type: abroad, level: abroad }
  if (PUBLIC.test(bare)) return null
  if (SECRET.test(bare)) {
    if (/^hash/i.test(bare)) return null
    const isVague = HARMLESS.test(bare) && !/keys?$|secrets$|(?:recovery|backup)[_-]?codes?$/i.test(bare)
    return { type: 'secret', level: isVague ? 'perhaps' : 'secret' }
  }
  if (HARMLESS_START.test(bare) || HARMLESS_WORDS.test(bare)) return null
  if (HARMLESS.test(bare) && !/(?:pass|ssess|sas|tokens|dns)$/i.test(bare)) return null
  if (!PERHAPS.test(bare)) return null
  return {
    type: /token|pat$/i.test(bare) ? 'token' : 'secret',
    level: /token$/i.test(bare) && /^[A-Z_]+$/.test(bare) ? 'secret' : 'perhaps',
  }
}

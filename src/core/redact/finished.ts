/**
 * Finished text, redacted where it leaves: whatever was put together for it, from wherever. What comes from entries has been
 * redacted when it was written; what people type, git, file names and errors say has not.
 */
import { isPlainName, TELLS } from './plain-name.js'
import { redactorFor } from './redact.js'

/** A text as it will be shown or logged. */
export function redactFinished(text: string): string {
  if (text === last || isPlainList(text)) return text
  last = redactorFor([text])(text)
  return last
}

/** A briefing is redacted by its printer, and comes here once more when it is written out. */
let last = ''

/** A name in each line or column: what shells ask for while somebody types. */
function isPlainList(text: string): boolean {
  if (!/[\n\t]/.test(text)) return isPlainName(text)
  return !TELLS.test(text) && text.split(/[\n\t]/).every(isPlainName)
}

/** The same for what will be JSON: every text in it, keys too. The same value where nothing is to be changed. */
export function redactValue<T>(value: T): T {
  const texts = new Set<string>()
  collect(value, texts)
  if (texts.size === 0) return value
  const redact = redactorFor([...texts])
  const secret = new Map<string, string>()
  for (const text of texts) {
    const safe = redact(text)
    if (safe !== text) secret.set(text, safe)
  }
  return secret.size === 0 ? value : (changed(value, secret) as T)
}

/** Times and ids are most of what programs are told. */
const FIXED = /^\d{4}-?\d\d-?\d\dT[\d:.]{6,}(?:Z|[+-]\d\d:\d\d)?(?:-\d+-[0-9a-z]{12})?$|^[0-9a-f]{7,64}$/

function collect(value: unknown, into: Set<string>): void {
  if (typeof value === 'string') {
    if (!FIXED.test(value) && !isPlainName(value)) into.add(value)
  } else if (Array.isArray(value)) for (const one of value) collect(one, into)
  else if (typeof value === 'object' && value !== null)
    for (const [key, one] of Object.entries(value)) {
      if (!isPlainName(key)) into.add(key)
      collect(one, into)
    }
}

function changed(value: unknown, secret: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return secret.get(value) ?? value
  if (Array.isArray(value)) return value.map((one) => changed(one, secret))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [secret.get(key) ?? key, changed(one, secret)] as const),
  )
}

/**
 * What cannot hold a secret, told by a look: loading the rules takes a millisecond, and most names are plain. What is not
 * plain is only looked at more closely. No imports: the small programs that hooks start with have it too.
 */

/** What agents and people call things. */
const PLAIN = /^~?[\w./-]*$/
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i
/** Alone it names a session; behind a word it may be a key. */
const ID =
  /(?<![\w-])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![\w-])|\d{8}T\d{9}Z-\d+-[0-9a-z]{12}|\b[A-Z]{2,10}-\d{1,7}\b/g
const LONG = /[A-Za-z0-9]{16}|[\w-]{20}/
const WORDS = /^[A-Za-z]{1,15}(?:[ ./_-]+[A-Za-z]{1,15}){0,9}$/
/** With one of these in front, any word may be a secret. */
export const TELLS: RegExp =
  /pass|pw|pin|key|token|secret|auth|cred|sig|sas|dsn|pat|salt|mnemonic|psk|code|wort|user|login/i

/** Nothing in it can be a secret: told by a look at it, for rules take a millisecond to load. */
export function isPlainName(name: string): boolean {
  if (name.includes(' ')) return WORDS.test(name) && !TELLS.test(name)
  if (!PLAIN.test(name)) return false
  if (!LONG.test(name)) return true
  const rest = name.replace(ID, '')
  return !UUID.test(rest) && !(rest.match(/[\w-]{16,}/g) ?? []).some(isMixed)
}

/** Words joined by dashes are no secret, be they ever so many. */
function isMixed(run: string): boolean {
  if (!/[A-Z0-9]/.test(run)) return false
  if (/[A-Za-z0-9]{16}/.test(run)) return !/^[a-z_-]*$/.test(run)
  return run.length >= 20 && /\d/.test(run) && /[a-z]/.test(run) && /[A-Z]/.test(run)
}

const TOLD = /(?:pass|pw|pin|key|token|secret|auth|cred|code)[\w-]*["'`]?\s?[:= ]/i

/** The same for a line of a log: our own words, with names and numbers among them. */
export function isPlainLine(line: string): boolean {
  if (!/^[\w .,;:%()"'/…-]*$/.test(line) || TOLD.test(line)) return false
  return (
    !LONG.test(line) ||
    line
      .replace(ID, '')
      .split(/[^\w./-]+/)
      .every(isPlainName)
  )
}

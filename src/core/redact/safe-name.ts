/**
 * Names from outside: branches, folders, paths, who it was, how somebody calls his work. A secret may stand in one, and
 * names are written everywhere, compared, and made into folders. So a name with a secret is known, everywhere but where git
 * or the disk is asked, by a form of its own: without the secret, and with a short digest, so that two of them stay two
 * and the same one is known again. Every other name is its own form.
 */
import { digitsOf } from '../entry/id.js'
import { isPlainName } from './plain-name.js'
import { redactorFor } from './redact.js'
import { shapeOf } from './words.js'

const DIGITS = 6
const known = new Map<string, string>()
const MAX_KNOWN = 500

export function safeName(name: string): string {
  if (isPlainName(name)) return name
  let safe = known.get(name)
  if (safe === undefined) {
    safe = makeSafe(name)
    if (known.size >= MAX_KNOWN) known.clear()
    if (name.length < MAX_KNOWN) known.set(name, safe)
  }
  return safe
}

/** It cannot be opened: the secret in it is gone. */
export function isSafeForm(name: string): boolean {
  return name.includes('[redacted: ')
}

/** Each part of a path has its own form, so that the form of a folder begins the form of what lies in it. */
function makeSafe(name: string): string {
  // What is no path may have the same part ten thousand times.
  const seen = new Map<string, string>()
  const safeOf = (part: string): string => {
    const safe = seen.get(part) ?? withDigest(part, redactPart(part))
    seen.set(part, safe)
    return safe
  }
  const inParts = name
    .split(/([\\/])/)
    .map((part) => (isPlainName(part) ? part : safeOf(part)))
    .join('')
  const whole = redactText(inParts)
  return whole === inParts ? whole : withDigest(name, whole)
}

function withDigest(name: string, safe: string): string {
  return safe === name ? name : `${safe}~${digitsOf(name, DIGITS)}`
}

/** In a path, rules take a random string for a folder: so each part is looked at alone. */
function redactPart(part: string): string {
  return redactText(part).replace(RUN, (run, at: number, whole: string) =>
    whole.lastIndexOf('[redacted: ', at) > whole.lastIndexOf(']', at) || !isDrawn(run)
      ? run
      : '[redacted: random string]',
  )
}

/** A path that an agent made of another path has lost the signs by which a rule knows a token. */
const RUN = /[A-Za-z0-9]{20,}/g

function isDrawn(run: string): boolean {
  const { upper, lower, digits, wordiness } = shapeOf(run)
  return upper > 1 && lower > 1 && digits > 0 && wordiness < 0.5
}

function redactText(text: string): string {
  return redactorFor([text])(text)
}

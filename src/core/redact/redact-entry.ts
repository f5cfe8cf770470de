/** Redacts an entry: every text in it. Ids, names, hashes and the words of the format stay. */
import type { Entry } from '../entry.js'
import { judgePair, strengthOf } from './pair-judge.js'
import { mark } from './rule.js'
import { redactorFor, textsIn } from './redact.js'

/** Made by dogear or git, in a fixed alphabet: they cannot hold a secret, and changing one breaks the entry. */
const FIXED = new Set(['id', 'name', 'lane', 'kind', 'parents', 'saved', 'project', 'head', 'hash', 'role', 'state'])

type Redact = (text: string) => string

/** `stored`: an entry that was made before and whose texts this one carries on: they have been redacted. */
export function redactEntry(entry: Entry, stored?: Entry): Entry {
  const redact = redactorFor([...textsIn(entry)], textsIn(stored))
  const { extraKeys, extraSections, ...known } = entry
  return {
    ...(redactKnown(known, redact) as Omit<Entry, 'extraKeys' | 'extraSections'>),
    extraKeys: redactForeign(extraKeys, '', redact) as Record<string, unknown>,
    extraSections: extraSections.map(({ title, text }) => ({ title: redact(title), text: redact(text) })),
  }
}

function redactKnown(value: unknown, redact: Redact): unknown {
  if (typeof value === 'string') return redact(value)
  if (Array.isArray(value)) return value.map((one) => redactKnown(one, redact))
  if (typeof value !== 'object' || value === null) return value
  return mapObject(value, redact, (one, key) => (FIXED.has(key) ? one : redactKnown(one, redact)))
}

/** Keys this version does not know: nothing is fixed here, and a key can say that its value is secret. */
function redactForeign(value: unknown, key: string, redact: Redact): unknown {
  if (typeof value === 'string') return redactValue(key, value, redact)
  if (Array.isArray(value)) return value.map((one) => redactForeign(one, key, redact))
  if (typeof value !== 'object' || value === null) return value
  return mapObject(value, redact, (one, name) => redactForeign(one, name, redact))
}

function redactValue(key: string, value: string, redact: Redact): string {
  const strength = strengthOf(key)
  const isSecret = strength !== null && judgePair({ name: key, value, strength, sign: ':', form: 'quoted', next: '"' })
  return isSecret ? mark(strength.type) : redact(value)
}

function mapObject(
  object: object,
  redact: Redact,
  change: (value: unknown, key: string) => unknown,
): Record<string, unknown> {
  // Keys are text too. defineProperty-like entries, so that a key called __proto__ stays a key.
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [redact(key), change(value, key)]))
}

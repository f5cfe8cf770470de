/** Redacts an entry: every text in it. Ids, names, hashes and the words of the format stay. */
import type { Entry } from '../entry.js'
import { judgePair, strengthOf } from './pair-judge.js'
import { mark } from './rule.js'
import { redact } from './redact.js'

/** Made by dogear or git, in a fixed alphabet: they cannot hold a secret, and changing one breaks the entry. */
const FIXED = new Set(['id', 'name', 'lane', 'kind', 'parents', 'saved', 'project', 'head', 'hash', 'role', 'state'])

export function redactEntry(entry: Entry): Entry {
  const { extraKeys, extraSections, ...known } = entry
  return {
    ...(redactKnown(known) as Omit<Entry, 'extraKeys' | 'extraSections'>),
    extraKeys: redactForeign(extraKeys, '') as Record<string, unknown>,
    extraSections: extraSections.map(({ title, text }) => ({ title: redact(title), text: redact(text) })),
  }
}

function redactKnown(value: unknown): unknown {
  if (typeof value === 'string') return redact(value)
  if (Array.isArray(value)) return value.map(redactKnown)
  if (typeof value !== 'object' || value === null) return value
  return mapObject(value, (one, key) => (FIXED.has(key) ? one : redactKnown(one)))
}

/** Keys this version does not know: nothing is fixed here, and a key can say that its value is secret. */
function redactForeign(value: unknown, key: string): unknown {
  if (typeof value === 'string') return redactValue(key, value)
  if (Array.isArray(value)) return value.map((one) => redactForeign(one, key))
  if (typeof value !== 'object' || value === null) return value
  return mapObject(value, redactForeign)
}

function redactValue(key: string, value: string): string {
  const strength = strengthOf(key)
  const isSecret = strength !== null && judgePair({ name: key, value, strength, sign: ':', form: 'quoted', next: '"' })
  return isSecret ? mark(strength.type) : redact(value)
}

function mapObject(object: object, change: (value: unknown, key: string) => unknown): Record<string, unknown> {
  // Keys are text too. defineProperty-like entries, so that a key called __proto__ stays a key.
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [redact(key), change(value, key)]))
}

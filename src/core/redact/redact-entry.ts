/** Redacts an entry: every text in it. Ids, names, hashes and the words of the format stay. */
import { ALL_FIELDS, type Entry } from '../entry/entry.js'
import { SHAPES } from '../entry/fields.js'
import { judgePair, strengthOf } from './pair-judge.js'
import { redactorFor, textsIn } from './redact.js'
import { mark } from './token-rule.js'

/** Made by dogear or git, in a fixed alphabet: they cannot hold a secret, and changing one breaks the entry. */
const FIXED = new Set(['id', 'name', 'lane', 'kind', 'parents', 'saved', 'project', 'head', 'hash', 'role', 'state'])

/** An item's origin: made by dogear and git too. Who it was is text. */
const FIXED_IN_ORIGIN = new Set(['entry', 'at', 'head', 'lock'])

/** The words of the format hold nothing, and rules begin with some of them: `session`, `path`. */
const KEYS = new Set<string>([
  ...'id name lane kind parents saved by agent session user host'.split(' '),
  ...FIXED_IN_ORIGIN,
  ...'where project worktree branch head dirty dirtyTotal path state'.split(' '),
  ...ALL_FIELDS.flatMap(({ key, shape }) => [key, ...SHAPES[shape].parts]),
])

type Redact = (text: string) => string

/** Raised with the rules: what was redacted by older ones is redacted again when it is carried on. */
export const REDACTION = 1

/** `stored`: entries that were made before and whose texts this one carries on: they have been redacted. */
export function redactEntry(entry: Entry, stored: readonly Entry[] = []): Entry {
  // The rest of a page is ids, times and counts.
  const { extraKeys, extraSections, page, ...known } = entry
  const texts = knownTexts(known, textsIn([extraKeys, extraSections]))
  const redact = redactorFor([...texts], textsIn(stored))
  return {
    ...(redactKnown(known, redact) as Omit<Entry, 'extraKeys' | 'extraSections' | 'page'>),
    ...(page && { page }),
    extraKeys: redactForeign(extraKeys, '', redact) as Record<string, unknown>,
    extraSections: extraSections.map(({ title, text }) => ({ title: redact(title), text: redact(text) })),
  }
}

/** What `redactKnown` will ask about. */
function knownTexts(value: unknown, into: Set<string>, fixed: ReadonlySet<string> = FIXED): Set<string> {
  if (typeof value === 'string') into.add(value)
  else if (Array.isArray(value)) for (const one of value) knownTexts(one, into, fixed)
  else if (typeof value === 'object' && value !== null)
    for (const [key, one] of Object.entries(value)) {
      if (!KEYS.has(key)) into.add(key)
      if (!fixed.has(key)) knownTexts(one, into, fixedIn(key))
    }
  return into
}

function redactKnown(value: unknown, redact: Redact, fixed: ReadonlySet<string> = FIXED): unknown {
  if (typeof value === 'string') return redact(value)
  if (Array.isArray(value)) return value.map((one) => redactKnown(one, redact, fixed))
  if (typeof value !== 'object' || value === null) return value
  const redactKey: Redact = (key) => (KEYS.has(key) ? key : redact(key))
  return mapObject(value, redactKey, (one, key) => (fixed.has(key) ? one : redactKnown(one, redact, fixedIn(key))))
}

function fixedIn(key: string): ReadonlySet<string> {
  return key === 'origin' ? FIXED_IN_ORIGIN : FIXED
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
  redactKey: Redact,
  change: (value: unknown, key: string) => unknown,
): Record<string, unknown> {
  // Keys are text too. defineProperty-like entries, so that a key called __proto__ stays a key.
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [redactKey(key), change(value, key)]))
}

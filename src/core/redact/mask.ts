/** Every text of an entry as a function makes it: to take secrets out, or what is to be forgotten. */
import { ALL_FIELDS, type Entry } from '../entry/entry.js'
import { SHAPES } from '../entry/fields.js'

export type Mask = (text: string) => string

/** Made by dogear or git, in a fixed alphabet: they cannot hold a secret, and changing one breaks the entry. */
const FIXED = new Set(['id', 'name', 'lane', 'kind', 'parents', 'saved', 'project', 'head', 'hash', 'role', 'state'])

/** An item's origin: made by dogear and git too. Who it was is text. */
const FIXED_IN_ORIGIN = new Set(['entry', 'at', 'head', 'locks'])

let keys: ReadonlySet<string> | undefined

/** The words of the format hold nothing, and rules begin with some of them: `session`, `path`. */
function isKey(key: string): boolean {
  keys ??= new Set<string>([
    ...'id name lane kind parents saved by agent session user host'.split(' '),
    ...FIXED_IN_ORIGIN,
    ...'where project worktree branch head dirty dirtyTotal stashed stash path state'.split(' '),
    ...ALL_FIELDS.flatMap(({ key: field, shape }) => [field, ...SHAPES[shape].parts]),
  ])
  return keys.has(key)
}

/** `maskForeign`: for keys that this version does not know. */
export function maskEntry(entry: Entry, mask: Mask, maskForeign: typeof maskAll = maskAll): Entry {
  // The rest of a page is ids, times and counts.
  const { extraKeys, extraSections, page, ...known } = entry
  return {
    ...(maskKnown(known, mask) as Omit<Entry, 'extraKeys' | 'extraSections' | 'page'>),
    ...(page && { page }),
    extraKeys: maskForeign(extraKeys, '', mask) as Record<string, unknown>,
    extraSections: extraSections.map(({ title, text }) => ({ title: mask(title), text: mask(text) })),
  }
}

/** Every text in a value, keys too. */
export function maskAll(value: unknown, _key: string, mask: Mask): unknown {
  if (typeof value === 'string') return mask(value)
  if (Array.isArray(value)) return value.map((one) => maskAll(one, '', mask))
  if (typeof value !== 'object' || value === null) return value
  return mapObject(value, mask, (one) => maskAll(one, '', mask))
}

/** What `maskKnown` will ask about. */
export function knownTexts(value: unknown, into: Set<string>, fixed: ReadonlySet<string> = FIXED): Set<string> {
  if (typeof value === 'string') into.add(value)
  else if (Array.isArray(value)) for (const one of value) knownTexts(one, into, fixed)
  else if (typeof value === 'object' && value !== null)
    for (const [key, one] of Object.entries(value)) {
      if (!isKey(key)) into.add(key)
      if (!fixed.has(key)) knownTexts(one, into, fixedIn(key))
    }
  return into
}

function maskKnown(value: unknown, mask: Mask, fixed: ReadonlySet<string> = FIXED): unknown {
  if (typeof value === 'string') return mask(value)
  if (Array.isArray(value)) return value.map((one) => maskKnown(one, mask, fixed))
  if (typeof value !== 'object' || value === null) return value
  const maskKey: Mask = (key) => (isKey(key) ? key : mask(key))
  return mapObject(value, maskKey, (one, key) => (fixed.has(key) ? one : maskKnown(one, mask, fixedIn(key))))
}

function fixedIn(key: string): ReadonlySet<string> {
  return key === 'origin' ? FIXED_IN_ORIGIN : FIXED
}

export function mapObject(
  object: object,
  maskKey: Mask,
  change: (value: unknown, key: string) => unknown,
): Record<string, unknown> {
  // Keys are text too. defineProperty-like entries, so that a key called __proto__ stays a key.
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [maskKey(key), change(value, key)]))
}

/**
 * The id of an item: `f-7k2q`. A letter for its kind, then the beginning of a hash of kind and text, so that two sessions
 * that say the same make the same id and two that say different things hardly ever do (no counter could promise that).
 * It is made once and stored with the item: text that is redacted or edited later keeps it.
 */
import { FIELDS, type FieldRow } from '../entry/fields.js'
import { digitsOf } from '../entry/id.js'

const SHORTEST = 'f-7k2q'.length
/** Of one hash: ten digits of five bits. */
const DIGITS = 10
/** Two hashes long; nobody has ever needed the second. */
export const MAX_ID_LENGTH: number = 'f-'.length + 2 * DIGITS
const ITEM_ID = /^[a-z]-[0-9a-z]{4,20}$/
const LETTERS = new Map((FIELDS as readonly FieldRow[]).map(({ key, letter }) => [key, letter ?? key.charAt(0)]))

/**
 * `kind` is the key of the item's field, `text` is what is stored (redacted: a hash of a secret could be tried out). `taken`: ids that mean another item, those that were closed included, since a
 * new item with the id of a closed one would be closed too.
 */
export function itemId(kind: string, text: string, taken: { has: (id: string) => boolean }): string {
  for (let length = SHORTEST; ; length++) {
    const id = idOfLength(length, kind, text)
    if (!taken.has(id)) return id
  }
}

/** Every shorter one is its beginning. */
export function idOfLength(length: number, kind: string, text: string): string {
  let hashed = `${kind}\0${normalText(text)}`
  let id = `${LETTERS.get(kind) ?? kind.charAt(0)}-`
  for (; id.length < length; hashed += '\0') id += digitsOf(hashed, Math.min(length - id.length, DIGITS))
  return id
}

export function isItemId(id: unknown): id is string {
  return typeof id === 'string' && ITEM_ID.test(id)
}

/** Nearly every text is made of these alone and is normal as it is. */
const PLAIN = /^[!-)+-_a-~]+(?: [!-)+-_a-~]+)*$/
const SINGLE_SPACES = /^\S+(?: \S+)*$/
/** Emphasis inside emphasis. */
const ROUNDS = 3

/** Two texts that are equal in this form are the same item: NFC, single spaces, no backticks, no emphasis. */
export function normalText(text: string): string {
  if (PLAIN.test(text)) return text
  let plain = text.normalize('NFC').replaceAll('`', '')
  for (let round = 0; round < ROUNDS && plain.includes('*'); round++) plain = withoutEmphasis(plain)
  return SINGLE_SPACES.test(plain) ? plain : plain.replace(/\s+/g, ' ').trim()
}

/** Underscores stay: `__init__.py` and `init.py` are two files. The pattern takes long to make and is seldom needed. */
function withoutEmphasis(text: string): string {
  return text.replace(/(?<![\p{L}\p{N}*])(\*{1,3})(?=[^\s*])([^*]*[^\s*])\1(?![\p{L}\p{N}*])/gu, '$2')
}

/**
 * A workstream has a label, which is any text a person would use, and a slug, which becomes a folder on every kind of
 * disk: a to z, 0 to 9 and single dashes inside, 1 to 64 characters, no name that Windows keeps for a device. Some policies
 * take nothing but what is a slug already, or nearly.
 */
import { digitsOf } from '../entry/id.js'
import { DogearError } from '../errors.js'
import { safeName } from '../redact/safe-name.js'
import { tidyLine } from '../text/text.js'

const NAME_PATTERN: RegExp = /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/

/** `lower`: any text is a label. `ask`: case and separators are mended, and a missing name is asked for. `strict`: kebab-case only, and no name that says nothing. */
export type NamePolicy = 'lower' | 'ask' | 'strict'

export const NAME_POLICIES: readonly NamePolicy[] = ['lower', 'ask', 'strict']

const DEVICES = new Set(['con', 'prn', 'aux', 'nul', 'conin', 'conout', 'clock'])
const NUMBERED_DEVICE = /^(?:com|lpt)\d$/
const SAYS_NOTHING = new Set(['task', 'work', 'save', 'untitled', 'backup', 'checkpoint', 'temp', 'test', 'wip'])
const MAX_LENGTH = 64

export function isName(text: string): boolean {
  return NAME_PATTERN.test(text) && !isDevice(text)
}

function isDevice(name: string): boolean {
  return DEVICES.has(name) || (name.length === 4 && NUMBERED_DEVICE.test(name))
}

/** A label, and the slugs it may be kept under. */
export interface Named {
  label: string
  slug: string
  /** With a short hash of the label: for when another label has the slug. */
  hashed: string
  /** Nothing that tells labels apart is lost in the slug. Else only `hashed` will do. */
  isCertain: boolean
}

/** Null: there is nothing in it that could be a label. */
export function labelFrom(typed: string): Named | null {
  const label = safeName(tidyLine(typed.normalize('NFC')).trim())
  // Patterns of all scripts take a millisecond to make, and most labels need none.
  const isReadable =
    /[A-Za-z0-9]/.test(label) || /[\p{L}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}]/u.test(label)
  if (!isReadable || label.length > MAX_LABEL || isPath(label)) return null
  const slug = slugFrom(label)
  const short = (slug ?? 'name').slice(0, MAX_LENGTH - 1 - HASH_LENGTH).replace(/-+$/, '')
  const hashed = `${short}-${digitsOf(sameLabel(label), HASH_LENGTH)}`
  const isCertain = slug !== null && latin(label).length <= MAX_LENGTH && !hasOtherLetters(latin(label))
  return { label, slug: slug ?? hashed, hashed, isCertain }
}

/** Letters and digits that no slug has. */
function hasOtherLetters(text: string): boolean {
  return !/^[ -~]*$/.test(text) && /[^\P{L}a-z]|[^\P{N}0-9]/u.test(text)
}

/** Two labels that are equal in this form are the same: case, white space, slashes and underscores do not tell them apart. */
export function sameLabel(label: string): string {
  return mend(label.normalize('NFC'))
}

/** A line as files know it: by what it is called, else by the name of its folder. */
export interface Called {
  name: string
  label?: string | undefined
}

/** The same, as it is read. */
export interface Calling {
  name: string
  label?: string
}

/** Those of `things` that are called so: by the label; where none is, by the folder's name; else by a slug that has only this label. */
export function calledSo<T>(
  things: readonly T[],
  wordOf: (thing: T) => string | null,
  { name, label = name }: Called,
): T[] {
  const words = things.map((thing) => ({ thing, word: sameLabel(wordOf(thing) ?? '') }))
  const ways: ((word: string) => boolean)[] = [
    (word) => word === sameLabel(label),
    (word) => word === name,
    (word) => sameLabel(label) === name && slugFrom(word) === name,
  ]
  const way = ways.find((is) => words.some(({ word }) => is(word)))
  return way ? words.filter(({ word }) => way(word)).map(({ thing }) => thing) : []
}

/** The line that a word in a file stands for, as long as nobody knows better. Null: it can name none. */
export function calledIn(word: string): Calling | null {
  const key = sameLabel(word)
  if (isName(key)) return key === word ? { name: key } : { name: key, label: word.normalize('NFC').trim() }
  const named = labelFrom(word)
  return named && { name: named.hashed, label: named.label }
}

/**
 * A label as the name of a file, as the checkpoint skills make it: small letters, no slashes, no spaces, no dash in front.
 * What some disk or the Markdown around it does not take becomes a dash, too.
 */
export function fileWord({ name, label = name }: Called): string {
  const word = label
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s/\\:*?"<>|`[\]()]+/g, '-')
    .replace(/^[-.]+/, '')
    .replace(/(?<![-.])[-.]+$/, '')
  const isUsable =
    calledIn(word) !== null && sameLabel(word) === sameLabel(label) && !isDevice(word.split('.', 1)[0] ?? '')
  return isUsable && new TextEncoder().encode(word).length <= MAX_WORD_BYTES ? word : name
}

const MAX_WORD_BYTES = 120
const MAX_LABEL = 200
const HASH_LENGTH = 6

function isPath(text: string): boolean {
  return /(?:^|[\\/])\.\.(?:[\\/]|$)|^[\\/~]|^[a-z]:[\\/]/i.test(text)
}

/** The slug a person typed, mended as the policy allows, or an error that suggests a right one. */
export function nameFrom(given: string, policy: NamePolicy): string {
  const typed = safeName(given)
  const name = policy === 'strict' ? typed : mend(typed)
  if (!isName(name)) throw refuse(typed, policy, whyNot(typed, name))
  if (policy === 'strict' && SAYS_NOTHING.has(name))
    throw refuse(typed, policy, `"${name}" does not say which work it is`)
  return name
}

/** The nearest right name for any text, for branches and folders that nobody typed; null where nothing is left. */
export function slugFrom(text: string): string | null {
  const slug = latin(text)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, MAX_LENGTH)
    .replace(/-+$/, '')
  if (slug === '') return null
  return isDevice(slug) ? `${slug}-work` : slug
}

/** Letters that no decomposition takes apart, and that are written with these by everybody. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

/** Without diacritics and in small letters: `Größe` is `grosse`. */
function latin(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => LETTERS[letter] as string)
}

/** Two to four telling words of a text, as a name to offer. */
export function suggestName(text: string): string | null {
  const words = (slugFrom(text.slice(0, 400)) ?? '').split('-').filter((word) => word.length > 2 && !FILLERS.has(word))
  return words.length === 0 ? null : slugFrom(words.slice(0, 3).join('-'))
}

const FILLERS = new Set(
  'the and for with from into that this then when some our your all not but its has have are was'.split(' '),
)

function mend(typed: string): string {
  return (
    typed
      .trim()
      .toLowerCase()
      .replace(/[/\s_]+/g, '-')
      .replace(/^-+/, '')
      // Only from the first dash of a row on: from each of them, a long row would be gone through that often.
      .replace(/(?<!-)-+$/, '')
  )
}

function whyNot(typed: string, name: string): string {
  if (name === '') return 'nothing is left of it as a name'
  if (isDevice(name)) return 'Windows keeps that name for a device'
  if (name.length > MAX_LENGTH) return `it is longer than ${MAX_LENGTH} characters`
  if (typed.includes('..') || /[\\:]/.test(typed) || typed.startsWith('/')) return 'it looks like a path'
  return 'a name has only the letters a to z, digits and dashes'
}

/** For a text that is no label either. */
export function refuseLabel(typed: string): DogearError {
  const name = tidyLine(typed).trim()
  const reason = isPath(name)
    ? 'it looks like a path'
    : 'a name has a letter, a digit or an emoji, and at most 200 characters'
  return refuse(typed, 'lower', reason)
}

function refuse(given: string, policy: NamePolicy, reason: string): DogearError {
  const typed = safeName(given)
  const slug = slugFrom(typed)
  const usable = slug !== null && !(policy === 'strict' && SAYS_NOTHING.has(slug))
  return new DogearError('bad-name', `"${typed.slice(0, 80)}" cannot be the name of a workstream: ${reason}`, {
    expected: 'kebab-case that tells the work apart, like "auth-refactor" (1 to 64 characters)',
    next: usable ? `try "${slug}"` : 'choose a name such as "build-login-page"',
  })
}

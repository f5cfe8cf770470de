/**
 * The name of a workstream becomes a folder on every kind of disk, so one safe rule holds for all of them:
 * a to z, 0 to 9 and single dashes inside, 1 to 64 characters, no name that Windows keeps for a device.
 * How freely people may write it is a policy on top.
 */
import { DogearError } from '../errors.js'

const NAME_PATTERN: RegExp = /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/

/** `lower`: case and separators are mended. `ask`: the same, and a missing name is asked for. `strict`: kebab-case only, and no name that says nothing. */
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

/** The name a person typed, mended as the policy allows, or an error that suggests a right one. */
export function nameFrom(typed: string, policy: NamePolicy): string {
  const name = policy === 'strict' ? typed : mend(typed)
  if (!isName(name)) throw refuse(typed, policy, whyNot(typed, name))
  if (policy === 'strict' && SAYS_NOTHING.has(name))
    throw refuse(typed, policy, `"${name}" does not say which work it is`)
  return name
}

/** The nearest right name for any text, for branches and folders that nobody typed; null where nothing is left. */
export function slugFrom(text: string): string | null {
  const ascii = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
  const slug = ascii
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, MAX_LENGTH)
    .replace(/-+$/, '')
  if (slug === '') return null
  return isDevice(slug) ? `${slug}-work` : slug
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
  return typed
    .trim()
    .toLowerCase()
    .replace(/[/\s_]+/g, '-')
    .replace(/^-+|-+$/g, '')
}

function whyNot(typed: string, name: string): string {
  if (name === '') return 'nothing is left of it as a name'
  if (isDevice(name)) return 'Windows keeps that name for a device'
  if (name.length > MAX_LENGTH) return `it is longer than ${MAX_LENGTH} characters`
  if (typed.includes('..') || /[\\:]/.test(typed) || typed.startsWith('/')) return 'it looks like a path'
  return 'a name has only the letters a to z, digits and dashes'
}

function refuse(typed: string, policy: NamePolicy, reason: string): DogearError {
  const slug = slugFrom(typed)
  const usable = slug !== null && !(policy === 'strict' && SAYS_NOTHING.has(slug))
  return new DogearError('bad-name', `"${typed.slice(0, 80)}" cannot be the name of a workstream: ${reason}`, {
    expected: 'kebab-case that tells the work apart, like "auth-refactor" (1 to 64 characters)',
    next: usable ? `try "${slug}"` : 'choose a name such as "build-login-page"',
  })
}

/** What a model sent, checked key by key. Null and the empty text count as not given: models send both for nothing. */
import { DogearError } from '../core/errors.js'
import { cleanLine } from '../core/sanitise.js'
import type { Given, ObjectSchema } from './schema.js'

export type Args = Given

/** A misspelt key would be lost silently. */
export function checkKeys(args: Args, { properties }: ObjectSchema): void {
  const unknown = Object.keys(args).find((key) => !Object.hasOwn(properties, key))
  if (unknown === undefined) return
  throw new DogearError('bad-input', `there is no argument "${shown(unknown)}"`, {
    expected: `any of ${Object.keys(properties).join(', ')}`,
  })
}

export function textOf(args: Args, key: string): string | undefined {
  const value = valueOf(args, key)
  if (value === undefined || typeof value === 'string') return value
  throw wrong(key, 'a text', value)
}

export function neededText(args: Args, key: string, example: string): string {
  const text = textOf(args, key)
  if (text !== undefined) return text
  throw new DogearError('bad-input', `"${key}" is missing`, { expected: `${key}: ${JSON.stringify(example)}` })
}

export function flagOf(args: Args, key: string): boolean {
  const value = valueOf(args, key)
  if (value === undefined || value === false || value === 'false') return false
  if (value === true || value === 'true') return true
  throw wrong(key, 'true or false', value)
}

/** A whole number from `least` to `most`. */
export function countOf(args: Args, key: string, least: number, most: number): number | undefined {
  const value = valueOf(args, key)
  if (value === undefined) return undefined
  const count = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value
  if (Number.isSafeInteger(count) && (count as number) >= least && (count as number) <= most) return count as number
  throw wrong(key, `a whole number from ${least} to ${most}`, value)
}

export function choiceOf<T extends string>(args: Args, key: string, choices: readonly T[]): T | undefined {
  const value = valueOf(args, key)
  if (value === undefined) return undefined
  const choice = choices.find((one) => one === value)
  if (choice !== undefined) return choice
  throw wrong(key, `one of ${choices.join(', ')}`, value)
}

function valueOf(args: Args, key: string): unknown {
  const value = Object.hasOwn(args, key) ? args[key] : undefined
  return value === null || value === '' ? undefined : value
}

function wrong(key: string, expected: string, value: unknown): DogearError {
  return new DogearError('bad-input', `"${key}" should be ${expected} and is ${shown(JSON.stringify(value))}`, {
    expected: `${key}: ${expected}`,
  })
}

function shown(text: string): string {
  return cleanLine(text.slice(0, 60))
}

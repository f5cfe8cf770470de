/** What a model sent, checked key by key. Null and the empty text count as not given: models send both for nothing. */
import { safeName } from '../core/redact/safe-name.js'
import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import { DogearError, type Question } from '../core/errors.js'
import { cleanLine, shownValue } from '../core/text/text.js'

export type Args = Readonly<Record<string, unknown>> & { readonly [TRUST]?: string }

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

/** A list of texts, which may also stand in one with commas between them. */
export function textsOf(args: Args, key: string): string[] {
  return wholeTextsOf(args, key)
    .flatMap((text) => text.split(','))
    .filter(Boolean)
}

/** A list of texts that may hold commas; one alone counts as a list of one. */
export function wholeTextsOf(args: Args, key: string): string[] {
  const value = valueOf(args, key)
  const texts = value === undefined ? [] : Array.isArray(value) ? (value as unknown[]) : [value]
  if (texts.every((text) => typeof text === 'string')) return texts.filter(Boolean)
  throw wrong(key, 'a list of texts', value)
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
  const said = value === 'y' ? 'yes' : value === 'n' ? 'no' : value
  const choice = choices.find((one) => one === said)
  if (choice !== undefined) return choice
  throw wrong(key, `one of ${choices.join(', ')}`, value)
}

function valueOf(args: Args, key: string): unknown {
  const value = Object.hasOwn(args, key) ? args[key] : undefined
  return value === null || value === '' ? undefined : value
}

function wrong(key: string, expected: string, value: unknown): DogearError {
  return new DogearError('bad-input', `"${key}" should be ${expected} and is ${shown(shownValue(value))}`, {
    expected: `${key}: ${expected}`,
  })
}

function shown(text: string): string {
  return cleanLine(safeName(text).slice(0, 60))
}

/**
 * The arguments of tools and prompts, as plain JSON Schema. It is written by hand because every character of it is paid
 * for in each session. What arrives is checked above, by functions whose errors say what to send instead.
 */
export interface ObjectSchema {
  type: 'object'
  properties: Record<string, { type?: string; description?: string; [key: string]: unknown }>
  required?: readonly string[]
}

/** In the form the SDK takes. It lets every object pass. */
export function asStandard(schema: ObjectSchema): StandardSchemaWithJSON<Args, Args> {
  const json = (): Record<string, unknown> => ({ ...schema })
  return {
    '~standard': {
      version: 1,
      vendor: 'dogear',
      validate: (value) => ({ value: isObject(value) ? value : {} }),
      jsonSchema: { input: json, output: json },
    },
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Questions that have an argument of their own. */
const ARGUMENTS = ['entry', 'folder']

/** No word of a client: only the answer to a question that was asked gets here. */
export const TRUST: unique symbol = Symbol('trust')

/** Questions about which line is meant. */
const WHICH = ['workstream', 'line']

/** What a question must be remembered by until its answer arrives. */
export type Asked = Pick<Question, 'id' | 'name'> & Partial<Pick<Question, 'question'>>

/** An answer becomes the arguments that would have made the question needless. */
export function withAnswer(args: Args, { id, name }: Asked, answer: string): Args {
  const named = args['name'] === undefined && name !== undefined ? { name } : {}
  if (WHICH.includes(id) || id === 'name') return { ...args, name: answer }
  if (id === 'trust') return { ...args, ...named, [TRUST]: answer }
  if (id === 'existing') return { ...args, ...(answer === 'overwrite' ? { overwrite: true } : { name: answer }) }
  if (ARGUMENTS.includes(id)) return { ...args, ...named, [id]: answer }
  return { ...args, ...named, answers: { ...answersIn(args), [id]: answer } }
}

/** What was answered so far, by the question. */
export function answersIn(args: Args): Readonly<Record<string, unknown>> {
  const answers = args['answers'] ?? {}
  if (isObject(answers)) return answers
  throw new DogearError('bad-input', '"answers" should be an object', { expected: 'answers: {"ready": "yes"}' })
}

/** How a model answers, once it has asked the user: the arguments to add to the same call. */
export function howToAnswer(tool: string, { id, name }: Asked): string {
  // What a repository brings along is for the user to trust, and no text in it may talk a model into that.
  if (id === 'trust') return 'only the user can say, in a terminal: dogear list --trust yes, no or mine'
  const named = name === undefined ? '' : `name: "${name}", `
  if (WHICH.includes(id)) return `call ${tool} again with name: "<value>"`
  if (id === 'name') return `call ${tool} again with name: "<value>", or any other name`
  if (id === 'existing') return `call ${tool} again with overwrite: true, or with name: "<another name>"`
  if (ARGUMENTS.includes(id)) return `call ${tool} again with ${named}${id}: "<value>"`
  return `call ${tool} again with ${named}answers: {…those given before, "${id}": "<value>"}`
}

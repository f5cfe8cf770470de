/** From the words after the command to checked values, with errors that say what was probably meant. */
import { safeName } from '../../core/redact/safe-name.js'
import { parseArgs } from 'node:util'
import { DogearError } from '../../core/errors.js'
import { nearest } from '../../core/text/nearest.js'
import { COMMON_FLAGS, type CommandSpec, type Flag } from './spec.js'

export interface Args {
  positionals: string[]
  /** Switches that are on. */
  on: ReadonlySet<string>
  /** Values by flag, in the order they were given; a flag that was not given is not there. */
  values: ReadonlyMap<string, readonly string[]>
  /** The questions that were answered meanwhile; what they brought stands among the rest. */
  asked?: readonly string[]
}

export function parseCommandArgs(spec: CommandSpec, words: readonly string[]): Args {
  const flags = [...spec.flags, ...COMMON_FLAGS]
  const { tokens, positionals } = parseArgs({
    args: [...words],
    options: optionsOf(flags),
    strict: false,
    tokens: true,
  })
  const on = new Set<string>()
  const values = new Map<string, string[]>()
  for (const token of tokens) {
    if (token.kind === 'option') takeOption(spec, flags, token, on, values)
    // A dash among short letters ("-n-x") ends the options for node:util, and the rest of the word is lost.
    else if (token.kind === 'option-terminator' && words[token.index] !== '--')
      throw unknownFlag(spec, flags, words[token.index] ?? '--')
  }
  if (!on.has('help')) checkPositionals(spec, positionals)
  return { positionals, on, values }
}

type Options = NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>['options']>

function optionsOf(flags: readonly Flag[]): Options {
  return Object.fromEntries(
    flags.flatMap(({ name, also, short, value }) => {
      const option = { type: value === undefined ? ('boolean' as const) : ('string' as const), multiple: true }
      const named = [name, { ...option, ...(short !== undefined && { short }) }] as const
      return also === undefined ? [named] : [named, [also, option] as const]
    }),
  )
}

/** As parseArgs tells it. */
interface OptionToken {
  name: string
  /** As it was typed: `--next`, `-n`. */
  rawName: string
  value: string | undefined
  /** The value was given with `=`, or right behind the short letter. */
  inlineValue: boolean | undefined
}

export function valueOf(args: Args, flag: string): string | undefined {
  return args.values.get(flag)?.[0]
}

export function valuesOf(args: Args, flag: string): readonly string[] {
  return args.values.get(flag) ?? []
}

/** A whole number, at least 1. */
export function countOf(args: Args, flag: string): number | undefined {
  const text = valueOf(args, flag)
  if (text === undefined) return undefined
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new DogearError('usage', `--${flag} ${quote(text)} is no count`, {
    expected: 'a whole number, 1 or more',
    next: `--${flag} 10`,
  })
}

function takeOption(
  spec: CommandSpec,
  flags: readonly Flag[],
  token: OptionToken,
  on: Set<string>,
  values: Map<string, string[]>,
): void {
  const flag = flags.find((one) => one.name === token.name || one.also === token.name)
  if (!flag) throw unknownFlag(spec, flags, token.rawName)
  if (flag.value === undefined) {
    if (token.inlineValue) throw new DogearError('usage', `--${flag.name} takes no value`, { next: `--${flag.name}` })
    on.add(flag.name)
    return
  }
  const value = checkedValue(flags, flag, token)
  const given = values.get(flag.name)
  if (given && !flag.repeat)
    throw new DogearError('usage', `--${flag.name} was given twice`, {
      expected: `--${flag.name} once`,
      next: helpLine(spec),
    })
  values.set(flag.name, [...(given ?? []), value])
}

function checkedValue(flags: readonly Flag[], flag: Flag, token: OptionToken): string {
  const { value, inlineValue } = token
  if (value === undefined || (!inlineValue && isFlagOf(flags, value))) {
    throw new DogearError('usage', `--${flag.name} needs a value`, {
      expected: `--${flag.name} ${flag.value}`,
      next: `--${flag.name}="…" for a text that begins with a dash`,
    })
  }
  if (flag.choices && !flag.choices.includes(value)) {
    // "y" where the question said [y / n].
    const meant = { y: 'yes', n: 'no' }[value.toLowerCase()]
    if (meant !== undefined && flag.choices.includes(meant)) return meant
    throw new DogearError('usage', `--${flag.name} cannot be ${quote(value)}`, {
      expected: `one of ${flag.choices.join(', ')}`,
      next: `--${flag.name} ${nearest(value, flag.choices) ?? flag.choices[0]}`,
    })
  }
  return value
}

/** "--next --done x": the value was forgotten. A text such as "- first item" is fine. */
function isFlagOf(flags: readonly Flag[], text: string): boolean {
  const name = text.split('=')[0] as string
  return flags.some(
    (flag) =>
      name === `--${flag.name}` || name === `--${flag.also}` || (flag.short !== undefined && text === `-${flag.short}`),
  )
}

function unknownFlag(spec: CommandSpec, flags: readonly Flag[], rawName: string): DogearError {
  const meant = nearest(
    rawName.replace(/^-+/, ''),
    flags.map((flag) => flag.name),
  )
  return new DogearError('usage', `${spec.name} has no flag ${quote(rawName)}`, {
    expected: meant ? `--${meant}` : `one of ${flags.map((flag) => `--${flag.name}`).join(' ')}`,
    next: helpLine(spec),
  })
}

function checkPositionals(spec: CommandSpec, given: readonly string[]): void {
  const missing = spec.positionals.find((positional, i) => positional.required && given[i] === undefined)
  if (missing)
    throw new DogearError('usage', `${spec.name} needs ${missing.name}`, { expected: spec.usage, next: helpLine(spec) })
  const endless = spec.positionals.some((positional) => positional.repeat)
  const extra = given[spec.positionals.length]
  if (extra === undefined || endless) return
  throw new DogearError('usage', `${spec.name} does not know what to do with ${quote(extra)}`, {
    expected: spec.usage,
    next: 'put quotes around a text with spaces',
  })
}

function helpLine(spec: CommandSpec): string {
  return `dogear help ${spec.name}`
}

function quote(text: string): string {
  return `"${safeName(text).slice(0, 80)}"`
}

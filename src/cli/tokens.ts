/**
 * Words to options and positionals, as node:util's parseArgs tells them apart (the test compares the two). Our own
 * because loading that costs more than everything else that happens between the first word and the command.
 */
import type { Flag } from './spec.js'

export interface OptionToken {
  /** As it was typed: `--next`, `-n`. */
  rawName: string
  name: string
  value: string | undefined
  /** The value was given with `=`, or right behind the short letter. */
  inline: boolean
}

export interface Tokens {
  options: OptionToken[]
  positionals: string[]
}

export function parseTokens(words: readonly string[], flags: readonly Flag[]): Tokens {
  const tokens: Tokens = { options: [], positionals: [] }
  const rest = [...words]
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '--') tokens.positionals.push(...rest.splice(0))
    else if (word.startsWith('--') && word.length > 2) takeLong(word, rest, flags, tokens)
    else if (word.startsWith('-') && word.length > 1) takeShort(word, rest, flags, tokens)
    else tokens.positionals.push(word)
  }
  return tokens
}

function takeLong(word: string, rest: string[], flags: readonly Flag[], { options }: Tokens): void {
  const equals = word.indexOf('=', 3)
  const rawName = equals < 0 ? word : word.slice(0, equals)
  const name = rawName.slice(2)
  if (equals >= 0) options.push({ rawName, name, value: word.slice(equals + 1), inline: true })
  else options.push({ rawName, name, value: takesValue(flags, name) ? rest.shift() : undefined, inline: false })
}

/** `-n`, `-nq` (switches together), `-x value`, `-xvalue`. */
function takeShort(word: string, rest: string[], flags: readonly Flag[], { options }: Tokens): void {
  for (let at = 1; at < word.length; at++) {
    const letter = word.charAt(at)
    const name = flags.find((flag) => flag.short === letter)?.name ?? letter
    const rawName = `-${letter}`
    const behind = word.slice(at + 1)
    if (!takesValue(flags, name)) options.push({ rawName, name, value: undefined, inline: false })
    else if (behind === '') options.push({ rawName, name, value: rest.shift(), inline: false })
    else {
      options.push({ rawName, name, value: behind, inline: true })
      return
    }
  }
}

function takesValue(flags: readonly Flag[], name: string): boolean {
  return flags.some((flag) => flag.name === name && flag.value !== undefined)
}

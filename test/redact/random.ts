/** A seeded source of characters: the corpus is the same in every run, and no secret of it stands in a file. */

export interface Random {
  below: (limit: number) => number
  pick: <T>(from: readonly T[]) => T
  chars: (alphabet: string, length: number) => string
}

export const DIGITS = '0123456789'
export const LOWER = 'abcdefghijklmnopqrstuvwxyz'
export const UPPER: string = LOWER.toUpperCase()
export const HEX: string = `${DIGITS}abcdef`
export const ALNUM: string = UPPER + LOWER + DIGITS
export const WORD: string = `${ALNUM}_-`
export const BASE64: string = `${ALNUM}+/`
export const BASE32: string = `${UPPER}234567`

export function makeRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    below,
    pick: (from) => from[below(from.length)] as (typeof from)[number],
    chars: (alphabet, length) => Array.from({ length }, () => alphabet[below(alphabet.length)]).join(''),
  }
}

export function uuid(random: Random): string {
  return [8, 4, 4, 4, 12].map((length) => random.chars(HEX, length)).join('-')
}

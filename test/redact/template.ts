/**
 * Secrets and the lines they stand in, written as templates: `ghp_{A36}` is a prefix and 36 drawn letters or digits. No
 * secret stands in a file, and every seed draws others.
 */
import { ALNUM, BASE32, BASE64, DIGITS, HEX, LOWER, type Random, UPPER, uuid, WORD } from './random.js'

export interface Filled {
  text: string
  /** What was drawn, piece by piece: a leak is any of it. */
  drawn: string[]
}

const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
/** What password generators draw from, without quotes and backslashes. */
const SIGNS = `${ALNUM}${ALNUM}!@#$%^&*()-_=+[]{};:,.<>?/|~`
/** The same without what a shell or a URL would take for its own. */
const SAFE_SIGNS = `${ALNUM}${ALNUM}!%+,-.:=@^_~`
const SEED_WORDS =
  'abandon ability acoustic bicycle bachelor balcony canyon cactus cinnamon daring dolphin dignity eagle eyebrow embark fabric fossil fragile galaxy giraffe glimpse hamster hedgehog hollow icon impulse ivory jaguar jealous jungle kangaroo ketchup kidney lawsuit leopard lobster mammal mosquito muffin napkin nephew noodle orchard ostrich oyster panther pelican pyramid quantum quarter quiz raccoon ritual rookie salmon satoshi scissors tattoo tornado tuition umbrella unveil uphold vacuum velvet vibrant walnut warrior wrestle yellow youth zebra'.split(
    ' ',
  )
const WORDS = 'summer dragon coffee monday garden silver purple rocket castle winter berlin tiger'.split(' ')

const ALPHABETS: Readonly<Record<string, string>> = {
  A: ALNUM,
  a: UPPER + LOWER,
  b: BASE64,
  B: BASE32,
  c: BASE58,
  d: DIGITS,
  g: SIGNS,
  G: SAFE_SIGNS,
  h: HEX,
  H: `${DIGITS}ABCDEF`,
  l: LOWER + DIGITS,
  L: LOWER,
  q: BECH32,
  Q: BECH32.toUpperCase(),
  U: UPPER + DIGITS,
  w: WORD,
}

const SPECIAL: Readonly<Record<string, (random: Random) => string>> = {
  uuid,
  jwt: (random) =>
    `${json({ alg: 'HS256', typ: 'JWT' })}.${json({ sub: random.chars(DIGITS, 10), jti: random.chars(ALNUM, 12) })}.${random.chars(WORD, 43)}`,
  seed12: (random) => seedPhrase(random, 12),
  seed24: (random) => seedPhrase(random, 24),
  basic: (random) => Buffer.from(`svc:${random.chars(ALNUM, 14)}`).toString('base64'),
  encoded: (random) => Buffer.from(random.chars(ALNUM, 15)).toString('base64'),
  chosen,
  bytes64: (random) => Array.from({ length: 64 }, () => random.below(256)).join(','),
  pem: (random) => Array.from({ length: 4 + random.below(6) }, () => random.chars(BASE64, 64)).join('\n'),
}

const HOLE = /\{(?:([A-Za-z])(\d+)|(uuid|jwt|seed12|seed24|basic|encoded|chosen|bytes64|pem))\}/g

export function fill(template: string, random: Random): Filled {
  const drawn: string[] = []
  const text = template.replace(HOLE, (hole, letter?: string, length?: string, special?: string) => {
    const alphabet = letter === undefined ? undefined : ALPHABETS[letter]
    const make = special === undefined ? undefined : SPECIAL[special]
    const piece = alphabet ? random.chars(alphabet, Number(length)) : (make?.(random) ?? hole)
    drawn.push(piece)
    return piece
  })
  return { text, drawn }
}

/**
 * True if a piece of what was drawn is still there: eight characters in a row, or a shorter piece as a whole. Pieces of
 * less than six characters count where there are no others.
 */
export function isLeaked(drawn: readonly string[], output: string): boolean {
  const long = drawn.filter((piece) => piece.length >= 6)
  return (long.length > 0 ? long : drawn).some((piece) => hasWindow(piece, output))
}

function hasWindow(piece: string, output: string): boolean {
  for (const form of new Set([piece, encodeURIComponent(piece), piece.replaceAll('\n', '')])) {
    const width = Math.min(8, form.length)
    for (let i = 0; i + width <= form.length; i++) if (output.includes(form.slice(i, i + width))) return true
  }
  return false
}

/** What people choose: a word with digits, with a sign, two words with digits. */
function chosen(random: Random): string {
  const [word, other] = [random.pick(WORDS), random.pick(WORDS)]
  const title = word.charAt(0).toUpperCase() + word.slice(1)
  const digits = random.chars(DIGITS, 2 + random.below(3))
  return random.pick([`${word}${digits}`, `${title}${digits}!`, `${title}@${digits}`, `${word}-${other}-${digits}`])
}

function seedPhrase(random: Random, count: number): string {
  return Array.from({ length: count }, () => random.pick(SEED_WORDS)).join(' ')
}

function json(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

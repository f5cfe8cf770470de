/**
 * Secrets to plant, one for each place, drawn from a seed. None of them stands in this file, and each is known by any
 * twelve letters or digits in a row, in either case, with or without signs between them: a slug, half a token and a
 * term of an index are finds too.
 */
import { redact } from '../../../src/core/redact/redact.js'
import { ALNUM, BASE32, DIGITS, makeRandom, type Random, WORD } from '../random.js'

interface Shape {
  make(random: Random): string
  /** In a sentence, and as a part of a name. */
  said(secret: string): string
  named(secret: string): string
}

const SHAPES: Readonly<Record<string, Shape>> = {
  'GitHub token': token((random) => `${'gh'}p_${random.chars(ALNUM, 36)}`),
  password: {
    make: (random) => `${random.chars(ALNUM, 18)}7q`,
    said: (secret) => `it logs in with password=${secret} there`,
    named: (secret) => `password=${secret}`,
  },
  'AWS key id': token((random) => `${'AK'}IA${random.chars(BASE32, 16)}`),
  'Slack token': token(
    (random) => `${'xo'}xb-${random.chars(DIGITS, 12)}-${random.chars(DIGITS, 13)}-${random.chars(ALNUM, 24)}`,
  ),
  'Anthropic key': token((random) => `${'sk'}-ant-api03-${random.chars(WORD, 93)}AA`),
  'random string': {
    ...token((random) => `${random.chars(ALNUM, 44)}7aB9`),
    // The name of a file may be random: only what says that it is a secret makes it one.
    named: (secret) => `token=${secret}`,
  },
}

function token(make: Shape['make']): Shape {
  return { make, said: (secret) => `it uses ${secret} for that`, named: (secret) => secret }
}

export const SHAPE_NAMES: readonly string[] = Object.keys(SHAPES)

export interface Plants {
  /** What is said at a place, what a name is there, the secret alone. The same place has the same secret. */
  said(place: string): string
  named(place: string): string
  bare(place: string): string
  places(): string[]
  /** The places whose secret, or a good part of it, stands in the text. */
  findIn(text: string): string[]
}

const WINDOW = 12

export function plantSecrets(seed: number, shapeName: string): Plants {
  const shape = SHAPES[shapeName] as Shape
  const random = makeRandom(seed)
  const secrets = new Map<string, string>()
  const windows = new Map<string, string>()
  const secretOf = (place: string): string => {
    const known = secrets.get(place)
    if (known !== undefined) return known
    const secret = drawn(shape, random)
    secrets.set(place, secret)
    const plain = plainOf(secret)
    for (let at = 0; at + WINDOW <= plain.length; at++) windows.set(plain.slice(at, at + WINDOW), place)
    return secret
  }
  return {
    said: (place) => shape.said(secretOf(place)),
    named: (place) => shape.named(secretOf(place)),
    bare: secretOf,
    places: () => [...secrets.keys()],
    findIn: (text) => {
      const plain = plainOf(text)
      const found = new Set<string>()
      for (let at = 0; at + WINDOW <= plain.length; at++) {
        const place = windows.get(plain.slice(at, at + WINDOW))
        if (place !== undefined) found.add(place)
      }
      return [...found]
    },
  }
}

/** One that the rules know in both forms: whether they find enough is tried elsewhere. */
function drawn(shape: Shape, random: Random): string {
  for (;;) {
    const secret = shape.make(random)
    const forms = [shape.said(secret), `fix/${shape.named(secret)}`, `src/${shape.named(secret)}.ts`]
    if (forms.every((text) => !redact(text).includes(secret))) return secret
  }
}

function plainOf(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, '')
}

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

/** With several shapes all are said at every place; a name, which must be short, has them in turn. */
export function plantSecrets(seed: number, names: readonly string[]): Plants {
  const shapes = names.map((name) => ({ name, ...(SHAPES[name] as Shape) }))
  const random = makeRandom(seed)
  const plants = new Map<string, readonly Planted[]>()
  const windows = new Map<string, string>()
  const plantedAt = (place: string): readonly Planted[] => {
    const known = plants.get(place)
    if (known) return known
    const planted = drawn(shapes, random)
    // The one that stands first is what a name holds here.
    planted.push(...planted.splice(0, plants.size % planted.length))
    plants.set(place, planted)
    for (const { secret, shape } of planted) {
      const plain = plainOf(secret)
      const shown = shapes.length === 1 ? place : `${place} (${shape.name})`
      for (let at = 0; at + WINDOW <= plain.length; at++) windows.set(plain.slice(at, at + WINDOW), shown)
    }
    return planted
  }
  const first = (place: string): Planted => plantedAt(place)[0] as Planted
  return {
    said: (place) => sentencesOf(plantedAt(place)),
    named: (place) => first(place).shape.named(first(place).secret),
    bare: (place) => first(place).secret,
    places: () => [...plants.keys()],
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

interface Planted {
  shape: Shape & { name: string }
  secret: string
}

function sentencesOf(planted: readonly Planted[]): string {
  return planted.map(({ shape, secret }) => shape.said(secret)).join('; ')
}

/** Such that the rules know each in both forms, and all together: whether they find enough is tried elsewhere. */
function drawn(shapes: readonly Planted['shape'][], random: Random): Planted[] {
  for (;;) {
    const planted = shapes.map((shape) => ({ shape, secret: shape.make(random) }))
    const names = planted.flatMap(({ shape, secret }) => [
      `fix/${shape.named(secret)}`,
      `src/${shape.named(secret)}.ts`,
    ])
    const texts = [sentencesOf(planted), ...names].map((text) => redact(text))
    if (planted.every(({ secret }) => texts.every((text) => !text.includes(secret)))) return planted
  }
}

function plainOf(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, '')
}

/** Every rule finds something: one that no example reaches is a mistake in it, or a rule for nothing. */
import { expect, test } from 'vitest'
import type { Alphabet } from '../../src/core/redact/chars.js'
import { allRules, makeRedactor } from '../../src/core/redact/redact.js'
import { tokenRule, type Rule, type TokenShape } from '../../src/core/redact/token-rule.js'
import { business } from '../../src/core/redact/vendors/business.js'
import { cloud } from '../../src/core/redact/vendors/cloud.js'
import { ai, code } from '../../src/core/redact/vendors/code.js'
import { plantSecrets } from './corpus.js'
import { makeRandom, type Random } from './random.js'
import { drawSet } from './sets/set.js'
import { sets } from './sets/sets.js'
import { fill } from './template.js'

const shapes = [...ai, ...business, ...cloud, ...code]
const TRIES = 12

test.each(shapes.map((shape) => [`${shape.type} (${shape.starts[0]})`, shape] as const))(
  'tokens of the shape it describes are found, with each of its prefixes: %s',
  (_, shape) => {
    const random = makeRandom(11)
    const redactor = makeRedactor([tokenRule(shape)], false)
    const weak = shape.starts.filter((start) => {
      const texts = Array.from({ length: TRIES }, () => `used ${start}${drawBody(shape, random)} here`)
      return texts.filter((text) => redactor(text) === text).length > TRIES / 4
    })
    expect(weak).toEqual([])
  },
)

/** Rules that none of the sets has an example for. */
const EXAMPLES = [
  '{b76}+ABa{A6}',
  '{b33}+ASb{A6}',
  '{b33}+ARm{A6}',
  '{b32}+AIoT{A6}',
  'htpasswd -b users.txt me {A14}',
  'sqlcmd -S db -U sa -P{A14}',
  'wpa_passphrase home {A14}',
  'pat.{w22}.{A24}.{A20}',
  'sc_{l10}.{l4}.acc_{l14}.{b40}',
]

test('every other rule finds a secret of the sets', () => {
  const random = makeRandom(5)
  const texts = [
    ...sets.flatMap((set) => drawSet(set, 5)).filter(({ kind }) => kind !== 'look-alike'),
    ...plantSecrets(5),
    ...EXAMPLES.map((example) => fill(`run ${example} now`, random)),
  ].map(({ text }) => text)
  const others = allRules()
    .slice()
    .filter((rule) => !isShape(rule))
  expect(others.length).toBeGreaterThan(40)
  expect(others.filter((rule) => !finds(rule, texts)).map(({ type, starts }) => `${type}: ${starts[0]}`)).toEqual([])
})

test('no two rules of tokens have a prefix in common, unless their lengths tell them apart', () => {
  const seen = new Map<string, TokenShape>()
  const twice: string[] = []
  for (const shape of shapes)
    for (const start of shape.starts) {
      const other = seen.get(start)
      if (other && !(shape.exact || other.exact)) twice.push(`${start}: ${other.type}, ${shape.type}`)
      seen.set(start, shape)
    }
  expect(twice).toEqual([])
})

function isShape(rule: Rule): boolean {
  return shapes.some(({ type, starts }) => type === rule.type && starts === rule.starts)
}

/** One that only says what is harmless has no secret to find. */
const HARMLESS_ONLY = ['ENC[AES256_GCM']

function finds(rule: Rule, texts: readonly string[]): boolean {
  if (HARMLESS_ONLY.includes(rule.starts[0] as string)) return true
  const redactor = makeRedactor([rule], false)
  return texts.some((text) => redactor(text) !== text)
}

/** As long as the shape says; half as long again as the least where it does not. */
function drawBody(shape: TokenShape, random: Random): string {
  const length = shape.length > 0 ? shape.length : Math.ceil((shape.min ?? 20) * 1.5)
  return random.chars(lettersOf(shape.body), length)
}

function lettersOf({ ranges }: Alphabet): string {
  return ranges
    .map((range) => {
      const [from, to] = [range.charCodeAt(0), range.charCodeAt(range.length - 1)]
      return Array.from({ length: to - from + 1 }, (_, i) => String.fromCharCode(from + i)).join('')
    })
    .join('')
}

/** What a mark lets a rule see is found too, though only what lies near it is looked at again. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cellsBelow } from '../../src/core/redact/pair/apart.js'
import { allRules, makeRedactor, redact } from '../../src/core/redact/redact.js'
import { findSpans, makeScanner } from '../../src/core/redact/scan.js'
import { mark } from '../../src/core/redact/token-rule.js'
import { fewer } from '../support/property-runs.js'

const TOKEN = `gh${'p_'}Zk3Qw9Xv7Rt2Lm8Np4Bs6Hd1Jf5Gc0YaVe9T`
const BODY = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj'
const CERTIFICATE = `-----BEGIN CERTIFICATE-----\n${`${BODY}\n`.repeat(6)}-----END CERTIFICATE-----\n`
const WORDS = 'legal winner thank year wave sausage worth useful'

/** Long enough that a second look does not reach over all of it. */
const FILLS = ['plain words without a secret. ', 'a\n', 'word ', '1,', `${WORDS} `, 'Zx9', CERTIFICATE]
const PARTS = [
  TOKEN,
  CERTIFICATE,
  'password: Zx81spectrum!',
  'reset-password a1B',
  'set-password a1B reset-password ',
  'kind: Secret\ndata:\n  key: aGVsbG8gd29ybGQ=\n',
  `token=token ${TOKEN} `,
  'user,password\n',
  'me,Zx81spectrum\n',
  `${BODY}${BODY}`,
  ' ',
  '\n',
  '"',
  '=',
]

const scanner = makeScanner(allRules(), true)

function wholeRounds(text: string): string {
  let now = text
  for (let round = 0; round < 6; round++) {
    const { spans } = findSpans(now, scanner)
    if (spans.length === 0) break
    let [out, at] = ['', 0]
    for (const { start, end, type } of spans) {
      out += now.slice(at, start) + mark(type as string)
      at = end
    }
    now = out + now.slice(at)
  }
  return now
}

test('a second look near the marks finds what one at the whole text finds [F7]', () => {
  const fill = fc.tuple(fc.constantFrom(...FILLS), fc.integer({ min: 0, max: 40_000 }))
  const piece = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...PARTS) },
    { weight: 1, arbitrary: fill.map(([unit, length]) => unit.repeat(length / unit.length)) },
  )
  fc.assert(
    fc.property(fc.array(piece, { minLength: 2, maxLength: 14 }), (pieces) => {
      const text = pieces.join('')
      expect(redact(text)).toBe(wholeRounds(text))
    }),
    fewer(60),
  )
})

test('one secret in a large text does not let all of it be looked at twice', () => {
  let asked = 0
  const counting = allRules().map((rule) => ({
    ...rule,
    find: (...place: Parameters<typeof rule.find>) => {
      asked++
      return rule.find(...place)
    },
  }))
  const redactor = makeRedactor(counting, true)
  const [fill, secret] = ['where the token is kept\n'.repeat(10_000), `${TOKEN}\n`]
  const asksFor = (text: string): number => {
    const before = asked
    redactor(text)
    return asked - before
  }
  const plain = asksFor(fill + fill)
  expect(plain).toBeGreaterThan(10_000)
  expect(asksFor(fill + secret + fill)).toBeLessThan(plain * 1.2)
})

test('rows of a table are not each read as the heading of those below', () => {
  const line = 'password| a1 |\n'
  const text = line.repeat(200)
  const cells = Array.from({ length: 200 }, (_, row) => cellsBelow(text, row * line.length, row * line.length + 8))
  expect(cells.flat().length).toBeGreaterThan(150)
  expect(cells.flat().length).toBeLessThan(220)
  // What lies below a heading is found, also where another table follows.
  const table = 'user,password\nme,Zx81spectrum!\n\n'
  expect(redact(table + table)).toBe('user,password\nme,[redacted: password]\n\n'.repeat(2))
})

/**
 * No input makes a rule slow (bar S2). Bounds are loose, because the machine may be busy: what they catch is the
 * quadratic, which is off by a factor of hundreds. `node bench/redact.mjs` prints the strict figures.
 */
import { expect, test } from 'vitest'
import { makeRedactor, redact, allRules } from '../../src/core/redact/redact.js'

/** What follows a rule's own literal, over and over, in texts made to annoy it. */
const TAILS = [
  '',
  ' ',
  'a1B',
  '="',
  '-',
  '=Ab1',
  'Ab1x\n',
  'a:b1',
  '\\n',
  ': a=b;',
  '= ',
  ',',
  '|a',
  ' for a b',
  '\\\n',
  '"{',
]
const SHORT = 5_000

test.each(allRules().map((rule) => [`${rule.type} (${rule.starts[0]})`, rule] as const))(
  'twice the text takes about twice the time: %s',
  (_, rule) => {
    const redactor = makeRedactor([rule], false)
    const slow = TAILS.filter((tail) => !isLinear(redactor, `${rule.starts[0]}${tail}`))
    expect(slow).toEqual([])
  },
)

test('random strings, and all rules together, are linear too', () => {
  const bare = makeRedactor([], true)
  const units = [
    'Ab1',
    'Ab1/',
    'A'.repeat(31).concat(' '),
    '=',
    '%2F',
    'aB3-',
    '-----BEGIN PRIVATE KEY-----\n',
    '\\',
    '[redacted: ',
  ]
  expect(units.filter((unit) => !isLinear(bare, unit) || !isLinear(redact, unit))).toEqual([])
})

test('10 MB in a single line are done in seconds', () => {
  const line = 'const value = await client.request({ path: "/orders", token: readToken(), retries: 3 }); '
  const text = line.repeat(Math.ceil(10_000_000 / line.length))
  const ms = cpuMs(() => redact(text))
  expect(ms).toBeLessThan(10_000)
})

/** The least of several tries; tries again before it complains, because other work can only add. */
function isLinear(work: (text: string) => string, unit: string): boolean {
  const [short, long] = [textOf(unit, SHORT), textOf(unit, SHORT * 4)]
  let [least, leastLong] = [Infinity, Infinity]
  for (let attempt = 0; attempt < 6; attempt++) {
    leastLong = Math.min(
      leastLong,
      cpuMs(() => work(long)),
    )
    // Below this the clock is too coarse to judge by, and nothing can be wrong.
    if (leastLong < 25) return true
    least = Math.min(
      least,
      cpuMs(() => work(short)),
    )
    // Four times the text: 4 if linear, 16 if quadratic.
    if (leastLong < least * 9) return true
  }
  return false
}

function textOf(unit: string, length: number): string {
  return unit.repeat(Math.ceil(length / unit.length))
}

function cpuMs(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

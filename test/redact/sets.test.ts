/**
 * Four sets of secrets and look-alikes, drawn from a seed that was chosen after the last change of a rule (with the one
 * below the first try gave: A 100 / 100 / 100 %, B 100 / 99.89 / 100, C 100 / 98.57 / 100, D 100 / 99.68 / 100 of
 * provider-shaped, generic, look-alikes). A was written beside the rules, B before any was mended, C after A and B had
 * mended them, D when they were done. At their very first look they gave: B 89.39 / 96.94 / 95.88, C 96.16 / 87.62 /
 * 96.24, D 99.07 / 100 / 100. `npm run bench:redact -- --seed 7` draws others.
 */
import { expect, test } from 'vitest'
import { redact } from '../../src/core/redact/redact.js'
import { drawSet, isWrong, type Sample } from './sets/set.js'
import { sets } from './sets/sets.js'

const SEED = 1_794_847_311
const BARS = { provider: 0.99, generic: 0.92, 'look-alike': 0.99 } as const
const KINDS = Object.keys(BARS) as (keyof typeof BARS)[]

for (const set of sets) {
  const samples = drawSet(set, SEED)
  test.each(KINDS)(`set ${set.name} keeps its bar: %s [F7]`, (kind) => {
    const all = samples.filter((sample) => sample.kind === kind)
    const wrong = all.filter((sample) => isWrong(sample, redact(sample.text)))
    const rate = 1 - wrong.length / all.length
    process.stdout.write(`\nset ${set.name}, seed ${SEED}, ${kind}: ${(rate * 100).toFixed(2)} % of ${all.length}\n`)
    expect(rate, typesOf(wrong)).toBeGreaterThanOrEqual(BARS[kind])
  })

  test(`set ${set.name}: every secret stands in its text, and what is redacted once stays as it is`, () => {
    const secrets = samples.filter(({ kind }) => kind !== 'look-alike')
    expect(secrets.filter((sample) => !isWrong(sample, sample.text)).map(({ type }) => type)).toEqual([])
    const twice = samples.filter(({ text }) => redact(redact(text)) !== redact(text))
    expect(typesOf(twice)).toBe('')
  })
}

/** Types only: a miss is described, never quoted. */
function typesOf(samples: readonly Sample[]): string {
  return [...new Set(samples.map(({ type }) => type))].join(', ')
}

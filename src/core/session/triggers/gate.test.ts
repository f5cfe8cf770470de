/** The laws of the gate: it never says no where the engine would act. */
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { commandMark } from '../marks.js'
import { parsePhrase } from '../phrase/phrase.js'
import { decide, decideContext, NEW_STATE } from './engine.js'
import type { TookBefore } from './command-times.js'
import { mayAct, mayBePhrase } from './gate.js'
import { DEFAULT_TRIGGERS } from './settings.js'

/** Every text in quotes in the tests of the real parsers, whatever those make of it. */
function textsIn(path: string): string[] {
  const source = readFileSync(new URL(path, import.meta.url), 'utf8')
  return [...source.matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"/g)].map((found) =>
    (found[1] ?? found[2] ?? '').replace(/\\(.)/g, '$1'),
  )
}

const LONG_GOODBYE = `${'Please add the tests for the parser as well. '.repeat(12)}\nGood night!`

test('the gate never says no where the engine acts on a prompt [C9]', () => {
  const acts = (text: string, farewells: string[] = []): boolean =>
    decide(NEW_STATE, { type: 'prompt', text }, { ...DEFAULT_TRIGGERS, farewells }).actions.length > 0
  const farewells = [...textsIn('./farewell.test.ts'), LONG_GOODBYE].filter((text) => acts(text))
  expect(farewells.length).toBeGreaterThan(60)
  expect(farewells).toContain(LONG_GOODBYE)
  expect(farewells.filter((text) => !mayAct({ type: 'prompt', text }, null))).toEqual([])
  const own = { type: 'prompt', text: 'well, tschüss' } as const
  expect([acts(own.text, ['Tschüss']), mayAct(own, { farewells: ['Tschüss'] })]).toEqual([true, true])
})

test('the gate never says no where the engine acts on a command [C9]', () => {
  const acts = (command: string, before: TookBefore = () => []): boolean =>
    decide(NEW_STATE, { type: 'command', command, before }, DEFAULT_TRIGGERS).actions.length > 0
  const commands = textsIn('./command-times-expected.test.ts').filter((text) => acts(text))
  expect(commands.length).toBeGreaterThan(5)
  expect(commands.filter((command) => !mayAct({ type: 'command', command }, null))).toEqual([])
  const slow = { type: 'command', command: './slow' } as const
  expect([acts(slow.command, () => [40]), mayAct(slow, { slow: [commandMark('./slow')] })]).toEqual([true, true])
})

test('the gate says yes exactly where the engine speaks about the context [E13]', () => {
  const percent = fc.integer({ min: 1, max: 100 })
  const use = fc.record(
    {
      context: fc.record({ tokens: fc.nat(1_100_000), window: fc.nat(1_000_000) }),
      compactsAt: fc.nat(1_000_000),
      reserve: fc.nat(50_000),
      band: fc.constantFrom(0, 70, 85, 95),
      bands: fc.array(percent, { minLength: 1, maxLength: 4 }).map((bands) => bands.toSorted((a, b) => a - b)),
    },
    { requiredKeys: ['context'] },
  )
  const agrees = (one: Parameters<typeof decideContext>[0]): void => {
    expect(mayAct({ type: 'context' }, one)).toBe(decideContext(one).advise !== null)
  }
  fc.assert(fc.property(use, agrees))
  // Just at a band, where rounding would hide it.
  for (let band = 1; band <= 100; band++)
    for (const window of [1, 100, 200_000, 1_048_576, 272_000])
      agrees({ context: { tokens: Math.ceil((band * window) / 100), window }, bands: [band] })
  expect(mayAct({ type: 'context' }, null)).toBe(false)
})

test('whatever the parser takes for a phrase passes', () => {
  const phrases = textsIn('../phrase/phrase.test.ts').filter(
    (text) => parsePhrase(text, ['auth', 'auth-refactor']) !== null,
  )
  expect(phrases.length).toBeGreaterThan(60)
  expect(phrases.filter((text) => !mayBePhrase(text))).toEqual([])
})

test('what is said all day does not pass', () => {
  for (const text of ['Add a test for the parser', 'Why does this fail?', 'Rename foo to bar in src/a.ts'])
    expect([text, mayBePhrase(text), mayAct({ type: 'prompt', text }, null)]).toEqual([text, false, false])
  for (const command of ['git status', 'ls -la src', 'cat package.json', 'rg TODO src'])
    expect([command, mayAct({ type: 'command', command }, null)]).toEqual([command, false])
})

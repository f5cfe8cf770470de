import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { mayBeFarewell, mayBePhrase, mayTakeLong } from './marks.js'
import { parsePhrase } from './phrase/phrase.js'
import { expectSeconds } from './triggers/expected.js'
import { farewellIn } from './triggers/farewell.js'

/** Every text in quotes in the tests of the real parser, whatever that makes of it. */
function textsIn(path: string): string[] {
  const source = readFileSync(new URL(path, import.meta.url), 'utf8')
  return [...source.matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"/g)].map((found) =>
    (found[1] ?? found[2] ?? '').replace(/\\(.)/g, '$1'),
  )
}

test('whatever the parser takes for a phrase passes the quick look', () => {
  const phrases = textsIn('./phrase/phrase.test.ts').filter(
    (text) => parsePhrase(text, ['auth', 'auth-refactor']) !== null,
  )
  expect(phrases.length).toBeGreaterThan(60)
  expect(phrases.filter((text) => !mayBePhrase(text))).toEqual([])
})

test('whatever is a farewell passes the quick look [C9]', () => {
  const farewells = textsIn('./triggers/farewell.test.ts').filter((text) => farewellIn(text, []) !== null)
  expect(farewells.length).toBeGreaterThan(60)
  expect(farewells.filter((text) => !mayBeFarewell(text))).toEqual([])
  expect(mayBeFarewell('well, tschüss', ['Tschüss'])).toBe(true)
})

test('a farewell at the end of a long message is seen [C9]', () => {
  const message = `${'Please add the tests for the parser as well. '.repeat(12)}\nGood night!`
  expect([farewellIn(message, []) !== null, mayBeFarewell(message)]).toEqual([true, true])
})

test('whatever is expected to take long passes the quick look [C9]', () => {
  const commands = textsIn('./triggers/expected.test.ts').filter(
    (text) => (expectSeconds(text, () => [])?.seconds ?? 0) > 30,
  )
  expect(commands.length).toBeGreaterThan(5)
  expect(commands.filter((text) => !mayTakeLong(text))).toEqual([])
})

test('what is said all day passes neither', () => {
  for (const text of ['Add a test for the parser', 'Why does this fail?', 'Rename foo to bar in src/a.ts'])
    expect([text, mayBePhrase(text), mayBeFarewell(text)]).toEqual([text, false, false])
  for (const command of ['git status', 'ls -la src', 'cat package.json', 'rg TODO src'])
    expect([command, mayTakeLong(command)]).toEqual([command, false])
})

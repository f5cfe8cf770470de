import { expect, test } from 'vitest'
import { choiceIn } from './choice.js'

test.each([
  ['2', 1],
  ['continue 2', 1],
  ['#3', 2],
  ['number 1', 0],
  ['the first', 0],
  ['The second one.', 1],
  ['continue with the last one', 2],
  ['第二个', 1],
  ['继续第一个', 0],
  ['nimm die zweite', 1],
  ['mach mit der ersten weiter', 0],
  ['weiter mit 2', 1],
  ['le premier', 0],
  ['continue avec la deuxième', 1],
  ['el último', 2],
  ['o segundo', 1],
  ['il terzo', 2],
  ['продолжи со второй', 1],
  ['2番目', 1],
  ['두 번째', 1],
  ['第2个', 1],
  ['3 bitte', 2],
  ['erste Tests schreiben', null],
  ['le premier test échoue', null],
  ['la', null],
  ['4', null],
  ['0', null],
  ['first, run the tests', null],
  ['2 tests fail', null],
  ['continue', null],
])('"%s" of three is %s', (text, place) => {
  expect(choiceIn(text, 3)).toBe(place)
})

test('words that lead to no choice are left at once', () => {
  expect(choiceIn('la '.repeat(20), 3)).toBe(null)
  expect(choiceIn('continue '.repeat(6), 3)).toBe(null)
})

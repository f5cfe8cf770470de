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
  ['4', null],
  ['0', null],
  ['first, run the tests', null],
  ['2 tests fail', null],
  ['continue', null],
])('"%s" of three is %s', (text, place) => {
  expect(choiceIn(text, 3)).toBe(place)
})

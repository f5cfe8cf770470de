import { expect, test } from 'vitest'
import { wantsColour } from './output.js'

const yes = () => true
const no = () => false

test('colours only in a terminal, unless somebody said otherwise', () => {
  expect(wantsColour({}, yes)).toBe(true)
  expect(wantsColour({}, no)).toBe(false)
  expect(wantsColour({ TERM: 'dumb' }, yes)).toBe(false)
  expect(wantsColour({ NO_COLOR: '1' }, yes)).toBe(false)
  expect(wantsColour({ NO_COLOR: '' }, yes)).toBe(true)
  expect(wantsColour({ FORCE_COLOR: '1' }, no)).toBe(true)
  expect(wantsColour({ FORCE_COLOR: '0' }, yes)).toBe(false)
  expect(wantsColour({ FORCE_COLOR: '1', NO_COLOR: '1' }, yes)).toBe(false)
})

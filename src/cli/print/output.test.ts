import fc from 'fast-check'
import { expect, test } from 'vitest'
import { printJson, wantsColour } from './output.js'

test('text comes back whole, and nothing in it can act on a terminal', () => {
  const active = fc.constantFrom(
    '\u001b',
    '\u007f',
    '\u009b',
    '\u202e',
    '\u200b',
    '\u2028',
    '\ufeff',
    '\u{e0041}',
    '\n',
    'a',
  )
  const nasty = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: active }))
  fc.assert(
    fc.property(nasty, (text) => {
      const printed = printJson({ text })
      // oxlint-disable-next-line no-control-regex, no-misleading-character-class
      expect(printed.slice(0, -1)).not.toMatch(
        /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e0fff}]/u,
      )
      expect(JSON.parse(printed)).toEqual({ text })
    }),
  )
})

test('a bigint is printed as text', () => {
  expect(printJson({ at: 12n })).toBe('{"at":"12"}\n')
})

test('colours only in a terminal, unless somebody said otherwise', () => {
  const yes = () => true
  const no = () => false
  expect(wantsColour({}, yes)).toBe(true)
  expect(wantsColour({}, no)).toBe(false)
  expect(wantsColour({ TERM: 'dumb' }, yes)).toBe(false)
  expect(wantsColour({ NO_COLOR: '1' }, yes)).toBe(false)
  expect(wantsColour({ NO_COLOR: '' }, yes)).toBe(true)
  expect(wantsColour({ FORCE_COLOR: '1' }, no)).toBe(true)
  expect(wantsColour({ FORCE_COLOR: '0' }, yes)).toBe(false)
  expect(wantsColour({ FORCE_COLOR: '1', NO_COLOR: '1' }, yes)).toBe(false)
})

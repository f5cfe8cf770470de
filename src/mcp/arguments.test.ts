import { expect, test } from 'vitest'
import { checkKeys, choiceOf, countOf, flagOf, neededText, textOf } from './arguments.js'

test('null and the empty text count as not given', () => {
  expect([textOf({ name: null }, 'name'), textOf({ name: '' }, 'name'), textOf({}, 'name')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  expect(flagOf({ all: null }, 'all')).toBe(false)
})

test('what every object inherits is not given', () => {
  expect(textOf({}, 'toString')).toBeUndefined()
  expect(() => checkKeys(JSON.parse('{"__proto__": 1}') as Record<string, unknown>, SCHEMA)).toThrow(
    /no argument "__proto__"/,
  )
})

test('numbers and switches may come as text, within their limits', () => {
  expect(countOf({ limit: '7' }, 'limit', 1, 50)).toBe(7)
  expect(flagOf({ all: 'true' }, 'all')).toBe(true)
  expect(() => countOf({ limit: 0 }, 'limit', 1, 50)).toThrow(/from 1 to 50/)
  expect(() => countOf({ limit: 1.5 }, 'limit', 1, 50)).toThrow(/whole number/)
})

test.each([
  ['a list for a text', () => textOf({ name: ['a'] }, 'name')],
  ['an object for a switch', () => flagOf({ all: {} }, 'all')],
  ['an unknown choice', () => choiceOf({ type: 'idea' }, 'type', ['note', 'value'])],
  ['a missing text', () => neededText({}, 'query', 'oauth')],
  ['a misspelt key', () => checkKeys({ nmae: 'x' }, SCHEMA)],
])('%s is refused with what was expected', (_, act) => {
  expect(act).toThrow(expect.objectContaining({ code: 'bad-input', expected: expect.any(String) }) as Error)
})

const SCHEMA = { type: 'object', properties: { name: { type: 'string' } } } as const

import { expect, test } from 'vitest'
import { costOf } from '../../../test/support/cost.js'
import { DogearError } from '../errors.js'
import { parseFrontMatter, printFrontMatter } from './front-matter.js'

const parse = (...lines: string[]): Record<string, unknown> =>
  Object.fromEntries(
    [...parseFrontMatter(['---', ...lines, '---', ''].join('\n')).pairs].map(([key, pair]) => [key, pair.value]),
  )

function refusal(text: string): DogearError {
  let error: DogearError | undefined
  const cost = costOf(() => (error = errorOf(text)))
  expect(cost).toBeLessThan(200)
  expect(Object.keys(Object.prototype)).toEqual([])
  return error as DogearError
}

function errorOf(text: string): DogearError {
  try {
    parseFrontMatter(text)
  } catch (error) {
    if (error instanceof DogearError) return error
    throw error
  }
  throw new Error(`not refused: ${text.slice(0, 80)}`)
}

test('values are JSON', () => {
  expect(parse('a: 1', 'b: "x: y"', 'c: [1, {"d": null}]', 'e: true')).toEqual({
    a: 1,
    b: 'x: y',
    c: [1, { d: null }],
    e: true,
  })
})

test('what people write by hand is text', () => {
  expect(parse('name: auth', "title: 'it''s'", 'when: 2026-11-15T09:42:00+01:00', '# a comment', '', 'empty:')).toEqual(
    {
      name: 'auth',
      title: "it's",
      when: '2026-11-15T09:42:00+01:00',
      empty: null,
    },
  )
})

test('a byte order mark and Windows line ends are read over', () => {
  const { pairs, body } = parseFrontMatter('\ufeff---\r\nname: "auth"\r\n---\r\nbody\r\n')
  expect(pairs.get('name')?.value).toBe('auth')
  expect(body).toBe('body\n')
})

test.each(['---js', '---json', '---toml', '---coffee', '--- js'])(
  'front matter opened by %s is refused by name',
  (opening) => {
    expect(refusal(`${opening}\nmodule.exports = 1\n---\n`).message).toContain('executable front matter')
  },
)

test.each([
  ['&', 'anchor', 'a: &x 1'],
  ['*', 'alias', 'a: *x'],
  ['!', 'tag', 'a: !!js/function "x"'],
  ['|', 'block scalar', 'a: |'],
  ['>', 'block scalar', 'a: >-'],
  ['%', 'directive', 'a: %x'],
  ['@', 'reserved', 'a: @x'],
  ['`', 'reserved', 'a: `x`'],
  ['[', 'not complete JSON', 'a: [x, y]'],
  ['{', 'not complete JSON', 'a: {x: y}'],
  ['"', 'not complete JSON', 'a: "x'],
])('a value that begins with %s is refused as %s', (_, named, line) => {
  const error = refusal(`---\nb: 1\n${line}\n---\n`)
  expect(error.message).toMatch(/^Line 3: /)
  expect(error.message).toContain(named)
  expect(error.expected).toContain('for example: a: ')
})

test('YAML lists and maps over several lines are refused with the way to write them', () => {
  expect(refusal('---\nparents:\n  - a\n---\n').expected).toContain('parents: ["a", "b"]')
})

test.each(['__proto__', 'constructor', 'prototype'])('the key %s is refused at every depth', (key) => {
  expect(refusal(`---\n${key}: {"polluted": true}\n---\n`).message).toContain(key)
  expect(refusal(`---\na: [{"b": {"${key}": {"polluted": true}}}]\n---\n`).message).toContain(key)
  expect(refusal(`---\na: {"\\u00${key.charCodeAt(0).toString(16)}${key.slice(1)}": 1}\n---\n`).message).toContain(key)
  expect(() => printFrontMatter([[key, 1]])).toThrow(DogearError)
  expect(() => printFrontMatter([['a', JSON.parse(`{"${key}": 1}`)]])).toThrow(DogearError)
})

test.each([
  ['a duplicate key', '---\na: 1\na: 2\n---\n', 'twice'],
  ['a key in capitals', '---\nName: 1\n---\n', 'not a key'],
  ['a colon without a space', '---\nname:auth\n---\n', 'not a key'],
  ['an endless number', '---\na: 1e999\n---\n', 'too large'],
  ['no front matter', '# notes\n', 'does not begin'],
  ['nothing', '', 'does not begin'],
  ['an open front matter', '---\na: 1\n', 'not closed'],
  ['a fence alone', '---', 'not closed'],
  ['201 keys', `---\n${Array.from({ length: 201 }, (_, i) => `k${i}: 1\n`).join('')}---\n`, 'more than 200 keys'],
])('%s is refused', (_, text, message) => {
  expect(refusal(text).message).toContain(message)
})

test.each([
  ['arrays 5,000 deep', `---\na: ${'['.repeat(5000)}${']'.repeat(5000)}\n---\n`],
  ['objects 40,000 deep', `---\na: ${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}\n---\n`],
  ['33 levels', `---\na: ${'['.repeat(33)}${']'.repeat(33)}\n---\n`],
  ['brackets that never close', `---\na: ${'['.repeat(900_000)}\n---\n`],
])('a bomb of %s is refused before JSON sees it', (_, text) => {
  expect(refusal(text).message).toContain('nested more than 32 deep')
})

test.each([
  ['a million keys', `---\n${'a: 1\n'.repeat(190_000)}---\n`],
  ['100 MB', 'x'.repeat(100_000_000)],
  ['one long line', `---\n${'a'.repeat(990_000)}\n---\n`],
  ['backslashes in an open string', `---\na: "${'\\'.repeat(990_000)}\n---\n`],
  ['quotes in a list', `---\na: [${'"'.repeat(990_001)}]\n---\n`],
  ['blank lines', `---\n${'\n'.repeat(990_000)}`],
  ['control characters', `---\n${'\0\r'.repeat(490_000)}`],
])('%s are refused within 200 ms', (_, text) => {
  expect(refusal(text).expected).toBeDefined()
})

test('32 levels and an array of 100,000 numbers pass', () => {
  expect(parse(`a: ${'['.repeat(32)}${']'.repeat(32)}`, `b: [${'1,'.repeat(99_999)}1]`)).toHaveProperty('b')
})

test('printing leaves spaces for the eye and refuses what could not be read back', () => {
  expect(
    printFrontMatter([
      ['a', { b: [1, 2], c: undefined }],
      ['d', undefined],
      ['e', 'x\n'],
    ]),
  ).toBe('---\na: {"b": [1, 2]}\ne: "x\\n"\n---\n')
  expect(() => printFrontMatter([['No', 1]])).toThrow('"No"')
  let deep: unknown = 1
  for (let i = 0; i < 33; i++) deep = [deep]
  expect(() => printFrontMatter([['a', deep]])).toThrow('32 deep')
})

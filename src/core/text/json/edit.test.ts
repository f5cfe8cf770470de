import fc from 'fast-check'
import { expect, test } from 'vitest'
import { putInto, replaceAt, takeOut, takePad } from './edit.js'
import { isSame, nodeAt, scanJson, valueOf } from './scan.js'

const OURS = { matcher: 'Bash', hooks: [{ type: 'command', args: ['x', 'y'] }] }

function read(text: string, ...path: (string | number)[]): unknown {
  return valueOf(nodeAt(scanJson(text), path))
}

/** Random JSON with every freedom people take: comments, odd white space, trailing commas, line ends, one line. */
const gap = fc.constantFrom('', ' ', '\n', '\n  ', '\r\n\t', ' // note\n', ' /* note, } */ ')
const scalar = fc.oneof(fc.integer(), fc.boolean(), fc.constant(null), fc.string()).map((one) => JSON.stringify(one))
const { document } = fc.letrec<{ document: string; value: string }>((tie) => ({
  value: fc.oneof({ maxDepth: 3, depthSize: 'small' }, scalar, list(tie('value')), object(tie('value'))),
  document: fc.tuple(fc.constantFrom('', '\uFEFF'), gap, object(tie('value')), gap).map((parts) => parts.join('')),
}))

function list(value: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return bracketed(
    '[',
    ']',
    fc.array(
      fc.tuple(gap, value, gap).map((parts) => parts.join('')),
      { maxLength: 4 },
    ),
  )
}

function object(value: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const key = fc.constantFrom('hooks', 'a', 'b', '__proto__', 'ü "quoted"').map((one) => JSON.stringify(one))
  const member = fc.tuple(gap, key, gap, fc.constant(':'), gap, value, gap).map((parts) => parts.join(''))
  return bracketed(
    '{',
    '}',
    fc.uniqueArray(member, { maxLength: 4, selector: (one) => /"(?:[^"\\]|\\.)*"/.exec(one)?.[0] }),
  )
}

function bracketed(open: string, close: string, parts: fc.Arbitrary<string[]>): fc.Arbitrary<string> {
  return fc
    .tuple(parts, fc.boolean(), gap)
    .map(([all, trailing, end]) => `${open}${all.join(',')}${trailing && all.length > 0 ? ',' : ''}${end}${close}`)
}

test('what is put in is there, all other values are as before, and taking it out restores every byte [F13]', () => {
  fc.assert(
    fc.property(document, (text) => {
      const before = read(text) as Record<string, unknown>
      const put = putInto(text, [], OURS, 'dogear')
      expect(isSame(read(put.text), { ...before, dogear: OURS })).toBe(true)
      expect(takePad(takeOut(put.text, ['dogear']), [], put.pad)).toBe(text)
    }),
  )
})

test('the same for elements of lists', () => {
  fc.assert(
    fc.property(document, (text) => {
      const lists = Object.entries(read(text) as object).filter(([, value]) => Array.isArray(value)) as [
        string,
        unknown[],
      ][]
      for (const [key, items] of lists) {
        const put = putInto(text, [key], OURS)
        expect(read(put.text, key)).toEqual([...items, OURS])
        expect(takePad(takeOut(put.text, [key, items.length]), [key], put.pad)).toBe(text)
      }
    }),
  )
})

test('any member can be taken out, and what is left can be read', () => {
  fc.assert(
    fc.property(document, fc.nat(), (text, pick) => {
      const before = read(text) as Record<string, unknown>
      const keys = Object.keys(before)
      fc.pre(keys.length > 0)
      const key = keys[pick % keys.length] as string
      const { [key]: _, ...rest } = before
      expect(isSame(read(takeOut(text, [key])), rest)).toBe(true)
    }),
  )
})

test('the indentation, the line ends and the trailing commas of the file are followed', () => {
  expect(putInto('{\n\t"a": [\n\t\t1\n\t]\n}\n', ['a'], { b: 2 }).text).toBe(
    '{\n\t"a": [\n\t\t1,\n\t\t{\n\t\t\t"b": 2\n\t\t}\n\t]\n}\n',
  )
  expect(putInto('{\r\n    "a": 1,\r\n}\r\n', [], [2], 'b').text).toBe(
    '{\r\n    "a": 1,\r\n    "b": [\r\n        2\r\n    ],\r\n}\r\n',
  )
  expect(putInto('{"a":1}', [], { c: [1, 2] }, 'b').text).toBe('{"a":1,"b":{"c":[1,2]}}')
  expect(putInto('{"a": 1}', [], { c: [1, 2] }, 'b').text).toBe('{"a": 1, "b": {"c": [1, 2]}}')
  expect(putInto('{}', [], 1, 'b').text).toBe('{\n  "b": 1\n}')
  expect(putInto('{\n  "a": 1 // mine\n}', [], 2, 'b').text).toBe('{\n  "a": 1, // mine\n  "b": 2\n}')
})

test('a value is replaced in its place', () => {
  expect(replaceAt('{ "a": "x" /* y */ }', ['a'], '"z"')).toBe('{ "a": "z" /* y */ }')
})

test.each(['{', '{"a" 1}', '{"a":1 "b":2}', '{,}', '[1,,2]', '{a:1}', '{"a":1}x', "{'a':1}", '/*', '{"a":01}', '"\n"'])(
  'broken text is refused and not repaired: %s',
  (text) => {
    expect(() => scanJson(text)).toThrow(/^line \d+: /)
  },
)

test('what JSON.parse reads is read as the same, and nothing is read that neither it nor comments explain', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(isSame(read(text), JSON.parse(text) as unknown)).toBe(true)
    }),
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanLine, cleanText } from './text.js'

// oxlint-disable-next-line no-control-regex, no-misleading-character-class
const ACTIVE =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|[\u{e0000}-\u{e007f}]/u

test('whole escape sequences go, not only their first byte', () => {
  expect(cleanText('a\u001b[31mred\u001b[0m b')).toBe('ared b')
  expect(cleanText('x\u001b]0;title\u0007y')).toBe('xy')
  expect(cleanText('x\u001b]8;;http://e.vil\u001b\\link\u001b]8;;\u001b\\y')).toBe('xlinky')
  expect(cleanText('a\u009b31mb')).toBe('ab')
})

test('bidirectional overrides, zero-width characters and tags go', () => {
  expect(cleanText('user\u202e\u2066x\u2069\u200b\u{e0041}')).toBe('userx')
})

test('a line is one line', () => {
  expect(cleanLine(' a\r\n\tb\nc ')).toBe('a b c')
})

test('random texts keep no character that acts on a terminal, and cleaning twice changes nothing', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('\u001b[', '\u001b]', '\u009b', '\u001b', 'm', '\u0007', '\u202e', '\u{e0041}', '31;1', '\r\n'),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = cleanText(pieces.join(''))
      expect(text).not.toMatch(ACTIVE)
      expect(cleanText(text)).toBe(text)
      expect(cleanLine(text)).not.toContain('\n')
    }),
  )
})

test('ordinary text in any script stays as it is', () => {
  const text = 'Zoë löscht `src/naïve.ts` — 晚安, שלום, 👩‍🚀'.replace('\u200d', '')
  expect(cleanText(text)).toBe(text)
})

test('the short cut for harmless texts says of every character what the long way says', () => {
  const wrong: string[] = []
  for (let code = 0; code <= 0xffff; code++) {
    const letter = String.fromCharCode(code)
    // A NUL sends it the long way.
    if (cleanText(`a${letter}`) !== cleanText(`\0a${letter}`)) wrong.push(code.toString(16))
  }
  expect(wrong).toEqual([])
})

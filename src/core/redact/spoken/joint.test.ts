import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jointOf, NO_OTHER_LETTERS } from './joint.js'

const SOURCES = [
  String.raw`(?:(?: (?:for|für)(?:['’][\p{L}\p{N}]{1,24}|(?: [\p{L}\p{N}@.'’_-]{1,24}){1,5}?))?(?:["'”]?\]?[:：]| (?:is|ist):?(?= )))\s?`,
  String.raw`\p{L}{0,4}(?:(?: [\p{L}\p{M}]{1,14}){1,4}(?= ?:))?[:=]`,
  String.raw`[а-яіїє]{0,2} (?:это|to) `,
  String.raw`(?:ña|na)?s? ["']?[\w.@-]{1,40}`,
]
const PARTS =
  ' for| für| is| IST|:|：| |s|na|ña|éa|a1|Käse|K|ſ|名|а|ї|это|-|=|]|"|\u0301|_x.y@z|for\'us|…|·| → |—|✓'.split('|')

test('is found in ASCII as among all letters', () => {
  const text = fc.array(fc.constantFrom(...PARTS), { maxLength: 9 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(
      fc.constantFrom(...SOURCES),
      fc.constantFrom('iy' as const, 'y' as const),
      text,
      fc.nat(4),
      (source, flags, said, from) => {
        const whole = new RegExp(source, `${flags}u`)
        whole.lastIndex = from
        expect(jointOf(source, flags)(said, from)).toBe(whole.test(said) ? whole.lastIndex : -1)
      },
    ),
    { numRuns: 1000 },
  )
})

test('what counts as no letter is none in any sense that a pattern asks for', () => {
  const signs = Array.from({ length: 0x1_00_00 }, (_, unit) => String.fromCharCode(unit)).filter(
    (sign) => sign > '\x7f',
  )
  const taken = signs.filter((sign) => NO_OTHER_LETTERS.test(sign))
  expect(taken).toContain('…')
  expect(taken.filter((sign) => /[\p{L}\p{N}\p{M}]/u.test(sign) || /\p{Cs}/u.test(sign))).toEqual([])
  // Nor does one become a letter of ASCII, or of each other, where case counts for nothing.
  expect(taken.filter((sign) => sign.toLowerCase() !== sign || sign.toUpperCase() !== sign)).toEqual([])
})

/**
 * Patterns are slow to make, so a quick look decides whether one is asked at all. A quick look may let too much through,
 * never too little: what the patterns alone find is found with it.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BETWEEN, mayStandApart } from '../../src/core/redact/pair/apart.js'
import { strengthOf } from '../../src/core/redact/pair/name.js'
import { BEHIND, maySign } from '../../src/core/redact/pair/pair.js'
import { findSpans, makeScanner } from '../../src/core/redact/scan.js'
import { makeSpokenRules, mayPasswordFollow } from '../../src/core/redact/spoken/spoken.js'
import { mayBeNamed, NAMED } from '../../src/core/redact/wallet.js'
import { NAME_WORDS, plainStrength } from './plain-names.js'

/** Of what the patterns are made, cut and joined as nobody would. */
const PIECES = [' ', '  ', '\t', '\n', '\n\n', '\r\n', '\r\n\r\n', '\\n', '\\', '"', "'", '`', '\\"', '%22', '&quot;']
  .concat(['=', ':', ' = ', '=>', ':=', '?=', '<-', '||', '??', ':-', '%3D', '\\u003d', ',', ', ', '(', '>', '<', ')'])
  .concat([']', '*', '**', ';', '{', '}', ' {', ': {', '</key>', '<string>', '<![CDATA[', ']]>', '">', '-', '_', '.'])
  .concat(['value', 'Value', 'default', 'CONTENT', 'secret', 'string', 'text', 'val', 'parametervalue', 'defaultvalue'])
  .concat(['phrase', 'Words', 'seed', 'key', ' is', ' was', ' are', ' for ', ' the wallet', 'str', 'x', 'İ', 'K', '日'])
  .concat([`${' '.repeat(12)}=`, ' '.repeat(41), 'x'.repeat(160), 'abcd</', '“', '”', '«', '\u00a0'])

const pieces = (more: readonly string[] = []): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...PIECES, ...more), { maxLength: 9 }).map((all) => all.join(''))

test.each([
  ['the sign behind a name', BEHIND, maySign],
  ['a value apart from its name', BETWEEN, mayStandApart],
  ['the words of a wallet', NAMED, mayBeNamed],
] as const)('law: where the pattern matches, it is asked: %s', (_, pattern, isAsked) => {
  let matches = 0
  fc.assert(
    fc.property(pieces(), pieces(), (before, behind) => {
      const text = `${before}${behind}`
      pattern.lastIndex = before.length
      if (!pattern.test(text)) return
      matches++
      expect(isAsked(text, before.length)).toBe(true)
    }),
    { numRuns: 20_000 },
  )
  expect(matches).toBeGreaterThan(200)
})

const PASSWORDS = ['hunter2', 'Summer2024', 'XqZkWvPt', 'Xq Zk Wv Pt', 'aB!cdEfg', 'ab\nXqZkWv', 'Mallory', 'correct']
const SPOKEN = [
  'password',
  'pass',
  'login',
  'Passwort',
  'mot de passe',
  'contraseña',
  '密码',
  'パスワード',
  '비밀번호',
  'пароль',
  'Datenbankkennwort',
  'wachtwoord',
  'hasło',
  'Şifre',
]
const BETWEEN_WORDS = [
  ' for ',
  ' from ',
  ' to ',
  ' staging',
  ' is ',
  ' ist ',
  ' est ',
  ' é ',
  '是',
  'は',
  '는',
  ' это ',
]
const USERS = ['admin / ', 'root and password ', ' login ', 'me:']

test('law: passwords in sentences are found with the quick look as without', () => {
  const [quick, slow] = [
    makeScanner(makeSpokenRules(mayPasswordFollow), false),
    makeScanner(
      makeSpokenRules(() => true),
      false,
    ),
  ]
  let found = 0
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.constantFrom(...SPOKEN), pieces(BETWEEN_WORDS), fc.constantFrom(...PASSWORDS, ...USERS)), {
        maxLength: 8,
      }),
      (parts) => {
        const text = parts.join('')
        const { spans } = findSpans(text, slow)
        found += spans.length
        expect(findSpans(text, quick).spans).toEqual(spans)
      },
    ),
    { numRuns: 20_000 },
  )
  expect(found).toBeGreaterThan(200)
})

test('a password at the end of the longest way to it is found', () => {
  const who = ` for${' ㏕abcdefghijklmnopqrstuvw'.repeat(5)}`
  const text = `the password${who} should be: ${'u'.repeat(41)} and the password ${'q'.repeat(70)}XqZkWvPt7`
  const scanner = makeScanner(
    makeSpokenRules(() => true),
    false,
  )
  expect(findSpans(text, makeScanner(makeSpokenRules(mayPasswordFollow), false))).toEqual(findSpans(text, scanner))
})

test('law: a name says what its patterns say', () => {
  const judged = new Set<string>()
  const word = fc.oneof(fc.constantFrom(...NAME_WORDS), fc.constantFrom('K', 'İ', 'ſ', 'x', '1', ''))
  const part = fc
    .tuple(word, fc.constantFrom('', '_', '-', '.', ' '), fc.boolean())
    .map(([text, sign, isUpper]) => `${isUpper ? text.toUpperCase() : text}${sign}`)
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), fc.constantFrom('', '', 's', '--'), (parts, end) => {
      const name = end === '--' ? `--${parts.join('')}` : `${parts.join('')}${end}`
      judged.add(strengthOf(name)?.level ?? 'nothing')
      expect([name, strengthOf(name)]).toEqual([name, plainStrength(name)])
    }),
    { numRuns: 30_000 },
  )
  expect([...judged].sort()).toEqual(['nothing', 'password', 'perhaps', 'secret'])
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { costOf } from '../../../test/support/cost.js'
import { entryWith } from '../../../test/support/entries.js'
import { DogearError } from '../errors.js'
import { makeSnippet, matches, occursIn, parseQuery, searchText, tokenise } from './search.js'

const find = (text: string, query: string): boolean => matches(tokenise(text), parseQuery(query))

test('a text becomes lower-case tokens without accents, split at what is no letter or digit', () => {
  expect(tokenise('Crème-brûlée: src/Auth_token.ts (v2)')).toEqual([
    'creme',
    'brulee',
    'src',
    'auth',
    'token',
    'ts',
    'v2',
  ])
  expect(tokenise('ΟΔΟΣ οδός ﬁne ½')).toEqual(['οδοσ', 'οδοσ', 'fine', '1', '2'])
  expect(tokenise('— … 🎉 --')).toEqual([])
})

test('Chinese, Japanese and Korean characters are tokens of their own, however they are composed', () => {
  expect(tokenise('東京タワーx1')).toEqual(['東', '京', 'タ', 'ワ', 'ー', 'x1'])
  expect(tokenise('한국어'.normalize('NFD'))).toEqual(['한', '국', '어'])
  expect(find('これは東京です', '東京')).toBe(true)
  expect(find('京東', '東京')).toBe(false)
})

test('all words must occur, a star takes the beginning of a word, quotes keep an order', () => {
  const text = 'The token bucket refills; refresh tokens rotate'
  expect(find(text, 'rotate token')).toBe(true)
  expect(find(text, 'rotat')).toBe(false)
  expect(find(text, 'rotat*')).toBe(true)
  expect(find(text, '"token bucket"')).toBe(true)
  expect(find(text, '"bucket token"')).toBe(false)
  expect(find(text, '"token buck"*')).toBe(true)
  expect(find('src/auth/token.ts', 'auth/token.ts')).toBe(true)
})

test('a query without letters or digits, with too many words or too long, is refused and taught', () => {
  for (const bad of ['', '  ', '--- *', '""', 'a '.repeat(33), 'x'.repeat(1001)]) {
    expect(() => parseQuery(bad)).toThrow(DogearError)
  }
  expect(parseQuery('a '.repeat(32)).phrases).toHaveLength(32)
})

test('the text of an entry is its name, branch and sections', () => {
  const entry = entryWith({
    name: 'rate-limit',
    where: { branch: 'feat/limits', worktree: '/nowhere' },
    decisions: [{ text: 'token bucket', why: 'bursts', rejected: ['leaky bucket'] }],
    files: [{ path: 'src/a.ts' }],
    extraSections: [{ title: 'Notes', text: 'see RFC' }],
  })
  expect(searchText(entry).split('\n')).toEqual([
    'rate-limit',
    'feat/limits',
    'token bucket',
    'bursts',
    'leaky bucket',
    'src/a.ts',
    'Notes',
    'see RFC',
  ])
})

test('a snippet is one line around the first match', () => {
  const text = `${'before '.repeat(60)}the\nneedle here ${'after '.repeat(60)}`
  const snippet = makeSnippet(text, parseQuery('needle'), 80)
  expect(snippet).toContain('the needle here after')
  expect(snippet).toMatch(/^….*…$/)
  expect(snippet.length).toBeLessThanOrEqual(81)
  expect(makeSnippet('short needle', parseQuery('needle'), 80)).toBe('short needle')
})

const text = fc
  .array(
    fc.oneof(
      fc.constantFrom('a', 'Б', 'é', 'ｶﾞ', '東', '한', 'ᄒ', 'ᅡ', '™', '\u0301', '²', 'Σ', '\n', ' ', '-', '😀'),
      fc.string({ unit: 'binary' }),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''))

/** Plain letters often enough that words occur. */
const plain = fc.string({ unit: fc.constantFrom('a', 'b', 'A', '0', ' ', '-', '\n'), maxLength: 30 })
const anyText = fc.oneof(text, plain)

test('tokens are their own tokens, and white space separates for good', () => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      const tokens = tokenise(a)
      expect(tokenise(tokens.join(' '))).toEqual(tokens)
      expect(tokenise(`${a}\n${b}`)).toEqual([...tokens, ...tokenise(b)])
    }),
  )
})

test('matching agrees with a search through every row of tokens, and a snippet shows what matched', () => {
  fc.assert(
    fc.property(anyText, anyText, fc.boolean(), (a, b, prefix) => {
      const wanted = tokenise(b)
      if (wanted.length === 0) return
      const tokens = tokenise(a)
      const query = { phrases: [{ tokens: wanted, prefix }] }
      const fits = (token: string | undefined, i: number): boolean =>
        prefix && i === wanted.length - 1 ? (token ?? '').startsWith(wanted[i] as string) : token === wanted[i]
      const naive = tokens.some((_, at) => wanted.every((_word, i) => fits(tokens[at + i], i)))
      expect(matches(tokens, query)).toBe(naive)
      expect(occursIn(a, query)).toBe(naive)
      expect(!naive || matches(tokenise(makeSnippet(a, query, 10_000)), query)).toBe(true)
    }),
  )
})

test('a long text of anything is handled in linear time', () => {
  for (const piece of ['a', '東', 'é ', '\u0301', '" ', 'ab*']) {
    const long = piece.repeat(200_000 / piece.length)
    const cost = costOf(() => {
      makeSnippet(long, parseQuery('zzz a*'), 160)
      matches(tokenise(long), parseQuery('a zzz'))
    })
    expect(cost, piece).toBeLessThan(1500)
  }
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isName, nameFrom, slugFrom, suggestName } from './name.js'

test.each([
  ['auth-refactor', 'auth-refactor'],
  ['Feature/Login', 'feature-login'],
  ['-leading', 'leading'],
  ['my feature', 'my-feature'],
  ['snake_case', 'snake-case'],
])('a name is lower-cased, separators become dashes, leading dashes go: %s → %s [A1]', (typed, name) => {
  expect(nameFrom(typed, 'lower')).toBe(name)
})

test.each([
  ['../../etc', 'try "etc"'],
  ['..', 'choose a name'],
  ['con', 'try "con-work"'],
  ['LPT1', 'try "lpt1-work"'],
  ['café', 'try "cafe"'],
  ['COM¹', 'try "com1-work"'],
  ['a:b', 'try "a-b"'],
  ['name.', 'try "name"'],
  ['nul\0', 'try "nul-work"'],
  ['', 'choose a name'],
  ['   ', 'choose a name'],
  ['🙂', 'choose a name'],
  ['x'.repeat(65), `try "${'x'.repeat(64)}"`],
])('%j is refused with a suggestion [A1]', (typed, suggestion) => {
  expect(() => nameFrom(typed, 'lower')).toThrow(
    expect.objectContaining({ code: 'bad-name', next: expect.stringContaining(suggestion) }),
  )
})

test.each(['task', 'work', 'save', 'untitled', 'backup'])(
  'the strict policy refuses "%s", which says nothing [C7]',
  (typed) => {
    expect(() => nameFrom(typed, 'strict')).toThrow(
      expect.objectContaining({ code: 'bad-name', next: expect.stringContaining('build-login-page') }),
    )
    expect(nameFrom(typed, 'lower')).toBe(typed)
  },
)

test('the strict policy takes kebab-case only, and says how it would be written [C7]', () => {
  expect(nameFrom('build-login-page', 'strict')).toBe('build-login-page')
  expect(() => nameFrom('Build Login Page', 'strict')).toThrow(
    expect.objectContaining({ next: 'try "build-login-page"' }),
  )
})

test('no text ever becomes a name that is not one safe folder', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 100 }),
      fc.constantFrom('lower' as const, 'strict' as const),
      (text, policy) => {
        const names = [slugFrom(text), nameOrNull(text, policy)].filter((name) => name !== null)
        // Two names that a case-insensitive or normalising disk would mix up are the same name already.
        for (const name of names) expect([isName(name), name.normalize('NFKC').toLowerCase()]).toEqual([true, name])
      },
    ),
  )
})

/** Null where it is refused; any other error fails the test. */
function nameOrNull(text: string, policy: 'lower' | 'strict'): string | null {
  try {
    return nameFrom(text, policy)
  } catch (error) {
    if ((error as { code?: string }).code === 'bad-name') return null
    throw error
  }
}

test('a suggestion is two to four telling words of the work', () => {
  expect(suggestName('Build the login page with an OAuth fallback')).toBe('build-login-page')
  expect(suggestName('…')).toBeNull()
})

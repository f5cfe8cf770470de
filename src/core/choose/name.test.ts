import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isName, labelFrom, nameFrom, slugFrom, suggestName } from './name.js'

test.each([
  ['auth-refactor', 'auth-refactor'],
  ['Feature/Login', 'feature-login'],
  ['-leading', 'leading'],
  ['my feature', 'my-feature'],
  ['snake_case', 'snake-case'],
])('a name is lower-cased, separators become dashes, leading dashes go: %s → %s [A1]', (typed, name) => {
  expect(nameFrom(typed, 'ask')).toBe(name)
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
  expect(() => nameFrom(typed, 'ask')).toThrow(
    expect.objectContaining({ code: 'bad-name', next: expect.stringContaining(suggestion) }),
  )
})

test.each(['task', 'work', 'save', 'untitled', 'backup'])(
  'the strict policy refuses "%s", which says nothing [C7]',
  (typed) => {
    expect(() => nameFrom(typed, 'strict')).toThrow(
      expect.objectContaining({ code: 'bad-name', next: expect.stringContaining('build-login-page') }),
    )
    expect(nameFrom(typed, 'ask')).toBe(typed)
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
      fc.constantFrom('ask' as const, 'strict' as const),
      (text, policy) => {
        const names = [
          slugFrom(text),
          nameOrNull(text, policy),
          labelFrom(text)?.slug ?? null,
          labelFrom(text)?.hashed ?? null,
        ].filter((name) => name !== null)
        // Two names that a case-insensitive or normalising disk would mix up are the same name already.
        for (const name of names) expect([isName(name), name.normalize('NFKC').toLowerCase()]).toEqual([true, name])
      },
    ),
  )
})

/** Null where it is refused; any other error fails the test. */
function nameOrNull(text: string, policy: 'ask' | 'strict'): string | null {
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

test.each([
  ['v2.1', 'v2-1'],
  ['v2-1', 'v2-1'],
  ['fix#12', 'fix-12'],
  ['feat/login', 'feat-login'],
  ['Größe', 'grosse'],
  ['café', 'cafe'],
  ['con', 'con-work'],
  ['fix: the login', 'fix-the-login'],
])('the label %s has the slug %s', (typed, slug) => {
  expect(labelFrom(typed)).toMatchObject({ label: typed, slug, isCertain: true })
})

test.each(['登录', '功能/login', 'вход', '🙂', '🇫🇷', 'x'.repeat(65)])(
  '%s is kept under a hash, since letters of it are lost',
  (typed) => {
    const named = labelFrom(typed)
    expect(named).toMatchObject({ label: typed, isCertain: false })
    expect(isName(named?.hashed ?? '')).toBe(true)
  },
)

test.each(['', '   ', '!?', '…', '..', '../../etc', '/etc/passwd', 'C:\\x'])('%j is no label', (typed) => {
  expect(labelFrom(typed)).toBeNull()
})

test('two labels share a hash only if they are the same but for case and separators', () => {
  expect(labelFrom('功能/登录')?.hashed).not.toBe(labelFrom('功能/支付')?.hashed)
  expect(labelFrom('V2.1')?.hashed).toBe(labelFrom('v2.1')?.hashed)
  expect(labelFrom('gro\u0308ße')?.hashed).toBe(labelFrom('größe')?.hashed)
})

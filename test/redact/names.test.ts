/** Names and cuts: what is told by a look at it, the form of a name with a secret in it, and text that is cut short. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPlainLine, isPlainName } from '../../src/core/redact/plain-name.js'
import { redact } from '../../src/core/redact/redact.js'
import { safeName } from '../../src/core/redact/safe-name.js'
import { sessionIdFrom } from '../../src/core/session/session-id.js'
import { cutAt, cutLine, cutMiddle, startOf } from '../../src/core/text/cut.js'
import { knownSecrets } from './known-secrets.js'
import { plantSecrets, SHAPE_NAMES } from './planted/secrets.js'
import { makeRandom } from './random.js'

const DRAWS = 40

/** Every kind of secret whose shape is known, drawn often, where a rule finds it in a name. */
function secretNames(frame: (secret: string) => string): string[] {
  const random = makeRandom(7)
  const drawn = knownSecrets.flatMap(({ make }) => Array.from({ length: DRAWS }, () => frame(make(random))))
  return drawn.filter((name) => redact(name) !== name)
}

test.each([
  ['a branch', (secret: string) => `fix/${secret}`],
  ['a path', (secret: string) => `/home/me/${secret}/src`],
  ['a name', (secret: string) => secret],
])('what a rule finds in %s is never taken for plain [F7]', (_, frame) => {
  const names = secretNames(frame)
  expect(names.length).toBeGreaterThan(1000)
  expect(names.filter((name) => isPlainName(name))).toEqual([])
  expect(names.filter((name) => isPlainLine(`resumed ${name} at once`))).toEqual([])
})

test('nearly every name that people give is told by a look', () => {
  const names = [
    'main',
    'fix/login-page',
    'feature/SHOP-1234-fix-the-login',
    '/home/ada/proj/shop/.git',
    'mend the header',
  ]
  expect(
    [...names, 'release-2026.11', '5f0c1d2e-3b4a-4c5d-8e9f-0a1b2c3d4e5f'].filter((name) => !isPlainName(name)),
  ).toEqual([])
})

test('the safe form settles, tells names apart, and begins alike for a folder and what is in it', () => {
  const plants = plantSecrets(3, ['GitHub token'])
  const [one, two] = [plants.named('one'), plants.named('two')]
  expect(safeName(safeName(`fix/${one}`))).toBe(safeName(`fix/${one}`))
  expect(safeName(`fix/${one}`)).not.toBe(safeName(`fix/${two}`))
  expect(safeName(`/proj/${one}/.git`)).toBe(`${safeName(`/proj/${one}`)}/.git`)
  expect(safeName('fix/login')).toBe('fix/login')
})

test('a session that is called like a token gets another name, those of agents keep theirs', () => {
  const kept = ['0198f2c1-7a3b-7c4d-9e5f-1a2b3c4d5e6f', 'ses_4d2a1f0c9ffeA1b2C3d4E5f6G7', 's-1', 'worktree-1a2b3c4d']
  expect(kept.map(sessionIdFrom)).toEqual(kept)
  for (const shape of SHAPE_NAMES) {
    const plants = plantSecrets(5, [shape])
    expect(plants.findIn(sessionIdFrom(plants.bare('session')))).toEqual([])
  }
})

const CUTS = { cutAt, cutLine, cutMiddle, startOf }

test.each(SHAPE_NAMES)('text that is cut short and then redacted holds no half of a secret: %s [F7]', (shape) => {
  const plants = plantSecrets(11, [shape])
  const said = plants.said('here')
  const [way, count] = [fc.constantFrom(...Object.values(CUTS)), fc.integer({ min: 0, max: 300 })]
  fc.assert(
    fc.property(way, count, count, fc.integer({ min: 1, max: 400 }), (cut, before, after, most) => {
      const words = 'some words '.repeat(40)
      const text = `${words.slice(0, before)} ${said} and ${words.slice(0, after)}`
      expect(plants.findIn(redact(cut(text, most)))).toEqual([])
    }),
  )
})

test('what is cut in a script without spaces stays, and so do the folders of a long path', () => {
  expect(cutLine('改'.repeat(300), 100)).toBe(`${'改'.repeat(99)}…`)
  expect(cutLine(`/proj/shop/${'a'.repeat(90)}`, 40)).toBe('/proj/shop/…')
  expect(cutLine('it failed at src/login.ts', 20)).toBe('it failed at src/lo…')
})

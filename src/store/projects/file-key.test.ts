import fc from 'fast-check'
import { expect, test } from 'vitest'
import { comparablePath, isProjectKey, projectKey, slugOf, slugOfKey } from './file.js'

test.each([
  ['/home/u/auth/.git', 'auth'],
  ['/home/u/auth/.bare', 'auth'],
  ['/srv/auth.git', 'auth'],
  ['/home/u/My Project (2)/.git', 'my-project-2'],
  ['/home/u/Größe', 'grosse'],
  ['/home/u/日本語/.git', 'project'],
  ['/home/u/...', 'u'],
  ['/', 'project'],
  ['/.git', 'project'],
  [`/home/u/${'long '.repeat(20)}`, 'long-long-long-long-long-long-lo'],
])('%s is called %s', (path, slug) => {
  expect(slugOfKey(projectKey(path, 'linux'))).toBe(slug)
})

test('a key is always a safe folder name, and two paths never share one', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
      const [left, right] = [projectKey(`/${a}`, 'linux'), projectKey(`/${b}`, 'linux')]
      expect(isProjectKey(left)).toBe(true)
      expect(left === right).toBe(a === b)
    }),
  )
})

test('a slug is ascii, short and never empty', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      (name) => void expect(slugOf(name)).toMatch(/^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/),
    ),
  )
})

test.each([
  ['c:\\Users\\u\\auth', 'C:\\Users\\u\\auth'],
  ['C:/Users/u/auth/', 'C:\\Users\\u\\auth'],
  ['\\\\?\\C:\\Users\\u\\auth', 'C:\\Users\\u\\auth'],
  ['C:\\Users\\u\\auth. .', 'C:\\Users\\u\\auth'],
  ['c:\\', 'C:\\'],
  ['\\\\server\\share\\auth', '\\\\server\\share\\auth'],
])('on Windows %s is %s', (path, same) => {
  expect(comparablePath(path, 'win32')).toBe(same)
  expect(projectKey(path, 'win32')).toBe(projectKey(same, 'win32'))
})

test('composed and decomposed letters are one folder on macOS and two on Linux', () => {
  const [nfc, nfd] = ['/u/caf\u00e9', '/u/cafe\u0301']
  expect(projectKey(nfc, 'darwin')).toBe(projectKey(nfd, 'darwin'))
  expect(projectKey(nfc, 'linux')).not.toBe(projectKey(nfd, 'linux'))
  expect(slugOfKey(projectKey(nfc, 'linux'))).toBe('cafe')
})

import { expect, test } from 'vitest'
import { DogearError } from '../../core/errors.js'
import { errnoOf, storageError } from './raw-io.js'

const system = (code: string): Error => Object.assign(new Error(`${code}: something`), { code })

test.each([
  ['ENOSPC', 'disk-full'],
  ['EDQUOT', 'disk-full'],
  ['EFBIG', 'disk-full'],
  ['EACCES', 'no-permission'],
  ['EPERM', 'no-permission'],
  ['EROFS', 'read-only'],
  ['EIO', 'disk-failed'],
  ['EMFILE', 'disk-failed'],
])('%s becomes %s and names what was tried, the cause and a way out', (errno, code) => {
  const error = storageError(system(errno), 'cannot write /x/y')
  expect(error.code).toBe(code)
  expect(error.message).toContain('cannot write /x/y: ')
  expect(error.message).toContain(errno)
  expect(error.next).toBeTruthy()
  expect(errnoOf(error)).toBe(errno)
})

test('an error that is already ours passes unchanged', () => {
  const error = new DogearError('unsafe', 'a link')
  expect(storageError(error, 'cannot read x')).toBe(error)
})

test.runIf(process.platform === 'linux')('a used-up quota is told by its number: Node has no name for it', () => {
  for (const code of ['UNKNOWN', 'Unknown system error -122']) {
    const error = Object.assign(new Error(`${code}: unknown error, write`), { code, errno: -122 })
    expect(storageError(error, 'cannot write /x/y').code).toBe('disk-full')
    expect(errnoOf(error)).toBe('EDQUOT')
  }
})

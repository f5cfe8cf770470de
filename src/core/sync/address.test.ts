/** An address is written down: one with a password in it is not taken. */
import { expect, test } from 'vitest'
import { holdsPassword } from './address.js'

test.each([
  ['https://me:x@git.example/me/notes.git', true],
  ['https://me:@git.example/me/notes.git', true],
  ['https://me:x/y@git.example/notes.git', false],
  ['postgres://ada:short@db.example/notes', true],
  ['postgres://ada@db.example/notes?password=short', true],
  ['postgres://ada@db.example:5432/notes?sslmode=require', false],
  ['ssh://git@git.example:2222/me/notes.git', false],
  ['git@git.example:me/notes.git', false],
  ['https://git.example/me/notes.git', false],
  ['/mnt/stick/a:b@c', false],
])('%s: %s', (url, holds) => {
  expect(holdsPassword(url)).toBe(holds)
})

/** The password is the user's own file's to tell, as `psql` reads it. */
import { expect, test } from 'vitest'
import { passwordIn } from './postgres-remote.js'

const FILE = [
  '# db.example:5432:notes:ada:in a comment',
  'db.example:5433:notes:ada:other port',
  'db.example:5432:notes:ada:a\\:b\\\\c',
  '*:*:*:eve:anywhere',
  'too:few:fields',
  '*:*:*:*',
].join('\r\n')

test.each([
  ['postgres://ada@db.example/notes', 'a:b\\c'],
  ['postgres://ada@db.example:5433/notes?sslmode=require', 'other port'],
  ['postgresql://eve@127.0.0.1:1/x', 'anywhere'],
  ['postgres://bob@db.example/notes', null],
  ['postgres://ada@db.example/other', null],
])('%s → %s', (url, password) => {
  expect(passwordIn(FILE, url)).toBe(password)
})

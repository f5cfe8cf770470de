import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSessionId, sessionIdFrom } from './session-id.js'

test('an id that can be a name of a file is taken as it is, and none stays none', () => {
  for (const id of ['5b1f0c52-7f7e-4c11-9f1e-2a3d5c6b7e8f', 'one', 's.1_x', 'a'.repeat(128), ''])
    expect(sessionIdFrom(id)).toBe(id)
})

test('whatever else an agent says has one short name that is safe in a path, and the same every time', () => {
  const odd = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1 }),
    fc.constantFrom('../../x', '..', '.hidden', 'a/b', 'a\\b', 'nul', 'con.txt', 'x.', ' ', '\0', 'x'.repeat(100_000)),
  )
  fc.assert(
    fc.property(odd, (text) => {
      const id = sessionIdFrom(text)
      expect(isSessionId(id)).toBe(true)
      expect(sessionIdFrom(text)).toBe(id)
      expect(sessionIdFrom(id)).toBe(id)
    }),
  )
  expect(sessionIdFrom('../../x')).not.toBe(sessionIdFrom('../../y'))
})

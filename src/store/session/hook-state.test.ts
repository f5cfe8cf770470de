import { expect, test } from 'vitest'
import { BESIDE, nameBeside } from './hook-state.js'

test('what is kept beside the state of a session is named after it, and told from the state', () => {
  const names = (['mark', 'told', 'last'] as const).map((kind) => nameBeside('b0a7c1de-0000', kind))
  expect(names).toEqual(['b0a7c1de-0000.mark.json', 'b0a7c1de-0000.told.json', 'b0a7c1de-0000.last.json'])
  expect([...names, 'b0a7c1de-0000.json'].map((name) => BESIDE.test(name))).toEqual([true, true, true, false])
})

test.each(['../../escaped', '.hidden', 'a/b', 'a\\b', '', 'x'.repeat(200)])(
  'a session called %j has no such file',
  (session) => {
    expect(() => nameBeside(session, 'last')).toThrow('no name for a file')
  },
)

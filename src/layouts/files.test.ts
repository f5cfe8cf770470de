import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Edit } from './layout.js'
import { applyEdits, joinEdits } from './files.js'

const file = (path: string, text: string): { path: string; text: string; mtimeMs: number } => ({
  path,
  text,
  mtimeMs: 1,
})

test('a created file never takes the place of another [D7]', () => {
  const edits: Edit[] = [
    { do: 'create', path: 'a.b/c.json', text: '2' },
    { do: 'create', path: 'a.b/c.json', text: '3' },
    { do: 'create', path: 'a.b/none', text: '4' },
    { do: 'create', path: 'a.b/none', text: '5' },
  ]
  expect(applyEdits([file('a.b/c.json', '1')], edits, 1)).toEqual([
    file('a.b/c.json', '1'),
    file('a.b/c-2.json', '2'),
    file('a.b/c-3.json', '3'),
    file('a.b/none', '4'),
    file('a.b/none-2', '5'),
  ])
})

test('writing replaces, appending adds, removing takes away', () => {
  const edits: Edit[] = [
    { do: 'write', path: 'a', text: 'new' },
    { do: 'append', path: 'b', text: '+' },
    { do: 'append', path: 'c', text: 'first' },
    { do: 'remove', path: 'd' },
  ]
  expect(applyEdits([file('a', 'old'), file('b', 'old'), file('d', 'old')], edits, 1)).toEqual([
    file('a', 'new'),
    file('b', 'old+'),
    file('c', 'first'),
  ])
})

test('fewer edits make the same files', () => {
  const path = fc.constantFrom('a', 'b', '0', '1')
  const edit = fc.record({ do: fc.constantFrom('write', 'create', 'append', 'remove'), path, text: fc.string() })
  fc.assert(
    fc.property(fc.array(edit as fc.Arbitrary<Edit>, { maxLength: 12 }), (edits) => {
      // Where a file is taken away or created anew, the order of all that came before matters: layouts do neither twice.
      fc.pre(!edits.some((one, i) => one.do !== 'write' && edits.slice(i + 1).some((later) => later.path === one.path)))
      const sorted = (list: readonly Edit[]): unknown =>
        applyEdits([file('a', 'old')], list, 1).toSorted((x, y) => (x.path < y.path ? -1 : 1))
      expect(sorted(joinEdits(edits))).toEqual(sorted(edits))
      expect(joinEdits(joinEdits(edits))).toEqual(joinEdits(edits))
    }),
  )
})

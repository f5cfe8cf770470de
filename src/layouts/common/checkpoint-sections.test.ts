import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FileRef, Item } from '../../core/entry/entry.js'
import { parseFiles, printFiles } from './checkpoint-sections.js'

const path = fc.constantFrom(
  'a',
  'b',
  'a: b',
  'a — b',
  'a: b — c',
  'a — ',
  ' — a',
  '"a"',
  '`a`',
  '`a — b`',
  'a (edited)',
)
const file = fc.record({ path, role: fc.constantFrom('edited', 'read') }, { requiredKeys: ['path'] })
const note = fc
  .tuple(path, fc.constantFrom('x', 'y', 'edited', 'b', 'b: x', 'y — z', '— x', 'a: x', 'x (edited)'))
  .map(([about, text]) => ({ text: `${about}: ${text}` }))

function readBack(files: readonly FileRef[], context: readonly Item[]): ReturnType<typeof parseFiles> {
  return parseFiles(printFiles({ files: [...files], context: [...context], where: {} }))
}

test('files and what is said about them read the same however often they are written, also where a path comes twice', () => {
  fc.assert(
    fc.property(fc.array(file, { maxLength: 4 }), fc.array(note, { maxLength: 4 }), (files, context) => {
      const once = readBack(files, context)
      expect(once.files.map((one) => one.path)).toEqual(files.map((one) => one.path))
      expect(readBack(once.files, once.context)).toEqual(once)
    }),
    { numRuns: 500 },
  )
})

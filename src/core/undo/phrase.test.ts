import { expect, test } from 'vitest'
import { mayBePhrase } from '../session/triggers/gate.js'
import { undoAsked } from './phrase.js'

test.each([
  ['undo that', []],
  ['Undo that!', []],
  ['please undo this', []],
  ['bring back my files', []],
  ['bring it back', []],
  ['bring back src/auth.ts', ['src/auth.ts']],
  ['please bring `src/auth.ts` back.', ['src/auth.ts']],
  ['undo the loss of notes.md', ['notes.md']],
  ['mach das rückgängig', []],
  ['hol src/auth.ts zurück', ['src/auth.ts']],
  ['撤销', []],
])('%s', (prompt, paths) => {
  expect(undoAsked(prompt)).toEqual(paths)
  expect(mayBePhrase(prompt), 'the gate lets it through').toBe(true)
})

test.each([
  'undo the rename of the function and keep the tests',
  'add an undo button to the editor',
  'bring back the old layout',
  'undo that\nand then go on',
  'can you bring src/auth.ts back to how it was before the last commit?',
])('means something else: %s', (prompt) => expect(undoAsked(prompt)).toBeNull())

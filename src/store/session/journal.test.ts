import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tempDir } from '../../../test/support/world.js'
import { appendNote, journalPath, type Note, parseJournal, readNotes } from './journal.js'
import { projectAt } from '../paths.js'

const here = projectAt(tempDir(), 'demo-0123456789ab')
const note = (text: string): Note => ({
  id: 'n',
  at: '2026-11-15T09:00:00.000+01:00',
  type: 'decision',
  text,
  why: 'because\nof this',
})

test('notes are read back in the order they were written', () => {
  for (const text of ['one', 'two\nlines', '{"check":"']) appendNote(here, 'order', note(text))
  expect(readNotes(here, 'order')).toEqual({ notes: ['one', 'two\nlines', '{"check":"'].map(note), torn: 0 })
  expect(readNotes(here, 'never')).toEqual({ notes: [], torn: 0 })
})

test('a torn tail is dropped and counted, and the next note is whole', () => {
  appendNote(here, 'torn', note('one'))
  const line = readFileSync(journalPath(here, 'torn'), 'utf8')
  appendFileSync(journalPath(here, 'torn'), line.slice(0, 30))
  expect(readNotes(here, 'torn')).toEqual({ notes: [note('one')], torn: 1 })
  appendNote(here, 'torn', note('two'))
  expect(readNotes(here, 'torn')).toEqual({ notes: [note('one'), note('two')], torn: 1 })
})

test('a note behind a torn one on the same line is still found', () => {
  appendNote(here, 'glued', note('one'))
  const line = readFileSync(journalPath(here, 'glued'), 'utf8')
  expect(parseJournal(line.slice(0, 40) + line)).toEqual({ notes: [note('one')], torn: 1 })
})

test('whatever happens to one line, all the others are read', () => {
  for (let n = 0; n < 5; n++) appendNote(here, 'flips', note(`note ${n}`))
  const whole = readFileSync(journalPath(here, 'flips'))
  const lines = whole.toString().trimEnd().split('\n').length
  fc.assert(
    fc.property(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), (index, mask) => {
      const copy = Buffer.from(whole)
      copy[index] = (copy[index] as number) ^ mask
      writeFileSync(journalPath(here, 'flips'), copy)
      const { notes, torn } = readNotes(here, 'flips')
      // A flipped line end glues two lines together; the second is still found.
      const lastNewline = index === whole.length - 1
      expect(notes.length).toBeGreaterThanOrEqual(lines - 1)
      expect(torn > 0 || lastNewline).toBe(true)
    }),
  )
})

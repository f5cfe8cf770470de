import { appendFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fewer } from '../../test/support/property-runs.js'
import { tempDir } from '../../test/support/world.js'
import { findInList } from './word-list.js'

/** As it was written down: the first whole line that begins with the word. */
function byReading(text: string, word: string): string | undefined {
  const lines = text.split('\n').slice(0, -1)
  const found = lines.find((line) => line === word || line.startsWith(`${word} `))
  return found?.slice(word.length + 1)
}

const WORD = fc.stringMatching(/^[a-c]{1,3}$/)
const LINE = fc.oneof(
  WORD,
  fc.tuple(WORD, fc.stringMatching(/^[a-c ]{0,4}$/)).map((two) => two.join(' ')),
  fc.constant(''),
)

test('what is found is what reading the file finds, whatever is appended in whatever pieces and however often is asked', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.array(LINE), fc.array(WORD), fc.boolean())), (steps) => {
      const path = join(tempDir(), 'list')
      let text = ''
      for (const [lines, words, isTorn] of steps) {
        const more = lines.map((line) => `${line}\n`).join('') + (isTorn ? 'ab' : '')
        if (more !== '') appendFileSync(path, more)
        text += more
        for (const word of words) expect(findInList(path, word)).toBe(byReading(text, word))
      }
    }),
    fewer(100),
  )
})

test('a list in which nothing stood when it was asked for often is found in once something does', () => {
  const path = join(tempDir(), 'list')
  writeFileSync(path, 'torn')
  for (let i = 0; i < 20; i++) expect(findInList(path, 'ab')).toBeUndefined()
  appendFileSync(path, '\nab device\n')
  expect([findInList(path, 'ab'), findInList(path, 'torn'), findInList(path, 'abc')]).toEqual(['device', '', undefined])
})

test('thousands of lines are found one by one, and another file of that name is read anew', () => {
  const path = join(tempDir(), 'list')
  const lines = Array.from({ length: 5000 }, (_, i) => `word-${i} device-${i}\n`)
  writeFileSync(path, lines.slice(0, 3000).join(''))
  for (let i = 0; i < 3000; i += 7) expect(findInList(path, `word-${i}`)).toBe(`device-${i}`)
  appendFileSync(path, lines.slice(3000).join(''))
  for (let i = 0; i < 5000; i += 11) expect(findInList(path, `word-${i}`)).toBe(`device-${i}`)
  expect(findInList(path, 'word-5000')).toBeUndefined()
  writeFileSync(`${path}.next`, 'word-1 another\n')
  renameSync(`${path}.next`, path)
  expect(findInList(path, 'word-1')).toBe('another')
  expect(findInList(path, 'word-2')).toBeUndefined()
  expect(findInList(join(tempDir(), 'none'), 'word-1')).toBeUndefined()
})

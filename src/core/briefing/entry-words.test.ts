/** A file of the work tree is anybody's: however many fences are in it, it is shown behind a longer one. */
import { expect, test } from 'vitest'
import { printFileWords } from './entry-words.js'

test.each([
  ['half a million fences', '` '.repeat(500_000), 3],
  ['a long one', `a\n${'`'.repeat(7)}\nb`, 8],
])('%s', (_, text, ticks) => {
  const shown = JSON.stringify(printFileWords('a.md', text, undefined))
  expect(shown).toContain(`${'`'.repeat(ticks)}\\n`)
  expect(shown).not.toContain('`'.repeat(ticks + 1))
})

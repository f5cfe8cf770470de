import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { beginnings } from './by-first.js'

const SIGNS = ['a', 'b', 'c', ' ', '|', '(', 'é', '次', '-', ']']

/** Patterns of all the forms that are understood, and some that are not. */
const pattern = fc.letrec<Record<'source' | 'sequence' | 'part' | 'atom', string>>((tie) => ({
  source: fc.array(tie('sequence'), { minLength: 1, maxLength: 3 }).map((all) => all.join('|')),
  sequence: fc.array(tie('part'), { maxLength: 4 }).map((all) => all.join('')),
  part: fc.tuple(tie('atom'), fc.constantFrom('', '', '?', '*', '+', '{0,2}', '{2}', '??')).map((two) => two.join('')),
  atom: fc.oneof(
    // Deeper ones try more ways through six letters than there is time for.
    { maxDepth: 2, depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(...'a,b,c, ,\\|,\\(,é,次,-,.,\\w,\\s,[ab],[^a],[a-b|)]'.split(',')),
    tie('source').map((source) => `(?:${source})`),
    tie('source').map((source) => `(${source})`),
    fc.tuple(fc.constantFrom('(?=', '(?!', '(?<!'), tie('source')).map(([open, source]) => `(?:${open}${source})|a)`),
  ),
})).source

describe('the beginnings of a text', () => {
  const text = fc.array(fc.constantFrom(...SIGNS), { maxLength: 6 }).map((all) => all.join(''))

  test('are what the one long pattern finds', () => {
    fc.assert(
      fc.property(fc.array(pattern, { minLength: 1, maxLength: 4 }), fc.array(text), (sources, texts) => {
        const parts = beginnings(sources, '(?![bc])')
        const whole = new RegExp(`^(?:${sources.join('|')})(?![bc])`)
        for (const one of texts) expect(parts.of(one)).toBe(whole.exec(one)?.[0] ?? null)
      }),
    )
  })

  test('are told apart by their first letter, also behind what may be missing', () => {
    const words = beginnings(['(?:the )?next(?: up)?|still open', 'à faire|(?:noch )?offen'])
    for (const said of ['the next', 'next up', 'still open', 'à faire', 'noch offen', 'offen'])
      expect(words.of(said)).toBe(said)
    for (const other of ['', 'then next', 'xnext', 'noch', 'a faire']) expect(words.of(other)).toBeNull()
  })
})

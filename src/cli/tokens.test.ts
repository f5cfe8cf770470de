import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Flag } from './spec.js'
import { parseTokens } from './tokens.js'

const FLAGS: readonly Flag[] = [
  { name: 'next', short: 'x', value: 'TEXT', summary: '' },
  { name: 'done', value: 'TEXT', repeat: true, summary: '' },
  { name: 'strict', short: 's', summary: '' },
  { name: 'quiet', short: 'q', summary: '' },
]

/** What node:util makes of the same words. */
function oracle(words: readonly string[]): unknown {
  const options = Object.fromEntries(
    FLAGS.map(({ name, short, value }) => [
      name,
      {
        type: value === undefined ? ('boolean' as const) : ('string' as const),
        multiple: true,
        ...(short && { short }),
      },
    ]),
  )
  const { tokens, positionals } = parseArgs({ args: [...words], options, strict: false, tokens: true })
  return {
    positionals,
    options: tokens
      .filter((token) => token.kind === 'option')
      .map(({ rawName, name, value, inlineValue }) => ({ rawName, name, value, inline: inlineValue === true })),
  }
}

test('words are told apart as node:util does it', () => {
  const word = fc.oneof(
    fc.constantFrom(
      '--next',
      '--done=a',
      '--done=',
      '--strict',
      '-s',
      '-sq',
      '-x',
      '-xtext',
      '-sx',
      '--',
      '-',
      '',
      'auth',
    ),
    fc.constantFrom('--strict=yes', '--other', '--other=1', '-z', '--=', '--x=y=z', '-1 is returned', '- first', '---'),
    // A dash among short letters ends the options for node:util; for us it is a letter nobody knows.
    fc.string({ maxLength: 6 }).filter((text) => !/^-[^-].*-/.test(text)),
  )
  fc.assert(
    fc.property(fc.array(word, { maxLength: 7 }), (words) => {
      expect(parseTokens(words, FLAGS)).toEqual(oracle(words))
    }),
    { numRuns: 3000 },
  )
})

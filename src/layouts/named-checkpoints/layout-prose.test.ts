import { expect, test } from 'vitest'
import { parseProse, printProse } from './layout.js'

const LONG = `Replace the retry timer in src/retry.ts by the fake clock, because the test waits ${'very '.repeat(10)}long`

test.each([
  ['run npm test', '\n## Next Action: run npm test\n'],
  ['run it\n\nin src/a.ts', '\n## Next Action: run it\nin src/a.ts\n'],
  ['- one\n- two', '\n## Next Action\n- one\n- two\n'],
  [LONG, `\n## Next Action: Replace the retry timer in src/retry.ts by the fake clock, because the test…\n${LONG}\n`],
])('the first line of the next action is its title, and nothing is told twice: %s [A6]', (text, printed) => {
  expect(printProse({ next: { text } })).toBe(printed)
})

test('where the work was left off stands below the next action, or in its place [A6]', () => {
  const both = { next: { text: 'run it' }, leftOff: { text: 'in the parser\nline 3' } }
  expect(printProse(both)).toBe('\n## Next Action: run it\nLeft off: in the parser\nline 3\n')
  expect(parseProse('run it\nLeft off: in the parser\nline 3', '')).toEqual(both)
  expect(printProse({ leftOff: { text: 'here' } })).toBe('\n## Next Action\nLeft off: here\n')
  expect(parseProse('Left off: here', '')).toEqual({ leftOff: { text: 'here' } })
  expect(parseProse('None', 'there')).toEqual({ leftOff: { text: 'there' } })
})

/** What a person says beside a refusal, in the words of several clients. */
import { expect, test } from 'vitest'
import { reasonIn } from './calls.js'

const CLAUDE = "The user doesn't want to proceed with this tool use. To tell you how to proceed, the user said:\n"

test.each([
  [`${CLAUDE}use fetch\nand no axios`, 'use fetch\nand no axios'],
  [`${CLAUDE}use fetch\n\nNote: The user's next message may contain a correction or preference.`, 'use fetch'],
  ['The user rejected permission to use this tool with the following feedback: use fetch', 'use fetch'],
  ['The user rejected this tool call. User feedback: use fetch', 'use fetch'],
  [`${CLAUDE}The user wants to clarify these questions.\n  Questions asked:`, undefined],
  ["The user doesn't want to proceed with this tool use.", undefined],
])('%j', (text, said) => {
  expect(reasonIn(text)).toBe(said)
})

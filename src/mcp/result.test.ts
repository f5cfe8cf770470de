import { expect, test } from 'vitest'
import { inWordsOfTools } from './result.js'

test.each([
  ['dogear list', 'call list'],
  ['dogear resume auth-flow', 'call resume with name: "auth-flow"'],
  ['dogear save <name> --next "the very next step"', 'call save with name: "…", next: "the very next step"'],
  ['dogear verify --repair', 'in a terminal: dogear verify --repair'],
  ['say why: --decision "what — why"', 'say why: decisions: "what — why"'],
  ['say in one line: --task "Log in"', 'say in one line: task: "Log in"'],
  ['try "auth-flow"', 'try "auth-flow"'],
  ['dogear lists', 'in a terminal: dogear lists'],
])('%s becomes %s', (typed, told) => {
  expect(inWordsOfTools(typed)).toBe(told)
})

import { expect, test } from 'vitest'
import type { Question } from '../core/errors.js'
import { withAnswer } from './answer.js'
import { commandNamed } from './commands.js'
import { parseCommandArgs, valueOf } from './parse-args.js'

const which: Question = { id: 'workstream', question: 'Which?', options: [], answerWith: 'dogear resume <name>' }
const entry: Question = {
  id: 'entry',
  name: 'auth',
  question: 'Which?',
  options: [],
  answerWith: 'dogear resume auth --entry <id>',
}

test('a workstream or name goes where NAME would stand, and the flags stay', () => {
  const resume = commandNamed('resume')
  const args = withAnswer(resume, parseCommandArgs(resume, ['--budget', '2000']), which, 'auth')
  expect(args.positionals).toEqual(['auth'])
  expect(valueOf(args, 'budget')).toBe('2000')
})

test('an entry goes into --entry, within the workstream it was asked for', () => {
  const resume = commandNamed('resume')
  const args = withAnswer(resume, parseCommandArgs(resume, []), entry, 'k3f9xq2')
  expect(args.positionals).toEqual(['auth'])
  expect(valueOf(args, 'entry')).toBe('k3f9xq2')
})

test('diff compares with the chosen head', () => {
  const diff = commandNamed('diff')
  const args = withAnswer(diff, parseCommandArgs(diff, ['auth']), entry, 'k3f9xq2')
  expect(valueOf(args, 'to')).toBe('k3f9xq2')
})

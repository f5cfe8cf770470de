import { expect, test } from 'vitest'
import type { Question } from '../core/errors.js'
import { withAnswer } from './ask.js'
import { commandNamed } from './specs/commands.js'
import { parseCommandArgs, valueOf } from './args/parse.js'

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

test('a question about what to do turns the switch that says it, and a name typed instead is a name [B4, C5]', () => {
  const save = commandNamed('save')
  const existing: Question = { id: 'existing', name: 'auth', question: 'Exists', options: [], answerWith: '' }
  const over = withAnswer(save, parseCommandArgs(save, ['auth']), existing, 'overwrite')
  expect([over.positionals, over.on.has('overwrite')]).toEqual([['auth'], true])
  const other = withAnswer(save, parseCommandArgs(save, ['auth']), existing, 'auth-2')
  expect([other.positionals, other.on.has('overwrite')]).toEqual([['auth-2'], false])
  const resume = commandNamed('resume')
  const ready: Question = { id: 'ready', name: 'auth', question: 'Ready?', options: [], answerWith: '' }
  expect(withAnswer(resume, parseCommandArgs(resume, []), ready, 'yes')).toMatchObject({ positionals: ['auth'] })
  expect([...withAnswer(resume, parseCommandArgs(resume, []), ready, 'no').on]).toEqual(['fresh'])
})

test('what is asked again keeps the first answer [E8]', () => {
  const resume = commandNamed('resume')
  const once = withAnswer(
    resume,
    parseCommandArgs(resume, []),
    { id: 'sentinel', question: '', options: [], answerWith: '' },
    '7',
  )
  const twice = withAnswer(resume, once, { id: 'sentinel-again', question: '', options: [], answerWith: '' }, '2')
  expect(twice.values.get('sentinel')).toEqual(['7', '2'])
})

import { expect, test } from 'vitest'
import { DogearError } from '../../core/errors.js'
import { commandNamed } from '../specs/commands.js'
import { countOf, parseCommandArgs, valueOf, valuesOf } from './parse.js'

const save = commandNamed('save')

function refusal(act: () => unknown): DogearError {
  try {
    act()
  } catch (error) {
    if (error instanceof DogearError) return error
    throw error
  }
  throw new Error('it was accepted')
}

test('values, switches and names are told apart', () => {
  const args = parseCommandArgs(save, ['auth', '--next', 'Run it', '--done=a', '--done', 'b', '--strict', '-n'])
  expect(args.positionals).toEqual(['auth'])
  expect(valueOf(args, 'next')).toBe('Run it')
  expect(valuesOf(args, 'done')).toEqual(['a', 'b'])
  expect([...args.on]).toEqual(['strict', 'dry-run'])
})

test('a text may begin with a dash, as long as it is no flag', () => {
  const args = parseCommandArgs(save, ['--done', '- first item', '--next', '-1 is returned'])
  expect(valueOf(args, 'done')).toBe('- first item')
  expect(valueOf(args, 'next')).toBe('-1 is returned')
  expect(valueOf(parseCommandArgs(save, ['--next=--done']), 'next')).toBe('--done')
})

test('short flags may stand together, and after "--" nothing is a flag', () => {
  expect([...parseCommandArgs(save, ['-nq']).on]).toEqual(['dry-run', 'quiet'])
  expect(parseCommandArgs(save, ['-n', '--', '--next'])).toMatchObject({ positionals: ['--next'] })
  expect(refusal(() => parseCommandArgs(save, ['-n-q', 'auth'])).message).toBe('save has no flag "-n-q"')
  expect(refusal(() => parseCommandArgs(save, ['-nz'])).message).toBe('save has no flag "-z"')
})

test('a forgotten value is noticed, not filled with the next flag', () => {
  expect(refusal(() => parseCommandArgs(save, ['--next', '--done', 'x'])).message).toBe('--next needs a value')
  expect(refusal(() => parseCommandArgs(save, ['--next'])).code).toBe('usage')
})

test('an unknown flag names the one that was meant', () => {
  expect(refusal(() => parseCommandArgs(save, ['--nxt', 'x'])).expected).toBe('--next')
  expect(refusal(() => parseCommandArgs(save, ['--next-action', 'x'])).expected).toBe('--next')
  expect(refusal(() => parseCommandArgs(save, ['-z'])).expected).toContain('--task')
})

test('a flag that can be given once is not silently overwritten', () => {
  expect(refusal(() => parseCommandArgs(save, ['--next', 'a', '--next', 'b'])).message).toBe('--next was given twice')
})

test('a switch takes no value, and a choice only its words', () => {
  expect(refusal(() => parseCommandArgs(save, ['--strict=yes'])).message).toBe('--strict takes no value')
  const error = refusal(() => parseCommandArgs(save, ['--names', 'stric']))
  expect([error.expected, error.next]).toEqual(['one of lower, ask, strict', '--names strict'])
})

test('too many and missing words are named with the usage', () => {
  expect(refusal(() => parseCommandArgs(save, ['fix', 'the', 'login'])).next).toBe(
    'put quotes around a text with spaces',
  )
  expect(refusal(() => parseCommandArgs(commandNamed('rename'), [])).expected).toContain('dogear rename ')
  expect(parseCommandArgs(commandNamed('history'), ['--help']).on.has('help')).toBe(true)
})

test('a count is a whole number from 1', () => {
  const history = commandNamed('history')
  expect(countOf(parseCommandArgs(history, ['a', '--limit', '10']), 'limit')).toBe(10)
  for (const bad of ['0', '-3', '1.5', 'ten', '1e9', '99999999999'])
    expect(refusal(() => countOf(parseCommandArgs(history, ['a', '--limit', bad]), 'limit')).code).toBe('usage')
})

test('a word that looks like an object property is just unknown', () => {
  for (const word of ['--__proto__', '--constructor', '--toString=x'])
    expect(refusal(() => parseCommandArgs(save, [word])).code).toBe('usage')
})

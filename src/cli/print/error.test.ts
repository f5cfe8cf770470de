import { expect, test } from 'vitest'
import { DogearError, needsAnswer } from '../../core/errors.js'
import { type Output, PLAIN } from './output.js'
import { reportError } from './error.js'

function record(json: boolean): { output: Output; out: unknown[]; err: string[] } {
  const out: unknown[] = []
  const err: string[] = []
  const output: Output = {
    json,
    quiet: false,
    terminal: false,
    interactive: false,
    errorTerminal: false,
    width: 80,
    colour: false,
    style: PLAIN,
    errorStyle: PLAIN,
    raw: () => undefined,
    print: (text) => void out.push(text),
    page: () => undefined,
    tell: ({ text }) => void out.push(text),
    printJson: (value) => void out.push(value),
    warn: (text) => void err.push(text),
    fail: (text) => void err.push(text),
    draw: (text) => void err.push(text),
  }
  return { output, out, err }
}

const full = new DogearError('bad-name', 'no \u001b[31mgood', { expected: 'this', next: 'that' })

test('a person is told what is wrong, what was expected and what to do', () => {
  const { output, err } = record(false)
  expect(reportError(full, output, {})).toBe(2)
  expect(err).toEqual(['dogear: no good\n  expected: this\n  next: that'])
})

test('a program gets the same as JSON on standard output', () => {
  const { output, out, err } = record(true)
  expect(reportError(full, output, {})).toBe(2)
  expect(out).toEqual([{ error: { code: 'bad-name', message: 'no \u001b[31mgood', expected: 'this', next: 'that' } }])
  expect(err).toEqual([])
})

test('a question nobody can answer here becomes a structured answer', () => {
  const question = {
    id: 'workstream',
    question: 'Which?',
    options: [{ value: 'a', label: 'a' }],
    answerWith: 'dogear resume <name>',
  }
  const { output, out } = record(false)
  expect(reportError(needsAnswer(question), output, {})).toBe(3)
  expect(out).toEqual([{ needs: question }])
})

test('a defect says so, and shows its stack only when asked', () => {
  const quiet = record(false)
  expect(reportError(new TypeError('boom'), quiet.output, {})).toBe(70)
  expect(quiet.err.join('\n')).toContain('this is a defect of dogear: boom')
  expect(quiet.err.join('\n')).not.toContain('error.test')
  const loud = record(false)
  reportError(new TypeError('boom'), loud.output, { DOGEAR_DEBUG: '1' })
  expect(loud.err.join('\n')).toContain('error.test')
})

test('a reader that went away is no error', () => {
  const { output, out, err } = record(false)
  expect(reportError(Object.assign(new Error('EPIPE'), { code: 'EPIPE', syscall: 'write' }), output, {})).toBe(0)
  expect([out, err]).toEqual([[], []])
})

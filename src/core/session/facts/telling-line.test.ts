import { expect, test } from 'vitest'
import { tellingLine } from './command-text.js'

test('of what Node prints of an error that nobody caught, the error is told', () => {
  const output = [
    'node:internal/modules/run_main:123',
    '    triggerUncaughtException(',
    '    ^',
    '',
    'AssertionError [ERR_ASSERTION]: 4 == 3',
    '    at file:///src/shop/cart.test.mjs:3:8',
    "  code: 'ERR_ASSERTION',",
    'Node.js v20.20.2',
  ]
  expect(tellingLine(output.join('\n'))).toBe('AssertionError [ERR_ASSERTION]: 4 == 3')
})

test('what the runner of tests says stands before what its harness says', () => {
  expect(tellingLine('Exit code 1\n> shop@1.0.0 test\nnot ok 3 - counts quantities\n')).toBe(
    'not ok 3 - counts quantities',
  )
})

test('a word that only says that something is wrong tells nothing', () => {
  expect(tellingLine('Error:\n   0: no task //foo:test found\n')).toBe('0: no task //foo:test found')
})

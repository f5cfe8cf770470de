import { expect, test } from 'vitest'
import { commandMark, editMark } from './marks.js'

test('a command is known again wherever it starts and however much of its output is shown [F14]', () => {
  const forms = [
    'npm test',
    ' npm  test ',
    'cd /a/b && npm test',
    'npm test 2>&1',
    'npm test 2>&1 | tail -20',
    'npm test | grep FAIL | head',
  ]
  expect(new Set(forms.map(commandMark)).size).toBe(1)
  expect(commandMark('npm test -- login')).not.toBe(commandMark('npm test'))
})

test('an edit is known by its file, what it replaces and what it brings [F14]', () => {
  const marks = [editMark('a', 'x', 'y'), editMark('b', 'x', 'y'), editMark('a', 'y', 'x'), editMark('a', 'x\0', 'y')]
  expect(new Set(marks).size).toBe(4)
})

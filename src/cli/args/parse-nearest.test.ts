import { expect, test } from 'vitest'
import { nearest } from '../../core/text/nearest.js'

const WORDS = ['save', 'resume', 'list', 'history', 'next', 'done']

test.each([
  ['sav', 'save'],
  ['svae', 'save'],
  ['hist', 'history'],
  ['resum', 'resume'],
  ['LIST', 'list'],
  ['next-action', 'next'],
  ['nexts', 'next'],
])('%s was probably meant to be %s', (typed, word) => {
  expect(nearest(typed, WORDS)).toBe(word)
})

test('a word that is near nothing gets no suggestion', () => {
  expect(nearest('frobnicate', WORDS)).toBeUndefined()
  expect(nearest('x', WORDS)).toBeUndefined()
})

test('a very long word costs no time', () => {
  expect(nearest('s'.repeat(1_000_000), WORDS)).toBeUndefined()
})

import { expect, test } from 'vitest'
import { howToAnswer, TRUST, withAnswer } from './arguments.js'

test.each([
  ['workstream', 'auth', { budget: 2000, name: 'auth' }],
  ['name', 'auth', { budget: 2000, name: 'auth' }],
  ['entry', 'k3f9', { budget: 2000, name: 'found', entry: 'k3f9' }],
  ['existing', 'overwrite', { budget: 2000, overwrite: true }],
  ['existing', 'auth-2', { budget: 2000, name: 'auth-2' }],
  ['ready', 'no', { budget: 2000, name: 'found', answers: { ready: 'no' } }],
  ['trust', 'yes', { budget: 2000, name: 'found', [TRUST]: 'yes' }],
  ['folder', '/w', { budget: 2000, name: 'found', folder: '/w' }],
])('the question %s answered with %s becomes arguments', (id, answer, args) => {
  expect(withAnswer({ budget: 2000 }, { id, name: 'found' }, answer)).toEqual(args)
})

test('a name that was given stays', () => {
  expect(withAnswer({ name: 'mine' }, { id: 'entry', name: 'found' }, 'k3f9')).toEqual({ name: 'mine', entry: 'k3f9' })
})

test('one answer does not take the place of another', () => {
  const once = withAnswer({}, { id: 'sentinel' }, '7')
  expect(withAnswer(once, { id: 'sentinel-again' }, '2')).toEqual({ answers: { sentinel: '7', 'sentinel-again': '2' } })
})

test('a model is told the argument, but never how to trust a repository by itself [F8]', () => {
  expect(howToAnswer('resume', { id: 'entry', name: 'auth' })).toBe(
    'call resume again with name: "auth", entry: "<value>"',
  )
  expect(howToAnswer('resume', { id: 'trust' })).toMatch(/^only the user/)
})

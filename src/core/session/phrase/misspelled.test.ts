import { expect, test } from 'vitest'
import { respelled } from './misspelled.js'

test.each([
  ['contniue with auth', 'continue with auth'],
  ['contiune', 'continue'],
  ['Contnue auth', 'continue auth'],
  ['continuee', 'continue'],
  ['resmue the parser', 'resume the parser'],
  ['weitermahcen', 'weitermachen'],
  ['продожай', 'продолжай'],
])('%j means %j', (text, meant) => expect(respelled(text)).toBe(meant))

test.each([
  'continue with auth',
  'continued fractions',
  'presume nothing',
  'resumes are in docs/',
  'contain the damage',
  'the continue button',
  'contniue\nwith auth',
  '',
])('%j is left as it is', (text) => expect(respelled(text)).toBeNull())

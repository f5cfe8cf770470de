import { expect, test } from 'vitest'
import type { FoundDecision } from '../../../app/look/search.js'
import { PLAIN } from '../../print/output.js'
import { printDecisionLines, printDecisions } from './search.js'

const found: FoundDecision = {
  date: '2026-11-15T11:00:00.000+00:00',
  project: 'shop-1',
  name: 'auth',
  id: '20261115T110000000Z-1-k3f9xq2m7p4w',
  text: 'Keep argon2',
  why: 'the audit of the spring asks for it and nothing else was measured',
  rejected: ['bcrypt', 'scrypt'],
}

test('a decision is shown whole: date, workstream, reason, what was rejected [D8]', () => {
  expect(printDecisions([found], { width: 44, style: PLAIN, projects: true })).toBe(
    [
      '2026-11-15 auth, shop-1, k3f9xq2',
      '  Keep argon2',
      '  why: the audit of the spring asks for it',
      '  and nothing else was measured',
      '  rejected: bcrypt; scrypt',
      '',
    ].join('\n'),
  )
})

test('for programs it is one line, whatever the text is', () => {
  const { why: _, rejected: __, ...bare } = found
  expect(printDecisionLines([{ ...bare, text: 'a\tb\nc\u001b[31m' }])).toBe(
    `${found.date}\tshop-1\tauth\t${found.id}\ta b c\t\t\n`,
  )
  expect(printDecisions([{ ...bare, text: 'a\u001b[31m\nb' }], { width: 80, style: PLAIN, projects: false })).toBe(
    '2026-11-15 auth, k3f9xq2\n  a b\n',
  )
})

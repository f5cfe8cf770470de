/** What a signed record says of who is in a store, if it has the form of it. */
import { expect, test } from 'vitest'
import { readStatement, reduceMembers, type Statement } from './members.js'

const [FOUNDER, EVE] = ['a'.repeat(32), 'e'.repeat(32)]

test.each<[string, string, Record<string, unknown>, object | null]>([
  ['a greeting', 'hello', { name: 'x', type: 'admit' }, { type: 'hello' }],
  ['one that is vouched for', 'hello', { vouchedBy: FOUNDER }, { type: 'hello', vouchedBy: FOUNDER }],
  ['vouching in another record', 'found', { type: 'hello', vouchedBy: FOUNDER }, null],
  ['an admission among keys', 'keys', { type: 'admit', device: EVE, person: EVE, name: '', role: 'admin' }, null],
  ['a role that there is none of', 'admit', { device: EVE, person: EVE, name: '', role: 'owner' }, null],
  ['an id that is none', 'admit', { device: '../x', person: EVE, name: '', role: 'member' }, null],
  ['an end without a number', 'revoke', { device: EVE, lastSeq: { valueOf: 1 } }, null],
])('%s', (_, kind, says, read) => {
  expect(readStatement(kind, says)).toEqual(read)
})

test('who says the same a great many times stops nobody', () => {
  const out = { type: 'revoke', device: EVE, lastSeq: 7 } as const
  const statements: Statement[] = [
    { device: FOUNDER, seq: 1, says: { type: 'found', audience: 'team', encrypted: false, nonce: 'x' } },
    { device: FOUNDER, seq: 2, says: { type: 'admit', device: EVE, person: EVE, name: 'Eve', role: 'member' } },
    ...Array.from({ length: 300_000 }, (_, at): Statement => ({ device: EVE, seq: at + 1, says: out })),
  ]
  expect(reduceMembers(FOUNDER, statements)?.members.get(EVE)?.until).toBe(7)
})

import { expect, test } from 'vitest'
import { goneFrom, isTold, type Lost, type Now, shareOfWords } from './loss.js'
import type { Row, Take } from './take.js'

const row = (path: string, hash: string, letter: Row['letter'] = 'M'): Row => ({
  letter,
  mode: '100644',
  hash: hash.padEnd(64, '0'),
  size: 100,
  path,
})
const take = (...rows: Row[]): Take => ({ id: 't', worktree: '/w', complete: true, rows, left: [] })
const gone = (before: Row[], after: Row[], now: Now = 'absent'): string[] =>
  goneFrom(take(...before), take(...after), () => now)
    .filter((one) => one.in === undefined)
    .map(({ path, how }) => `${path} ${how}`)

test('bytes that are at another path now are not gone: mv', () => {
  expect(gone([row('a', '1')], [row('b', '1')])).toEqual([])
})

test('a tracked file that fell back to the base is', () => {
  expect(gone([row('a', '1')], [], { hash: 'base', mode: '100644' })).toEqual(['a base'])
})

test('a new file that is not there any more is, and one that holds something else', () => {
  expect(gone([row('n', '1', 'A'), row('m', '2')], [row('m', '3')])).toEqual(['n gone', 'm changed'])
})

test('a commit, which leaves all bytes where they are, loses nothing', () => {
  expect(gone([row('a', '1')], [], { hash: '1'.padEnd(64, '0'), mode: '100644' })).toEqual([])
  expect(gone([row('a', '1')], [], { hash: '1'.padEnd(64, '0'), mode: '100755' }), 'its rights').toEqual(['a base'])
})

test('what a take could not look at is no loss', () => {
  const after = { ...take(), left: [{ why: 'over-limit' as const, detail: '3', path: 'data/' }] }
  expect(goneFrom(take(row('data/x', '1', 'A')), after, () => 'absent')).toEqual([])
})

const lost = (more: Partial<Lost>): Lost => ({
  path: 'src/a.ts',
  hash: '1',
  mode: '100644',
  size: 500,
  how: 'gone',
  now: '',
  tracked: true,
  ...more,
})
const REST = { isEmpty: false, isOfAnother: false, share: 1 }

test.each([
  ['fell back to the base', lost({ how: 'base' }), true, null],
  ['a new file was removed', lost({ tracked: false }), true, null],
  ['what a build makes again', lost({ tracked: false, path: 'dist/app.js' }), false, null],
  ['a formatter', lost({ how: 'changed' }), false, REST],
  ['emptied', lost({ how: 'changed' }), true, { ...REST, isEmpty: true }],
  ['another file was moved over it', lost({ how: 'changed' }), true, { ...REST, isOfAnother: true }],
  ['written anew', lost({ how: 'changed' }), true, { ...REST, share: 0.1 }],
] as const)('%s', (_, one, told, remains) => {
  expect(isTold(one, true, true, remains)).toBe(told)
  expect(isTold(one, false, true, remains), 'made in this turn').toBe(false)
})

test('an edit tool is work, whatever it leaves', () => {
  expect(isTold(lost({ how: 'changed' }), true, false, { ...REST, isEmpty: true })).toBe(false)
})

test('a formatter leaves the words', () => {
  expect(shareOfWords('const a = 1;\nconst b=2', 'const a = 1\nconst   b = 2\n')).toBe(1)
  expect(shareOfWords('const a = 1', 'something else')).toBe(0)
})

import { expect, test } from 'vitest'
import { entryWith } from '../../../test/support/entries.js'
import { compare, type Now } from './drift.js'

const HEAD = 'a'.repeat(40)
const NEWER = 'b'.repeat(40)
const entry = entryWith({
  where: { branch: 'feat', head: HEAD, worktree: '/w' },
  files: [
    { path: 'src/a.ts', hash: '1' },
    { path: 'src/b.ts', hash: '2' },
    { path: 'src/c.ts', hash: '3' },
    { path: 'big.bin' },
  ],
  plan: { path: 'plan.md', step: 2, of: 4 },
  done: [{ text: 'said by a person' }, { text: 'seen', observed: 'git' }],
})
const same: Now = {
  worktree: '/w',
  branch: 'feat',
  head: HEAD,
  commits: { total: 0, commits: [] },
  files: [
    { path: 'src/a.ts', state: 'same' },
    { path: 'src/b.ts', state: 'same' },
    { path: 'src/c.ts', state: 'same' },
    { path: 'big.bin', state: 'unknown' },
  ],
  plan: { state: 'read', step: 2, of: 4 },
  conflicts: [],
}

test('where nothing moved, every checkable fact is true and the rest is called not checkable [F5]', () => {
  const drift = compare(entry, same)
  expect(drift.moved).toBe(false)
  expect(drift.facts.map((fact) => [fact.fact, fact.verdict])).toEqual([
    ['on branch feat', 'true'],
    ['head aaaaaaaaaa', 'true'],
    ['file src/a.ts', 'true'],
    ['file src/b.ts', 'true'],
    ['file src/c.ts', 'true'],
    ['file big.bin', 'not checkable'],
    ['plan plan.md at step 2', 'true'],
    ['1 statement about what was done, failed, decided or blocked', 'not checkable'],
  ])
})

test('commits, changed, missing and moved files, the branch and the plan step are told [F5]', () => {
  const drift = compare(entry, {
    ...same,
    branch: 'main',
    head: NEWER,
    commits: { total: 2, commits: [{ id: NEWER, subject: 'fix' }] },
    files: [
      { path: 'src/a.ts', state: 'changed' },
      { path: 'src/b.ts', state: 'missing' },
      { path: 'src/c.ts', state: 'renamed', to: 'lib/c.ts' },
      { path: 'big.bin', state: 'unknown' },
    ],
    plan: { state: 'read', step: 3, of: 4 },
    operation: 'rebase',
    conflicts: ['src/a.ts'],
  })
  expect(drift).toMatchObject({ moved: true, operation: 'rebase', conflicts: ['src/a.ts'], commits: { total: 2 } })
  expect(
    drift.facts.filter((fact) => fact.verdict === 'changed').map((fact) => `${fact.fact}: ${fact.detail}`),
  ).toEqual([
    'on branch feat: now on main',
    'head aaaaaaaaaa: 2 commits since',
    'file src/a.ts: content changed',
    'file src/b.ts: missing',
    'file src/c.ts: moved to lib/c.ts',
    'plan plan.md at step 2: now at step 3 of 4',
  ])
})

test('a saved commit that is not in the history any more is said to be gone, not "0 commits since" [F5]', () => {
  const drift = compare(entry, { ...same, head: NEWER, commits: null })
  expect(drift.facts[1]).toEqual({
    fact: 'head aaaaaaaaaa',
    verdict: 'changed',
    detail: 'now bbbbbbbbbb; the saved commit is not in its history',
  })
})

test('what cannot be read is not checkable, never true [F5]', () => {
  const { head: _, commits: __, plan: ___, ...rest } = same
  const drift = compare(entry, rest)
  expect(drift.facts.filter((fact) => fact.verdict === 'not checkable').map((fact) => fact.fact)).toContain(
    'head aaaaaaaaaa',
  )
  expect(drift.facts.find((fact) => fact.fact.startsWith('plan'))?.verdict).toBe('not checkable')
})

test('uncommitted work that is gone comes before everything else', () => {
  const drift = compare(entry, { ...same, branch: 'main', vanished: ['src/a.ts'] })
  expect(drift.moved).toBe(true)
  expect(drift.facts.filter(({ verdict }) => verdict === 'changed').map(({ fact }) => fact)).toEqual([
    'uncommitted work in src/a.ts',
    'on branch feat',
  ])
})

test('a head that the present one does not go on from is a rewritten history, on another branch another one [F5]', () => {
  const commits = { total: 2, left: 1, commits: [{ id: NEWER, subject: 'fix' }] }
  const headOf = (branch: string): unknown => compare(entry, { ...same, branch, head: NEWER, commits }).facts[1]?.detail
  expect(headOf('feat')).toBe('history was rewritten: now bbbbbbbbbb; 1 saved commit is not in it, 2 others are')
  expect(headOf('main')).toBe(
    'now bbbbbbbbbb; the saved commit is not in its history (1 saved commit is not in it, 2 others are)',
  )
})

test('what a stash has is said to be there, and not to be missing', () => {
  const files: Now['files'] = [{ path: 'src/a.ts', state: 'missing' }]
  const drift = compare(entry, { ...same, files, stashed: [{ path: 'src/a.ts', stash: 'stash@{0}' }] })
  expect(drift.facts.filter(({ verdict }) => verdict === 'changed')).toEqual([
    { fact: 'uncommitted work in src/a.ts', verdict: 'changed', detail: 'in the stash: stash@{0}' },
  ])
})

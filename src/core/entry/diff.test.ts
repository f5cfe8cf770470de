import { expect, test } from 'vitest'
import { entryWith } from '../../../test/support/entries.js'
import { diffEntries } from './diff.js'

test('the same entry differs in nothing [F10]', () => {
  const entry = entryWith({ done: [{ text: 'x' }], files: [{ path: 'a', hash: '1' }] })
  expect(diffEntries(entry, entry)).toEqual([])
})

test('a diff says what was added, removed and changed, field by field [F10]', () => {
  const from = entryWith({
    next: { text: 'write it' },
    done: [{ text: 'one' }],
    failed: [{ text: 'jose 5', why: 'Node 20' }],
    files: [{ path: 'a.ts', hash: '1' }],
    plan: { path: 'p.md', step: 1, of: 3 },
  })
  const to = entryWith({
    next: { text: 'test it' },
    done: [{ text: 'one' }, { text: 'two' }],
    files: [{ path: 'a.ts', hash: '2' }],
    plan: { path: 'p.md', step: 2, of: 3 },
    task: { text: 'auth' },
  })
  expect(diffEntries(from, to)).toEqual([
    { field: 'task', kind: 'added', after: 'auth' },
    { field: 'plan', kind: 'changed', before: 'p.md (step 1 of 3)', after: 'p.md (step 2 of 3)' },
    { field: 'next', kind: 'changed', before: 'write it', after: 'test it' },
    { field: 'done', kind: 'added', after: 'two' },
    { field: 'failed', kind: 'removed', before: 'jose 5 — Node 20' },
    { field: 'files', kind: 'changed', before: 'a.ts', after: 'a.ts (content changed)' },
  ])
})

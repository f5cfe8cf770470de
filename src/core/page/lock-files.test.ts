import { expect, test } from 'vitest'
import { changedLocks, tidyLocks } from './lock-files.js'

test('a path from outside leads to no other file than a lock file within the worktree', () => {
  const hash = '9f86d081884c7d65'
  const strange = [
    '/etc/yarn.lock',
    '../yarn.lock',
    'a/../../yarn.lock',
    'C:\\yarn.lock',
    './yarn.lock',
    '.env',
    'a//go.sum',
  ]
  expect(tidyLocks(Object.fromEntries(strange.map((path) => [path, hash])))).toBeUndefined()
  expect(tidyLocks({ 'web/yarn.lock': hash, 'go.sum': 'no hash', 'uv.lock': 1 })).toEqual({ 'web/yarn.lock': hash })
  for (const none of [null, 'yarn.lock', 3, [hash]]) expect(tidyLocks(none)).toBeUndefined()
})

test('changed is what is known then and now, and differs; one that is gone has changed', () => {
  const then = { 'go.sum': 'a', 'uv.lock': 'a', 'yarn.lock': 'a', 'deno.lock': 'a' }
  expect(changedLocks(then, { 'go.sum': 'a', 'uv.lock': 'b', 'yarn.lock': '', 'Cargo.lock': 'c' })).toEqual([
    'uv.lock',
    'yarn.lock',
  ])
  expect(changedLocks(then, undefined)).toEqual([])
  expect(changedLocks(undefined, then)).toEqual([])
})

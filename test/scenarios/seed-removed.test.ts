/** Seed 002 has no command that must be used to delete: who removes a file by hand has deleted the checkpoint [C6]. */
import { expect, test } from 'vitest'
import { type Desk, desk, isThere, put, take } from '../layouts/support/desk.js'

const FILE = 'memory/checkpoints/tide-table.md'
const SAVE = ['save', 'tide-table', '--task', 'Tide table', '--next', 'Run make tides']

/** With two checkpoints, saved by dogear. */
function saved(): Desk {
  const one = desk({ 'README.md': '# tides\n' })
  one.run('config', 'layout', 'session-continuity')
  one.run('save', 'other-work', '--task', 'Other', '--next', 'Run make other')
  expect(one.run(...SAVE).code).toBe(0)
  return one
}

test('it is off the list, that is said once with the way back, and nothing is lost', () => {
  const one = saved()
  take(one.repo.dir, FILE)
  expect(one.run('list').stderr).toContain(
    '"tide-table" was cleared: its file was removed by hand. Back: dogear restore tide-table',
  )
  expect(one.run('list').stderr).not.toContain('tide-table')
  expect(one.names()).toEqual(['other-work'])
  expect(one.run('restore', 'tide-table').code).toBe(0)
  expect(isThere(one.repo.dir, FILE)).toBe(true)
  expect(one.names()).toContain('tide-table')
})

test('also one that the old skill wrote, and one that git has', () => {
  const one = saved()
  put(one.repo.dir, { 'memory/checkpoints/by-hand.md': '# Checkpoint: by-hand\n\n**Task:** By hand\n' })
  one.repo.commit('with the checkpoints')
  expect(one.run('list', '--quiet', '--trust', 'mine').stdout).toContain('by-hand')
  for (const file of [FILE, 'memory/checkpoints/by-hand.md']) take(one.repo.dir, file)
  expect(one.names()).toEqual(['other-work'])
})

test('a file that went with a change of branch, or into a stash, is none of it', () => {
  const one = saved()
  one.repo.git('stash', 'push', '--quiet', '--include-untracked')
  expect(isThere(one.repo.dir, FILE)).toBe(false)
  expect(one.names()).toContain('tide-table')
  one.repo.git('stash', 'pop', '--quiet')
  one.repo.git('checkout', '--quiet', '-b', 'side')
  one.repo.commit('with the checkpoints')
  one.repo.git('checkout', '--quiet', 'main')
  expect(isThere(one.repo.dir, FILE)).toBe(false)
  expect(one.names()).toContain('tide-table')
  one.repo.git('checkout', '--quiet', 'side')
  expect(one.names()).toContain('tide-table')
})

import { readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scratchRepo, tempDir } from '../../test/support/world.js'
import { firstLook, noteLook } from './looks.js'
import { forgetKeys, forgetTold, keyOf, readMemory, remember } from './own-content.js'
import { type Project, projectAt } from './paths.js'
import { ensureProject, locateProject } from './projects/projects.js'

const TAG = 'aaaaaaaa.1.1.1'

function project(): Project {
  return projectAt(tempDir(), 'shop-0123456789ab')
}

test('a content is known by its words, not by how its lines end; where its name speaks, by both', () => {
  expect(keyOf('a\r\nb\r\n')).toBe(keyOf('a\nb\n'))
  expect(keyOf('\ufeffa')).toBe(keyOf('a'))
  expect(keyOf('a', 'x')).not.toBe(keyOf('a', 'y'))
  expect(keyOf('a', 'x')).not.toBe(keyOf('a'))
})

test('4,096 of each kind are remembered, the oldest go; what is own is made nothing else by being told', () => {
  const one = project()
  const keys = Array.from({ length: 5_000 }, (_, i) => keyOf(`content ${i}`))
  remember(one, 'told', [keyOf('strange')], TAG)
  remember(one, 'own', keys, TAG)
  const own = [...readMemory(one)].filter(([, kind]) => kind === 'own').map(([key]) => key)
  expect(own).toEqual(keys.slice(-4_096))
  remember(one, 'told', [keys.at(-1) as string], TAG)
  remember(one, 'no', [keys.at(-1) as string, keyOf('strange')], TAG)
  expect(readMemory(one).get(keys.at(-1) as string)).toBe('own')
  expect(readMemory(one).get(keyOf('strange'))).toBe('no')
  forgetTold(one, TAG)
  expect(readMemory(one).get(keyOf('strange'))).toBeUndefined()
  forgetKeys(one, [keys.at(-1) as string], TAG)
  expect(readMemory(one).size).toBe(4_095)
})

test('the first look stays the first, until another folder takes the place; what was saved before counts', () => {
  const { dir } = scratchRepo()
  const home = tempDir()
  const locate = (): ReturnType<typeof locateProject> => locateProject(home, dir, tempDir())
  noteLook(locate())
  const first = firstLook(locate())
  const [name = ''] = readdirSync(join(home, 'own/looks'))
  expect(first).toBeGreaterThan(0n)
  noteLook(locate())
  expect(firstLook(locate())).toBe(first)
  // Times of files can be set, the time of their change cannot.
  utimesSync(join(home, 'own/looks', name), 1, 1)
  expect(firstLook(locate())).toBeGreaterThanOrEqual(first)
  const elsewhere = tempDir()
  const saved = locateProject(elsewhere, dir, tempDir())
  ensureProject(saved, TAG)
  const now = locateProject(elsewhere, dir, tempDir())
  const born = firstLook(now)
  expect(firstLook(now)).toBe(born)
  // A disk tells finer times than the clock.
  expect(born).toBeLessThan(BigInt(Date.now() + 1) * 1_000_000n)
  expect(firstLook({ ...now, worktree: tempDir(), root: '/' })).toBeGreaterThan(born)
})

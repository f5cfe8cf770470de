/** Repositories and folders that were moved, copied, cloned again or turned into one another. */
import { cpSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { scratchRepo, tempDir } from '../../../test/support/world.js'
import { listProjects } from './projects.js'
import { freshHome, home, locate, settle, recordOf, plainFolder } from '../../../test/support/projects.js'

beforeEach(freshHome)

test('a moved repository keeps its project, and finds it quickly after the next save', () => {
  const repo = scratchRepo()
  const key = settle(repo.dir)
  const moved = join(tempDir(), 'elsewhere')
  renameSync(repo.dir, moved)
  expect(locate(moved)).toMatchObject({ project: { key }, exists: true, root: moved })
  expect(settle(moved)).toBe(key)
  expect(recordOf(key).roots.map((root: { path: string }) => root.path)).toEqual([
    join(moved, '.git'),
    join(repo.dir, '.git'),
  ])
  // Looking through the records would now find two; the shortcut made by the save leads to the right one.
  const twin = join(home, 'projects', 'twin-0123456789ab')
  cpSync(join(home, 'projects', key), twin, { recursive: true })
  expect(locate(moved)).toMatchObject({ project: { key }, exists: true })
  rmSync(join(home, 'index'), { recursive: true })
  expect(locate(moved)).toMatchObject({ exists: false, note: expect.stringContaining('twin-0123456789ab') })
  rmSync(twin, { recursive: true })
  // And back.
  renameSync(moved, repo.dir)
  expect(settle(repo.dir)).toBe(key)
})

test('a repository made where a moved one was is another project', () => {
  const repo = scratchRepo()
  const key = settle(repo.dir)
  const moved = join(tempDir(), 'elsewhere')
  renameSync(repo.dir, moved)
  settle(moved)
  const fresh = scratchRepo({ other: '' }, repo.dir)
  const located = locate(fresh.dir)
  expect(located.exists).toBe(false)
  expect(located.project.key).not.toBe(key)
  expect(settle(fresh.dir)).toBe(located.project.key)
  expect(locate(fresh.dir)).toMatchObject({ exists: true, project: { key: located.project.key } })
  expect(locate(moved).project.key).toBe(key)
})

test('a copy is another project, while the original stands', () => {
  const repo = scratchRepo()
  const key = settle(repo.dir)
  const copy = join(tempDir(), 'copy')
  cpSync(repo.dir, copy, { recursive: true })
  expect(locate(copy)).toMatchObject({ exists: false })
  expect(settle(copy)).not.toBe(key)
})

test('a repository that was copied to another disk and removed, or cloned again, keeps its project', () => {
  const repo = scratchRepo()
  const key = settle(repo.dir)
  const copy = join(tempDir(), 'copy')
  cpSync(repo.dir, copy, { recursive: true })
  rmSync(repo.dir, { recursive: true })
  expect(locate(copy)).toMatchObject({ project: { key }, exists: true })
  const other = scratchRepo({ unrelated: '' })
  expect(locate(other.dir).exists).toBe(false)
})

test('cloned again at the same path it is the same project; cloned elsewhere with another remote it is not', () => {
  const origin = scratchRepo()
  const clone = join(tempDir(), 'clone')
  const cloneTo = (dir: string): void => void origin.git('clone', '--quiet', origin.dir, dir)
  cloneTo(clone)
  const key = settle(clone)
  rmSync(clone, { recursive: true })
  cloneTo(clone)
  expect(settle(clone)).toBe(key)
  rmSync(clone, { recursive: true })
  const second = join(tempDir(), 'second')
  cloneTo(second)
  expect(locate(second).project.key).toBe(key)
  origin.git('-C', second, 'remote', 'set-url', 'origin', 'https://example.invalid/other.git')
  expect(locate(second).exists).toBe(false)
})

test('two projects that could both be meant: a new one, and a note that names them', () => {
  const origin = scratchRepo()
  const [a, b, c] = ['a', 'b', 'c'].map((name) => join(tempDir(), name)) as [string, string, string]
  for (const dir of [a, b, c]) origin.git('clone', '--quiet', origin.dir, dir)
  const known = [settle(a), settle(b)]
  rmSync(a, { recursive: true })
  rmSync(b, { recursive: true })
  const located = locate(c)
  expect(located.exists).toBe(false)
  for (const key of known) expect(located.note).toContain(key)
})

test('a moved folder is found again, from a folder inside it too', () => {
  const top = plainFolder('top', 'inner')
  const key = settle(dirname(top))
  const moved = join(tempDir(), 'moved')
  renameSync(dirname(top), moved)
  expect(locate(join(moved, 'inner'))).toMatchObject({ project: { key }, root: moved })
})

test('a folder keeps its project when it becomes a repository', () => {
  const dir = plainFolder('idea')
  const key = settle(dir)
  scratchRepo({ x: '' }, dir)
  expect(locate(dir)).toMatchObject({ exists: true, project: { key }, git: { kind: 'repository' } })
  expect(settle(dir)).toBe(key)
  expect(locate(dir).project.key).toBe(key)
  expect(listProjects(home)).toMatchObject([{ roots: [dir] }])
  rmSync(join(dir, '.git'), { recursive: true })
  expect(locate(dir).project.key).toBe(key)
})

test('a worktree whose repository is gone is usable as a folder, and a note says so', () => {
  const repo = scratchRepo()
  const linked = plainFolder('tree')
  repo.git('worktree', 'add', '--quiet', linked)
  mkdirSync(join(linked, 'sub'))
  rmSync(repo.dir, { recursive: true })
  expect(locate(join(linked, 'sub'))).toMatchObject({
    git: null,
    root: linked,
    note: expect.stringContaining('git worktree repair'),
  })
})

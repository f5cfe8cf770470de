import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { scratchRepo, tempDir } from '../../test/support/world.js'
import { locateProject } from '../store/projects.js'
import { readWhere } from './where.js'

beforeAll(() => {
  Object.assign(process.env, { HOME: tempDir(), GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' })
})

const locate = (cwd: string) => locateProject(join(tempDir(), 'home'), cwd, tempDir())

test('branch and head are known without git, dirty files with it', () => {
  const repo = scratchRepo({ 'sub/a': '1' })
  repo.write({ 'sub/a': '2' })
  const located = locate(join(repo.dir, 'sub'))
  const place = {
    project: located.project.key,
    worktree: repo.dir,
    branch: 'main',
    head: repo.git('rev-parse', 'HEAD'),
  }
  expect(readWhere(located, { git: false })).toEqual(place)
  expect(readWhere(located, { git: true })).toEqual({ ...place, dirty: [{ path: 'sub/a', state: 'modified' }] })
})

test('more than 500 dirty files are cut and counted', () => {
  const repo = scratchRepo()
  repo.write(Object.fromEntries(Array.from({ length: 620 }, (_, i) => [`f${i}`, ''])))
  const where = readWhere(locate(repo.dir), { git: true })
  expect(where.dirty).toHaveLength(500)
  expect(where.dirtyTotal).toBe(620)
})

test('before the first commit there is a branch and no head; detached there is a head and no branch', () => {
  const repo = scratchRepo()
  const head = repo.git('rev-parse', 'HEAD')
  repo.git('checkout', '--quiet', '--detach')
  expect(readWhere(locate(repo.dir), { git: true })).toEqual(expect.objectContaining({ head, dirty: [] }))
  expect(readWhere(locate(repo.dir), { git: true })).not.toHaveProperty('branch')
  repo.git('checkout', '--quiet', '--orphan', 'fresh')
  repo.git('rm', '-r', '--quiet', '--cached', '.')
  const where = readWhere(locate(repo.dir), { git: true })
  expect(where.branch).toBe('fresh')
  expect(where).not.toHaveProperty('head')
})

test('where git cannot help, what the files say is kept', () => {
  const repo = scratchRepo()
  writeFileSync(join(repo.dir, '.git', 'index'), 'broken')
  expect(readWhere(locate(repo.dir), { git: true })).toEqual({
    project: expect.any(String),
    worktree: repo.dir,
    branch: 'main',
    head: repo.git('rev-parse', 'HEAD'),
  })
})

test('outside a repository only the place is known', () => {
  const dir = tempDir()
  const located = locate(dir)
  expect(readWhere(located, { git: true })).toEqual({ project: located.project.key, worktree: dir })
})

test('in a bare repository the head is known', () => {
  const repo = scratchRepo()
  const bare = join(tempDir(), 'it.git')
  repo.git('clone', '--quiet', '--bare', repo.dir, bare)
  expect(readWhere(locate(bare), { git: true })).toMatchObject({
    worktree: bare,
    branch: 'main',
    head: repo.git('rev-parse', 'HEAD'),
  })
})

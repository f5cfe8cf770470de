import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { scratchRepo, tempDir } from '../../test/support/world.js'
import { type Located, locateProject } from '../store/projects/projects.js'
import type { Where } from '../core/entry/entry.js'
import { readStatus } from './git-status.js'
import { readWhere } from './where.js'

beforeAll(() => {
  Object.assign(process.env, { HOME: tempDir(), GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' })
})

const whereWithGit = (located: Located): Where => readWhere(located, located.git ? readStatus(located.worktree) : null)
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
  expect(readWhere(located, null)).toEqual(place)
  expect(whereWithGit(located)).toEqual({
    ...place,
    dirty: [{ path: 'sub/a', state: 'modified', blob: repo.git('hash-object', 'sub/a') }],
  })
})

test('more than 500 dirty files are cut and counted', () => {
  const repo = scratchRepo()
  repo.write(Object.fromEntries(Array.from({ length: 620 }, (_, i) => [`f${i}`, ''])))
  const where = whereWithGit(locate(repo.dir))
  expect(where.dirty).toHaveLength(500)
  expect(where.dirtyTotal).toBe(620)
})

test('before the first commit there is a branch and no head; detached there is a head and no branch', () => {
  const repo = scratchRepo()
  const head = repo.git('rev-parse', 'HEAD')
  repo.git('checkout', '--quiet', '--detach')
  expect(whereWithGit(locate(repo.dir))).toEqual(expect.objectContaining({ head, dirty: [] }))
  expect(whereWithGit(locate(repo.dir))).not.toHaveProperty('branch')
  repo.git('checkout', '--quiet', '--orphan', 'fresh')
  repo.git('rm', '-r', '--quiet', '--cached', '.')
  const where = whereWithGit(locate(repo.dir))
  expect(where.branch).toBe('fresh')
  expect(where).not.toHaveProperty('head')
})

test('where git cannot help, what the files say is kept', () => {
  const repo = scratchRepo()
  writeFileSync(join(repo.dir, '.git', 'index'), 'broken')
  expect(whereWithGit(locate(repo.dir))).toEqual({
    project: expect.any(String),
    worktree: repo.dir,
    branch: 'main',
    head: repo.git('rev-parse', 'HEAD'),
  })
})

test('outside a repository only the place is known', () => {
  const dir = tempDir()
  const located = locate(dir)
  expect(whereWithGit(located)).toEqual({ project: located.project.key, worktree: dir })
})

test('in a bare repository the head is known', () => {
  const repo = scratchRepo()
  const bare = join(tempDir(), 'it.git')
  repo.git('clone', '--quiet', '--bare', repo.dir, bare)
  expect(whereWithGit(locate(bare))).toMatchObject({
    worktree: bare,
    branch: 'main',
    head: repo.git('rev-parse', 'HEAD'),
  })
})

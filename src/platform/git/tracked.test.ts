import { execFileSync } from 'node:child_process'
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Repo, scratchRepo, tempDir } from '../../../test/support/world.js'
import { trackedBy } from './tracked.js'

const FILES = {
  'home/config.json': '{}',
  'home0/a': '0',
  'home-old/hooks/b': '1',
  'deep/er/home/projects/c': '2',
  'deep/er/hom': '3',
  'x/home/d': '4',
  'ünï cöde/home/e': '5',
  [`long/${'l'.repeat(200)}/f`]: '6',
}
const PLACES = [
  'home',
  'home/hooks',
  'home0',
  'home-',
  'hom',
  'deep',
  'deep/er',
  'deep/er/home',
  'deep/er/hom/e',
  'x/home',
  'x/hom',
  'ünï cöde/home',
  'ünï cöde',
  `long/${'l'.repeat(200)}`,
  `long/${'l'.repeat(199)}`,
  'nothing',
  'z/z',
]

/** What git lists at or below each place, and where it tracks a file on the way. */
function asGitSays({ git }: Repo, place: string): boolean {
  const names = git('-c', 'core.quotePath=false', 'ls-files').split('\n')
  return names.some((name) => name === place || name.startsWith(`${place}/`) || place.startsWith(`${name}/`))
}

const FORMS: [string, (repo: Repo) => void][] = [
  ['as it is', () => {}],
  ['version 4', ({ git }) => void git('update-index', '--index-version', '4')],
  ['intent to add', ({ git, write }) => (write({ 'nothing/new': '1' }), void git('add', '-N', 'nothing'))],
  ['skip-worktree', ({ git }) => void git('update-index', '--skip-worktree', 'home/config.json')],
  ['staged only', ({ git, write }) => (write({ 'z/z/a': '1' }), void git('add', '.'))],
  ['gone from the disk', ({ dir }) => rmSync(join(dir, 'home'), { recursive: true })],
  ['taken out', ({ git }) => void git('rm', '-r', '--cached', '--quiet', 'home', 'deep')],
  ['split', ({ git }) => void git('update-index', '--split-index')],
  [
    'split, with more since',
    ({ git, write }) => {
      git('update-index', '--split-index')
      write({ 'z/z/a': '1' })
      git('add', '.')
    },
  ],
  [
    'in a .git elsewhere',
    ({ dir }) => {
      const far = join(tempDir(), 'g')
      renameSync(join(dir, '.git'), far)
      writeFileSync(join(dir, '.git'), `gitdir: ${far}\n`)
    },
  ],
  [
    'of SHA-256',
    ({ dir, git }) => {
      rmSync(join(dir, '.git'), { recursive: true })
      git('init', '--quiet', '--object-format=sha256')
      git('add', '.')
    },
  ],
]

test.each(FORMS)('an index %s says what git says of it', (_, change) => {
  const repo = scratchRepo(FILES)
  change(repo)
  for (const place of PLACES)
    expect([place, trackedBy(join(repo.dir, place))]).toEqual([place, asGitSays(repo, place) ? repo.dir : null])
})

test('a linked worktree has an index of its own', () => {
  const repo = scratchRepo(FILES)
  const tree = join(tempDir(), 'tree')
  repo.git('worktree', 'add', '--quiet', '-b', 'side', tree)
  repo.git('rm', '-r', '--cached', '--quiet', 'home')
  expect(trackedBy(join(tree, 'home'))).toBe(tree)
  expect(trackedBy(join(repo.dir, 'home'))).toBeNull()
})

test('a folder that a sparse index holds as one entry is tracked', () => {
  const repo = scratchRepo(FILES)
  repo.git('sparse-checkout', 'set', '--cone', '--sparse-index', 'x')
  expect(trackedBy(join(repo.dir, 'home'))).toBe(repo.dir)
  expect(trackedBy(join(repo.dir, 'nothing'))).toBeNull()
})

test('what a repository leads elsewhere by a link is tracked, what lies in a submodule is its own', () => {
  const repo = scratchRepo(FILES)
  symlinkSync('/elsewhere', join(repo.dir, 'link'))
  const inner = scratchRepo({ a: '1' }, join(repo.dir, 'inner'))
  repo.git('-c', 'advice.addEmbeddedRepo=false', 'add', 'link', 'inner')
  expect(trackedBy(join(repo.dir, 'link', 'home'))).toBe(repo.dir)
  expect(trackedBy(join(inner.dir, 'home'))).toBeNull()
  expect(trackedBy(join(inner.dir, 'a'))).toBe(inner.dir)
})

test('an outer repository counts, too', () => {
  const repo = scratchRepo({ 'inner/home/a': '1' })
  repo.git('init', '--quiet', 'inner')
  expect(trackedBy(join(repo.dir, 'inner', 'home'))).toBe(repo.dir)
  expect(trackedBy(join(repo.dir, 'inner', 'other'))).toBeNull()
})

test.each([
  ['rubbish', (path: string) => writeFileSync(path, 'rubbish')],
  ['half of one', (path: string) => writeFileSync(path, Buffer.from('DIRC\0\0\0\x02\0\0\0\x09', 'latin1'))],
  ['a pipe', (path: string) => void execFileSync('mkfifo', [path])],
  ['a folder', (path: string) => mkdirSync(path)],
  ['a link to nowhere', (path: string) => symlinkSync('/nowhere', path)],
])('where the index is %s, everything may be tracked', (_, plant) => {
  const repo = scratchRepo(FILES)
  rmSync(join(repo.dir, '.git', 'index'))
  expect(trackedBy(join(repo.dir, 'home')), 'without an index nothing is').toBeNull()
  plant(join(repo.dir, '.git', 'index'))
  expect(trackedBy(join(repo.dir, 'nothing'))).toBe(repo.dir)
})

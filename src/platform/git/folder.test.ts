import { execFileSync } from 'node:child_process'
import { mkdirSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scratchRepo, tempDir } from '../../../test/support/world.js'
import { findGit, readHeadState } from './folder.js'

test('a repository is found from any folder inside it', () => {
  const { dir } = scratchRepo({ 'a/b/c.txt': 'x' })
  const place = { kind: 'repository', worktree: dir, gitDir: join(dir, '.git'), commonDir: join(dir, '.git') }
  expect(findGit(dir)).toEqual(place)
  expect(findGit(join(dir, 'a', 'b'))).toEqual(place)
  expect(findGit(join(dir, '.git', 'hooks'))).toEqual(place)
})

test('every worktree of a repository leads to the same common folder [F4]', () => {
  const repo = scratchRepo()
  const linked = join(tempDir(), 'with spaces é')
  repo.git('worktree', 'add', '--quiet', '-b', 'side', linked)
  const place = findGit(linked)
  expect(place).toMatchObject({ kind: 'worktree', worktree: linked, commonDir: join(repo.dir, '.git') })
  expect(readHeadState(place!)).toEqual({ branch: 'side', commit: repo.git('rev-parse', 'HEAD') })
})

test('a bare repository is found, and from its worktrees', () => {
  const repo = scratchRepo()
  const bare = join(tempDir(), 'it.git')
  repo.git('clone', '--quiet', '--bare', repo.dir, bare)
  expect(findGit(join(bare, 'objects'))).toEqual({ kind: 'bare', worktree: null, gitDir: bare, commonDir: bare })
  const linked = join(tempDir(), 'tree')
  repo.git('--git-dir', bare, 'worktree', 'add', '--quiet', linked, 'main')
  expect(findGit(linked)).toMatchObject({ kind: 'worktree', worktree: linked, commonDir: bare })
})

test('a submodule is a project of its own, and the innermost repository wins', () => {
  const inner = scratchRepo()
  const outer = scratchRepo()
  outer.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.dir, 'libs/sub')
  const gitDir = join(outer.dir, '.git', 'modules', 'libs', 'sub')
  expect(findGit(join(outer.dir, 'libs', 'sub'))).toEqual({
    kind: 'submodule',
    worktree: join(outer.dir, 'libs', 'sub'),
    gitDir,
    commonDir: gitDir,
  })
  const nested = scratchRepo({}, join(outer.dir, 'vendor', 'nested'))
  expect(findGit(nested.dir)?.worktree).toBe(nested.dir)
  expect(findGit(join(outer.dir, 'vendor'))?.worktree).toBe(outer.dir)
})

test('a linked folder is resolved, and GIT_DIR in the environment changes nothing', () => {
  const { dir } = scratchRepo()
  const link = join(tempDir(), 'link')
  symlinkSync(dir, link)
  const before = process.env['GIT_DIR']
  process.env['GIT_DIR'] = '/nowhere'
  try {
    expect(findGit(link)?.worktree).toBe(dir)
  } finally {
    if (before === undefined) delete process.env['GIT_DIR']
    else process.env['GIT_DIR'] = before
  }
})

test('a .git file that leads nowhere is reported', () => {
  const repo = scratchRepo()
  const linked = join(tempDir(), 'tree')
  repo.git('worktree', 'add', '--quiet', linked)
  renameSync(repo.dir, `${repo.dir}-moved`)
  const broken: string[] = []
  expect(findGit(linked, (folder) => broken.push(folder))).toBeNull()
  expect(broken).toEqual([linked])
  renameSync(`${repo.dir}-moved`, repo.dir)
})

test.each([
  ['an empty .git folder', (dir: string) => mkdirSync(join(dir, '.git'))],
  ['a pipe', (dir: string) => execFileSync('mkfifo', [join(dir, '.git')])],
  ['a link to itself', (dir: string) => symlinkSync('.git', join(dir, '.git'))],
  ['a link to an endless device', (dir: string) => symlinkSync('/dev/zero', join(dir, '.git'))],
])('%s in place of .git neither hangs nor counts', (_, plant) => {
  const dir = tempDir()
  plant(dir)
  expect(findGit(dir)).toBeNull()
})

test('a folder that no longer exists belongs to what is around it', () => {
  const { dir } = scratchRepo()
  expect(findGit(join(dir, 'gone', 'deeper'))?.worktree).toBe(dir)
})

test('the head is read from loose and packed refs, detached, and before the first commit', () => {
  const repo = scratchRepo()
  const commit = repo.git('rev-parse', 'HEAD')
  const head = () => readHeadState(findGit(repo.dir)!)
  expect(head()).toEqual({ branch: 'main', commit })
  repo.git('pack-refs', '--all', '--prune')
  expect(head()).toEqual({ branch: 'main', commit })
  repo.git('symbolic-ref', 'refs/heads/alias', 'refs/heads/main')
  repo.git('symbolic-ref', 'HEAD', 'refs/heads/alias')
  expect(head()).toEqual({ branch: 'alias', commit })
  repo.git('symbolic-ref', 'HEAD', 'refs/heads/feat/ünï')
  expect(head()).toEqual({ branch: 'feat/ünï' })
  repo.git('checkout', '--quiet', '--detach', commit)
  expect(head()).toEqual({ commit })
})

test('a repository with sha256 ids and one whose HEAD is a link are read too', () => {
  const dir = tempDir()
  const env = {
    ...process.env,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_AUTHOR_NAME: 'a',
    GIT_AUTHOR_EMAIL: 'a@b',
    GIT_COMMITTER_NAME: 'a',
    GIT_COMMITTER_EMAIL: 'a@b',
  }
  const git = (...args: string[]) => execFileSync('git', args, { cwd: dir, env, encoding: 'utf8' }).trim()
  git('init', '--quiet', '--object-format=sha256', '--initial-branch=main')
  git('commit', '--quiet', '--allow-empty', '--message', 'x')
  const commit = git('rev-parse', 'HEAD')
  expect(commit).toHaveLength(64)
  expect(readHeadState(findGit(dir)!)).toEqual({ branch: 'main', commit })
  rmSync(join(dir, '.git', 'HEAD'))
  symlinkSync('refs/heads/main', join(dir, '.git', 'HEAD'))
  expect(readHeadState(findGit(dir)!)).toEqual({ branch: 'main', commit })
})

test('a repository with reftable is found, and its head left to git', () => {
  const { dir } = scratchRepo()
  writeFileSync(join(dir, '.git', 'HEAD'), 'ref: refs/heads/.invalid\n')
  expect(readHeadState(findGit(dir)!)).toEqual({})
})

test.each([
  'ref: refs/../../../../etc/hostname',
  'ref: refs/heads/a/../../../../config',
  'ref: /etc/passwd',
  'ref: refs/heads/\u001b[31m',
  'x'.repeat(5000),
])('a hostile HEAD reads nothing outside the repository: %j', (head) => {
  const { dir } = scratchRepo()
  const place = findGit(dir)!
  writeFileSync(join(dir, '.git', 'HEAD'), head)
  expect(readHeadState(place)).toEqual({})
})

test('symbolic refs that lead in a circle end', () => {
  const { dir } = scratchRepo()
  writeFileSync(join(dir, '.git', 'refs', 'heads', 'a'), 'ref: refs/heads/b\n')
  writeFileSync(join(dir, '.git', 'refs', 'heads', 'b'), 'ref: refs/heads/a\n')
  writeFileSync(join(dir, '.git', 'HEAD'), 'ref: refs/heads/a\n')
  expect(readHeadState(findGit(dir)!)).toEqual({ branch: 'a' })
})

test('an operation in progress is told', () => {
  const repo = scratchRepo({ f: '1\n' })
  repo.git('checkout', '--quiet', '-b', 'side')
  repo.write({ f: '2\n' })
  const side = repo.commit('side')
  repo.git('checkout', '--quiet', 'main')
  repo.write({ f: '3\n' })
  repo.commit('main')
  const operation = () => readHeadState(findGit(repo.dir)!).operation
  const fails = (...args: string[]) => expect(() => repo.git(...args)).toThrow(/^git /)
  expect(operation()).toBeUndefined()
  fails('merge', 'side')
  expect(operation()).toBe('merge')
  repo.git('merge', '--abort')
  fails('cherry-pick', side)
  expect(operation()).toBe('cherry-pick')
  repo.git('cherry-pick', '--abort')
  fails('rebase', 'side')
  expect(operation()).toBe('rebase')
  repo.git('rebase', '--abort')
  fails('revert', '--no-edit', side)
  expect(operation()).toBe('revert')
  repo.git('revert', '--abort')
  repo.git('bisect', 'start')
  expect(operation()).toBe('bisect')
})

test('a submodule whose git folder was absorbed elsewhere is followed by an absolute path', () => {
  const repo = scratchRepo()
  const store = join(tempDir(), 'store')
  const copy = join(tempDir(), 'copy')
  repo.git('clone', '--quiet', '--separate-git-dir', store, repo.dir, copy)
  expect(findGit(copy)).toEqual({ kind: 'submodule', worktree: realpathSync(copy), gitDir: store, commonDir: store })
})

import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { conflictingRepo, scratchRepo, tempDir } from '../../test/support/world.js'
import { readGitFacts } from './git.js'
import { readStatus } from './git-status.js'

beforeAll(() => {
  Object.assign(process.env, { HOME: tempDir(), GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' })
})

const CLEAN = { staged: [], unstaged: [], untracked: [], conflicted: [], stashes: 0, commits: [] }

test('staged, unstaged and untracked files are told apart, all of them and not the first ten [A3]', () => {
  const repo = scratchRepo({ both: '1', edited: '1', 'old name': 'same\n'.repeat(20) })
  const many = Array.from({ length: 40 }, (_, i) => `new ${String(i).padStart(2, '0')}`)
  repo.write({ both: '2', ...Object.fromEntries(many.map((name) => [name, 'x'])) })
  repo.git('add', 'both')
  repo.git('mv', 'old name', 'new name')
  repo.write({ both: '3', edited: '2' })
  expect(readGitFacts(repo.dir)).toEqual({
    ...CLEAN,
    branch: 'main',
    detached: false,
    head: repo.git('rev-parse', 'HEAD'),
    staged: ['both', 'new name'],
    unstaged: ['both', 'edited'],
    untracked: many,
  })
})

test.each(['merge', 'rebase', 'cherry-pick'])(
  'a %s that stopped is told with the files in conflict [A3]',
  (operation) => {
    const repo = conflictingRepo()
    expect(() => repo.git(operation, 'side')).toThrow(`git ${operation}`)
    const facts = readGitFacts(repo.dir)
    expect(facts).toMatchObject({ operation, conflicted: ['f'], staged: [], unstaged: [] })
    expect(facts?.detached).toBe(operation === 'rebase')
  },
)

test('a bisect is told, and a detached head has no branch [A3]', () => {
  const repo = scratchRepo()
  for (const subject of ['two', 'three', 'four']) repo.commit(subject)
  repo.git('bisect', 'start', 'HEAD', 'HEAD~3')
  const facts = readGitFacts(repo.dir)
  expect(facts).toEqual({ ...CLEAN, detached: true, head: repo.git('rev-parse', 'HEAD'), operation: 'bisect' })
})

test('stashes are counted, and so is the distance to the upstream', () => {
  const origin = scratchRepo({ f: '1' })
  const dir = join(tempDir(), 'clone')
  origin.git('clone', '--quiet', origin.dir, dir)
  origin.commit('theirs')
  const repo = { ...origin, git: (...args: string[]) => origin.git('-C', dir, ...args) }
  for (const text of ['2', '3']) {
    writeFileSync(join(dir, 'f'), text)
    repo.git('stash', 'push', '--quiet')
  }
  for (const subject of ['a', 'b']) repo.git('commit', '--quiet', '--allow-empty', '--message', subject)
  repo.git('fetch', '--quiet')
  expect(readGitFacts(dir)).toMatchObject({ stashes: 2, upstream: { name: 'origin/main', ahead: 2, behind: 1 } })
  // As git before 2.35 answers: its status does not tell of stashes.
  const { stashes, ...old } = readStatus(dir) ?? { files: [] }
  expect(stashes).toBe(2)
  expect(readGitFacts(dir, { status: old })?.stashes).toBe(2)
})

test('commits since the session began are listed, at most 50', () => {
  const repo = scratchRepo()
  const began = Date.parse('2026-01-01T00:00:00Z')
  for (let i = 0; i < 55; i++) repo.git('commit', '--quiet', '--allow-empty', '--message', `commit ${i}`)
  const commits = readGitFacts(repo.dir, { since: began })?.commits
  expect(commits).toHaveLength(50)
  expect(commits?.[0]).toEqual({ id: repo.git('rev-parse', 'HEAD'), subject: 'commit 54', at: began })
  expect(readGitFacts(repo.dir, { since: began + 1000 })?.commits).toEqual([])
})

test('before the first commit there is a branch, no head and no commits', () => {
  const dir = tempDir()
  scratchRepo().git('init', '--quiet', '--initial-branch=fresh', dir)
  expect(readGitFacts(dir, { since: 0 })).toEqual({ ...CLEAN, branch: 'fresh', detached: false })
})

test('a branch with the name that git gives to none is a branch', () => {
  const repo = scratchRepo()
  repo.git('checkout', '--quiet', '-b', '(detached)')
  expect(readGitFacts(repo.dir)).toMatchObject({ branch: '(detached)', detached: false })
})

test('without a repository, in a bare one, or with a broken index there are no facts', () => {
  const repo = scratchRepo()
  const bare = join(tempDir(), 'it.git')
  repo.git('clone', '--quiet', '--bare', repo.dir, bare)
  expect(readGitFacts(tempDir())).toBeNull()
  expect(readGitFacts(bare)).toBeNull()
  writeFileSync(join(repo.dir, '.git', 'index'), 'broken')
  expect(readGitFacts(repo.dir)).toBeNull()
})

test('no command of a hostile repository is run', () => {
  const repo = scratchRepo({ f: '1' })
  const canary = join(tempDir(), 'canary')
  const command = join(tempDir(), 'trap.sh')
  writeFileSync(command, `#!/bin/sh\ntouch '${canary}'\ncat\n`)
  chmodSync(command, 0o755)
  for (const setting of ['core.fsmonitor', 'core.pager', 'filter.x.clean', 'gpg.program', 'diff.external']) {
    repo.git('config', setting, command)
  }
  repo.git('config', 'log.showSignature', 'true')
  mkdirSync(join(repo.dir, '.git', 'info'), { recursive: true })
  writeFileSync(join(repo.dir, '.git', 'info', 'attributes'), '* filter=x diff=x\n')
  writeFileSync(join(repo.dir, 'f'), '2')
  expect(readGitFacts(repo.dir, { since: 0 })).toMatchObject({ unstaged: ['f'], commits: [{ subject: 'first' }] })
  expect(existsSync(canary)).toBe(false)
})

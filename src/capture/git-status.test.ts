import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { conflictingRepo, scratchRepo, tempDir } from '../../test/support/world.js'
import { parseStatus, readStatus } from './git-status.js'

beforeAll(() => {
  Object.assign(process.env, { HOME: tempDir(), GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' })
})

test('each kind of dirty file is told apart, whatever its name', () => {
  const long = 'some text that stays the same\n'.repeat(20)
  const repo = scratchRepo({
    'mod ified': 'a',
    gone: 'b',
    unstaged: 'c',
    'old name': long,
    'sub/ünï\t"q"': 'd',
    '.gitignore': 'ignored\n',
  })
  repo.write({
    'mod ified': 'x',
    'sub/ünï\t"q"': 'x',
    fresh: '1',
    staged: '2',
    ignored: '3',
    'new dir/one': '4',
    'new dir/two': '5',
  })
  repo.git('rm', '--quiet', 'gone')
  rmSync(join(repo.dir, 'unstaged'))
  repo.git('mv', 'old name', 'new name')
  repo.git('add', 'staged')
  const status = readStatus(join(repo.dir, 'sub'))
  expect(status).toEqual({ branch: 'main', commit: repo.git('rev-parse', 'HEAD'), files: expect.any(Array) })
  const told = status?.files.map(({ path, state, staged, unstaged }) =>
    [path, state, staged ? 'staged' : '', unstaged ? 'unstaged' : ''].filter(Boolean).join(': '),
  )
  expect(told?.sort()).toEqual([
    'fresh: untracked',
    'gone: deleted: staged',
    'mod ified: modified: unstaged',
    'new dir/: untracked',
    'new name: renamed: staged',
    'staged: added: staged',
    'sub/ünï\t"q": modified: unstaged',
    'unstaged: deleted: unstaged',
  ])
})

test('a file in conflict is told', () => {
  const repo = conflictingRepo()
  expect(() => repo.git('merge', 'side')).toThrow(/^git merge/)
  expect(readStatus(repo.dir)?.files).toEqual([{ path: 'f', state: 'conflicted', staged: false, unstaged: false }])
})

const paths = (porcelainV2: string) => parseStatus(porcelainV2).files.map(({ path, state }) => [path, state])

test('a path that looks like a record is only a path', () => {
  expect(paths('2 R. N... 100644 100644 100644 a b R100 new\0? old\0? real\0')).toEqual([
    ['new', 'renamed'],
    ['real', 'untracked'],
  ])
  expect(paths('? 1 .M x\0# branch.head main\0! ignored\0nonsense\0\0')).toEqual([['1 .M x', 'untracked']])
})

test('an old path that looks like a header is only a path', () => {
  const renamed = '2 R. N... 100644 100644 100644 a b R100 new\0# stash 99\0# branch.upstream evil\0'
  const status = parseStatus(`# branch.oid (initial)\0# branch.head main\0${renamed}`)
  expect(status).toEqual({ branch: 'main', files: [expect.objectContaining({ path: 'new', state: 'renamed' })] })
})

test('the distance to the upstream is told where git counted it', () => {
  const headers = '# branch.oid (initial)\0# branch.head main\0# branch.upstream origin/main\0'
  expect(parseStatus(`${headers}# branch.ab +2 -13\0# stash 3\0`)).toEqual({
    branch: 'main',
    upstream: { name: 'origin/main', ahead: 2, behind: 13 },
    stashes: 3,
    files: [],
  })
  expect(parseStatus(headers)).toEqual({ branch: 'main', files: [] })
  expect(parseStatus(`${headers}# branch.ab +? -?\0`)).toEqual({ branch: 'main', files: [] })
})

test('no repository, no answer', () => {
  const dir = tempDir()
  writeFileSync(join(dir, 'x'), '')
  expect(readStatus(dir)).toBeNull()
})

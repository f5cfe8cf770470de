/** The traps of git.test.ts lie in the repository at hand; these lie in one that git alone would have come to. */
import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { conflictingRepo, type Repo, scratchRepo, tempDir } from '../../../test/support/world.js'
import { conflictedFiles, readStatus } from '../../capture/git-status.js'
import { findGit } from './folder.js'
import { runGit } from './git.js'

const saved = { ...process.env }
beforeAll(() => {
  Object.assign(process.env, { HOME: tempDir(), GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' })
})
afterAll(() => void Object.assign(process.env, saved))

describe('no filter of a repository that only git would have found is run', () => {
  /** A repository whose filter leaves a file behind as soon as git looks at what was touched. */
  function trapped(dir = tempDir()): { repo: Repo; sprung: () => boolean } {
    const repo = scratchRepo({ 'a.txt': 'one\n' }, dir)
    return { repo, sprung: setTrap(repo.dir, join(repo.dir, '.git')) }
  }

  function setTrap(tree: string, gitDir: string): () => boolean {
    const folder = tempDir()
    const command = join(folder, 'trap.sh')
    writeFileSync(command, `#!/bin/sh\ntouch '${folder}/canary'\ncat\n`)
    chmodSync(command, 0o755)
    appendFileSync(join(gitDir, 'config'), `[filter "x"]\n\tclean = ${command}\n`)
    mkdirSync(join(gitDir, 'info'), { recursive: true })
    writeFileSync(join(gitDir, 'info', 'attributes'), '* filter=x\n')
    utimesSync(join(tree, 'a.txt'), 1, 1)
    return () => existsSync(join(folder, 'canary'))
  }

  function plainCopy(gitDir: string, copy: string): void {
    cpSync(gitDir, copy, { recursive: true })
    rmSync(join(copy, 'info'), { recursive: true })
    writeFileSync(join(copy, 'config'), '[core]\n\tbare = false\n')
  }

  /** `link/..` is this folder for who goes by the text, and `far` for who goes by the disk. */
  function linkAway(folder: string): string {
    const far = tempDir()
    mkdirSync(join(far, 'target'))
    symlinkSync(join(far, 'target'), join(folder, 'link'))
    return far
  }

  const POINTERS: [string, (repo: Repo) => void][] = [
    [
      'white space at the end of gitdir',
      ({ dir }) => {
        renameSync(join(dir, '.git'), join(dir, 'g '))
        plainCopy(join(dir, 'g '), join(dir, 'g'))
        writeFileSync(join(dir, '.git'), 'gitdir: g \n')
      },
    ],
    [
      'link/.. in gitdir',
      ({ dir }) => {
        const far = linkAway(dir)
        renameSync(join(dir, '.git'), join(far, 'g'))
        plainCopy(join(far, 'g'), join(dir, 'g'))
        writeFileSync(join(dir, '.git'), 'gitdir: link/../g\n')
      },
    ],
    [
      'white space at the end of commondir',
      ({ dir }) => {
        cpSync(join(dir, '.git'), join(dir, 'g\t'), { recursive: true })
        plainCopy(join(dir, 'g\t'), join(dir, 'g'))
        writeFileSync(join(dir, '.git', 'config'), '')
        writeFileSync(join(dir, '.git', 'commondir'), '../g\t\n')
      },
    ],
    [
      'link/.. in commondir',
      ({ dir }) => {
        const far = linkAway(join(dir, '.git'))
        cpSync(join(dir, '.git'), join(far, 'g'), { recursive: true })
        plainCopy(join(far, 'g'), join(dir, '.git', 'g'))
        writeFileSync(join(dir, '.git', 'config'), '')
        writeFileSync(join(dir, '.git', 'commondir'), 'link/../g\n')
      },
    ],
  ]

  test.each(POINTERS)('%s', (_, plant) => {
    const { repo, sprung } = trapped()
    plant(repo)
    const { gitDir = '', commonDir = '' } = findGit(repo.dir) ?? {}
    const named = ['rev-parse', '--path-format=absolute', '--git-dir', '--git-common-dir']
    expect(runGit(repo.dir, named).stdout).toBe(`${gitDir}\n${commonDir}\n`)
    expect(readStatus(repo.dir)).not.toBeNull()
    expect(sprung()).toBe(false)
    repo.git('status', '--porcelain')
    expect(sprung(), 'plain git falls for it').toBe(true)
  })

  test("a program of the worktree for a filter of the user's", () => {
    const repo = scratchRepo({ 'a.txt': 'one\n', '.gitattributes': '* filter=x\n', 'bin/tool': '' })
    const canary = join(tempDir(), 'canary')
    writeFileSync(join(repo.dir, 'bin', 'tool'), `#!/bin/sh\ntouch '${canary}'\ncat\n`)
    chmodSync(join(repo.dir, 'bin', 'tool'), 0o755)
    const own = join(tempDir(), 'gitconfig')
    writeFileSync(own, '[filter "x"]\n\tclean = tool\n')
    const before = { PATH: process.env['PATH'] ?? '', GIT_CONFIG_GLOBAL: '/dev/null' }
    for (const folder of [join(repo.dir, 'bin'), 'bin', join(repo.dir, 'bin', '..', 'bin')]) {
      utimesSync(join(repo.dir, 'a.txt'), 1, 1)
      Object.assign(process.env, { PATH: [folder, before.PATH].join(delimiter), GIT_CONFIG_GLOBAL: own })
      runGit(repo.dir, ['status', '--porcelain'])
      Object.assign(process.env, before)
      expect(existsSync(canary), folder).toBe(false)
    }
  })

  test('one whose name is no text, which nothing could overrule', () => {
    const { repo, sprung } = trapped()
    for (const path of ['config', 'info/attributes'].map((name) => join(repo.dir, '.git', name)))
      writeFileSync(path, readFileSync(path, 'latin1').replace(/(?<=filter[ =]"?)x/, '\xe9'), 'latin1')
    expect(readStatus(repo.dir)).toBeNull()
    expect(sprung()).toBe(false)
    repo.git('status', '--porcelain')
    expect(sprung(), 'plain git falls for it').toBe(true)
  })

  test.each([
    ['as it is', []],
    [
      'with settings that ask for it',
      [
        ['diff.ignoreSubmodules', 'none'],
        ['submodule.sub.ignore', 'none'],
        ['diff.submodule', 'diff'],
        ['status.submoduleSummary', 'true'],
        ['submodule.recurse', 'true'],
      ],
    ],
  ])('of a submodule during a merge, %s', (_, settings) => {
    const outer = conflictingRepo()
    const inner = scratchRepo({ 'a.txt': 'one\n' })
    outer.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', '--name', 'sub', inner.dir, 'sub')
    outer.commit('sub')
    for (const [name = '', value = ''] of settings) outer.git('config', name, value)
    expect(() => outer.git('merge', 'side')).toThrow('git merge')
    const sprung = setTrap(join(outer.dir, 'sub'), join(outer.dir, '.git', 'modules', 'sub'))
    expect(conflictedFiles(outer.dir)).toEqual(['f'])
    expect(readStatus(outer.dir)?.files.map(({ path }) => path)).toEqual(['f'])
    for (const args of [
      ['status'],
      ['status', '--porcelain=v2'],
      ['diff'],
      ['diff', 'HEAD'],
      ['diff-files'],
      ['diff-index', 'HEAD'],
    ])
      expect(runGit(outer.dir, args).ok, args.join(' ')).toBe(true)
    expect(sprung()).toBe(false)
    outer.git('diff', '--name-only', '--diff-filter=U')
    expect(sprung(), 'plain git falls for it').toBe(true)
  })

  test('a submodule at another commit is dirty, and one in conflict is told', () => {
    const outer = scratchRepo()
    const inner = scratchRepo()
    outer.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.dir, 'sub')
    outer.commit('sub')
    const commitInside = (message: string): void => {
      writeFileSync(join(outer.dir, 'sub', message), message)
      outer.git('-C', 'sub', 'add', '--all')
      outer.git('-C', 'sub', 'commit', '--quiet', '--message', message)
    }
    outer.git('checkout', '--quiet', '-b', 'side')
    const first = outer.git('-C', 'sub', 'rev-parse', 'HEAD')
    commitInside('one')
    expect(readStatus(outer.dir)?.files).toMatchObject([{ path: 'sub', state: 'modified' }])
    outer.commit('one')
    outer.git('checkout', '--quiet', 'main')
    outer.git('-C', 'sub', 'checkout', '--quiet', '-B', 'other', first)
    commitInside('two')
    outer.commit('two')
    expect(() => outer.git('merge', 'side')).toThrow('git merge')
    expect(conflictedFiles(outer.dir)).toEqual(['sub'])
  })
})

test('git is told the repository at every call, one call for a plain repository and two where filters are named', () => {
  const repo = scratchRepo()
  const tree = join(tempDir(), 'tree')
  repo.git('worktree', 'add', '--quiet', tree)
  const shim = tempDir()
  const log = join(shim, 'log')
  const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim()
  writeFileSync(join(shim, 'git'), `#!/bin/sh\necho "$GIT_COMMON_DIR $*" >> '${log}'\nexec '${real}' "$@"\n`, {
    mode: 0o755,
  })
  const path = process.env['PATH'] ?? ''
  process.env['PATH'] = [shim, path].join(delimiter)
  readStatus(tree)
  repo.git('config', 'filter.x.clean', 'cat')
  readStatus(tree)
  process.env['PATH'] = path
  const calls = readFileSync(log, 'utf8').trimEnd().split('\n')
  const gitDir = join(repo.dir, '.git')
  expect(calls).toHaveLength(3)
  for (const call of calls) {
    expect(call).toContain(` --git-dir=${gitDir}/worktrees/tree --work-tree=${tree} `)
    expect(call.startsWith(`${gitDir} `)).toBe(true)
  }
})

// Only who may give a file to somebody else can try this.
test.runIf(process.getuid?.() === 0)(
  'what belongs to another user is asked about only where the user allows it',
  () => {
    const repo = scratchRepo()
    const other = 12_345
    for (const path of ['.', '.git']) {
      chownSync(join(repo.dir, path), other, other)
      expect(runGit(repo.dir, ['rev-parse', 'HEAD']).ok, path).toBe(false)
      const config = join(tempDir(), 'gitconfig')
      writeFileSync(config, `[safe]\n\tdirectory = ${repo.dir}\n`)
      process.env['GIT_CONFIG_GLOBAL'] = config
      expect(runGit(repo.dir, ['rev-parse', 'HEAD']).ok, path).toBe(true)
      process.env['GIT_CONFIG_GLOBAL'] = '/dev/null'
      chownSync(join(repo.dir, path), 0, 0)
      expect(runGit(repo.dir, ['rev-parse', 'HEAD']).ok, path).toBe(true)
    }
  },
)

describe('told where to look, git says the same as if it had looked for itself', () => {
  const KINDS: [string, (repo: Repo, to: string) => void][] = [
    ['a linked worktree', (repo, to) => repo.git('worktree', 'add', '--quiet', '-b', 'side', to)],
    [
      'a linked worktree with settings of its own',
      (repo, to) => {
        repo.git('config', 'extensions.worktreeConfig', 'true')
        repo.git('worktree', 'add', '--quiet', '-b', 'side', to)
        repo.git('-C', to, 'config', '--worktree', 'core.excludesFile', join(to, 'a.txt'))
      },
    ],
    [
      'a worktree of a bare repository',
      (repo, to) => {
        const bare = join(tempDir(), 'it.git')
        repo.git('clone', '--quiet', '--bare', repo.dir, bare)
        repo.git('--git-dir', bare, 'worktree', 'add', '--quiet', to, 'main')
      },
    ],
    [
      'a git folder elsewhere',
      (repo, to) => repo.git('clone', '--quiet', `--separate-git-dir=${to}.git`, repo.dir, to),
    ],
    [
      'a submodule',
      (repo, to) => {
        const outer = scratchRepo({ x: '' }, join(to, '..'))
        outer.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', repo.dir, 'tree')
      },
    ],
    ['a folder behind a link', (repo, to) => symlinkSync(repo.dir, to)],
    ['a clone that borrows its objects', (repo, to) => repo.git('clone', '--quiet', '--shared', repo.dir, to)],
  ]

  test.each(KINDS)('%s', (_, make) => {
    const repo = scratchRepo({ 'a.txt': 'fresh\n', 'b.txt': 'two\n' })
    const tree = join(tempDir(), 'tree')
    make(repo, tree)
    writeFileSync(join(tree, 'b.txt'), 'stashed\n')
    repo.git('-C', tree, 'stash', '--quiet')
    writeFileSync(join(tree, 'b.txt'), 'changed\n')
    writeFileSync(join(tree, 'fresh'), '')
    const status = ['status', '--porcelain=v2', '--branch', '--show-stash']
    const { ok, stdout } = runGit(tree, status)
    expect(ok).toBe(true)
    expect(stdout.trimEnd()).toBe(repo.git('-C', tree, ...status))
    expect(stdout).toContain('b.txt')
  })
})

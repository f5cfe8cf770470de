import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Repo, scratchRepo, tempDir } from '../../../test/support/world.js'
import { runGit, startGit } from './git.js'

const saved = { ...process.env }
beforeEach(() => {
  Object.assign(process.env, { HOME: tempDir(), GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' })
})
afterEach(() => {
  for (const name of Object.keys(process.env)) if (!(name in saved)) delete process.env[name]
  Object.assign(process.env, saved)
})

const READING = [
  ['status', '--porcelain=v2', '-z', '--branch', '--untracked-files=normal', '--ignore-submodules=dirty'],
  ['diff', '--name-only', '--no-ext-diff', '--no-textconv', '-z'],
  ['diff', '--no-ext-diff', '--no-textconv'],
  ['status', '--porcelain=v2', '-z', '--branch', '--show-stash', '--find-renames'],
  ['rev-list', '--format=%H %s', '--end-of-options', 'HEAD'],
  ['rev-list', '--max-count=50', '--format=%H %ct %s', '--max-age=0', '--end-of-options', 'HEAD'],
  ['log', '-p', '-1', '--no-ext-diff', '--no-textconv'],
  ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
]

/** A repository with a committed file that looks touched, so that git must read it again. */
function touchedRepo(): Repo {
  const repo = scratchRepo({ 'a.txt': 'one\n', 'b.txt': 'two\n' })
  writeFileSync(join(repo.dir, 'a.txt'), 'changed\n')
  utimesSync(join(repo.dir, 'b.txt'), 1, 1)
  return repo
}

test('asked beside other work it says the same, and leaves nothing in the folder it wrote to', async () => {
  const repo = touchedRepo()
  const scratch = tempDir()
  const [status] = READING as [string[]]
  expect(await startGit(repo.dir, status, { scratch })).toEqual(runGit(repo.dir, status))
  expect(await startGit(repo.dir, ['no-such-command'], { scratch })).toEqual({ ok: false, stdout: '' })
  expect(await startGit(repo.dir, status, { scratch, maxBytes: 10 })).toEqual({ ok: false, stdout: '' })
  expect(readdirSync(scratch)).toEqual([])
})

test('where it cannot be asked beside, that is told at once', () => {
  expect(startGit(touchedRepo().dir, ['status'], { scratch: join(tempDir(), 'not-there') })).toBeNull()
  expect(startGit(tempDir(), ['status'], { scratch: tempDir() })).toBeNull()
})

/** Sets a trap: a command that leaves a file behind, and says whether it did. */
function trap(repo: Repo, name = 'trap.sh'): { command: string; sprung: () => boolean } {
  const dir = tempDir()
  const canary = join(dir, 'canary')
  const command = join(dir, name)
  writeFileSync(command, `#!/bin/sh\ntouch '${canary}'\ncat 2>/dev/null\nexit 0\n`)
  chmodSync(command, 0o755)
  return { command, sprung: () => existsSync(canary) }
}

type Plant = (repo: Repo, command: string) => void
const config =
  (...settings: string[]): Plant =>
  (repo, command) => {
    for (const setting of settings) repo.git('config', setting, command)
  }
const attribute =
  (line: string): Plant =>
  (repo) => {
    mkdirSync(join(repo.dir, '.git', 'info'), { recursive: true })
    writeFileSync(join(repo.dir, '.git', 'info', 'attributes'), `${line}\n`)
  }
const all =
  (...plants: Plant[]): Plant =>
  (repo, command) =>
    plants.forEach((plant) => plant(repo, command))

const TRAPS: [string, Plant][] = [
  ['core.fsmonitor', config('core.fsmonitor')],
  ['core.pager and core.editor', config('core.pager', 'core.editor', 'pager.status', 'pager.log')],
  ['core.sshCommand and core.askPass', config('core.sshCommand', 'core.askPass', 'core.gitProxy')],
  ['diff.external', config('diff.external')],
  ['textconv', all(config('diff.x.textconv', 'diff.x.command'), attribute('* diff=x'))],
  ['a clean filter', all(config('filter.x.clean', 'filter.x.smudge'), attribute('* filter=x'))],
  [
    'a required clean filter',
    all(config('filter.x.clean'), attribute('* filter=x'), (repo) => repo.git('config', 'filter.x.required', 'true')),
  ],
  ['a filter process', all(config('filter.x.process'), attribute('* filter=x'))],
  ['a filter with an odd name', all(config('filter.X.é"z].clean'), attribute('* filter=X.é"z]'))],
  ['a filter with a dot in its name', all(config('filter.a.b.clean'), attribute('* filter=a.b'))],
  ['a filter with = in its name', all(config('filter.a=b.clean'), attribute('* filter=a=b'))],
  ['a filter without a name', all(config('filter..clean'), attribute('* filter='))],
  [
    'a filter in .gitattributes of the work tree',
    all(config('filter.x.clean'), (repo) => repo.write({ '.gitattributes': '* filter=x\n' })),
  ],
  [
    'a filter in an included file',
    all(attribute('* filter=x'), (repo, command) => {
      writeFileSync(join(repo.dir, 'more'), `[FILTER "x"]\n\tclean = ${command}\n`)
      repo.git('config', 'include.path', '../more')
    }),
  ],
  [
    'a filter in the configuration of the worktree',
    all(attribute('* filter=x'), (repo, command) => {
      repo.git('config', 'extensions.worktreeConfig', 'true')
      repo.git('config', '--worktree', 'filter.x.clean', command)
    }),
  ],
  [
    'hooks',
    (repo, command) => {
      repo.git('config', 'core.hooksPath', join(repo.dir, 'hooks'))
      for (const hook of ['post-index-change', 'post-checkout', 'reference-transaction', 'fsmonitor-watchman']) {
        repo.write({ [`hooks/${hook}`]: readFileSync(command, 'utf8') })
        chmodSync(join(repo.dir, 'hooks', hook), 0o755)
      }
    },
  ],
  ['an alias', config('alias.status', 'alias.diff', 'alias.log')],
  [
    'a signature check',
    all(config('gpg.program'), (repo) => {
      repo.git('config', 'log.showSignature', 'true')
      const [head, ...message] = repo.git('cat-file', 'commit', 'HEAD').split('\n\n')
      const signature = 'gpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----'
      writeFileSync(join(repo.dir, '.git', 'signed'), `${head}\n${signature}\n\n${message.join('\n\n')}\n`)
      repo.git('update-ref', 'HEAD', repo.git('hash-object', '-t', 'commit', '-w', join(repo.dir, '.git', 'signed')))
    }),
  ],
  [
    'a missing object to be fetched from a promised remote',
    (repo, command) => {
      repo.git('config', 'core.repositoryFormatVersion', '1')
      repo.git('config', 'extensions.partialClone', 'origin')
      repo.git('config', 'remote.origin.promisor', 'true')
      repo.git('config', 'remote.origin.url', `ext::${command} %S`)
      repo.git('config', 'remote.origin.uploadpack', command)
      repo.git('config', 'protocol.ext.allow', 'always')
      const blob = repo.git('rev-parse', 'HEAD:a.txt')
      rmSync(join(repo.dir, '.git', 'objects', blob.slice(0, 2), blob.slice(2)))
    },
  ],
]

test.each(TRAPS)('no command of a hostile repository is run: %s', (_, plant) => {
  const repo = touchedRepo()
  const { command, sprung } = trap(repo)
  plant(repo, command)
  for (const args of READING) runGit(repo.dir, args)
  expect(sprung()).toBe(false)
})

// The traps are real: plain git steps into those that a reading command can reach at all.
test.each(TRAPS.filter(([name]) => /fsmonitor|filter|promised|diff\.external|textconv|hooks|signature/.test(name)))(
  'plain git falls for it: %s',
  (_, plant) => {
    const repo = touchedRepo()
    const { command, sprung } = trap(repo)
    plant(repo, command)
    // Some traps hang git: it is ended soon, and on a busy machine tried again.
    for (let tries = 0; tries < 5 && !sprung(); tries++)
      for (const args of [['status'], ['diff'], ['log', '-p', '-1']]) {
        if (sprung()) break
        try {
          execFileSync('git', args, { cwd: repo.dir, stdio: 'ignore', timeout: 1_500 })
        } catch {
          // Whether git was happy with what the trap answered does not matter.
        }
      }
    expect(sprung()).toBe(true)
  },
)

test('with its filters silenced, a repository still answers', () => {
  const repo = touchedRepo()
  repo.git('config', 'filter.x.clean', 'false')
  repo.git('config', 'filter.x.required', 'true')
  writeFileSync(join(repo.dir, '.gitattributes'), '* filter=x\n')
  const { ok, stdout } = runGit(repo.dir, ['status', '--porcelain', '-z'])
  expect(ok).toBe(true)
  expect(stdout.split('\0').filter(Boolean)).toEqual([' M a.txt', '?? .gitattributes'])
})

test('extensions of git-lfs that the repository names silence the filters of the user too', () => {
  const repo = touchedRepo()
  const { command, sprung } = trap(repo)
  const global = join(tempDir(), 'gitconfig')
  writeFileSync(global, `[filter "lfs"]\n\tclean = ${command}\n`)
  process.env['GIT_CONFIG_GLOBAL'] = global
  attribute('* filter=lfs')(repo, command)
  repo.git('config', 'lfs.extension.x.clean', command)
  expect(runGit(repo.dir, ['status', '--porcelain']).ok).toBe(true)
  expect(sprung()).toBe(false)
  repo.git('config', '--unset', 'lfs.extension.x.clean')
  runGit(repo.dir, ['status', '--porcelain'])
  expect(sprung()).toBe(true)
})

test('core.worktree cannot point elsewhere', () => {
  const repo = touchedRepo()
  const secret = tempDir()
  writeFileSync(join(secret, 'secret-name'), '')
  repo.git('config', 'core.worktree', secret)
  const { ok, stdout } = runGit(repo.dir, ['status', '--porcelain'])
  expect(ok).toBe(true)
  expect(stdout).toBe(' M a.txt\n')
})

test('a bare repository hidden in the work tree is not used', () => {
  const repo = touchedRepo()
  const { command, sprung } = trap(repo)
  const hidden = join(repo.dir, 'docs')
  repo.git('init', '--quiet', '--bare', hidden)
  writeFileSync(
    join(hidden, 'config'),
    `[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = ${repo.dir}\n\tfsmonitor = ${command}\n`,
  )
  expect(runGit(hidden, ['status']).ok).toBe(false)
  expect(sprung()).toBe(false)
})

test('GIT_DIR, GIT_INDEX_FILE and settings in the environment do not reach git', () => {
  const repo = touchedRepo()
  const { command, sprung } = trap(repo)
  Object.assign(process.env, {
    GIT_DIR: '/nowhere',
    GIT_INDEX_FILE: '/nowhere',
    GIT_EXTERNAL_DIFF: command,
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'core.fsmonitor',
    GIT_CONFIG_VALUE_0: command,
  })
  expect(runGit(repo.dir, ['rev-parse', '--show-toplevel'])).toEqual({ ok: true, stdout: `${repo.dir}\n` })
  runGit(repo.dir, ['diff'])
  expect(sprung()).toBe(false)
})

test('a program called git in the repository is never run', () => {
  const repo = touchedRepo()
  const { command, sprung } = trap(repo)
  mkdirSync(join(repo.dir, 'bin'))
  writeFileSync(join(repo.dir, 'bin', 'git'), readFileSync(command))
  chmodSync(join(repo.dir, 'bin', 'git'), 0o755)
  const path = process.env['PATH'] ?? ''
  process.env['PATH'] = [join(repo.dir, 'bin'), '.', '', path].join(delimiter)
  expect(runGit(repo.dir, ['rev-parse', 'HEAD']).ok).toBe(true)
  process.env['PATH'] = [join(repo.dir, 'bin'), '.', ''].join(delimiter)
  expect(runGit(repo.dir, ['rev-parse', 'HEAD'])).toEqual({ ok: false, stdout: '' })
  expect(sprung()).toBe(false)
})

test('a link called git in the repository is not followed to another program', () => {
  const repo = touchedRepo()
  const { command, sprung } = trap(repo)
  symlinkSync(command, join(repo.dir, 'git'))
  process.env['PATH'] = [repo.dir, process.env['PATH'] ?? ''].join(delimiter)
  expect(runGit(repo.dir, ['rev-parse', 'HEAD']).stdout).toBe(`${repo.git('rev-parse', 'HEAD')}\n`)
  expect(sprung()).toBe(false)
})

test('nothing is written: the index keeps its bytes and no lock appears', () => {
  const repo = touchedRepo()
  repo.git('config', 'feature.manyFiles', 'true')
  const index = join(repo.dir, '.git', 'index')
  const bytes = readFileSync(index)
  const time = statSync(index).mtimeMs
  for (const args of READING) runGit(repo.dir, args)
  expect(readFileSync(index).equals(bytes)).toBe(true)
  expect(statSync(index).mtimeMs).toBe(time)
})

test('too slow, too much, no repository and a wrong command are all just not ok', () => {
  const repo = touchedRepo()
  execFileSync('mkfifo', [join(repo.dir, '.git', 'pipe')])
  expect(runGit(repo.dir, ['status'], { maxBytes: 10 }).ok).toBe(false)
  expect(runGit(repo.dir, ['no-such-command']).ok).toBe(false)
  expect(runGit(tempDir(), ['status']).ok).toBe(false)
  repo.git('config', 'core.excludesFile', join(repo.dir, '.git', 'pipe'))
  const start = Date.now()
  expect(runGit(repo.dir, ['status'], { timeoutMs: 300 }).ok).toBe(false)
  expect(Date.now() - start).toBeLessThan(5_000)
})

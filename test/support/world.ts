/** A small world for a test: temporary folders, a real git repository, the real program, nothing of the developer's. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { beforeEach } from 'vitest'
import { checkout } from './checkout.js'
import { prepare } from './prepared.js'
import { afterThisFile } from './tidy.js'
import { askWarm } from './warm.js'

const dirs: string[] = []

/** An empty folder, by its real path, removed when the test file is done. */
export function tempDir(): string {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'dogear-test-')))
  if (dirs.length === 0) afterThisFile(() => removeWhole(dirs.splice(0)))
  dirs.push(dir)
  return dir
}

/** By one process, which is much faster at it than Node. What a killed client had started may write for a moment longer. */
async function removeWhole(paths: readonly string[]): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const { status, stderr } = spawnSync('xargs', ['-0', 'rm', '-rf', '--'], {
      input: paths.join('\0'),
      encoding: 'utf8',
    })
    if (status === 0) return
    if (attempt === 100) throw new Error(stderr)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

export type Env = Record<string, string>

/** An environment in which nothing of the developer's home or git configuration is visible. */
export function cleanEnv(home: string): Env {
  return {
    PATH: [dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter),
    HOME: home,
    USERPROFILE: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_DATA_HOME: join(home, '.local', 'share'),
    XDG_STATE_HOME: join(home, '.local', 'state'),
    XDG_CACHE_HOME: join(home, '.cache'),
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_SYSTEM: '/dev/null',
    GIT_AUTHOR_NAME: 'dogear test',
    GIT_AUTHOR_EMAIL: 'test@dogear.invalid',
    GIT_AUTHOR_DATE: '2026-01-01T00:00:00Z',
    GIT_COMMITTER_NAME: 'dogear test',
    GIT_COMMITTER_EMAIL: 'test@dogear.invalid',
    GIT_COMMITTER_DATE: '2026-01-01T00:00:00Z',
    LC_ALL: 'C.UTF-8',
    TZ: 'UTC',
  }
}

/** Every real process would make the bytecode of the program again, in the home of its test: half of what most of them cost. */
export function sharedCache(): string {
  const folder = join(tmpdir(), 'dogear-cache')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return folder
}

export interface Repo {
  dir: string
  /** Runs git here and returns what it printed, without the last newline. */
  git: (...args: string[]) => string
  write: (files: Record<string, string>) => void
  /** Commits everything and returns the commit id. */
  commit: (message: string) => string
}

/** A real git repository on branch `main`, with `files` as its first commit. */
export function scratchRepo(
  files: Record<string, string> = { 'README.md': '# scratch\n' },
  dir: string = tempDir(),
): Repo {
  return preparedRepo(
    JSON.stringify(files),
    ({ git, write, commit }) => {
      git('init', '--quiet', '--initial-branch=main')
      write(files)
      commit('first')
    },
    dir,
  )
}

/** A copy of one that `make` has made: once, for all tests that name this key. */
export function preparedRepo(key: string, make: (repo: Repo) => void, dir: string = tempDir()): Repo {
  prepare(key, dir, (place) => make(repoAt(place)))
  return repoAt(dir)
}

function repoAt(dir: string): Repo {
  const env = cleanEnv(tempDir())
  const git: Repo['git'] = (...args) => runGit(dir, env, args)
  return {
    dir,
    git,
    write: (more) => writeTree(dir, more),
    commit: (message) => {
      git('add', '--all')
      // Otherwise each of them starts another git that looks whether there is something to tidy up.
      git('-c', 'maintenance.auto=false', 'commit', '--quiet', '--allow-empty', '--message', message)
      return git('rev-parse', 'HEAD')
    },
  }
}

/** Branch `side` and `main` both changed the same line, so that putting them together stops. */
export function conflictingRepo(): Repo {
  const repo = scratchRepo({ f: '1\n' })
  repo.git('checkout', '--quiet', '-b', 'side')
  repo.write({ f: '2\n' })
  repo.commit('side')
  repo.git('checkout', '--quiet', 'main')
  repo.write({ f: '3\n' })
  repo.commit('main')
  return repo
}

function writeTree(dir: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true })
    writeFileSync(join(dir, path), text)
  }
}

function runGit(cwd: string, env: Env, args: string[]): string {
  const ran = spawnSync('git', args, { cwd, env, encoding: 'utf8' })
  if (ran.status !== 0) throw new Error(`git ${args.join(' ')}: ${ran.error?.message ?? ran.stderr}`)
  return ran.stdout.replace(/\n$/, '')
}

export interface RunOptions {
  cwd: string
  home: string
  env?: Env
  input?: string
  /** Another Node to run it with. */
  node?: string
  /** Another copy of the program, e.g. an installed one. */
  program?: string
}

export interface Ran {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
  json: <T = unknown>() => T
}

/**
 * Runs the built program to its end. What it says does not depend on the process it runs in, so most commands run in one
 * that is kept warm; `dogearProcess` is for what does.
 */
export function dogear(args: readonly string[], options: RunOptions): Ran {
  const { cwd, home, env = {}, input = '', node, program } = options
  const needsItsOwn =
    input !== '' || node || program || env['NODE_OPTIONS'] || (ALONE.has(args[0] ?? '') && !args.includes('--once'))
  if (needsItsOwn) return dogearProcess(args, options)
  const { code, stdout, stderr } = askWarm({ args, cwd, env: { ...cleanEnv(home), ...env } })
  return { code, signal: null, stdout, stderr, json: <T>() => parseJson<T>(stdout, stderr) }
}

/** Commands that go on until they are stopped, or start others of themselves. */
const ALONE = new Set(['mcp', 'watch', 'tour'])

/** Runs the built program as a user would: in a process of its own. */
export function dogearProcess(args: readonly string[], options: RunOptions): Ran {
  const program = options.program ?? join(checkout, 'bin', 'dogear.js')
  const { status, signal, stdout, stderr, error } = spawnSync(options.node ?? process.execPath, [program, ...args], {
    cwd: options.cwd,
    env: { ...cleanEnv(options.home), XDG_CACHE_HOME: sharedCache(), ...options.env },
    input: options.input ?? '',
    encoding: 'utf8',
    timeout: 120_000,
    maxBuffer: 64 * 1024 * 1024,
  })
  if (error) throw error
  return { code: status, signal, stdout, stderr, json: <T>() => parseJson<T>(stdout, stderr) }
}

function parseJson<T>(stdout: string, stderr: string): T {
  try {
    return JSON.parse(stdout) as T
  } catch {
    throw new Error(`expected JSON on stdout, got: ${stdout || '(nothing)'}\nstderr: ${stderr}`)
  }
}

export interface Desk {
  repo: Repo
  home: string
}

/** A repository and a home for every test of a file, each of its own. */
export function deskForEach(): { desk: Desk; run: (...args: string[]) => Ran } {
  const desk = {} as Desk
  beforeEach(() => void Object.assign(desk, { repo: scratchRepo(), home: tempDir() }))
  return { desk, run: (...args) => dogear(args, { cwd: desk.repo.dir, home: desk.home }) }
}

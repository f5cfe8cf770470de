/** The only place that runs git. What keeps it from running anything of a repository is in safe.ts. */
import { accessSync, closeSync, constants, existsSync, fstatSync, openSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { isFolder } from '../files/folders.js'
import { readUpTo } from '../files/raw-io.js'
import { realPathOf } from '../place.js'
import { withinDeadline } from '../process/self.js'
import { withFile } from './files.js'
import { findGit, type GitPlace } from './folder.js'
import { isAtWork, isStuck, patienceMs, readUsed, tellStuck } from './patience.js'
import { foldersOf, isInside, safeCommand, safeEnv, safeOptions } from './safe.js'

export interface GitOptions {
  maxBytes?: number
  timeoutMs?: number
  /** What git reads from its standard input. */
  input?: string
  /** The answer, and the input, with one letter for each byte: paths and contents may be no text. */
  bytes?: boolean
}

export interface GitAnswer {
  ok: boolean
  stdout: string
}

/**
 * Runs at the top of the worktree around `cwd`, so paths in the answer are relative to that.
 * Not ok: no git, no worktree, an error, too slow, or too much output. Never throws.
 */
export function runGit(cwd: string, args: readonly string[], options: GitOptions = {}): GitAnswer {
  const call = callOf(cwd, args, options)
  return call ? spawnGit(call, options) : FAILED
}

/**
 * The same while this process goes on with its own work. `scratch`: an existing folder of ours. The answer goes through a file
 * that has lost its name already, so that git never waits for a reader who is busy. Null: it could not be started so.
 */
export function startGit(
  cwd: string,
  args: readonly string[],
  { scratch, ...options }: GitOptions & { scratch: string },
): Promise<GitAnswer> | null {
  const call = callOf(cwd, args, options, ({ gitDir }) => {
    // The third word of git's index says how many files it holds. While they are few, git has looked at every one before
    // we need its answer; with twenty threads it would take our own core away.
    const head = withFile(join(gitDir, 'index'), (fd, size) => (size < 12 ? null : readUpTo(fd, 12, 0)))
    return (head?.readUInt32BE(8) ?? 0) < FEW_FILES ? ['-c', 'core.preloadIndex=false'] : []
  })
  const fd = call && openNameless(`${scratch}/.git-answer.${process.pid}.tmp`)
  if (!call || fd === null) return null
  return spawnBeside(call, fd, options).finally(() => closeSync(fd))
}

interface GitCall {
  gitDir: string
  program: string
  args: string[]
  cwd: string
  env: NodeJS.ProcessEnv
}

const FAILED: GitAnswer = { ok: false, stdout: '' }
const MAX_BYTES = 16_000_000
/** For one that is at work, and not stuck. */
const MAX_MS = 5_000

function callOf(
  cwd: string,
  args: readonly string[],
  options: GitOptions,
  more: (place: GitPlace) => string[] = () => [],
): GitCall | null {
  if (withinDeadline(1) <= 0) return null
  const place = findGit(cwd)
  const worktree = place?.worktree
  const program = worktree ? findProgram(worktree) : null
  if (!place || !worktree || !program || isStuck(place.gitDir)) return null
  const workPlace = { ...place, worktree }
  const base = { gitDir: place.gitDir, program, cwd: worktree, env: safeEnv(process.env, workPlace) }
  const { input: _, bytes: __, ...asking } = options
  const safe = safeOptions(workPlace, (asked) => spawnGit({ ...base, args: asked }, asking))
  return safe && { ...base, args: [...safe, ...more(place), ...safeCommand(args)] }
}

const FEW_FILES = 20_000

function spawnGit(call: GitCall, options: GitOptions, patientMs: number = patienceMs()): GitAnswer {
  const { gitDir, program, args, cwd, env } = call
  const timeout = withinDeadline(options.timeoutMs ?? patientMs)
  if (timeout <= 0) return FAILED
  const before = readUsed()
  // Loaded here because it costs milliseconds and most commands never run git. In Node since 20.16.
  const { spawnSync } = process.getBuiltinModule('node:child_process')
  const result = spawnSync(program, args, {
    cwd,
    env,
    encoding: options.bytes ? 'latin1' : 'utf8',
    stdio: [options.input === undefined ? 'ignore' : 'pipe', 'pipe', 'ignore'],
    ...(options.input !== undefined && { input: Buffer.from(options.input, options.bytes ? 'latin1' : 'utf8') }),
    maxBuffer: options.maxBytes ?? MAX_BYTES,
    timeout,
    killSignal: 'SIGKILL',
    windowsHide: true,
  })
  if ((result.error as NodeJS.ErrnoException | undefined)?.code === 'ETIMEDOUT') {
    if (!isAtWork(before, readUsed(), timeout)) tellStuck(gitDir, timeout)
    // Nobody can look at it while it runs, so it begins again, with all its time.
    else if (options.timeoutMs === undefined && patientMs < MAX_MS) return spawnGit(call, options, MAX_MS)
    else tellStuck(gitDir, timeout)
  }
  return { ok: result.status === 0 && result.error === undefined, stdout: result.stdout ?? '' }
}

function spawnBeside(call: GitCall, fd: number, options: GitOptions): Promise<GitAnswer> {
  const { gitDir, program, args, cwd, env } = call
  const timeout = withinDeadline(options.timeoutMs ?? patienceMs())
  if (timeout <= 0) return Promise.resolve(FAILED)
  const { spawn } = process.getBuiltinModule('node:child_process')
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd,
      env,
      stdio: ['ignore', fd, 'ignore'],
      windowsHide: true,
    })
    const end = (): void => void child.kill('SIGKILL')
    const look = (waitedMs: number): void => {
      const restMs = options.timeoutMs === undefined ? withinDeadline(Math.min(timeout, MAX_MS - waitedMs)) : 0
      const works = isAtWork(null, readUsed(child.pid), waitedMs)
      if (works && restMs > 0) timer = setTimeout(look, restMs, waitedMs + restMs)
      else {
        if (!works || waitedMs >= MAX_MS) tellStuck(gitDir, waitedMs)
        end()
      }
    }
    let timer = setTimeout(look, timeout, timeout)
    // Whoever does not wait for the answer leaves no git behind.
    process.once('exit', end)
    const finish = (ok: boolean): void => {
      clearTimeout(timer)
      process.off('exit', end)
      resolve((ok && readAnswer(fd, options)) || FAILED)
    }
    child.once('error', () => finish(false))
    child.once('exit', (code) => finish(code === 0))
  })
}

/** Null where the disk does not let us. */
function openNameless(path: string): number | null {
  try {
    const fd = openSync(path, 'wx+', 0o600)
    unlinkSync(path)
    return fd
  } catch {
    return null
  }
}

function readAnswer(fd: number, { maxBytes = MAX_BYTES, bytes: asBytes }: GitOptions): GitAnswer | null {
  const { size } = fstatSync(fd)
  if (size > maxBytes) return null
  const bytes = readUpTo(fd, size, 0)
  return { ok: bytes.length === size, stdout: bytes.toString(asBytes ? 'latin1' : 'utf8') }
}

/** git as on the PATH, but never one that came with the repository, be it as a link to some other program. */
function findProgram(tree: string): string | null {
  const name = process.platform === 'win32' ? 'git.exe' : 'git'
  const folders = foldersOf(process.env['PATH'] ?? '', tree)
  const isForeign = (path: string): boolean => !isInside(realPathOf(path), tree)
  const folder = folders.find((one) => isProgram(join(one, name)) && isForeign(one) && isForeign(join(one, name)))
  return folder === undefined ? null : join(realPathOf(folder), name)
}

function isProgram(path: string): boolean {
  try {
    // Asked first, because it is in none of the folders but one, and every exception costs more than the look.
    if (!existsSync(path)) return false
    accessSync(path, constants.X_OK)
    return !isFolder(path)
  } catch {
    return false
  }
}

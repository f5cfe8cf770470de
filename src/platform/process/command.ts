/** Other programs: a command line of the user's own, one that is tried out as an agent would, and where this one lies. */
import type { ChildProcess } from 'node:child_process'
import { dirname, join } from 'node:path'
import { realPathOf } from '../place.js'

export interface CommandOptions {
  cwd: string
  env: Readonly<Record<string, string | undefined>>
  input: string
  timeoutMs: number
  maxBytes: number
}

/** `why`: a few words that end the sentence "the command …", with the last thing it complained about. */
type CommandAnswer = { ok: true; stdout: string } | { ok: false; why: string }

/** Text in, text out. It gets a group of its own, so that none of it outlives us. Never throws and never waits longer than it may. */
export async function runCommand(line: string, options: CommandOptions): Promise<CommandAnswer> {
  // Loaded here because it costs milliseconds. In Node since 20.16.
  const { spawn } = process.getBuiltinModule('node:child_process')
  const own = process.platform !== 'win32'
  const { cwd, env, timeoutMs, maxBytes } = options
  const child = spawn(line, { cwd, env: { ...env }, shell: true, detached: own, stdio: 'pipe' })
  const end = (): void => killGroup(child.pid, own)
  const chunks: Buffer[] = []
  let bytes = 0
  let complaint = ''
  let stopped: string | undefined
  const stop = (why: string): void => {
    stopped ??= why
    end()
    // Whoever left the group may still hold the other end: nobody waits for that.
    child.stdout.destroy()
    child.stderr.destroy()
  }
  const timer = setTimeout(() => stop(`took longer than ${timeoutMs / 1000} seconds`), timeoutMs)
  const release = endWith(end)
  child.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > maxBytes) stop(`wrote more than ${maxBytes} bytes`)
    else chunks.push(chunk)
  })
  child.stderr.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk.toString('utf8')).slice(-MAX_COMPLAINT)
  })
  // A command that does not read all of its input has answered all the same.
  child.stdin.on('error', () => {}).end(options.input)
  try {
    const failed = await ended(child)
    if (stopped !== undefined) return { ok: false, why: stopped }
    if (failed !== null) return { ok: false, why: `${failed}${lastLine(complaint)}` }
    return { ok: true, stdout: Buffer.concat(chunks).toString('utf8') }
  } finally {
    clearTimeout(timer)
    release()
  }
}

const MAX_COMPLAINT = 2_000

function lastLine(text: string): string {
  const line = text.trimEnd().split('\n').at(-1)?.trim() ?? ''
  return line === '' ? '' : ` (${line.slice(-200)})`
}

function ended(child: ChildProcess): Promise<string | null> {
  return new Promise((resolve) => {
    child.on('error', (error) => resolve(`could not be started (${error.message})`))
    child.on('close', (code, signal) => {
      if (code === 0) resolve(null)
      else resolve(code === null ? `was ended by ${signal}` : `ended with exit code ${code}`)
    })
  })
}

function killGroup(pid: number | undefined, own: boolean): void {
  if (pid === undefined) return
  try {
    process.kill(own ? -pid : pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

/** Ctrl-C reaches only our group: what we started is ended with us. */
function endWith(end: () => void): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  const onSignal = (signal: NodeJS.Signals): void => {
    end()
    release()
    process.kill(process.pid, signal)
  }
  const release = (): void => signals.forEach((signal) => process.off(signal, onSignal))
  signals.forEach((signal) => process.on(signal, onSignal))
  return release
}

/** Shows a text in a program of the user's own, until they leave it. False: it could not be started. */
export function showIn(pager: string, text: string, env: CommandOptions['env']): boolean {
  const { spawnSync } = process.getBuiltinModule('node:child_process')
  const ran = spawnSync(pager, { input: text, shell: true, env: { ...env }, stdio: ['pipe', 'inherit', 'inherit'] })
  // The shell found no such program, or may not run it.
  return ran.error === undefined && ran.status !== 127 && ran.status !== 126
}

/** A program that takes over the terminal until it ends. Null: it could not be started. */
export function runInteractive(
  words: readonly string[],
  { cwd, env }: Pick<CommandOptions, 'cwd' | 'env'>,
): number | null {
  const { spawnSync } = process.getBuiltinModule('node:child_process')
  const [command = '', ...args] = words
  return spawnSync(command, args, { cwd, env: { ...env }, stdio: 'inherit' }).status
}

export interface Tried {
  /** Null: it could not be started, or had to be ended. */
  code: number | null
  stdout: string
  stderr: string
  ms: number
  problem?: string
}

interface TryOptions {
  input: string
  cwd: string
  env: Readonly<Record<string, string | undefined>>
  timeoutMs: number
}

/** A program run as an agent would run it: by its path and its words, without a shell, and never for long. */
export function tryProgram(command: string, args: readonly string[], options: TryOptions): Tried {
  const { spawnSync } = process.getBuiltinModule('node:child_process')
  const start = performance.now()
  const { input, cwd, env, timeoutMs } = options
  const ran = spawnSync(command, args, {
    input,
    cwd,
    env: { ...env },
    timeout: timeoutMs,
    encoding: 'utf8',
    windowsHide: true,
  })
  return {
    code: ran.status,
    stdout: ran.stdout ?? '',
    stderr: ran.stderr ?? '',
    ms: Math.round(performance.now() - start),
    ...(ran.error ? { problem: ran.error.message } : {}),
  }
}

/** Where this program lies: the folder with bin, dist and plugin, and the Node that runs it. */
export interface Program {
  /** Absolute. */
  node: string
  root: string
  /** What agents start for their events. */
  hook: string
  main: string
}

export function thisProgram(): Program {
  return programAt(dirname(dirname(realPathOf(process.argv[1] as string))))
}

export function programAt(root: string): Program {
  return {
    node: process.execPath,
    root,
    hook: join(root, 'dist', 'hook.cjs'),
    main: join(root, 'bin', 'dogear.js'),
  }
}

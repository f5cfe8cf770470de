/** For what is tried out: this program run again as a process of its own, a folder for it, and git in that. */
import type * as ChildProcesses from 'node:child_process'
import { mkdtempSync, realpathSync } from 'node:fs'
import { join } from 'node:path'

interface SelfOptions {
  cwd: string
  env: Record<string, string | undefined>
}

/** To its end, on our own terminal. Returns its exit code. */
export function runSelf(args: readonly string[], options: SelfOptions): number {
  const { status, error } = processes().spawnSync(process.execPath, [selfPath(), ...args], {
    ...options,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (error) throw error
  return status ?? 1
}

export interface Running {
  pid: number
  /** Ends it without warning, as a crash would. Resolves once it is gone. */
  kill(): Promise<void>
}

/** Starts it and resolves when it has printed `until`; what it printed before goes to `onText`. */
export function startSelf(
  args: readonly string[],
  options: SelfOptions,
  until: string,
  onText: (text: string) => void,
): Promise<Running> {
  const child = processes().spawn(process.execPath, [selfPath(), ...args], {
    ...options,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const kill = () => {
    child.kill('SIGKILL')
    return gone
  }
  return new Promise((resolve, reject) => {
    let text = ''
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      text += part
      const end = text.indexOf(until)
      if (end === -1) return
      onText(text.slice(0, end))
      resolve({ pid: child.pid ?? 0, kill })
    })
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`it ended by itself with code ${code}: ${text}`)))
  })
}

/** Another program of this build, to its end: what it prints. */
export function askBeside(program: string, args: readonly string[], input: string, options: SelfOptions): string {
  const path = join(realpathSync(selfPath()), '..', '..', 'dist', program)
  const { stdout, error } = processes().spawnSync(process.execPath, [path, ...args], {
    ...options,
    input,
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  if (error) throw error
  return stdout
}

function selfPath(): string {
  return process.argv[1] as string
}

/** A private folder for something that ends with this run. */
export function makeScratchFolder(prefix: string): string {
  return realpathSync(mkdtempSync(join(process.getBuiltinModule('node:os').tmpdir(), prefix)))
}

/**
 * Unlike git.ts this one writes, and so only in a folder made above, whose content is ours. It sees none of the user's
 * settings: no hooks, no signing, no template. False: git is missing or said no.
 */
export function runScratchGit(folder: string, args: readonly string[]): boolean {
  const others = Object.entries(process.env).filter(([name]) => !name.toUpperCase().startsWith('GIT_'))
  const nothing = process.platform === 'win32' ? 'NUL' : '/dev/null'
  const env = {
    ...Object.fromEntries(others),
    GIT_CONFIG_GLOBAL: nothing,
    GIT_CONFIG_SYSTEM: nothing,
    GIT_CONFIG_NOSYSTEM: '1',
  }
  return processes().spawnSync('git', args, { cwd: folder, env, stdio: 'ignore' }).status === 0
}

/** Loaded at the first call, because it costs milliseconds. In Node since 20.16. */
function processes(): typeof ChildProcesses {
  return process.getBuiltinModule('node:child_process')
}

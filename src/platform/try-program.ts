/** A program run as an agent would run it: by its path and its words, without a shell, and never for long. */
import { spawnSync } from 'node:child_process'

export interface Tried {
  /** Null: it could not be started, or had to be ended. */
  code: number | null
  stdout: string
  stderr: string
  ms: number
  problem?: string
}

export interface TryOptions {
  input: string
  cwd: string
  env: Readonly<Record<string, string | undefined>>
  timeoutMs: number
}

export function tryProgram(command: string, args: readonly string[], options: TryOptions): Tried {
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

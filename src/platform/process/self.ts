/** This program run again, as a process of its own. */
import { spawn, spawnSync } from 'node:child_process'

interface SelfOptions {
  cwd: string
  env: Record<string, string | undefined>
}

/** To its end, on our own terminal. Returns its exit code. */
export function runSelf(args: readonly string[], options: SelfOptions): number {
  const { status, error } = spawnSync(process.execPath, [selfPath(), ...args], {
    ...options,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (error) throw error
  return status ?? 1
}

interface Running {
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
  const child = spawn(process.execPath, [selfPath(), ...args], { ...options, stdio: ['ignore', 'pipe', 'inherit'] })
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
      resolve({ kill })
    })
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`it ended by itself with code ${code}: ${text}`)))
  })
}

function selfPath(): string {
  return process.argv[1] as string
}

// Until when this process may wait for others. A hook sets it once; every other program waits as long as it always does.

let endMs = Infinity

/** `untilMs`: as Date.now() counts. */
export function setDeadline(untilMs: number): void {
  endMs = untilMs
}

/** How long something that may take `ms` is waited for; 0: no more. */
export function withinDeadline(ms: number): number {
  return Math.max(0, Math.min(ms, Math.ceil(endMs - Date.now())))
}

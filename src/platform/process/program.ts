/** A program by its path and its words, without a shell: bytes in, bytes out. It never outlives its deadline, nor does what it started. */

export interface ProgramOptions {
  cwd: string
  env: Readonly<Record<string, string | undefined>>
  input?: readonly Uint8Array[]
  /** By `performance.now()`. */
  deadlineMs: number
  maxBytes?: number
  /** How long its answer is, where that is known: then it is held once. */
  answerBytes?: number
  /** It may ask the person at the terminal: it keeps the terminal and the group. */
  interactive?: boolean
}

export interface ProgramAnswer {
  /** Null: it could not be started, or was ended. */
  code: number | null
  stdout: Buffer
  /** The end of what it complained about. */
  stderr: string
  problem?: 'missing' | 'too-slow' | 'too-much'
}

/** A line for each branch that git does not take. */
const MAX_COMPLAINT = 200_000
const MAX_BYTES = 64_000_000

export async function runProgram(
  program: string,
  args: readonly string[],
  { cwd, env, input, deadlineMs, maxBytes = MAX_BYTES, answerBytes = 0, interactive = false }: ProgramOptions,
): Promise<ProgramAnswer> {
  const { spawn } = process.getBuiltinModule('node:child_process')
  const own = process.platform !== 'win32' && !interactive
  const child = spawn(program, args, { cwd, env: { ...env }, detached: own, stdio: 'pipe', windowsHide: true })
  const chunks: Buffer[] = []
  const room = Buffer.allocUnsafeSlow(answerBytes)
  let bytes = 0
  let stderr = ''
  let problem: ProgramAnswer['problem']
  const stop = (why: ProgramAnswer['problem']): void => {
    problem ??= why
    end(child.pid, own)
    child.stdout.destroy()
    child.stderr.destroy()
  }
  const timer = setTimeout(() => stop('too-slow'), Math.max(1, deadlineMs - performance.now()))
  const onExit = (): void => end(child.pid, own)
  process.once('exit', onExit)
  child.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > maxBytes) stop('too-much')
    else if (chunks.length > 0 || bytes > room.length) chunks.push(chunk)
    else chunk.copy(room, bytes - chunk.length)
  })
  child.stderr.on('data', (chunk: Buffer) => {
    stderr = (stderr + chunk.toString('utf8')).slice(-MAX_COMPLAINT)
  })
  // One that does not read all of its input has answered all the same.
  child.stdin.on('error', () => {})
  for (const part of input ?? []) child.stdin.write(part)
  child.stdin.end()
  const code = await new Promise<number | null>((resolve) => {
    child.on('error', () => {
      problem ??= 'missing'
      resolve(null)
    })
    child.on('close', resolve)
  })
  clearTimeout(timer)
  process.off('exit', onExit)
  const later = chunks.reduce((sum, { length }) => sum + length, 0)
  const first = room.subarray(0, Math.min(room.length, bytes - later))
  const stdout = later === 0 ? first : Buffer.concat([first, ...chunks])
  return { code: problem ? null : code, stdout, stderr, ...(problem && { problem }) }
}

function end(pid: number | undefined, own: boolean): void {
  if (pid === undefined) return
  try {
    process.kill(own ? -pid : pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

/** Starts a program that goes on by itself when this one has ended; nothing is waited for. */
export function startDetached(
  program: string,
  args: readonly string[],
  options: { cwd: string; env: ProgramOptions['env'] },
): void {
  const { spawn } = process.getBuiltinModule('node:child_process')
  const { cwd, env } = options
  const child = spawn(program, args, { cwd, env: { ...env }, detached: true, stdio: 'ignore', windowsHide: true })
  child.on('error', () => {})
  child.unref()
}

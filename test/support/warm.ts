/** Asks a program that is kept warm for this worker (warm-program.cjs), and waits for its answer as spawnSync does. */
import { spawn, spawnSync } from 'node:child_process'
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkout } from './checkout.js'

interface Request {
  args: readonly string[]
  cwd: string
  env: Record<string, string>
  /** Standard input of the hook program, which runs instead of the command line. */
  hook?: string
}

interface Answer {
  code: number
  stdout: string
  stderr: string
}

interface Warm {
  folder: string
  requests: number
  answers: number
  stop: () => void
}

const MAX_MS = 120_000
/** By the folder the program lies in. */
const running = new Map<string, Warm>()

/** `root`: the checkout, or a copy of what is built. */
export function askWarm(request: Request, root: string = checkout): Answer {
  const warm = running.get(root) ?? start(root)
  running.set(root, warm)
  writeAll(warm.requests, `${JSON.stringify(request)}\n`)
  const line = readLine(warm.answers)
  // It has opened both pipes by now, and ends by itself when this process does: their names are needed no more.
  rmSync(warm.folder, { recursive: true, force: true })
  if (line !== null) return JSON.parse(line) as Answer
  coolDown(root)
  throw new Error(`dogear ${request.args.join(' ')} did not end within ${MAX_MS / 1000} s`)
}

/** Before its folder goes. */
export function coolDown(root: string): void {
  running.get(root)?.stop()
  running.delete(root)
}

function start(root: string): Warm {
  const folder = mkdtempSync(join(tmpdir(), 'dogear-warm-'))
  const paths = ['requests', 'answers'].map((name) => join(folder, name)) as [string, string]
  const made = spawnSync('mkfifo', paths, { encoding: 'utf8' })
  if (made.status !== 0) throw new Error(`mkfifo: ${made.error?.message ?? made.stderr}`)
  const script = join(checkout, 'test', 'support', 'warm-program.cjs')
  // Each run leaves all that it had loaded behind: the less often somebody looks what of it is still used, the better.
  const args = ['--max-semi-space-size=32', script, ...paths, root]
  const child = spawn(process.execPath, args, { stdio: 'ignore', env: {} })
  child.unref()
  // For reading and writing: opening does not wait for the other side then. Its end is seen by the child all the same.
  const requests = openSync(paths[0], constants.O_RDWR)
  const answers = openSync(paths[1], constants.O_RDONLY | constants.O_NONBLOCK)
  return {
    folder,
    requests,
    answers,
    stop: () => {
      child.kill('SIGKILL')
      closeSync(requests)
      closeSync(answers)
    },
  }
}

function writeAll(fd: number, text: string): void {
  const bytes = Buffer.from(text)
  for (let done = 0; done < bytes.length;) done += writeSync(fd, bytes, done)
}

function readLine(fd: number): string | null {
  const end = performance.now() + MAX_MS
  const parts: Buffer[] = []
  const part = Buffer.alloc(65_536)
  while (performance.now() < end) {
    const count = readSome(fd, part)
    if (count > 0) parts.push(Buffer.from(part.subarray(0, count)))
    if (count > 0 && part[count - 1] === 10) return Buffer.concat(parts).toString('utf8')
    if (count === 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1)
  }
  return null
}

/** 0: nothing yet. */
function readSome(fd: number, into: Buffer): number {
  try {
    return readSync(fd, into)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return 0
    throw error
  }
}

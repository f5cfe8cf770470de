/** Worker processes of a lock test, told what to do over their standard input. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

export interface Worker {
  tag: string
  child: ChildProcess
  /** Tries for the lock. `won` and the token's path, or `lost` and the owner. */
  attempt: (folder: string, options?: { waitMs?: number; at?: number }) => Promise<[answer: string, detail: string]>
  /** Ends the work of a worker that won. */
  finish: () => Promise<void>
  kill: () => Promise<void>
}

export async function startWorker(program: string, before: readonly string[] = []): Promise<Worker> {
  const [command = '', ...args] = [...before, process.execPath, program]
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async (): Promise<[string, string]> => {
    const { value, done } = await lines.next()
    if (done) throw new Error('the worker has ended')
    const [word = '', detail = ''] = value.split(' ')
    return [word, detail]
  }
  const tell = (line: string): void => void child.stdin.write(`${line}\n`)
  const [, tag] = await next()
  return {
    tag,
    child,
    attempt: (folder, { waitMs = 0, at = 0 } = {}) => {
      tell(`try ${folder} ${waitMs} ${at}`)
      return next()
    },
    finish: async () => {
      tell('stop')
      await next()
    },
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'close')
    },
  }
}

/** Starts many, and ends those it started whatever happens. */
export async function withCrew<T>(program: string, count: number, work: (crew: Worker[]) => Promise<T>): Promise<T> {
  const crew = await Promise.all(Array.from({ length: count }, () => startWorker(program)))
  try {
    return await work(crew)
  } finally {
    await Promise.all(crew.map((worker) => worker.kill()))
  }
}

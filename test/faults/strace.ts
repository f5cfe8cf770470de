/** Runs the program under strace: to see every system call, or to let one of them fail or kill. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand, type Place, type Result } from './support/place.js'
import { parseLog, shapeOf, TRACED, type Op, type Point } from './support/strace-log.js'

export type Fault = { kill: true } | { error: string }

export interface Traced extends Result {
  ops: Op[]
}

export interface TraceOptions {
  at?: { call: string; k: number; fault: Fault }
  umask?: string
}

/** Null: strace works here. Else why not. */
export function whyNoStrace(): string | null {
  if (process.platform !== 'linux') return `strace exists on Linux only, this is ${process.platform}`
  const ran = spawnSync('strace', ['-f', '-o', '/dev/null', '-e', 'trace=write', 'true'], { encoding: 'utf8' })
  if (ran.error) return 'strace is not installed'
  return ran.status === 0 ? null : `strace may not trace here: ${ran.stderr.trim()}`
}

export async function trace(place: Place, args: readonly string[], options: TraceOptions = {}): Promise<Traced> {
  const dir = mkdtempSync(join(place.root, 'strace-'))
  const log = join(dir, 'log')
  const command = [...straceArgs(log, options.at), process.execPath, place.program, ...args]
  try {
    const ran = options.umask
      ? await runCommand('sh', ['-c', `umask ${options.umask}; exec "$@"`, 'sh', 'strace', ...command], place)
      : await runCommand('strace', command, place)
    if (!existsSync(log)) throw new Error(`strace did not start: ${ran.code ?? ran.signal} ${ran.stderr}`)
    return { ...ran, ops: parseLog(readFileSync(log, 'utf8')) }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/**
 * The same with a fault at a point of an earlier run. Calls that have nothing to do with the disk (waking a thread) can
 * shift the count by a few, so it is looked up in the log whether the fault struck where it should, and tried again.
 */
export async function strike(fresh: () => Place, args: readonly string[], point: Point, fault: Fault): Promise<Struck> {
  let { k } = point
  let cutOffs = 0
  for (let attempt = 1; ; attempt++) {
    const place = fresh()
    const traced = await trace(place, args, { at: { call: point.call, k, fault } })
    const at = struckAt(traced, place.home)
    if (traced.cutOff) cutOffs++
    if (at === point.shape || attempt === MAX_TRIES || cutOffs === MAX_CUT_OFF)
      return { place, traced, hit: at === point.shape }
    k = Math.max(1, point.k + (NEARBY[attempt % NEARBY.length] as number))
  }
}

export interface Struck {
  place: Place
  traced: Traced
  hit: boolean
}

/** Again and again, for the count shifts by another number each time. */
const NEARBY = [0, 1, -1, 2, -2, 3, -3, 4, -4]
const MAX_TRIES = 54
/**
 * Node hears of the end of a child by a byte that a signal handler writes into a pipe. No disk makes that fail; a fault that hits it
 * instead of the file that was meant does, and Node waits for ever: each such try costs a minute.
 */
const MAX_CUT_OFF = 5

function struckAt({ ops }: Traced, home: string): string | null {
  const op = ops.find((one) => one.injected) ?? ops.findLast((one) => one.result === null)
  return op ? shapeOf(op, home) : null
}

/**
 * `--seccomp-bpf` is faster, but strace 6.1 silently delivers no injected signal with it. A trace that is empty would
 * silently inject nothing as well, and of two injections for one call only the last counts: here is always one.
 */
function straceArgs(log: string, at: TraceOptions['at']): string[] {
  const common = ['-f', '-y', '-s', '16', '-o', log, '-e', `trace=${TRACED}`]
  if (!at) return ['--seccomp-bpf', ...common]
  if ('kill' in at.fault) return [...common, '-e', `inject=${at.call}:signal=KILL:when=${at.k}`]
  return ['--seccomp-bpf', ...common, '-e', `inject=${at.call}:error=${at.fault.error}:when=${at.k}`]
}

/**
 * How long git is waited for. Where a pipe, a device or a disk that does not answer lies in its way it never comes back,
 * and would not the next time: so where it hung once it is not asked again. One that is at work in a large repository is
 * slow and not stuck, which the kernel tells apart.
 */
import { readFileSync } from 'node:fs'

/** One object for all of a process that asks git. */
export interface Patience {
  /** For one call, in milliseconds. */
  ms: number
  /** Git folders in which it hung, each with the time until when it is not asked. */
  stuck: Map<string, number>
  onStuck?: (gitDir: string, untilMs: number) => void
}

let patience: Patience = { ms: 1_500, stuck: new Map() }

/** For hooks: all other programs wait as they always do. */
export function setPatience(given: Patience): void {
  patience = given
}

/** A test with a git that never answers can shorten it, never lengthen it. */
export function patienceMs(): number {
  return Math.min(patience.ms, Number(process.env['DOGEAR_TEST_GIT_MS']) || patience.ms)
}

export function isStuck(gitDir: string): boolean {
  return (patience.stuck.get(gitDir) ?? 0) > Date.now()
}

/** A server runs for days, and what was in the way may be gone by then. */
export const ASKED_AGAIN_MS = 600_000
/** Where many want each processor, who did not answer may only not have had his turn. */
const ASKED_SOON_MS = 30_000
const BUSY_SHARE = 0.25
/** What had less time than this when it was ended says nothing. */
const MIN_MS = 300

export function tellStuck(gitDir: string, waitedMs: number): void {
  if (waitedMs < MIN_MS) return
  const untilMs = Date.now() + (shareOfOne() < BUSY_SHARE ? ASKED_SOON_MS : ASKED_AGAIN_MS)
  patience.stuck.set(gitDir, untilMs)
  patience.onStuck?.(gitDir, untilMs)
}

/** What was used: of the processor in milliseconds, and bytes read. */
export interface Used {
  cpuMs: number
  bytes: number
  /** What it holds in memory, in pages. */
  pages: number
  /** Or has ended by now, and nobody has looked. */
  isRunning: boolean
}

/** Of a child; without one, of all children that have ended. Null where the system does not tell. */
export function readUsed(pid?: number): Used | null {
  try {
    const stat = readFileSync(`/proc/${pid ?? 'self'}/stat`, 'latin1')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [user = 0, system = 0] = fields.slice(...(pid === undefined ? CHILDREN_AT : OWN_AT)).map(Number)
    // Those of children that have ended are counted in.
    const bytes = Number(/^rchar: (\d+)/.exec(readFileSync(`/proc/${pid ?? 'self'}/io`, 'latin1'))?.[1] ?? 0)
    const pages = pid === undefined ? 0 : Number(fields[PAGES_AT])
    return {
      cpuMs: (user + system) * TICK_MS,
      bytes,
      pages,
      isRunning: pid !== undefined && /[RZ]/.test(fields[0] ?? ''),
    }
  } catch {
    return null
  }
}

const OWN_AT = [11, 13] as const
const CHILDREN_AT = [13, 15] as const
const PAGES_AT = 21
const TICK_MS = 10

/** More than any index and all that git reads beside it: then it reads something without end. */
const MAX_READ = 200_000_000
/** One read of a file without end is only counted when it is over, but it fills the memory meanwhile. */
const MAX_PAGES = 100_000

/** It has computed for a good part of the time that was its share, or would if it were let. */
export function isAtWork(
  before: Used | null,
  after: Used | null,
  waitedMs: number,
  share: number = shareOfOne(),
): boolean {
  if (!after) return false
  const [cpuMs, bytes] = [after.cpuMs - (before?.cpuMs ?? 0), after.bytes - (before?.bytes ?? 0)]
  return bytes < MAX_READ && after.pages < MAX_PAGES && (after.isRunning || cpuMs > 0.2 * waitedMs * share)
}

/** Of a processor, where many want one at once: a machine under load makes nobody stuck. */
function shareOfOne(): number {
  try {
    const [minute = '', , , now = ''] = readFileSync('/proc/loadavg', 'latin1').split(' ')
    const wanting = Math.max(Number(minute), Number(now.split('/')[0]))
    return Math.min(1, process.getBuiltinModule('node:os').availableParallelism() / wanting) || 1
  } catch {
    return 1
  }
}

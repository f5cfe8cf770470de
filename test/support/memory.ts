/**
 * Where tests put their small repositories and homes: in memory, where there is room for them. Whether the program waits
 * for the disk is seen by its system calls (test/faults), and thousands of waits for a real one are most of what tests wait for.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'

const SHM = '/dev/shm'
const NAME = 'dogear-tests-'
const ENOUGH_BYTES = 2 ** 31
const OLD_MS = 3_600_000

/** A folder of this run, gone when this process ends; undefined: there is none, and tests lie where temporary files lie. */
export function memoryFolder(): string | undefined {
  if (process.env['TMPDIR'] !== undefined || !hasRoom()) return undefined
  sweep()
  const folder = join(SHM, `${NAME}${process.pid}`)
  // Some tests run as another user.
  mkdirSync(folder, { recursive: true, mode: 0o711 })
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Tests also run programs that lie there, which containers often forbid. */
function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(SHM)
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find((line) => line.split(' ')[1] === SHM)
    const options = mount?.split(' ')[3]?.split(',')
    return bavail * bsize >= ENOUGH_BYTES && options !== undefined && !options.includes('noexec')
  } catch {
    return false
  }
}

/** What runs that were killed have left. One that goes on makes folders all the time. */
function sweep(): void {
  for (const name of readdirSync(SHM).filter((one) => one.startsWith(NAME)))
    if (Date.now() - (statSync(join(SHM, name), { throwIfNoEntry: false })?.mtimeMs ?? Infinity) > OLD_MS)
      rmSync(join(SHM, name), { recursive: true, force: true })
}

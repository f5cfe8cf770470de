/** Where things are on this machine: folders that are recognised again, real paths; and its time. */
import { realpathSync, statSync, utimesSync } from 'node:fs'
import { isAbsolute, resolve } from 'node:path'

/** A folder and what stays the same when it is moved within its disk. The numbers are text because they exceed 2^53. */
export interface Place {
  path: string
  dev: string
  ino: string
  /** Nanoseconds since 1970; "0" where the file system does not know. */
  birth: string
}

/** null: there is no such folder, or it cannot be looked at. */
export function readPlace(path: string): Place | null {
  try {
    // Asked first, because most places looked up are gone and an exception costs more than the rest.
    const stat = statSync(path, { bigint: true, throwIfNoEntry: false })
    if (!stat?.isDirectory()) return null
    return { path: realPathOf(path), dev: `${stat.dev}`, ino: `${stat.ino}`, birth: `${birthOf(stat)}` }
  } catch {
    return null
  }
}

/** Links resolved and, where the disk ignores case, spelled as on the disk; the path itself if it does not exist. */
export function realPathOf(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    return resolve(path)
  }
}

/**
 * Where a path, as bytes and seen from `folder`, leads on the disk: `link/..` is what holds the link's target, which no
 * joining of texts finds out. Null: it leads nowhere, or to a name that is no text, which could not be passed on unharmed.
 */
export function followPath(folder: string, path: Buffer): string | null {
  try {
    const full = isAbsolute(path.toString('latin1')) ? path : Buffer.concat([Buffer.from(`${folder}/`), path])
    // A path too long for the system leads nowhere, and realpath would still follow it piece by piece.
    if (!statSync(full, { throwIfNoEntry: false })) return null
    const real = realpathSync.native(full, { encoding: 'buffer' })
    const text = real.toString('utf8')
    return real.equals(Buffer.from(text)) ? text : null
  } catch {
    return null
  }
}

/** Folders that many unrelated things share for a while. */
export function tempRoots(): string[] {
  const { TMPDIR = '', TEMP = '', TMP = '' } = process.env
  return [TMPDIR, TEMP, TMP, '/tmp', '/var/tmp', '/dev/shm'].filter((path) => path !== '').map(realPathOf)
}

// Node reports the time of the last change where the disk keeps no time of birth; that one does not identify anything.
function birthOf(stat: { birthtimeNs: bigint; ctimeNs: bigint; mtimeNs: bigint }): bigint {
  const unknown = stat.birthtimeNs === stat.ctimeNs && stat.ctimeNs !== stat.mtimeNs
  return unknown ? 0n : stat.birthtimeNs
}

/** Minutes east of UTC at that moment: they depend on the time of the year. */
export function offsetAt(ms: number): number {
  // Negating a zero would give -0.
  return 0 - new Date(ms).getTimezoneOffset()
}

/** For systems that tell by it when something was saved. Best effort: a file on a disk that keeps no such time is right in all else. */
export function setFileTime(path: string, ms: number): void {
  // Half a millisecond more, because seconds as a fraction may come out a little lower than they were.
  const seconds = (ms + 0.5) / 1000
  try {
    utimesSync(path, seconds, seconds)
  } catch {
    // See above.
  }
}

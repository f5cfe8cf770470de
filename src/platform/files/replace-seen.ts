/**
 * Files that other programs edit too, and that nobody locks: a new one takes the place of the old one only if that still
 * holds what was seen, with its mode and owner. Nothing that Node offers does both at once, so there are two ways. What
 * others wrote is in its place afterwards, or it is kept.
 */
import { closeSync, constants, fchmodSync, fchownSync, fstatSync, fsyncSync, openSync, renameSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DogearError } from '../../core/errors.js'
import { sleep } from '../process/self.js'
import { errnoOf, guarded, orIfGone, readRegular, retryWhileBusy, syncDir } from './raw-io.js'
import { asideOf, dropAside, dropTemp, linkUnlessThere, renameIfThere, statIfThere, writeTemp } from './temp-file.js'

/** Who writes: the folder of temporary files is the token of a lock, so that a holder that lost it cannot put anything in place. */
export interface Writer {
  token: string
  tag: string
  /** Takes a version of the target that lies at `aside` and nowhere else: edits of others crossed ours. */
  keep: (aside: string, target: string) => void
}

/** Rights of the new file; without owners, those of who writes. */
interface Rights {
  mode: number
  uid?: number
  gid?: number
}

/** How long after an edit the next one is feared. */
const BUSY_MS = 1000

/**
 * False: it is not what was seen any more; what is there now stays. Mode and owner are kept. `stay`: the name must lead
 * somewhere at every moment, because a link points to it.
 */
export function replaceSeen(target: string, seen: Uint8Array, text: string, writer: Writer, stay = false): boolean {
  return guarded(`cannot write ${target}`, () => {
    const old = statIfThere(target)
    if (!old) return false
    const isBusy = Math.abs(Date.now() - Number(old.mtimeNs / 1_000_000n)) < BUSY_MS
    const way = isBusy && !stay ? moveFirst : linkFirst
    const rights = { mode: Number(old.mode) & 0o777, uid: Number(old.uid), gid: Number(old.gid) }
    return staged(target, text, writer, rights, (temp) => {
      const exchange = {
        target,
        seen,
        temp,
        ours: statIfThere(temp)?.ino,
        text,
        tag: writer.tag,
        keep: (aside: string) => writer.keep(aside, target),
      }
      // False where the file, or the token with what was prepared in it, went away.
      return orIfGone(false, () => way(exchange))
    })
  })
}

/** False: there is something of that name. */
export function createWith(target: string, text: string, mode: number, writer: Writer): boolean {
  return guarded(`cannot write ${target}`, () => {
    const folder = statIfThere(dirname(target))
    // A folder whose files belong to a group, wherever their temporary ones were made.
    const group = folder && (Number(folder.mode) & 0o2000) !== 0 ? { gid: Number(folder.gid) } : {}
    return staged(target, text, writer, { mode, ...group }, (temp) => linkUnlessThere(temp, target).done)
  })
}

/** Through the token; where that is on another disk, through the folder of the file, and then the token is looked at. */
function staged(
  target: string,
  text: string,
  writer: Writer,
  rights: Rights,
  putInPlace: (temp: string) => boolean,
): boolean {
  const near = dirname(target)
  const through = (folder: string): boolean => {
    const temp = writeTemp(join(folder, basename(target)), text, writer.tag, false)
    try {
      grant(temp, rights)
      if (!statIfThere(writer.token))
        throw new DogearError('disk-failed', `cannot write ${target}: another process has the lock now`, {
          next: 'run the command again',
        })
      const done = putInPlace(temp)
      if (done) syncDir(near)
      return done
    } finally {
      if (statIfThere(temp)) dropTemp(temp)
    }
  }
  const oneDisk = statIfThere(writer.token)?.dev === statIfThere(near)?.dev
  try {
    return through(oneDisk ? writer.token : near)
  } catch (error) {
    if (errnoOf(error) !== 'EXDEV') throw error
    return through(near)
  }
}

/** Before the sync, so that they are as durable as the bytes. */
function grant(temp: string, { mode, uid, gid }: Rights): void {
  const fd = openSync(temp, constants.O_RDWR | (constants.O_NOFOLLOW ?? 0))
  try {
    const now = fstatSync(fd)
    const [user, group] = [uid ?? now.uid, gid ?? now.gid]
    if (process.platform !== 'win32' && (user !== now.uid || group !== now.gid)) fchownSync(fd, user, group)
    fchmodSync(fd, mode)
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

interface Exchange {
  target: string
  seen: Uint8Array
  /** The new file, complete, and which file it is. */
  temp: string
  ours: bigint | undefined
  text: string
  tag: string
  /** Takes a version of the file that is nowhere else. */
  keep: (aside: string) => void
}

/** False: it is not what was seen any more. */
type Way = (exchange: Exchange) => boolean

/**
 * For a file left alone for a while. The old one gets a second name, is compared under it, and is renamed over: readers
 * see old or new, never neither. What is written into the old one at the last moment is found under the second name.
 */
const linkFirst: Way = (exchange) => {
  const { target, seen, temp, tag } = exchange
  const aside = asideOf(target, seen, tag)
  // Where the disk has no second names, the file was moved.
  if (linkUnlessThere(target, aside).moved) return afterMove(exchange, aside)
  try {
    if (!holds(aside, seen) || inodeOf(target) !== inodeOf(aside)) return false
    retryWhileBusy(() => renameSync(temp, target))
  } finally {
    if (inodeOf(temp) !== undefined) dropAside(aside)
  }
  if (holds(aside, seen)) return !dropAside(aside)
  if (inodeOf(target) === exchange.ours) retryWhileBusy(() => renameSync(aside, target))
  else exchange.keep(aside)
  return false
}

/**
 * For a file edited just now: one more edit could be renamed into place right before our own rename, and vanish. So the
 * old one is moved aside, and the new one gets the name only if that is still unused. For these microseconds the name
 * leads nowhere; whoever is killed in them leaves the aside, where the next look finds the file.
 */
const moveFirst: Way = (exchange) => {
  const aside = asideOf(exchange.target, exchange.seen, exchange.tag)
  return renameIfThere(exchange.target, aside) && afterMove(exchange, aside)
}

function afterMove(exchange: Exchange, aside: string): boolean {
  const { target, seen, temp } = exchange
  try {
    if (!holds(aside, seen)) return putBack(exchange, aside)
    // Taken: whoever came in between may have thought that there was no file.
    if (!linkUnlessThere(temp, target).done) return keep(exchange, aside)
  } catch (error) {
    putBack(exchange, aside)
    throw error
  }
  return holds(aside, seen) ? !dropAside(aside) : undo(exchange, aside)
}

/** The old file was written to after it was compared: it is the file again, unless the new one has been edited as well. */
function undo(exchange: Exchange, aside: string): false {
  const { target, text, tag, ours } = exchange
  const second = asideOf(target, Buffer.from(text, 'utf8'), tag)
  if (!renameIfThere(target, second)) return putBack(exchange, aside)
  if (inodeOf(second) !== ours) {
    keep(exchange, aside)
    return putBack(exchange, second)
  }
  putBack(exchange, aside)
  return dropAside(second)
}

function putBack(exchange: Exchange, aside: string): false {
  return linkUnlessThere(aside, exchange.target).done ? dropAside(aside) : keep(exchange, aside)
}

function keep(exchange: Exchange, aside: string): false {
  exchange.keep(aside)
  return false
}

function holds(path: string, seen: Uint8Array): boolean {
  try {
    const now = readSettled(path, seen.length)
    return now !== null && Buffer.compare(now, seen) === 0
  } catch (error) {
    // Longer than that, or no file any more.
    if (error instanceof DogearError) return false
    throw error
  }
}

function inodeOf(path: string): bigint | undefined {
  return statIfThere(path)?.ino
}

const NAP_MS = 5
const MAX_NAPS = 40
const FRESH_MS = 1000

/**
 * Null: not there. Another program may be writing the file in place, and then it is empty from the opening to the first
 * write: an empty file that was touched just now is given a moment to be filled.
 */
export function readSettled(path: string, maxBytes: number): Uint8Array | null {
  for (let nap = 0; ; nap++) {
    const bytes = readRegular(path, maxBytes)
    if (bytes === null || bytes.length > 0 || nap === MAX_NAPS || !isFresh(path)) return bytes
    sleep(NAP_MS)
  }
}

function isFresh(path: string): boolean {
  const stat = statIfThere(path)
  return stat !== undefined && Math.abs(Date.now() - Number(stat.mtimeNs / 1_000_000n)) < FRESH_MS
}

/**
 * Files that other programs edit too, and that nobody locks: a new one takes the place of the old one only if that still
 * holds what was seen, with its mode and owner. The ways to do so are in exchange.ts.
 */
import { closeSync, constants, fchmodSync, fchownSync, fstatSync, fsyncSync, openSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DogearError } from '../../core/errors.js'
import { linkFirst, moveFirst } from './exchange.js'
import { errnoOf, guarded, orIfGone, syncDir } from './raw-io.js'
import { dropTemp, linkUnlessThere, statIfThere, writeTemp } from './temp-file.js'

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
    const keep = (aside: string): void => writer.keep(aside, target)
    const rights = { mode: Number(old.mode) & 0o777, uid: Number(old.uid), gid: Number(old.gid) }
    return staged(target, text, writer, rights, (temp) => {
      const exchange = { target, seen, temp, ours: statIfThere(temp)?.ino, text, tag: writer.tag, keep }
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
      if (!statIfThere(writer.token)) throw lockLost(target)
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

function lockLost(target: string): DogearError {
  return new DogearError('disk-failed', `cannot write ${target}: another process has the lock now`, {
    next: 'run the command again',
  })
}

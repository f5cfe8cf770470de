/**
 * Files as the store needs them: read without following links, put in place whole or not at all, and acknowledged only
 * when they would survive a power cut. Every failure is a DogearError that names the cause and the path.
 *
 * The order of a durable write: exclusive temporary file in the same folder, every byte written and counted, fsync,
 * close, link (create) or rename (replace), fsync of the folder, return. A failure before the link or rename leaves the old
 * bytes alone; one after it is told too, as a power cut could still take the name of the new file, complete as it is, away.
 */
import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  rmdirSync,
  rmSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { DogearError } from '../../core/errors.js'
import { checkLevels, makeLevels, makeOwnLevels, syncLevels } from './folders.js'
import {
  guarded,
  openRegular,
  orIfGone,
  readRegular,
  readUpTo,
  retryInterrupted,
  retryWhileBusy,
  syncDir,
} from './raw-io.js'
import { createFile, linkUnlessThere, renameIfThere, replaceFile, statIfThere } from './temp-file.js'

/** Null: not there. Links are not followed, pipes do not block; what is no regular file or too big is refused. */
export function readBytesFile(path: string, maxBytes: number, room?: Buffer): Uint8Array | null {
  return guarded(`cannot read ${path}`, () => readRegular(path, maxBytes, room))
}

/** For settings and the like, of which most are never there. */
export function readTextFile(path: string, maxBytes: number): string | null {
  const bytes = guarded(`cannot read ${path}`, () => (isMissing(path) ? null : readRegular(path, maxBytes)))
  return bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
}

interface Parts {
  /** By place and length, as Latin-1; shorter where the file ends. */
  read(from: number, length: number): string
  close(): void
  /** When it was last changed. */
  writtenMs: number
}

/** For a large file of which little is needed. All parts are of one file, also where it is replaced meanwhile. */
export function openParts(path: string, maxBytes: number): Parts | null {
  const opened = guarded(`cannot read ${path}`, () => (isMissing(path) ? null : openRegular(path, maxBytes)))
  if (!opened) return null
  const { fd, size, mtimeMs } = opened
  return {
    writtenMs: mtimeMs,
    read: (from, length) =>
      guarded(`cannot read ${path}`, () => readUpTo(fd, Math.max(0, Math.min(length, size - from)), from)).toString(
        'latin1',
      ),
    close: () => closeSync(fd),
  }
}

/** False: there is something of that name already; nothing changed. `check`: looks at what was written before it counts. */
export function createDurable(
  path: string,
  text: string | Uint8Array,
  tag: string,
  check?: (temp: string) => void,
): boolean {
  return guarded(`cannot write ${path}`, () => {
    const created = createFile(path, text, tag, check)
    if (created) syncDir(dirname(path))
    return created
  })
}

/** Readers see the old bytes or the new ones, never neither. */
export function replaceDurable(path: string, text: string | Uint8Array, tag: string): void {
  guarded(`cannot write ${path}`, () => {
    replaceFile(path, text, tag, true)
    syncDir(dirname(path))
  })
}

/** For what can be rebuilt: a power cut may lose or tear it, so its reader must check it. */
export function replaceDerived(path: string, text: string, tag: string): void {
  guarded(`cannot write ${path}`, () => replaceFile(path, text, tag, false))
}

/** One record of a log, on a line of its own even after a torn one. */
export function appendDurable(path: string, line: string): void {
  guarded(`cannot write ${path}`, () => appendLine(path, line))
}

/** Both folders are synced. A file at `to` is replaced. False: `from` is gone. */
export function moveDurable(from: string, to: string): boolean {
  return guarded(`cannot move ${from} to ${to}`, () => {
    if (!renameIfThere(from, to)) return false
    syncDir(dirname(to))
    if (dirname(from) !== dirname(to)) syncDir(dirname(from))
    return true
  })
}

/** A second name for a file. False: `to` exists already. Where the disk has no hard links, the file moves instead. */
export function linkDurable(from: string, to: string): boolean {
  return guarded(`cannot link ${from} to ${to}`, () => {
    const { done } = linkUnlessThere(from, to)
    if (done) syncDir(dirname(to))
    return done
  })
}

/**
 * Makes the folder and the levels above it that are missing, each 0700 and synced into its parent. With `home`, every
 * level from there down must be a real folder of this user's (or root's) that nobody else can write to.
 */
export function ensureDir(path: string, home?: string): void {
  guarded(`cannot make the folder ${path}`, () => (home === undefined ? makeLevels(path) : makeOwnLevels(path, home)))
}

/** Throws `unsafe` where a level from `home` down is a link or open to others. What is not there is safe. */
export function checkDir(path: string, home: string): void {
  guarded(`cannot look at ${path}`, () => checkLevels(path, home))
}

/** For the first thing inside a folder: another process may have made a level and died before it synced it. */
export function settleDir(path: string, home: string): void {
  guarded(`cannot make the folder ${path} durable`, () => syncLevels(path, home))
}

/** [] where there is no such folder. */
export function listDir(path: string): string[] {
  return guarded(`cannot list ${path}`, () =>
    isMissing(path) ? [] : orIfGone([], () => retryInterrupted(() => readdirSync(path))),
  )
}

/** The names of the real folders in a folder: a link to a folder is none. */
export function listFolders(path: string): string[] {
  const found = guarded(`cannot list ${path}`, () => orIfGone([], () => readdirSync(path, { withFileTypes: true })))
  return found.filter((item) => item.isDirectory()).map((item) => item.name)
}

/** An exception costs ten times as much as this look, and it may still come where something goes in between. */
function isMissing(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) === undefined
}

export interface FileStat {
  size: number
  mtimeNs: bigint
  changedNs: bigint
  ino: bigint
  dev: bigint
  isDirectory: boolean
  isFile: boolean
  isLink: boolean
  mode: number
}

/** Of the name itself: a link is not followed. Null: not there. */
export function statOf(path: string): FileStat | null {
  const stat = guarded(`cannot look at ${path}`, () => statIfThere(path))
  if (!stat) return null
  return {
    size: Number(stat.size),
    mtimeNs: stat.mtimeNs,
    changedNs: stat.ctimeNs,
    ino: stat.ino,
    dev: stat.dev,
    isDirectory: stat.isDirectory(),
    isFile: stat.isFile(),
    isLink: stat.isSymbolicLink(),
    mode: Number(stat.mode),
  }
}

/** Size, time and inode in one text, to tell cheaply whether a file is still the one that was read. Null: not there. */
export function stampOf(path: string): { stamp: string; mtimeMs: number } | null {
  // Without bigint: half the cost, and the time is still good for a quarter of a microsecond.
  const stat = guarded(`cannot look at ${path}`, () => lstatSync(path, { throwIfNoEntry: false }))
  return stat ? { stamp: `${stat.size} ${stat.mtimeMs} ${stat.ino}`, mtimeMs: stat.mtimeMs } : null
}

export function removeFile(path: string): void {
  guarded(`cannot remove ${path}`, () => orIfGone(undefined, () => retryWhileBusy(() => unlinkSync(path))))
}

/** Gone for good, also after a power cut. */
export function unlinkDurable(path: string): void {
  removeFile(path)
  guarded(`cannot remove ${path}`, () => orIfGone(undefined, () => syncDir(dirname(path))))
}

/** Leaves a folder that is not empty, or already gone, as it is. */
export function removeFolderIfEmpty(path: string): void {
  try {
    rmdirSync(path)
  } catch {
    // Somebody else put something in, or was faster: both are fine.
  }
}

export function removeTree(path: string): void {
  guarded(`cannot remove ${path}`, () => rmSync(path, { recursive: true, force: true, maxRetries: 3 }))
}

const APPEND =
  constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
const NEWLINE = 10

/**
 * One write, so that records of several processes do not mix; a short count fails and leaves a torn tail, which the next
 * append closes with a new line. The reader must be able to tell a torn record from a whole one.
 */
function appendLine(path: string, line: string): void {
  const fd = retryInterrupted(() => openSync(path, APPEND, 0o600))
  try {
    const size = prepare(fd, path)
    const torn = size > 0 && readUpTo(fd, 1, size - 1)[0] !== NEWLINE
    const bytes = Buffer.from(`${torn ? '\n' : ''}${line}\n`, 'utf8')
    const count = retryInterrupted(() => writeSync(fd, bytes, 0, bytes.length))
    if (count !== bytes.length) throw Object.assign(new Error('only a part could be written'), { code: 'ENOSPC' })
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

function prepare(fd: number, path: string): number {
  const stat = fstatSync(fd)
  if (!stat.isFile()) throw new DogearError('unsafe', `${path} is not a file`, { expected: 'a regular file' })
  if (process.platform !== 'win32' && (stat.mode & 0o777) !== 0o600) fchmodSync(fd, 0o600)
  // Synced while still empty: whoever finds a record in it knows that its name is durable.
  if (stat.size === 0) syncDir(dirname(path))
  return stat.size
}

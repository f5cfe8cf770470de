/**
 * The temporary file a durable write goes through: in the same folder, exclusive, complete, synced. It gets its name when
 * it is complete, so that no reader ever sees half of it. Errors are thrown as the system gave them.
 */
import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  renameSync,
  unlinkSync,
  type BigIntStats,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { tagIsDead } from '../process/process-tag.js'
import { randomBytes, sha256Hex } from './hash.js'
import { errnoOf, readRegular, retryInterrupted, retryWhileBusy, writeAll } from './raw-io.js'

const EXCLUSIVE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0)
const NAME = /^\..*\.([a-z0-9]+\.[a-z0-9]+\.[0-9]+\.[0-9]+)\.[0-9a-f]{32}\.tmp$/
/** Leaves room for the tag and the random part in the 255 bytes a name may have. */
const MAX_BASE = 100

/** The path of a file that holds exactly `text`, or those bytes. Where anything fails, it is gone again and the error is thrown as it came. */
export function writeTemp(target: string, text: string | Uint8Array, tag: string, durable: boolean): string {
  const path = join(dirname(target), tempName(basename(target), tag))
  const fd = retryInterrupted(() => openSync(path, EXCLUSIVE, 0o600))
  try {
    fill(fd, typeof text === 'string' ? Buffer.from(text, 'utf8') : text, durable)
  } catch (error) {
    dropTemp(path)
    throw error
  }
  return path
}

/** Best effort: what stays behind is swept by its owner's tag later. */
export function dropTemp(path: string): void {
  try {
    retryWhileBusy(() => unlinkSync(path))
  } catch {
    // The failure that led here is the one to report.
  }
}

/** Whose temporary file this is; null where the name is no temporary file's. */
export function tagOfTemp(name: string): string | null {
  return NAME.exec(name)?.[1] ?? null
}

function tempName(base: string, tag: string): string {
  return `.${base.slice(0, MAX_BASE)}.${tag}.${Buffer.from(randomBytes(16)).toString('hex')}.tmp`
}

function fill(fd: number, bytes: Uint8Array, durable: boolean): void {
  let open = true
  try {
    allowOwner(fd)
    writeAll(fd, bytes)
    if (durable) fsyncSync(fd)
    open = false
    closeSync(fd)
  } finally {
    if (open) closeQuietly(fd)
  }
}

/** The umask can only take rights away; one that takes the owner's would make a file nobody can read back. */
function allowOwner(fd: number): void {
  if (process.platform !== 'win32' && (fstatSync(fd).mode & 0o777) !== 0o600) fchmodSync(fd, 0o600)
}

function closeQuietly(fd: number): void {
  try {
    closeSync(fd)
  } catch {
    // Another failure is on its way up.
  }
}

/** File systems without hard links answer link with one of these. */
const NO_LINKS = new Set(['ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EPERM', 'EMLINK'])

/**
 * False: the target exists; nothing changed. The temporary file is gone either way. `check` may read it before it gets its
 * name, and throw.
 */
export function createFile(
  target: string,
  text: string | Uint8Array,
  tag: string,
  check?: (temp: string) => void,
): boolean {
  const temp = writeTemp(target, text, tag, true)
  try {
    check?.(temp)
    const { done, moved } = linkUnlessThere(temp, target)
    if (!moved) retryWhileBusy(() => unlinkSync(temp))
    return done
  } catch (error) {
    dropTemp(temp)
    throw error
  }
}

export function replaceFile(target: string, text: string | Uint8Array, tag: string, durable: boolean): void {
  const temp = writeTemp(target, text, tag, durable)
  try {
    retryWhileBusy(() => renameSync(temp, target))
  } catch (error) {
    dropTemp(temp)
    throw error
  }
}

/** False: `from` is gone. */
export function renameIfThere(from: string, to: string): boolean {
  try {
    retryWhileBusy(() => renameSync(from, to))
    return true
  } catch (error) {
    if (errnoOf(error) === 'ENOENT' && !statIfThere(from)) return false
    throw error
  }
}

/** `moved`: the disk has no hard links, so the file has only its new name now. */
export function linkUnlessThere(from: string, to: string): { done: boolean; moved: boolean } {
  try {
    retryInterrupted(() => linkSync(from, to))
    return { done: true, moved: false }
  } catch (error) {
    return afterFailedLink(from, to, error)
  }
}

export function statIfThere(path: string): BigIntStats | undefined {
  return lstatSync(path, { bigint: true, throwIfNoEntry: false })
}

function afterFailedLink(from: string, to: string, error: unknown): { done: boolean; moved: boolean } {
  // A network disk may do the link and lose the answer; the repeated request then finds its own work there.
  if (areOneFile(from, to)) return { done: true, moved: false }
  if (errnoOf(error) === 'EEXIST') return { done: false, moved: false }
  if (!NO_LINKS.has(errnoOf(error))) throw error
  // Without links nothing is both atomic and exclusive. Names here are random, so looking first is enough.
  if (statIfThere(to)) return { done: false, moved: false }
  retryWhileBusy(() => renameSync(from, to))
  return { done: true, moved: true }
}

function areOneFile(a: string, b: string): boolean {
  const [left, right] = [statIfThere(a), statIfThere(b)]
  return (
    left !== undefined && right !== undefined && left.ino === right.ino && left.dev === right.dev && left.ino !== 0n
  )
}

/**
 * The second name of a file while it is being replaced: `.<name>.<mark and random>.<process tag>.bak`. The mark is of what
 * was seen: it tells a later process whether what lies there went into the new file.
 */
const ASIDE_NAME = /^\.(.+)\.([0-9a-f]{16})[0-9a-f]{16}\.([a-z0-9]+\.[a-z0-9]+\.[0-9]+\.[0-9]+)\.bak$/

export function asideOf(target: string, seen: Uint8Array, tag: string): string {
  const random = Buffer.from(randomBytes(8)).toString('hex')
  return join(dirname(target), `.${basename(target)}.${markOf(seen)}${random}.${tag}.bak`)
}

/** The name of the file whose aside this is; null where the name is no aside's. */
export function fileOfAside(name: string): string | null {
  return ASIDE_NAME.exec(name)?.[1] ?? null
}

/** Always false, for callers whose answer that is. */
export function dropAside(aside: string): false {
  try {
    retryWhileBusy(() => unlinkSync(aside))
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error
  }
  return false
}

/**
 * Tidies the aside of a process that died half-way: the file is put back where its name leads nowhere. Not null: the aside
 * holds an edit of that file that went nowhere, and must be kept.
 */
export function settleAside(folder: string, name: string, maxBytes: number): string | null {
  const [, file, mark, tag = ''] = ASIDE_NAME.exec(name) ?? []
  if (file === undefined || !tagIsDead(tag)) return null
  const [aside, target] = [join(folder, name), join(folder, file)]
  const there = statIfThere(target)
  if (!there) linkUnlessThere(aside, target)
  else if (there.ino !== statIfThere(aside)?.ino) {
    const bytes = readRegular(aside, maxBytes)
    if (bytes !== null && markOf(bytes) !== mark) return file
  }
  dropAside(aside)
  return null
}

function markOf(bytes: Uint8Array): string {
  return sha256Hex(bytes).slice(0, 16)
}

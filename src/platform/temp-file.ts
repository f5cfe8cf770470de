/** The temporary file a durable write goes through: in the same folder, exclusive, complete, synced. */
import { closeSync, constants, fchmodSync, fstatSync, fsyncSync, openSync, unlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { randomBytes } from './hash.js'
import { retryInterrupted, retryWhileBusy, writeAll } from './raw-io.js'

const EXCLUSIVE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0)
const NAME = /^\..*\.([a-z0-9]+\.[a-z0-9]+\.[0-9]+\.[0-9]+)\.[0-9a-f]{32}\.tmp$/
/** Leaves room for the tag and the random part in the 255 bytes a name may have. */
const LONGEST_BASE = 100

/** The path of a file that holds exactly `text`. Where anything fails, it is gone again and the error is thrown as it came. */
export function writeTemp(target: string, text: string, tag: string, durable: boolean): string {
  const path = join(dirname(target), tempName(basename(target), tag))
  const fd = retryInterrupted(() => openSync(path, EXCLUSIVE, 0o600))
  try {
    fill(fd, Buffer.from(text, 'utf8'), durable)
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
  return `.${base.slice(0, LONGEST_BASE)}.${tag}.${Buffer.from(randomBytes(16)).toString('hex')}.tmp`
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

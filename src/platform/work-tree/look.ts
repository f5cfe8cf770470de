/**
 * Files of a work tree, by paths of bytes: looked at and read without following a link, waiting for a pipe or believing a
 * file that is being written. Paths are relative to the worktree, one letter for each byte.
 */
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  type BigIntStats,
} from 'node:fs'
import { readUpTo, retryInterrupted } from '../files/raw-io.js'

export interface Look {
  kind: 'file' | 'link' | 'folder' | 'other'
  size: number
  mtimeMs: number
  /** When anything of it was last changed. */
  changedMs: number
  permissions: number
  links: number
  /** Of the user who runs this. */
  isOwn: boolean
  /** Device and inode. */
  inode: string
  /** Differs where it was written, replaced or given other rights. */
  stamp: string
}

const CAREFULLY = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/** A path as the system takes it. */
export function bytePath(root: string, path: string): Buffer {
  return Buffer.from(path === '' ? root : `${root}/${path}`, 'latin1')
}

/** Null: there is nothing. What may not be looked at throws. */
export function lookAt(root: string, path: string): Look | null {
  try {
    const stat = lstatSync(bytePath(root, path), { bigint: true, throwIfNoEntry: false })
    return stat ? lookOf(stat) : null
  } catch (error) {
    // A file stands where a folder would have to be.
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return null
    throw error
  }
}

function lookOf(stat: BigIntStats): Look {
  const kind = stat.isFile() ? 'file' : stat.isSymbolicLink() ? 'link' : stat.isDirectory() ? 'folder' : 'other'
  return {
    kind,
    size: Number(stat.size),
    mtimeMs: Number(stat.mtimeNs / 1_000_000n),
    changedMs: Number(stat.ctimeNs / 1_000_000n),
    permissions: Number(stat.mode) & 0o7777,
    links: Number(stat.nlink),
    isOwn: Number(stat.uid) === (process.geteuid?.() ?? Number(stat.uid)),
    inode: `${stat.dev}:${stat.ino}`,
    stamp: `${kind}:${stat.size}:${stat.mtimeNs}:${stat.ctimeNs}:${stat.ino}:${stat.mode}`,
  }
}

/** The bytes of a file, or of a link its target. Null: it is neither, or too large. `isTorn`: it changed meanwhile. */
export function readAt(
  root: string,
  path: string,
  maxBytes: number,
): { bytes: Buffer; look: Look; isTorn: boolean } | null {
  const before = lookAt(root, path)
  if (before?.kind === 'link') {
    const bytes = readlinkSync(bytePath(root, path), 'buffer')
    return { bytes, look: before, isTorn: lookAt(root, path)?.stamp !== before.stamp }
  }
  if (before?.kind !== 'file' || before.size > maxBytes) return null
  const fd = retryInterrupted(() => openSync(bytePath(root, path), CAREFULLY))
  try {
    const look = lookOf(fstatSync(fd, { bigint: true }))
    if (look.kind !== 'file' || look.size > maxBytes) return null
    const bytes = readUpTo(fd, look.size, 0)
    const after = lookOf(fstatSync(fd, { bigint: true }))
    return { bytes, look, isTorn: bytes.length !== look.size || after.stamp !== look.stamp }
  } finally {
    closeSync(fd)
  }
}

/** The first part of the way to it that is no real folder; null: there is none, or not even the way. `known`: seen before. */
export function blockedAt(root: string, path: string, known: Map<string, boolean> = new Map()): string | null {
  for (let at = path.indexOf('/'); at > 0; at = path.indexOf('/', at + 1)) {
    const folder = path.slice(0, at)
    let isFine = known.get(folder)
    if (isFine === undefined) {
      const look = lookAt(root, folder)
      isFine = look === null || look.kind === 'folder'
      known.set(folder, isFine)
    }
    if (!isFine) return folder
  }
  return null
}

/** A name in the same folder that differs in its case only. */
export function twinOf(root: string, path: string): string | null {
  const at = path.lastIndexOf('/')
  const folder = at < 0 ? '' : path.slice(0, at)
  const name = path.slice(at + 1)
  try {
    const names = readdirSync(bytePath(root, folder), 'buffer').map((one) => one.toString('latin1'))
    const twin = names.find((one) => one !== name && one.toLowerCase() === name.toLowerCase())
    return twin === undefined ? null : folder === '' ? twin : `${folder}/${twin}`
  } catch {
    return null
  }
}

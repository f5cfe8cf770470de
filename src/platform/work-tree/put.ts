/**
 * One file of a work tree is put back. What was there is first taken away under a name of its own and looked at there: where
 * it is not what was kept, it is put back and nothing was done. So nothing is ever written over, whoever else writes
 * meanwhile. Doing a step again, after a crash at any line, ends it or goes back.
 */
import {
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readlinkSync,
  renameSync,
  symlinkSync,
  unlinkSync,
} from 'node:fs'
import { isInside } from '../../core/undo/bytes.js'
import { sha256Hex } from '../files/hash.js'
import { errnoOf, retryInterrupted, retryWhileBusy, syncDir, writeAll } from '../files/raw-io.js'
import { blockedAt, bytePath, lookAt, readAt } from './look.js'

export interface PutStep {
  path: string
  do: 'write' | 'link' | 'delete' | 'mode'
  /** Of what it shall hold, a link's target. */
  hash: string
  permissions: number
  was: { hash: string; permissions: number; isLink: boolean } | null
}

/** `changed`: it is not what was kept any more, and stays. `aside`: where bytes of somebody else are now, if not in their place. */
export type PutResult = { done: true } | { done: false; why: 'changed' | 'blocked'; aside?: string }

const EXCLUSIVE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0)
const MAX_BYTES = 512_000_000

/** `mark`: names the temporary files beside it, the same for the same step every time. */
export function putBack(root: string, step: PutStep, bytes: () => Uint8Array, mark: string): PutResult {
  const { path } = step
  if (!isInside(path) || blockedAt(root, path) !== null) return { done: false, why: 'blocked' }
  const temp = beside(path, `.${mark}.tmp`)
  const aside = beside(path, `.${mark}.old`)
  unlinkAt(root, temp)
  const left = settleAside(root, step, aside)
  if (left) return left
  if (isDone(root, step)) return { done: true }
  if (step.do === 'mode') return changeMode(root, step)
  makeFolders(root, path)
  if (step.do === 'write') writeTemp(root, temp, bytes(), step.permissions)
  let placed = false
  try {
    const taken = step.was === null ? null : takeAway(root, step, aside)
    if (taken) return taken
    placed = step.do === 'delete' || place(root, step, temp, bytes)
    return blockedAt(root, path) === null ? finish(root, step, aside, placed) : leave(root, step, aside, placed)
  } catch (error) {
    // What we had in the folder went with it.
    if (blockedAt(root, path) === null) throw error
    return leave(root, step, aside, placed)
  } finally {
    unlinkAt(root, temp)
    if (lookAt(root, folderOf(path))?.kind === 'folder') syncDir(bytePath(root, folderOf(path)))
  }
}

/** A name beside it that git and people see for what it is. */
function beside(path: string, name: string): string {
  const folder = folderOf(path)
  return folder === '' ? name : `${folder}/${name}`
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

function isDone(root: string, { path, do: act, hash, permissions }: PutStep): boolean {
  const now = readAt(root, path, MAX_BYTES)
  if (act === 'delete') return lookAt(root, path) === null
  if (!now || (now.look.kind === 'link') !== (act === 'link')) return false
  return sha256Hex(now.bytes) === hash && (act === 'link' || (now.look.permissions & 0o777) === permissions)
}

function isAsKept(root: string, path: string, was: NonNullable<PutStep['was']>): boolean {
  const now = readAt(root, path, MAX_BYTES)
  return now !== null && (now.look.kind === 'link') === was.isLink && sha256Hex(now.bytes) === was.hash
}

function takeAway(root: string, { path, was }: PutStep, aside: string): PutResult | null {
  // Looked at first, so that in nearly every case of somebody else's work it is not even moved.
  if (!was || !isAsKept(root, path, was)) return { done: false, why: 'changed' }
  try {
    retryWhileBusy(() => renameSync(bytePath(root, path), bytePath(root, aside)))
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return { done: false, why: 'changed' }
    throw error
  }
  return isAsKept(root, aside, was) ? null : giveBack(root, path, aside)
}

/** Bytes that nobody kept: back under their name, or left under ours where the name is taken. */
function giveBack(root: string, path: string, aside: string): PutResult {
  return linkOver(root, aside, path) ? { done: false, why: 'changed' } : { done: false, why: 'changed', aside }
}

/** False: there is something of that name. `from` is gone afterwards. */
function linkOver(root: string, from: string, to: string): boolean {
  const [source, target] = [bytePath(root, from), bytePath(root, to)]
  try {
    if (lookAt(root, from)?.kind === 'link') symlinkSync(readlinkSync(source, 'buffer'), target)
    else retryInterrupted(() => linkSync(source, target))
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false
    // A disk without hard links: nothing there is both atomic and exclusive.
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(errnoOf(error))) throw error
    if (lookAt(root, to)) return false
    renameSync(source, target)
    return true
  }
  unlinkSync(source)
  return true
}

function place(root: string, { path, do: act }: PutStep, temp: string, bytes: () => Uint8Array): boolean {
  if (act === 'write') return linkOver(root, temp, path)
  try {
    symlinkSync(Buffer.from(bytes()), bytePath(root, path))
    return true
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false
    throw error
  }
}

/** What was taken away is kept elsewhere; where somebody wrote to it at the last moment, it stays. */
function finish(root: string, { was }: PutStep, aside: string, placed: boolean): PutResult {
  const isLeft = was !== null && lookAt(root, aside) !== null && !isAsKept(root, aside, was)
  if (was !== null && !isLeft) unlinkAt(root, aside)
  if (isLeft) return { done: false, why: 'changed', aside }
  return placed ? { done: true } : { done: false, why: 'changed' }
}

/** A folder on the way became a link while we wrote: what is at its end is none of ours, and stays as it was. */
function leave(root: string, step: PutStep, aside: string, placed: boolean): PutResult {
  const { path } = step
  if (placed && step.do !== 'delete' && isDone(root, step)) unlinkAt(root, path)
  if (lookAt(root, aside) !== null) linkOver(root, aside, path)
  return { done: false, why: 'blocked' }
}

/** What a step that was cut off left: its bytes go back where their name leads nowhere. */
function settleAside(root: string, { path, was }: PutStep, aside: string): PutResult | null {
  if (!was || lookAt(root, aside) === null) return null
  if (lookAt(root, path) === null) {
    linkOver(root, aside, path)
    return null
  }
  if (!isAsKept(root, aside, was)) return { done: false, why: 'changed', aside }
  unlinkAt(root, aside)
  return null
}

function changeMode(root: string, step: PutStep): PutResult {
  if (!step.was || !isAsKept(root, step.path, step.was)) return { done: false, why: 'changed' }
  const fd = openSync(bytePath(root, step.path), constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0))
  try {
    fchmodSync(fd, step.permissions)
  } finally {
    closeSync(fd)
  }
  return { done: true }
}

function writeTemp(root: string, temp: string, bytes: Uint8Array, permissions: number): void {
  const fd = retryInterrupted(() => openSync(bytePath(root, temp), EXCLUSIVE, 0o600))
  try {
    writeAll(fd, bytes)
    fchmodSync(fd, permissions)
    fsyncSync(fd)
  } catch (error) {
    unlinkAt(root, temp)
    throw error
  } finally {
    closeSync(fd)
  }
}

/** With the rights of the folder above. */
function makeFolders(root: string, path: string): void {
  for (let at = path.indexOf('/'); at > 0; at = path.indexOf('/', at + 1)) {
    const folder = path.slice(0, at)
    if (lookAt(root, folder)) continue
    const above = lookAt(root, folderOf(folder))
    mkdirSync(bytePath(root, folder), 0o700)
    chmodSync(bytePath(root, folder), (above?.permissions ?? 0o700) & 0o777)
    syncDir(bytePath(root, folderOf(folder)))
  }
}

function unlinkAt(root: string, path: string): void {
  try {
    retryWhileBusy(() => unlinkSync(bytePath(root, path)))
  } catch (error) {
    if (!['ENOENT', 'ENOTDIR'].includes(errnoOf(error))) throw error
  }
}

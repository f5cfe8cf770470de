/**
 * A lock that survives the death of its holder. Its folder always holds exactly one token, itself a folder: `free`, or
 * `own.<process tag>.<nonce>`. Taking it, giving it back and taking it over from the dead are one rename each, and the
 * name that is renamed holds the very identity that was judged: of many who judge the same, one succeeds, and the lock
 * is never free in between. Nothing is synced: after a new boot every holder is known to be dead.
 *
 * A lock is only advice to those who sleep through its loss. So the holder keeps its temporary files inside the token:
 * once somebody else has it, they are elsewhere, and the rename that would put them in place fails.
 */
import { mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { processTag, tagIsDead } from '../process/process-tag.js'
import { sleep, withinDeadline } from '../process/self.js'
import { makeLevels } from './folders.js'
import { randomBytes } from './hash.js'
import { errnoOf, guarded, retryWhileBusy } from './raw-io.js'
import { statIfThere } from './temp-file.js'

/** `owner`: the tag of who has it; empty where that cannot be told. */
export type Locked<T> = { held: true; value: T } | { held: false; owner: string }

const FREE = 'free'
const OWNED = /^own\.([a-z0-9]+\.[a-z0-9]+\.[0-9]+\.[0-9]+)\.[0-9a-f]{32}$/
const UNFINISHED = /\.new\.([a-z0-9]+\.[a-z0-9]+\.[0-9]+\.[0-9]+)\.[0-9a-f]{32}$/
const WAIT_MS = 2000
const MAX_NAP_MS = 12
/** What a rename onto a folder that is not empty answers. */
const TAKEN = new Set(['ENOTEMPTY', 'EEXIST', ...(process.platform === 'win32' ? ['EPERM', 'EACCES'] : [])])

/**
 * Runs `work` while this process alone holds the lock; `token` is the folder for its temporary files. A holder that lives,
 * or of whom nothing can be known, is waited for and then left alone, however long it has had the lock. `pastDeadline`:
 * waits its time also where this process may wait for nobody any more, for locks that are held for a moment only.
 */
export function withLock<T>(
  folder: string,
  tag: string,
  work: (token: string) => T,
  options: { waitMs?: number; pastDeadline?: boolean } = {},
): Locked<T> {
  const token = join(folder, `own.${tag}.${nonce()}`)
  const waitMs = options.waitMs ?? WAIT_MS
  const owner = onDisk(folder, () => acquire(folder, token, options.pastDeadline ? waitMs : withinDeadline(waitMs)))
  if (owner !== null) return { held: false, owner }
  try {
    onDisk(folder, () => clear(token))
    return { held: true, value: work(token) }
  } finally {
    release(folder, token)
  }
}

/** The same for work that waits for others meanwhile. Null: somebody else has it. */
export function takeLock(folder: string, tag: string, waitMs = 0): { token: string; release(): void } | null {
  const token = join(folder, `own.${tag}.${nonce()}`)
  if (onDisk(folder, () => acquire(folder, token, waitMs)) !== null) return null
  onDisk(folder, () => clear(token))
  return { token, release: () => release(folder, token) }
}

/** For a person who knows that the holder is gone: a lock of another machine or container opens only so. Whose it was. */
export function releaseLock(folder: string): string | null {
  return onDisk(folder, () => {
    const name = tokenIn(folder)
    if (name === FREE || name === null) return null
    return move(join(folder, name), join(folder, FREE)) ? ownerOf(name) : null
  })
}

/** Whose it is, where one holder has it all the while that is waited; null: it comes and goes, or its holder is dead. */
export function stuckOwner(folder: string, waitMs: number): string | null {
  const end = performance.now() + waitMs
  const first = onDisk(folder, () => tokenIn(folder))
  if (first === null || first === FREE || tagIsDead(ownerOf(first))) return null
  for (; performance.now() < end; nap(MAX_NAP_MS)) if (onDisk(folder, () => tokenIn(folder)) !== first) return null
  return ownerOf(first)
}

/** Null: it is ours. Else whose it is. */
function acquire(folder: string, token: string, waitMs: number): string | null {
  const end = nowMs() + waitMs
  for (let attempt = 1; ; attempt++) {
    if (move(join(folder, FREE), token)) return null
    const name = tokenIn(folder)
    if (name === null) makeLock(folder)
    else if (tagIsDead(ownerOf(name)) && move(join(folder, name), token)) return null
    // What was just made is tried at once.
    if (name === null && attempt === 1) continue
    if (nowMs() >= end) return ownerOf(tokenIn(folder) ?? '')
    if (name !== FREE) nap(attempt)
  }
}

/** A clock nobody sets. Not `performance`, whose first use makes Node load its perf_hooks in every hook. */
function nowMs(): number {
  return process.uptime() * 1000
}

/** Only under the name that holds our nonce: where that is gone, the lock is somebody else's now. */
function release(folder: string, token: string): void {
  try {
    move(token, join(folder, FREE))
  } catch {
    // Whatever the disk says now, the work is done; this process' end opens the lock.
  }
}

/** False: `from` is gone, somebody was faster. A network disk may rename and lose the answer: then `to` tells. */
function move(from: string, to: string): boolean {
  try {
    retryWhileBusy(() => renameSync(from, to))
    return true
  } catch (error) {
    if (basename(to) !== FREE && statIfThere(to)) return true
    if (errnoOf(error) === 'ENOENT') return false
    throw error
  }
}

/** Null: no lock, or a listing that fell into the middle of a rename. */
function tokenIn(folder: string): string | null {
  try {
    return readdirSync(folder).find((name) => name === FREE || OWNED.test(name)) ?? null
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return null
    throw error
  }
}

function ownerOf(name: string): string {
  return OWNED.exec(name)?.[1] ?? ''
}

/** Complete before it gets its name; a lock that is there cannot be replaced, because it is never empty. */
function makeLock(folder: string): void {
  makeLevels(dirname(folder))
  dropUnfinished(folder)
  const fresh = `${folder}.new.${processTag()}.${nonce()}`
  // One by one: where both are made at once, Node says of every failure that a folder is missing.
  for (const path of [fresh, join(fresh, FREE)]) mkdirSync(path, 0o700)
  try {
    // Windows renames onto no folder at all. Removing one fails, too, where it is not empty.
    removeIfEmpty(folder)
    retryWhileBusy(() => renameSync(fresh, folder))
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    if (!TAKEN.has(errnoOf(error))) throw error
  }
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // Not there, or a lock.
  }
}

function dropUnfinished(folder: string): void {
  for (const name of readdirSync(dirname(folder))) {
    const tag = UNFINISHED.exec(name)?.[1]
    if (tag !== undefined && tagIsDead(tag)) rmSync(join(dirname(folder), name), { recursive: true, force: true })
  }
}

/** What a dead holder left. */
function clear(token: string): void {
  for (const name of readdirSync(token)) rmSync(join(token, name), { recursive: true, force: true })
}

/** Of random length, so that many who wait do not wake together. */
function nap(attempt: number): void {
  sleep(Math.random() * Math.min(MAX_NAP_MS, attempt + 1))
}

function nonce(): string {
  return Buffer.from(randomBytes(16)).toString('hex')
}

function onDisk<T>(folder: string, act: () => T): T {
  return guarded(`cannot use the lock ${folder}`, act)
}

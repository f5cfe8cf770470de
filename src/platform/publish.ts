/** Giving a complete file its name, so that no reader ever sees half of it. Errors are thrown as the system gave them. */
import { linkSync, lstatSync, renameSync, unlinkSync } from 'node:fs'
import type { BigIntStats } from 'node:fs'
import { errnoOf } from './io-error.js'
import { retryInterrupted, retryWhileBusy } from './raw-io.js'
import { dropTemp, writeTemp } from './temp-file.js'

/** File systems without hard links answer link with one of these. */
const NO_LINKS = new Set(['ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EPERM', 'EMLINK'])

/** False: the target exists; nothing changed. The temporary file is gone either way. */
export function createFile(target: string, text: string, tag: string): boolean {
  const temp = writeTemp(target, text, tag, true)
  try {
    const { done, moved } = linkUnlessThere(temp, target)
    if (!moved) retryWhileBusy(() => unlinkSync(temp))
    return done
  } catch (error) {
    dropTemp(temp)
    throw error
  }
}

export function replaceFile(target: string, text: string, tag: string, durable: boolean): void {
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

/**
 * The mark of a worktree: a small file for each call that may write, made when it starts and renamed when it ends. While one
 * is there, what the last take says may not be so any more. Read by the entry of the hooks at every call, so it imports little
 * and reads the names of one folder.
 */
import { hash53 } from '../../core/entry/seal.js'
import type { Cause } from '../../core/undo/take.js'
import { dropQuick, listQuick, readQuick, writeQuick } from '../../platform/files/quick-file.js'

/** The folder of what was taken of a worktree. */
export function shelfDir(home: string, worktree: string): string {
  return `${home}/takes/${hash53(worktree)}`
}

/** A take that is older than this says little, mark or not: people and editors set none. */
const FRESH_MS = 30_000
/** A call that is open longer than this has been forgotten by its client. */
const FORGOTTEN_MS = 600_000
const MAX_BYTES = 10_000

export interface OpenCall {
  cause: Cause
  startedMs: number
  /** Absent: it is still open, or nobody said how it ended. */
  endedMs?: number
}

/** Before a call: also the first of a turn, because nobody knows what was done by hand before it. */
export function isTakeDueBefore(home: string, dir: string, nowMs: number): boolean {
  const overMs = Number(readQuick(`${dir}/turn-over`, MAX_BYTES, home) ?? 0) || 0
  return overMs >= takenMs(home, dir) || isTakeDue(home, dir, nowMs)
}

/** May the work tree be another one than the last take says? */
export function isTakeDue(home: string, dir: string, nowMs: number): boolean {
  const taken = takenMs(home, dir)
  return nowMs - taken > FRESH_MS || nowMs < taken - FRESH_MS || names(dir).length > 0
}

/** `cause`: its command is redacted, or left out. `mark`: the same when it ends. */
export function noteStart(home: string, dir: string, mark: string, cause: Cause, nowMs: number): void {
  writeQuick(`${dir}/calls`, `o.${mark}`, JSON.stringify({ cause, startedMs: nowMs }), home)
}

export function noteEnd(home: string, dir: string, mark: string, cause: Cause, nowMs: number): void {
  const before = readCall(home, dir, `o.${mark}`)
  const call: OpenCall = {
    cause: { ...before?.cause, ...cause },
    startedMs: before?.startedMs ?? nowMs,
    endedMs: nowMs,
  }
  writeQuick(`${dir}/calls`, `e.${mark}`, JSON.stringify(call), home)
  drop(dir, `o.${mark}`)
}

export function callMark(session: string, what: string): string {
  return hash53(`${session}\0${what}`)
}

/** A turn is over: what its session has left open has ended, or went on in the background. */
export function endAll(home: string, dir: string, session: string, nowMs: number): void {
  for (const name of names(dir)) {
    const call = name.startsWith('o.') ? readCall(home, dir, name) : null
    if (call?.cause.session === session) noteEnd(home, dir, name.slice(2), call.cause, nowMs)
  }
}

export function readCalls(home: string, dir: string): OpenCall[] {
  return names(dir).flatMap((name) => readCall(home, dir, name) ?? [])
}

/** A take was made of the state at `sinceMs`, or it is still as in this one: what had ended by then is in it, and what was lost is known. */
export function clearMark(home: string, dir: string, sinceMs: number, take: string): void {
  writeQuick(dir, 'taken', `${sinceMs} ${take}`, home)
  for (const name of names(dir)) {
    const call = readCall(home, dir, name)
    const isOver = !call || (call.endedMs ?? Infinity) <= sinceMs || sinceMs - call.startedMs > FORGOTTEN_MS
    if (isOver) drop(dir, name)
  }
}

/** When the work tree was last seen to be as the newest take says. */
export function takenMs(home: string, dir: string): number {
  return Number(readTaken(home, dir)[0]) || 0
}

/** The take up to which it is known what was lost. Undefined: none, or an older dogear made it. */
export function takenId(home: string, dir: string): string | undefined {
  return readTaken(home, dir)[1]
}

function readTaken(home: string, dir: string): string[] {
  return (readQuick(`${dir}/taken`, MAX_BYTES, home) ?? '').split(' ')
}

/** When the turn before this one ended. Null: it is the first. */
export function turnBeganMs(home: string, dir: string, session: string): number | null {
  const text = readQuick(`${dir}/turns/${hash53(session)}`, MAX_BYTES, home)
  return text === null ? null : Number(text) || 0
}

export function markTurn(home: string, dir: string, session: string, nowMs: number): void {
  writeQuick(`${dir}/turns`, hash53(session), String(nowMs), home)
  writeQuick(dir, 'turn-over', String(nowMs), home)
}

function names(dir: string): string[] {
  return listQuick(`${dir}/calls`).filter((name) => /^[oe]\./.test(name))
}

function readCall(home: string, dir: string, name: string): OpenCall | null {
  try {
    return JSON.parse(readQuick(`${dir}/calls/${name}`, MAX_BYTES, home) ?? 'null') as OpenCall | null
  } catch {
    return null
  }
}

function drop(dir: string, name: string): void {
  dropQuick(`${dir}/calls/${name}`)
}

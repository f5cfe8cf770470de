/** Sessions as their hooks left them: which one lives, which one was cut off, and which one another continues. */
import { join } from 'node:path'
import { safeName } from '../../core/redact/safe-name.js'
import { age } from '../../core/text/text.js'
import { listDir, removeFile, removeTree, stampOf } from '../../platform/files/files.js'
import { readQuick, writeQuick } from '../../platform/files/quick-file.js'
import { processTag, tagIsDead } from '../../platform/process/process-tag.js'
import {
  BESIDE,
  hookLocksDir,
  hooksDir,
  openDir,
  readHookState,
  type HookState,
} from '../../store/session/hook-state.js'
import { nowDir, sessionRunBy } from '../../store/session/session-now.js'

/** `silent`: its process cannot be judged from here (another container), and it has said nothing for long. */
export type SessionStatus = 'alive' | 'ended' | 'crashed' | 'silent'

const SILENT_MS = 30 * 60_000

export function statusOf(state: HookState, nowMs: number): SessionStatus {
  if (state.ended !== undefined) return 'ended'
  if (state.tag !== undefined && isNear(state.tag)) return tagIsDead(state.tag) ? 'crashed' : 'alive'
  if (state.tag !== undefined && tagIsDead(state.tag)) return 'crashed'
  return nowMs - (state.atMs ?? 0) > SILENT_MS ? 'silent' : 'alive'
}

/** The same boot and the same namespace. */
function isNear(tag: string): boolean {
  const place = (one: string): string => one.split('.', 2).join('.')
  return place(tag) === place(processTag())
}

interface EndMark {
  session: string
  worktree: string
  atMs: number
}

/** A cleared session leaves its name under the number of the process, which goes on under a new session. */
export function markCleared(home: string, pid: number, mark: EndMark): void {
  const text = JSON.stringify({ ...mark, worktree: safeName(mark.worktree) })
  writeQuick(endedDir(home), `${pid}.json`, text, home)
}

const LINKED_MS = 60_000

/**
 * The session that a cleared one was before: the same process said so a moment ago. Some clients do not tell the end:
 * then it is the one of this process that was not ended.
 */
export function predecessorOf(home: string, now: EndMark & { pid: number }): string | null {
  const mark = readMark(home, now.pid)
  const fits = mark && mark.worktree === safeName(now.worktree) && Math.abs(now.atMs - mark.atMs) < LINKED_MS
  if (fits && mark.session !== now.session) return mark.session
  const session = sessionRunBy(home, now.pid)
  const state = session === null || session === now.session ? null : readHookState(home, session)
  const isHere = state?.worktree === safeName(now.worktree) && state.pid === now.pid && state.ended === undefined
  return isHere && statusOf(state, now.atMs) === 'alive' ? session : null
}

function readMark(home: string, pid: number): EndMark | null {
  try {
    return JSON.parse(readQuick(`${endedDir(home)}/${pid}.json`, 10_000, home) ?? 'null') as EndMark | null
  } catch {
    return null
  }
}

function endedDir(home: string): string {
  return `${hooksDir(home)}/ended`
}

export function unmarkOpen(home: string, session: string): void {
  removeFile(`${openDir(home)}/${session}`)
}

export function openSessions(home: string): string[] {
  return listDir(openDir(home)).filter((name) => !name.startsWith('.'))
}

/** True where there is anything to look at besides this session. */
export function hasOthersOpen(home: string, session: string): boolean {
  return openSessions(home).some((name) => name !== session)
}

/** In a session that is at work, "continue" alone means the conversation. A quick question before it is no work. */
export function isAtWork(state: HookState | null): boolean {
  return state?.on !== undefined && !state.quick
}

/** Who else is at work on a line, in words; null: nobody that can be seen from here. */
export function holderOf(home: string, name: string, besides: string | undefined, nowMs: number): string | null {
  for (const session of openSessions(home)) {
    const state = session === besides ? null : readHookState(home, session)
    if (state?.on?.name !== name || state.quick || statusOf(state, nowMs) !== 'alive') continue
    const who = `${state.agent ?? 'an agent'}${state.pid === undefined ? '' : `, process ${state.pid}`}`
    const heard = state.atMs === undefined ? '' : `, last heard of ${age(state.atMs, nowMs)}`
    return `Another session is at work on this (${who}${heard}). What both save from here on is kept apart and shown as two.`
  }
  return null
}

const DAY_MS = 86_400_000
const FORGOTTEN_MS = 60 * DAY_MS
/** When it was last done. No session has a name with a dot before it. */
const SWEPT = '.swept'
/** Fewer are no burden, and looking at them is. */
const MIN_FILES = 100

/**
 * Removes what the hooks keep of sessions that nobody has heard of for two months, and returns how many files went. One
 * that is marked as open stays: it may be a crash that nobody has saved yet.
 */
export function sweepSessions(home: string, nowMs: number): number {
  // Once a day: looking at all files of a month takes 5 to 10 ms, a tenth of a start.
  if (Math.abs(nowMs - Number(readQuick(`${hooksDir(home)}/${SWEPT}`, 100, home) ?? 0)) < DAY_MS) return 0
  writeQuick(hooksDir(home), SWEPT, String(nowMs), home)
  // Up to 0.1.0 code lay there, and was run.
  if (stampOf(join(home, 'index', 'code'))) removeTree(join(home, 'index', 'code'))
  const open = new Set(openSessions(home))
  const states = oldFiles(hooksDir(home), nowMs - FORGOTTEN_MS).filter((name) => !open.has(sessionNamed(name)))
  // A mark of the end is good for a minute.
  const ends = oldFiles(endedDir(home), nowMs - DAY_MS)
  const runs = oldFiles(nowDir(home), nowMs - FORGOTTEN_MS)
  for (const name of states) removeFile(join(hooksDir(home), name))
  for (const session of new Set(states.map(sessionNamed))) removeTree(join(hookLocksDir(home), session))
  for (const name of ends) removeFile(join(endedDir(home), name))
  for (const name of runs) removeFile(join(nowDir(home), name))
  return states.length + ends.length + runs.length
}

function oldFiles(folder: string, beforeMs: number): string[] {
  const names = listDir(folder).filter((name) => /^[^.].*\.json$/.test(name))
  if (names.length < MIN_FILES) return []
  return names.filter((name) => (stampOf(join(folder, name))?.mtimeMs ?? Infinity) < beforeMs)
}

function sessionNamed(name: string): string {
  return name.replace(BESIDE, '').replace(/\.json$/, '')
}

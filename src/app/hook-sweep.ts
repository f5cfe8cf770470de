/** What the hooks keep of sessions that nobody has heard of for two months: it would only pile up. */
import { join } from 'node:path'
import { listDir, removeFile, removeTree, stampOf } from '../platform/files.js'
import { BESIDE, hookLocksDir, hooksDir } from '../store/hook-state.js'
import { endedDir, openSessions } from './hook-sessions.js'

const DAY_MS = 86_400_000
const SILENT_MS = 60 * DAY_MS
/** Fewer are no burden, and looking at them is. */
const FEW = 100

/** How many files went. One that is marked as open stays: it may be a crash that nobody has saved yet. */
export function sweepSessions(home: string, nowMs: number): number {
  const open = new Set(openSessions(home))
  const states = oldFiles(hooksDir(home), nowMs - SILENT_MS).filter((name) => !open.has(sessionOf(name)))
  // A mark of the end is good for a minute.
  const ends = oldFiles(endedDir(home), nowMs - DAY_MS)
  for (const name of states) removeFile(join(hooksDir(home), name))
  for (const session of new Set(states.map(sessionOf))) removeTree(join(hookLocksDir(home), session))
  for (const name of ends) removeFile(join(endedDir(home), name))
  return states.length + ends.length
}

function oldFiles(folder: string, beforeMs: number): string[] {
  const names = listDir(folder).filter((name) => /^[^.].*\.json$/.test(name))
  if (names.length < FEW) return []
  return names.filter((name) => (stampOf(join(folder, name))?.mtimeMs ?? Infinity) < beforeMs)
}

function sessionOf(name: string): string {
  return name.replace(BESIDE, '').replace(/\.json$/, '')
}

/** What an agent or person wrote down while working, in the files that some keep for it in the work tree. */
import type { Fields } from '../core/entry/entry.js'
import { isThin, joinStated, parseSessionState, parseWorkingBuffer } from '../core/session/session-state.js'
import { BUFFER, readWorkFile, STATE, type WorkFile } from './files.js'

export interface SessionState {
  /** All of it stated. `files` names the files it was read from, with the role "state". */
  fields: Partial<Fields>
  /** When the newest of these files was written, in milliseconds: what was observed later corrects it. */
  at: number
}

const MAX_BYTES = 256_000

/**
 * SESSION-STATE.md first; the working buffer too where that one says too little, be it because it is empty or missing.
 * Null: neither says anything, which is no reason not to save.
 */
export function readSessionState(worktree: string): SessionState | null {
  const state = readStated(worktree, STATE, parseSessionState)
  if (state && !isThin(state.fields)) return state
  const buffer = readStated(worktree, BUFFER, parseWorkingBuffer)
  if (!state || !buffer) return state ?? buffer
  return { fields: joinStated(state.fields, buffer.fields), at: Math.max(state.at, buffer.at) }
}

function readStated(worktree: string, path: string, parse: (text: string) => Partial<Fields>): SessionState | null {
  const file: WorkFile | null = readWorkFile(worktree, path, MAX_BYTES)
  const fields = file ? parse(file.text) : {}
  if (!file || Object.keys(fields).length === 0) return null
  return { fields: { ...fields, files: [...(fields.files ?? []), { path, role: 'state' }] }, at: file.at }
}

/** What an agent or person wrote down while working, in the files that some keep for it in the work tree. */
import type { Fields } from '../core/entry/entry.js'
import { ownFields, ownText, type Verdict } from '../core/own/content.js'
import { isThin, joinStated, parseSessionState, parseWorkingBuffer } from '../core/session/session-state.js'
import { BUFFER, readWorkFile, STATE } from './files.js'

export interface SessionState {
  /** All of it stated. `files` names the files it was read from, with the role "state". */
  fields: Partial<Fields>
  /** When the newest of these files was written, in milliseconds: what was observed later corrects it. */
  at: number
}

export interface StateFile {
  path: string
  text: string
  at: number
}

const MAX_BYTES = 256_000
const PARSERS: Record<string, (text: string) => Partial<Fields>> = {
  [STATE]: parseSessionState,
  [BUFFER]: parseWorkingBuffer,
}

/** Those that say anything at all. */
export function readStateFiles(worktree: string): StateFile[] {
  return Object.keys(PARSERS).flatMap((path) => {
    const file = readWorkFile(worktree, path, MAX_BYTES)
    return file && Object.keys(parse(path, file.text)).length > 0 ? [{ path, ...file }] : []
  })
}

/**
 * SESSION-STATE.md first; the working buffer too where that one says too little, be it because it is empty or missing.
 * Only what is the user's own counts. Null: neither says anything, which is no reason not to save. `nowMs`: no file is
 * newer than that.
 */
export function stateIn(files: readonly { file: StateFile; verdict: Verdict }[], nowMs: number): SessionState | null {
  const [state = null, buffer = null] = [STATE, BUFFER].map((path) => {
    const one = files.find(({ file }) => file.path === path)
    return one ? statedIn(one.file, one.verdict, nowMs) : null
  })
  if (state && !isThin(state.fields)) return state
  if (!state || !buffer) return state ?? buffer
  return { fields: joinStated(state.fields, buffer.fields), at: Math.max(state.at, buffer.at) }
}

function statedIn({ path, text, at }: StateFile, verdict: Verdict, nowMs: number): SessionState | null {
  const fields = ownFields(parse(path, ownText(text, verdict)), verdict)
  if (Object.keys(fields).length === 0) return null
  return {
    fields: { ...fields, files: [...(fields.files ?? []), { path, role: 'state' }] },
    at: Math.min(at, nowMs),
  }
}

function parse(path: string, text: string): Partial<Fields> {
  return PARSERS[path]?.(text) ?? {}
}

/** What a session leaves behind: one that was cut off is saved in its name, old autosaves are packed, what it took is given back. */
import type { TranscriptReader } from '../../agents/agent.js'
import { LOAD_READER } from '../../agents/reader-registry.js'
import { isSavedIn } from '../../core/choose/selection.js'
import type { Moment } from '../../core/text/text.js'
import { stampOf } from '../../platform/files/files.js'
import { withinDeadline } from '../../platform/process/self.js'
import { isPackDue, packLine } from '../../store/entries/pack-line.js'
import type { Project } from '../../store/paths.js'
import type { Located } from '../../store/projects/projects.js'
import { type HookState, readHookState } from '../../store/session/hook-state.js'
import type { World } from '../world.js'
import { saveForHook } from './save.js'
import { openSessions, statusOf, unmarkOpen } from './sessions.js'

const OFFER_MS = 86_400_000
const MAX_SESSIONS = 100

/**
 * A session that was killed in the middle of a turn never got to save itself. Its transcript is all there: the next
 * session that begins in the same worktree saves it in its name. Each is looked at once.
 */
export async function saveCrashed(world: World, located: Located, log: (text: string) => void): Promise<void> {
  const now = world.now().ms
  const others = openSessions(world.home).filter((name) => name !== world.by.session)
  for (const session of others.slice(0, MAX_SESSIONS)) {
    const state = readHookState(world.home, session)
    if (state && (!isSavedIn(located, state.worktree) || statusOf(state, now) === 'alive')) continue
    unmarkOpen(world.home, session)
    const { transcript } = state ?? {}
    const reader = await LOAD_READER[state?.agent ?? '']?.()
    const seenMs = transcript === undefined ? null : seenAt(reader, transcript)
    const then = lastSeen(world, seenMs, { session, ...(state?.agent && { agent: state.agent }) })
    const isUnsaved =
      transcript !== undefined && state !== null && seenMs !== null && hasUnsaved(state, transcript, seenMs, now)
    const saved = isUnsaved
      ? await saveForHook(then, { session, transcript, reason: 'cut off', git: false, past: true })
      : null
    if (saved) packSession(world, located.project, { name: saved.name, ended: true }, log)
    if (state?.on && (!saved || saved.skipped)) await giveBack(then, log)
  }
}

/** What is said of it was true when it last wrote to its file, and not hours later when somebody comes back. */
function lastSeen(world: World, seenMs: number | null, by: World['by']): World {
  const now = (): Moment => ({ ...world.now(), ms: Math.floor(Math.min(world.now().ms, seenMs ?? Infinity)) })
  return { ...world, by: { ...world.by, ...by }, now }
}

/** When it last wrote. A file of many sessions does not tell it of one. Null: it is gone. */
function seenAt(reader: TranscriptReader | undefined, transcript: string): number | null {
  const mtimeMs = stampOf(reader?.fileOf?.(transcript) ?? transcript)?.mtimeMs ?? null
  if (mtimeMs === null || reader?.fileOf === undefined) return mtimeMs
  try {
    return reader.readTail(transcript).at ?? null
  } catch {
    return null
  }
}

/** What the session took and did nothing with is there again for others. */
export async function giveBack(world: World, log: (text: string) => void): Promise<void> {
  const { restoreUnused } = await import('../keep/restore.js')
  const name = await restoreUnused(world)
  if (name !== null) log(`gave back ${name}, which was not gone on with`)
}

/** Written to since it was read, within a day: the end of a turn may reach the file after the hook has read it. */
function hasUnsaved({ readBytes, lastSave }: HookState, transcript: string, seenMs: number, now: number): boolean {
  if (now - seenMs >= OFFER_MS) return false
  const bytes = stampOf(transcript)?.stamp.split(' ', 1)[0]
  const isKnown = readBytes !== undefined && bytes !== undefined
  return isKnown ? Number(bytes) !== readBytes : seenMs > (lastSave?.atMs ?? 0)
}

/** As much as a hook may take for it. */
const BUDGET_MS = 200

/** What a session leaves behind when it ends, or goes on for long, goes into packs. Best effort: if not now, then the next time. */
export function packSession(
  { tag, now }: World,
  project: Project,
  session: { name: string; ended: boolean; startedMs?: number | undefined },
  log: (text: string) => void,
): void {
  const { name, ended, startedMs } = session
  try {
    const budget = withinDeadline(BUDGET_MS)
    if (budget === 0 || !(ended || isPackDue(project, name, startedMs ?? now().ms - OFFER_MS))) return
    const packed = packLine(project, name, tag, { untilMs: Date.now() + budget })
    if (packed > 0) log(`packed ${packed} autosaves of ${name}`)
  } catch (error) {
    log(`autosaves could not be packed: ${(error as Error).message}`)
  }
}

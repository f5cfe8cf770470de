/**
 * A session that was killed in the middle of a turn never got to save itself. Its transcript is all there: the next
 * session that begins in the same worktree saves it in its name.
 */
import { stampOf } from '../platform/files.js'
import { type HookState, readHookState } from '../store/hook-state.js'
import { saveForHook } from './hook-save.js'
import { fateOf, openSessions, unmarkOpen } from './hook-sessions.js'
import type { World } from './world.js'

const DAY_MS = 86_400_000
const MOST = 100

/** Saves what was cut off here and is not saved yet. Each is looked at once. */
export async function saveCrashed(world: World, worktree: string): Promise<void> {
  const now = world.now().ms
  const others = openSessions(world.home).filter((name) => name !== world.by.session)
  for (const session of others.slice(0, MOST)) {
    const state = readHookState(world.home, session)
    if (state && (state.worktree !== worktree || fateOf(state, now) === 'alive')) continue
    unmarkOpen(world.home, session)
    if (state?.transcript === undefined || !hasUnsaved(state, state.transcript, now)) continue
    const then = { ...world, by: { ...world.by, session } }
    await saveForHook(then, { session, transcript: state.transcript, reason: 'cut off', git: false })
  }
}

/** Written to since it was read, within a day: the end of a turn may reach the file after the hook has read it. */
function hasUnsaved({ readBytes, lastSave }: HookState, transcript: string, now: number): boolean {
  const file = stampOf(transcript)
  if (!file || now - file.mtimeMs >= DAY_MS) return false
  const bytes = Number(file.stamp.split(' ', 1)[0])
  return readBytes === undefined ? file.mtimeMs > (lastSave?.atMs ?? 0) : bytes !== readBytes
}

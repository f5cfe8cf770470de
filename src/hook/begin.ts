/** The state of a session as it begins, or goes on after a compaction. */
import type { HookState } from '../store/hook-state.js'
import type { Call } from './call.js'
import { textIn } from './call.js'

export type Known = Required<Pick<HookState, 'project' | 'worktree' | 'pid'>> &
  Pick<HookState, 'tag' | 'bands' | 'block' | 'farewells'>

/** What was said to be over lives again; after a compaction the context is counted anew. */
export function beginState({ event, startedMs }: Call, before: HookState | null, known: Known): HookState {
  const isCompacted = textIn(event, 'source') === 'compact'
  // The status line may have told it anew while this ran.
  const isOld = (before?.context?.at ?? 0) < startedMs
  const transcript = textIn(event, 'transcript_path')
  return {
    failed: [],
    ...before,
    ended: undefined,
    ...(isCompacted ? { band: 0 } : {}),
    ...(isCompacted && isOld ? { context: undefined } : {}),
    ...(transcript === '' ? {} : { transcript }),
    startedMs: before?.startedMs ?? Date.now(),
    ...known,
  }
}

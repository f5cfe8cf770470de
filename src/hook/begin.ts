/** The state of a session as it begins, or goes on after a compaction. */
import type { HookState } from '../store/hook-state.js'
import type { Call } from './call.js'
import { textIn } from './call.js'

type Known = Required<Pick<HookState, 'project' | 'worktree' | 'pid'>> &
  Pick<HookState, 'tag' | 'bands' | 'block' | 'farewells'>

/** What was said to be over lives again; after a compaction the context is counted anew. */
export function beginState({ event }: Call, before: HookState | null, known: Known): HookState {
  const { ended: _, context, ...kept } = before ?? { failed: [] }
  const isCompacted = textIn(event, 'source') === 'compact'
  const transcript = textIn(event, 'transcript_path')
  return {
    ...kept,
    ...(context && !isCompacted ? { context } : {}),
    ...(isCompacted ? { band: 0 } : {}),
    ...(transcript === '' ? {} : { transcript }),
    startedMs: before?.startedMs ?? Date.now(),
    ...known,
  }
}

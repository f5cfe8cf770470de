/** git is asked before anything else: it works on another core while the rest of the program is loaded. */
import { startStatus } from '../capture/git-status.js'
import { setDeadline } from '../platform/deadline.js'
import { hooksDir, readHookState } from '../store/hook-state.js'
import { type Call, folderOf, sessionIn } from './call.js'

export type Asked = ReturnType<typeof startStatus>

/** Null: there is no git here, or it could not be started. */
export function askGit(call: Call): Asked {
  const { home, event, startedMs, untilMs } = call
  // Others may take a part of the time, so that enough is left to write.
  setDeadline(startedMs + 0.6 * (untilMs - startedMs))
  return startStatus(folderOf(call, readHookState(home, sessionIn(event))), hooksDir(home))
}

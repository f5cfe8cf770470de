/**
 * Asks git first of all, before the program is loaded: git works on another core meanwhile, and on a repository of ten
 * thousand files a Stop waits for nothing else. A file of its own, because loading the program takes 8 ms.
 */
import type { StopEvent } from '../app/session/stop.js'
import { startStatus } from '../capture/git-status.js'
import { checkOwn } from '../platform/files/quick-file.js'
import { setPatience } from '../platform/git/patience.js'
import { setDeadline } from '../platform/process/self.js'
import { hooksDir, readHookState } from '../store/session/hook-state.js'
import { folderOf, withStuck, type Call } from './call.js'

export function askGit(call: Call<StopEvent>): ReturnType<typeof startStatus> {
  const { event, home, startedMs, untilMs } = call
  // Others may take a part of the time, so that enough is left to write.
  setDeadline(startedMs + 0.6 * (untilMs - startedMs))
  checkOwn(hooksDir(home), home)
  const state = readHookState(home, event.session)
  setPatience(withStuck(call.patience, state))
  return startStatus(folderOf(event, state), hooksDir(home))
}

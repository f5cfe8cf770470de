/** SessionStart after a compaction, where the briefing was prepared before it and nothing has changed since. */
import { changeHookState, markOpen, readHookState } from '../store/hook-state.js'
import { readPrepared, textAt } from '../store/prepared.js'
import { answerContext } from './answer.js'
import { beginState } from './begin.js'
import type { Call, Planned } from './call.js'
import { agentPid, sessionIn, textIn } from './call.js'

/** Else the program that makes the briefing goes on. */
export function run(call: Call): Planned | undefined {
  const { home, userHome, build, event } = call
  const session = sessionIn(event)
  const state = readHookState(home, session)
  const prepared = state && readPrepared(home, session, { build, userHome, cwd: textIn(event, 'cwd') }, state)
  const { project, worktree, pid } = state ?? {}
  // Another process: whose tag is to be found out first.
  if (!prepared || project === undefined || worktree === undefined || pid !== agentPid(call))
    return { program: 'start', kind: 'start-compact' }
  answerContext(call, textAt(prepared, Date.now()))
  call.did(`briefing ${prepared.workstream} ${prepared.entry}, prepared`)
  const known = { project, worktree, pid, ...prepared.settings }
  changeHookState(home, session, (now) => beginState(call, now, known))
  markOpen(home, session)
  return undefined
}

/** Stop, StopFailure, SessionEnd, idle: the session is saved, and nobody hears of it unless it helps. */
import { markCleared, unmarkOpen } from '../app/hook-sessions.js'
import type { HookSaved } from '../app/hook-save.js'
import type { World } from '../app/world.js'
import { cleanLine } from '../core/sanitise.js'
import { changeHookState, readHookState } from '../store/hook-state.js'
import { answerUser } from './answer.js'
import type { Call } from './call.js'
import { agentPid, sessionIn, textIn } from './call.js'
import type { Asked } from './ask-git.js'
import { untilQuiet } from './quiet.js'
import { saveNow } from './save-now.js'
import { worldOf } from './world.js'

const REASONS: Readonly<Record<string, string>> = {
  Stop: 'end of a turn',
  StopFailure: 'the agent could not go on',
  PreCompact: 'before compaction',
  SessionEnd: 'session end',
  Notification: 'idle',
}

export async function saveEvent(call: Call, status: Asked): Promise<void> {
  const name = textIn(call.event, 'hook_event_name')
  const session = sessionIn(call.event)
  const state = readHookState(call.home, session)
  const world = await worldOf(call, state, true)
  if (name === 'SessionEnd') markEnd(call, world, state?.worktree ?? world.cwd)
  if (name === 'StopFailure') await untilQuiet(textIn(call.event, 'transcript_path'))
  const saved = await saveAt(call, world, name, status)
  if (name === 'StopFailure') tellWayOn(call, saved)
  else if (state?.limited !== undefined) changeHookState(call.home, session, { limited: undefined })
}

export async function saveAt(call: Call, world: World, name: string, status: Asked): Promise<HookSaved> {
  const { event } = call
  const lastWords = name === 'Stop' ? textIn(event, 'last_assistant_message') : ''
  const why = textIn(event, 'error') || textIn(event, 'trigger') || textIn(event, 'reason')
  const saved = await saveNow(call, world, {
    reason: `${REASONS[name] ?? name}${why === '' ? '' : ` (${why})`}`,
    ...(status ? { status } : {}),
    ...(lastWords === '' ? {} : { lastWords }),
  })
  if (saved.warnings.length > 0) call.did(cleanLine(saved.warnings.join('; ')))
  return saved
}

/** First of all, for the rest may be cut off. */
function markEnd(call: Call, world: World, worktree: string): void {
  const { event, home } = call
  const reason = textIn(event, 'reason') || 'other'
  changeHookState(home, sessionIn(event), { ended: reason })
  unmarkOpen(home, sessionIn(event))
  if (reason === 'clear')
    markCleared(home, agentPid(call), { session: sessionIn(event), worktree, atMs: world.now().ms })
}

const ELSEWHERE = /^(?:rate_limit|overloaded|billing_error|server_error)$/

function tellWayOn(call: Call, { name }: HookSaved): void {
  if (!ELSEWHERE.test(textIn(call.event, 'error'))) return
  // The client shows nothing of what this hook prints, but the status line.
  changeHookState(call.home, sessionIn(call.event), { limited: name })
  answerUser(
    call,
    `dogear saved this work as "${name}". To go on in another agent now: start codex or gemini in this folder and say "continue ${name}", or hand it over with: dogear resume ${name}`,
  )
}

/** PreToolUse and PostToolUseFailure: what failed is remembered, pointed out before it is done again; long work is saved before. */
import { failedEdit, failedRun } from '../app/session/failures.js'
import { joinFailures } from '../app/session/failures.js'
import { locate } from '../app/locate.js'
import { bandDue } from '../core/session/context.js'
import { tellingLine } from '../core/session/facts/command-text.js'
import { commandMark, editMark } from '../core/session/marks.js'
import { cleanLine } from '../core/text/text.js'
import { decide, NEW_STATE } from '../core/session/triggers/engine.js'
import { setDeadline } from '../platform/process/self.js'
import { readDurations } from '../store/session/durations.js'
import type { FailedBefore, HookState } from '../store/session/hook-state.js'
import { changeHookState, readHookState } from '../store/session/hook-state.js'
import { readTriggerSettings } from '../store/session/durations.js'
import { advise } from './advise.js'
import type { Call, Event } from './call.js'
import { answerContext, inputIn, sessionIn, textIn } from './call.js'
import { worldOf } from './world.js'

export async function run(call: Call): Promise<void> {
  setDeadline(call.startedMs + 0.5 * (call.untilMs - call.startedMs))
  const state = readHookState(call.home, sessionIn(call.event))
  if (textIn(call.event, 'hook_event_name') === 'PostToolUseFailure') return rememberFailure(call)
  if (textIn(call.event, 'tool_name') === 'Bash') await saveBeforeLong(call, state)
  const warning = warningFor(call, state)
  if (textIn(call.event, 'tool_name') !== 'Bash' && warning === null) rememberEdit(call, state)
  if (state && bandDue(state) !== null) return advise(call, state, warning ?? undefined)
  if (warning !== null) answerContext(call, warning)
}

function rememberFailure(call: Call): void {
  const { event } = call
  if (event['is_interrupt'] === true) return
  const failed = failureIn(event)
  if (!failed) return
  changeHookState(call.home, sessionIn(event), (now) => {
    const others = (now?.failed ?? []).filter(({ key }) => key !== failed.key)
    return { failed: joinFailures(others, [failed]), changed: false }
  })
  call.did(`remembered a failed ${failed.kind}`)
}

/** A test that failed may be run again now. */
function rememberEdit(call: Call, state: HookState | null): void {
  if (state && state.failed.length > 0 && !state.changed)
    changeHookState(call.home, sessionIn(call.event), { changed: true })
}

function failureIn(event: Event): FailedBefore | null {
  const input = inputIn(event)
  const error = textIn(event, 'error')
  const why = tellingLine(error) ?? error
  if (textIn(event, 'tool_name') === 'Bash') return failedRun(textIn(input, 'command'), why)
  const path = textIn(input, 'file_path')
  return path === '' ? null : failedEdit(path, textIn(input, 'old_string'), textIn(input, 'new_string'), why)
}

const LONGEST_SHOWN = 200

/** It is never refused: who runs it again may know better. */
function warningFor(call: Call, state: HookState | null): string | null {
  const input = inputIn(call.event)
  const isCommand = textIn(call.event, 'tool_name') === 'Bash'
  const command = textIn(input, 'command')
  const path = textIn(input, 'file_path')
  const mark = isCommand
    ? commandMark(command)
    : editMark(path, textIn(input, 'old_string'), textIn(input, 'new_string'))
  const known = state?.failed.find(({ key }) => key === mark)
  // A test that failed is meant to be run again once something has changed.
  if (!known || (known.check && state?.changed)) return null
  call.did(`pointed out a failed ${known.kind}`)
  const what = isCommand ? `\`${cleanLine(command).slice(0, LONGEST_SHOWN)}\`` : `this edit of ${cleanLine(path)}`
  return `⚠ Previously failed: ${what} — ${known.why}`
}

const RECENT_MS = 30_000

/** An operation that takes long is a good moment to lose a session in [C9]. */
async function saveBeforeLong(call: Call, state: HookState | null): Promise<void> {
  const { command, run_in_background: inBackground } = inputIn(call.event)
  if (typeof command !== 'string' || inBackground === true) return
  if (Date.now() - (state?.lastSave?.atMs ?? 0) < RECENT_MS) return
  const world = await worldOf(call, state, true)
  const { exists, project } = locate(world)
  const before = exists ? readDurations(project) : () => []
  const { actions } = decide(NEW_STATE, { type: 'command', command, before }, readTriggerSettings(call.home))
  const reason = actions.find((action) => action.do === 'autosave')?.reason
  if (reason === undefined) return
  const { saveNow } = await import('./save.js')
  await saveNow(call, world, { reason })
}

/** PreToolUse and PostToolUseFailure: what failed is remembered, pointed out before it is done again; long work is saved before. */
import { failedEdit, failedRun } from '../app/hook-failures.js'
import { joinFailures } from '../app/hook-known.js'
import { bandDue } from '../core/bands.js'
import { tellingLine } from '../core/facts/telling-line.js'
import { commandMark, editMark } from '../core/marks.js'
import { cleanLine } from '../core/sanitise.js'
import { setDeadline } from '../platform/deadline.js'
import type { FailedBefore, HookState } from '../store/hook-state.js'
import { changeHookState, readHookState } from '../store/hook-state.js'
import { advise } from './advise.js'
import { answerContext } from './answer.js'
import type { Call, Event } from './call.js'
import { sessionIn, textIn } from './call.js'

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
  const input = inputOf(event)
  const error = textIn(event, 'error')
  const why = tellingLine(error) ?? error
  if (textIn(event, 'tool_name') === 'Bash') return failedRun(textIn(input, 'command'), why)
  const path = textIn(input, 'file_path')
  return path === '' ? null : failedEdit(path, textIn(input, 'old_string'), textIn(input, 'new_string'), why)
}

const LONGEST_SHOWN = 200

/** It is never refused: who runs it again may know better. */
function warningFor(call: Call, state: HookState | null): string | null {
  const input = inputOf(call.event)
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

async function saveBeforeLong(call: Call, state: HookState | null): Promise<void> {
  const command = textIn(inputOf(call.event), 'command')
  if (inputOf(call.event)['run_in_background'] === true) return
  if (Date.now() - (state?.lastSave?.atMs ?? 0) < RECENT_MS) return
  const { saveIfLong } = await import('./long.js')
  await saveIfLong(call, state, command)
}

function inputOf(event: Event): Event {
  const input = event['tool_input']
  return typeof input === 'object' && input !== null ? (input as Event) : {}
}

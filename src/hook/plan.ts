/** Which module an event needs, decided from the event and the small state of its session. Null: none. */
import { bandDue } from '../core/session/context.js'
import { commandMark, editMark } from '../core/session/marks.js'
import { mayBeFarewell, mayBePhrase, mayTakeLong } from '../core/session/marks.js'
import type { HookState } from '../store/session/hook-state.js'
import { readHookState } from '../store/session/hook-state.js'
import type { Event, Planned } from './call.js'
import { inputIn, sessionIn, textIn } from './call.js'

const SAVE: Planned = { module: 'save', kind: 'save' }

export function planEvent(home: string, event: Event): Planned | null {
  const name = textIn(event, 'hook_event_name')
  switch (name) {
    case 'SessionStart':
      return { module: 'start', kind: `start-${textIn(event, 'source').replace(/\W/g, '')}` }
    case 'UserPromptSubmit':
      return planPrompt(readHookState(home, sessionIn(event)), textIn(event, 'prompt'))
    case 'PreToolUse':
      return planTool(home, event)
    case 'PostToolUseFailure':
      return { module: 'tool', kind: 'failure' }
    case 'Notification':
      return textIn(event, 'notification_type') === 'idle_prompt' ? SAVE : null
    case 'Stop':
    case 'StopFailure':
    case 'SessionEnd':
      return SAVE
    case 'PreCompact':
      return { module: 'save', kind: 'compact' }
    default:
      return null
  }
}

function planPrompt(state: HookState | null, prompt: string): Planned | null {
  if (mayBePhrase(prompt)) return { module: 'prompt', kind: 'phrase' }
  if (mayBeFarewell(prompt, state?.farewells)) return { module: 'prompt', kind: 'farewell' }
  if (state && (bandDue(state) !== null || state.block)) return { module: 'prompt', kind: 'advice' }
  return null
}

function planTool(home: string, event: Event): Planned | null {
  const input = inputIn(event)
  const state = readHookState(home, sessionIn(event))
  const due = state !== null && bandDue(state) !== null
  if (textIn(event, 'tool_name') === 'Bash') {
    const command = textIn(input, 'command')
    const mark = commandMark(command)
    const isKnown = state?.failed.some((one) => one.key === mark) || state?.slow?.includes(mark)
    return isKnown || due || mayTakeLong(command) ? { module: 'tool', kind: isKnown ? 'known' : 'long' } : null
  }
  const mark = editMark(textIn(input, 'file_path'), textIn(input, 'old_string'), textIn(input, 'new_string'))
  // The first edit after a failure is remembered, too.
  const isChange = state !== null && state.failed.length > 0 && !state.changed
  if (due || isChange || state?.failed.some((one) => one.key === mark)) return { module: 'tool', kind: 'known' }
  return null
}

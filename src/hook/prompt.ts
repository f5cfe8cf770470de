/** A prompt that may be a phrase or a goodbye, or that comes while the context is filling up. */
import type { EventOf } from '../app/session/event.js'
import { answerPrompt } from '../app/session/prompt.js'
import { setDeadline } from '../platform/process/self.js'
import { readHookState } from '../store/session/hook-state.js'
import type { Call } from './call.js'
import { worldOf } from './world.js'

export async function run(call: Call<EventOf<'prompt'>>): Promise<void> {
  const { event, home, startedMs, untilMs } = call
  setDeadline(startedMs + 0.6 * (untilMs - startedMs))
  const state = readHookState(home, event.session)
  await answerPrompt(await worldOf(call, state, true), call, state)
}

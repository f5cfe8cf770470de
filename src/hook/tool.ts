/** A tool that is about to be used, was used, or has failed. */
import { useTool, type ToolCall } from '../app/session/tool.js'
import { setDeadline } from '../platform/process/self.js'
import { readHookState } from '../store/session/hook-state.js'
import type { Call } from './call.js'
import { worldOf } from './world.js'

export async function run(call: Call<ToolCall['event']>): Promise<void> {
  const { event, home, startedMs, untilMs } = call
  setDeadline(startedMs + 0.5 * (untilMs - startedMs))
  const state = readHookState(home, event.session)
  await useTool(home, call, state, () => worldOf(call, state, true))
}

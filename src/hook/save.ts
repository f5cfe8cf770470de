/** The end of a turn or of a session, idle time, and the moment before a compaction. */
import type { StopEvent } from '../app/session/stop.js'
import { syncAfter } from '../app/sync/gate.js'
import { setDeadline } from '../platform/process/self.js'
import { readHookState } from '../store/session/hook-state.js'
import type { Call } from './call.js'
import { worldOf } from './world.js'

export async function run(call: Call<StopEvent>): Promise<void> {
  const { event, home, startedMs, untilMs } = call
  const state = readHookState(home, event.session)
  // Others may take a part of the time, so that enough is left to write.
  setDeadline(startedMs + 0.6 * (untilMs - startedMs))
  const world = await worldOf(call, state, true)
  const { saveAtStop } = await import('../app/session/stop.js')
  await saveAtStop(world, call, state)
  await syncAfter(home, process.env)
}

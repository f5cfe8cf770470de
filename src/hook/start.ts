/** A session begins. */
import type { EventOf } from '../app/session/event.js'
import { startSession } from '../app/session/start.js'
import { syncAfter } from '../app/sync/gate.js'
import { setDeadline } from '../platform/process/self.js'
import type { Call } from './call.js'
import { worldOf } from './world.js'

export async function run(call: Call<EventOf<'session-start'>>): Promise<void> {
  const { event, startedMs, untilMs } = call
  // What was saved a moment ago needs no git to be compared: nobody is waited for then.
  const isFresh = event.source === 'compact' || event.source === 'clear'
  setDeadline(isFresh ? startedMs : startedMs + 0.6 * (untilMs - startedMs))
  await startSession(await worldOf(call, null, false), call)
  await syncAfter(call.home, process.env)
}

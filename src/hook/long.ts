/** An operation that takes long is a good moment to lose a session in: it is saved before [C9]. */
import { locate } from '../app/locate.js'
import { decide, NEW_STATE } from '../core/triggers/engine.js'
import { readDurations } from '../store/durations.js'
import type { HookState } from '../store/hook-state.js'
import { readTriggerSettings } from '../store/trigger-state.js'
import type { Call } from './call.js'
import { saveNow } from './save-now.js'
import { worldOf } from './world.js'

export async function saveIfLong(call: Call, state: HookState | null, command: string): Promise<void> {
  const world = await worldOf(call, state, true)
  const { exists, project } = locate(world)
  const before = exists ? readDurations(project) : () => []
  const { actions } = decide(NEW_STATE, { type: 'command', command, before }, readTriggerSettings(call.home))
  const reason = actions.find((action) => action.do === 'autosave')?.reason
  if (reason === undefined) return
  await saveNow(call, world, { reason })
}

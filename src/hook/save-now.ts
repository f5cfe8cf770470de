/** The session is saved now, and the log says what became of it. */
import { type HookSaved, type HookSaveRequest, saveForHook } from '../app/hook-save.js'
import type { World } from '../app/world.js'
import type { Call } from './call.js'
import { sessionIn, textIn } from './call.js'

export async function saveNow(
  call: Call,
  world: World,
  request: Pick<HookSaveRequest, 'reason' | 'status' | 'lastWords'>,
): Promise<HookSaved> {
  const { event } = call
  const session = { session: sessionIn(event), transcript: textIn(event, 'transcript_path') }
  const saved = await saveForHook(world, { ...session, git: true, ...request })
  call.did(saved.skipped ? `not saved: ${saved.skipped}` : `saved ${saved.name} ${saved.id}`)
  return saved
}

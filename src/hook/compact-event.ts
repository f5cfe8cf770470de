/** The session is saved before its context is compacted. */
import { waitForSave } from '../app/hook-save.js'
import { readHookState } from '../store/hook-state.js'
import { answerBlock } from './answer.js'
import type { Call } from './call.js'
import { sessionIn, textIn } from './call.js'
import { saveAt } from './save-event.js'
import type { Asked } from './ask-git.js'
import { worldOf } from './world.js'

/** A save takes a fraction of that. */
const LONGEST_WAIT_MS = 2000

export async function compactEvent(call: Call, status: Asked): Promise<void> {
  const session = sessionIn(call.event)
  const state = readHookState(call.home, session)
  const world = await worldOf(call, state, true)
  const other = waitForSave(world, session, call.startedMs + LONGEST_WAIT_MS)
  if (other !== 'none') call.did(`waited for a save that was under way: ${other}`)
  try {
    await saveAt(call, world, 'PreCompact', status)
  } catch (error) {
    // Only who asked for it is kept from compacting, and only where somebody is there to read why.
    if (!state?.block || textIn(call.event, 'trigger') !== 'manual') throw error
    answerBlock(call, `dogear could not save this session before the compaction: ${(error as Error).message}`)
    call.did(`blocked the compaction, for it could not save: ${(error as Error).message}`)
  }
}

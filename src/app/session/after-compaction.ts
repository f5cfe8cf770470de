/**
 * A briefing after a compaction, for a client that tells of none once it is over: the next prompt takes it. One is known by
 * its announcement or, at the end of a turn, by the session file; each is told of once.
 */
import { finish } from '../../core/printer/words.js'
import { changeHookState, readHookState } from '../../store/session/hook-state.js'
import { locate } from '../locate.js'
import type { World } from '../world.js'
import type { SessionCall } from './event.js'
import { keepBriefing } from './waiting-briefing.js'

/** After the save. */
export async function tellOfCompaction(world: World, { event, hooks, log }: SessionCall): Promise<void> {
  const slot = hooks.briefing.afterCompaction
  if (slot === null || slot === 'session-start') return
  const state = readHookState(world.home, event.session)
  const { seen, told } = state?.compacted ?? { seen: 0, told: 0 }
  const due = event.kind === 'before-compaction' ? Math.max(seen, told) + 1 : seen
  if (!state || due <= told) return
  const { afterCompaction } = await import('./start-text.js')
  const opening = afterCompaction(world, locate(world), state, hooks.maxCharacters)
  if (!opening) return
  const later = keepBriefing(world.home, event.session, slot, finish(opening.text))
  changeHookState(world.home, event.session, { ...opening.state, ...later, band: 0, compacted: { seen, told: due } })
  log(`${opening.log} waits for the next ${slot}`)
}

/** A briefing for a client that takes no text where it is made: it waits in a file for the event at which it can be told. */
import type { BriefingSlot, HookKind } from '../../agents/hooks.js'
import { asKept, finish, type Finished, type ModelText } from '../../core/printer/words.js'
import { removeFile } from '../../platform/files/files.js'
import { readQuick, writeQuick } from '../../platform/files/quick-file.js'
import { changeHookState, hooksDir, nameBeside, readHookState, type HookState } from '../../store/session/hook-state.js'
import { locate } from '../locate.js'
import type { World } from '../world.js'
import type { SessionCall } from './event.js'

const MAX_BYTES = 200_000

/** What the state learns from it. Null: the client takes text nowhere. */
export function keepBriefing(
  home: string,
  session: string,
  slot: Exclude<BriefingSlot, 'session-start'> | 'resume',
  text: Finished,
): Pick<HookState, 'briefingAt'> {
  if (slot === null) return {}
  writeQuick(hooksDir(home), nameBeside(session, 'briefing'), JSON.stringify({ text }), home)
  return { briefingAt: slot }
}

/** Once; null: none waits for this event. */
export function takeBriefing(
  home: string,
  session: string,
  state: HookState | null,
  kind: HookKind | 'resume',
): ModelText | null {
  if (state?.briefingAt !== kind) return null
  const path = `${hooksDir(home)}/${nameBeside(session, 'briefing')}`
  const text = readQuick(path, MAX_BYTES, home)
  changeHookState(home, session, { briefingAt: undefined })
  removeFile(path)
  return text === null ? null : textIn(text)
}

/** Null where it is not what was written: without it the event goes on as if none had waited. */
function textIn(json: string): ModelText | null {
  try {
    const { text } = JSON.parse(json) as { text?: unknown }
    return typeof text === 'string' ? asKept(text) : null
  } catch {
    return null
  }
}

/**
 * After the save. A client that tells of no compaction once it is over is told where the work stands with its next prompt. One
 * is known by its announcement or, at the end of a turn, by the session file; each is told of once.
 */
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

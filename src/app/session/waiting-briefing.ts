/** A briefing for a client that takes no text where it is made: it waits in a file for the event at which it can be told. */
import type { BriefingSlot, HookKind } from '../../agents/hooks.js'
import { asKept, type Finished, type ModelText } from '../../core/printer/words.js'
import { removeFile } from '../../platform/files/files.js'
import { readQuick, writeQuick } from '../../platform/files/quick-file.js'
import { changeHookState, hooksDir, nameBeside, type HookState } from '../../store/session/hook-state.js'

const MAX_BYTES = 200_000

/** What the state learns from it. Null: the client takes text nowhere. */
export function keepBriefing(
  home: string,
  session: string,
  slot: Exclude<BriefingSlot, 'session-start'>,
  text: Finished,
): Pick<HookState, 'briefingAt'> {
  if (slot === null) return {}
  writeQuick(hooksDir(home), nameBeside(session, 'briefing'), JSON.stringify({ text }), home)
  return { briefingAt: slot }
}

/** Once; null: none waits for this event. */
export function takeBriefing(home: string, session: string, state: HookState | null, kind: HookKind): ModelText | null {
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

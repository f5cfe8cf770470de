/** UserPromptSubmit, where it may be a phrase, a goodbye, or the context is filling up. */
import { locate } from '../app/locate.js'
import { parsePhrase } from '../core/phrase.js'
import { farewellIn } from '../core/triggers/farewell.js'
import { bandDue } from '../core/bands.js'
import { isLive } from '../core/entry.js'
import { setDeadline } from '../platform/deadline.js'
import { readCatalog } from '../store/catalog.js'
import type { HookState } from '../store/hook-state.js'
import { readHookState } from '../store/hook-state.js'
import type { Located } from '../store/projects.js'
import { advise } from './advise.js'
import type { Call } from './call.js'
import { sessionIn, textIn } from './call.js'
import { worldOf } from './world.js'

export async function run(call: Call): Promise<void> {
  setDeadline(call.startedMs + 0.6 * (call.untilMs - call.startedMs))
  const prompt = textIn(call.event, 'prompt')
  const state = readHookState(call.home, sessionIn(call.event))
  const world = await worldOf(call, state, true)
  const located = locate(world)
  const phrase = parsePhrase(prompt, namesIn(located))
  if (phrase) {
    const { answerPhrase } = await import('./phrase.js')
    if (await answerPhrase(call, world, state, phrase)) return
  }
  const farewell = farewellIn(prompt, state?.farewells ?? [])
  if (farewell !== null) return saveBeforeLeaving(call, state, farewell)
  if (!state) return
  if (state.block && !phrase) {
    const { mayGoOn } = await import('./block.js')
    if (!mayGoOn(call, world, state, prompt)) return
  }
  if (bandDue(state) !== null) advise(call, state)
}

function namesIn({ exists, project }: Located): string[] {
  if (!exists) return []
  return readCatalog(project)
    .filter((row) => row.heads.some((head) => isLive(head.kind)))
    .map((row) => row.name)
}

async function saveBeforeLeaving(call: Call, state: HookState | null, reason: string): Promise<void> {
  const { saveNow } = await import('./save-now.js')
  await saveNow(call, await worldOf(call, state, true), { reason })
}
